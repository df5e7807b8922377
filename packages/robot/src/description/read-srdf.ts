// SRDF: http://wiki.ros.org/srdf. Pairs whose contacts do not count, and groups.

import { NearmissError, nearestName } from 'nearmiss';
import { textAttribute } from './attributes.ts';
import type { JointDescription, LinkGroup, RobotDescription, SemanticDescription } from './robot-description.ts';
import { childrenNamed, parseRobotXml, type XmlElement } from './xml-tree.ts';

/**
 * Reads the SRDF of a robot. Links and joints that the robot does not have are refused.
 *
 * @example
 * const robot = readUrdf('<robot name="r"><link name="a"/></robot>');
 * const srdf = readSrdf('<robot name="r"><disable_collisions link1="a" link2="a"/></robot>', robot);
 * console.log(srdf.disabledPairs); // [ [ 'a', 'a' ] ]
 */
export function readSrdf(text: string, robot: RobotDescription): SemanticDescription {
  const root = parseRobotXml(text, 'robot/bad-srdf', 'The SRDF');
  const links = robot.links.map(({ name }) => name);
  const disabledPairs = childrenNamed(root, 'disable_collisions').map((element): readonly [string, string] => [
    requireName(element, 'link1', links, 'link'),
    requireName(element, 'link2', links, 'link'),
  ]);
  return { disabledPairs, groups: readGroups(root, robot) };
}

function requireName(element: XmlElement, attribute: string, names: readonly string[], what: 'link' | 'joint'): string {
  const name = textAttribute(element, attribute);
  if (names.includes(name)) return name;
  const near = nearestName(name, names);
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  throw new NearmissError(
    what === 'link' ? 'robot/unknown-link' : 'robot/unknown-joint',
    `Line ${element.line} of the SRDF: There is no ${what} "${name}".${hint}`,
    { location: `line ${element.line}` },
  );
}

function readGroups(root: XmlElement, robot: RobotDescription): LinkGroup[] {
  const elements = new Map(childrenNamed(root, 'group').map((group) => [textAttribute(group, 'name'), group]));
  return [...elements.keys()].map((name) => {
    const links = new Set<string>();
    const joints = new Set<string>();
    collect(name, { elements, robot, links, joints, open: new Set() });
    return { name, links: [...links], joints: [...joints] };
  });
}

interface Collection {
  readonly elements: ReadonlyMap<string, XmlElement>;
  readonly robot: RobotDescription;
  readonly links: Set<string>;
  readonly joints: Set<string>;
  /** The groups that contain the one being read. */
  readonly open: Set<string>;
}

/** A link comes with the joint above it, a joint with the link below it, a chain with both for all its links. */
function collect(name: string, collection: Collection): void {
  const { elements, robot, links, joints, open } = collection;
  const group = elements.get(name);
  if (group === undefined) throw new NearmissError('robot/bad-srdf', `There is no group "${name}" in the SRDF.`);
  if (open.has(name)) throw new NearmissError('robot/bad-srdf', `Group "${name}" of the SRDF contains itself.`);
  open.add(name);
  const linkNames = robot.links.map((link) => link.name);
  const above = (link: string): JointDescription | undefined => robot.joints.find(({ child }) => child === link);
  const addLink = (link: string): void => {
    links.add(link);
    const joint = above(link);
    if (joint !== undefined) joints.add(joint.name);
  };
  for (const element of group.children) {
    if (element.name === 'link') addLink(requireName(element, 'name', linkNames, 'link'));
    else if (element.name === 'joint') {
      const jointNames = robot.joints.map((joint) => joint.name);
      const joint = requireName(element, 'name', jointNames, 'joint');
      joints.add(joint);
      links.add(robot.joints.find((known) => known.name === joint)?.child ?? '');
    } else if (element.name === 'group') collect(textAttribute(element, 'name'), collection);
    else if (element.name === 'chain') {
      const base = requireName(element, 'base_link', linkNames, 'link');
      const tip = requireName(element, 'tip_link', linkNames, 'link');
      for (const link of chainOf(base, tip, above, element)) addLink(link);
    }
  }
  open.delete(name);
}

function chainOf(
  base: string,
  tip: string,
  above: (link: string) => JointDescription | undefined,
  { line }: XmlElement,
): string[] {
  const chain = [tip];
  for (let at = tip; at !== base; ) {
    const joint = above(at);
    if (joint === undefined) {
      throw new NearmissError('robot/bad-srdf', `Line ${line} of the SRDF: "${tip}" is not below "${base}".`);
    }
    at = joint.parent;
    chain.push(at);
  }
  return chain.reverse();
}
