// URDF: http://wiki.ros.org/urdf/XML. Links with their collision elements, and joints. All else (visuals, inertia, transmissions,
// simulators' extensions) is passed over.

import { NearmissError, nearestName } from 'nearmiss';
import { rotationOfAngles } from '../kinematics/rotation.ts';
import { numberAttribute, numbersAttribute, textAttribute, urdfFault } from './attributes.ts';
import type {
  CollisionElement,
  CollisionGeometry,
  JointDescription,
  JointKind,
  LinkDescription,
  RobotDescription,
  Transform,
} from './robot-description.ts';
import { childNamed, childrenNamed, parseRobotXml, type XmlElement } from './xml-tree.ts';

const JOINT_KINDS: readonly JointKind[] = ['revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'];
const GEOMETRIES = ['mesh', 'box', 'cylinder', 'capsule', 'sphere'];

/**
 * Reads a URDF. What is wrong with it is refused with the line.
 *
 * @example
 * const urdf = '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>';
 * console.log(readUrdf(urdf).root); // a
 */
export function readUrdf(text: string): RobotDescription {
  const robot = parseRobotXml(text, 'robot/bad-urdf', 'The URDF');
  const links = childrenNamed(robot, 'link').map(readLink);
  if (links.length === 0) throw urdfFault(robot, 'The robot has no link.');
  const names = new Set<string>();
  for (const [k, { name }] of links.entries()) {
    if (names.has(name)) throw urdfFault(childrenNamed(robot, 'link')[k] ?? robot, `There are two links "${name}".`);
    names.add(name);
  }
  const elements = childrenNamed(robot, 'joint');
  const joints = elements.map((element) => readJoint(element, names));
  const root = requireTree(robot, elements, joints, names);
  requireMimics(elements, joints);
  return { name: robot.attributes.get('name') ?? '', root, links, joints };
}

function readLink(element: XmlElement): LinkDescription {
  return { name: textAttribute(element, 'name'), collisions: childrenNamed(element, 'collision').map(readCollision) };
}

function readCollision(element: XmlElement): CollisionElement {
  const geometry = childNamed(element, 'geometry');
  if (geometry === undefined) throw urdfFault(element, 'A <collision> needs a <geometry>.');
  const shape = geometry.children.find(({ name }) => GEOMETRIES.includes(name));
  if (shape === undefined) {
    const found = geometry.children[0]?.name;
    throw urdfFault(geometry, `A <geometry> has one of ${GEOMETRIES.join(', ')}; this one has ${found ?? 'nothing'}.`);
  }
  return { origin: readOrigin(element), geometry: readGeometry(shape), line: element.line };
}

function readGeometry(shape: XmlElement): CollisionGeometry {
  switch (shape.name) {
    case 'mesh': {
      const scale = numbersAttribute(shape, 'scale', 3, [1, 1, 1]);
      if (scale.includes(0)) throw urdfFault(shape, 'A scale of 0 leaves nothing of a mesh.');
      return { kind: 'mesh', file: textAttribute(shape, 'filename'), scale: triple(scale) };
    }
    case 'box': {
      const size = numbersAttribute(shape, 'size', 3);
      if (!size.every((length) => length > 0)) throw urdfFault(shape, `The size of a box is above 0, not ${size}.`);
      return { kind: 'box', size: triple(size) };
    }
    case 'sphere':
      return { kind: 'sphere', radius: lengthAttribute(shape, 'radius') };
    default:
      return {
        kind: shape.name === 'capsule' ? 'capsule' : 'cylinder',
        radius: lengthAttribute(shape, 'radius'),
        length: lengthAttribute(shape, 'length'),
      };
  }
}

function lengthAttribute(element: XmlElement, name: string): number {
  const length = numberAttribute(element, name);
  if (length > 0) return length;
  throw urdfFault(element, `${name} is ${length}; a length is above 0.`);
}

function readOrigin(element: XmlElement): Transform {
  const origin = childNamed(element, 'origin');
  if (origin === undefined) return { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
  const [roll = 0, pitch = 0, yaw = 0] = numbersAttribute(origin, 'rpy', 3, [0, 0, 0]);
  return {
    position: triple(numbersAttribute(origin, 'xyz', 3, [0, 0, 0])),
    rotation: rotationOfAngles(roll, pitch, yaw),
  };
}

function readJoint(element: XmlElement, links: ReadonlySet<string>): JointDescription {
  const name = textAttribute(element, 'name');
  const type = textAttribute(element, 'type');
  const kind = JOINT_KINDS.find((known) => known === type);
  if (kind === undefined) {
    throw urdfFault(element, `Joint "${name}" has the type "${type}"; it is one of ${JOINT_KINDS.join(', ')}.`);
  }
  const parent = linkAttribute(element, 'parent', links);
  const child = linkAttribute(element, 'child', links);
  return {
    ...{ name, kind, parent, child, origin: readOrigin(element), axis: readAxis(element, kind) },
    ...readLimits(element, name, kind),
    mimic: readMimic(element),
  };
}

function linkAttribute(joint: XmlElement, end: 'parent' | 'child', links: ReadonlySet<string>): string {
  const element = childNamed(joint, end);
  if (element === undefined) throw urdfFault(joint, `A joint needs a <${end}>.`);
  const link = textAttribute(element, 'link');
  if (links.has(link)) return link;
  const near = nearestName(link, [...links]);
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  throw urdfFault(element, `There is no link "${link}".${hint}`, 'robot/unknown-link');
}

function readAxis(joint: XmlElement, kind: JointKind): readonly [number, number, number] {
  const element = childNamed(joint, 'axis');
  const [x = 1, y = 0, z = 0] = element === undefined ? [1, 0, 0] : numbersAttribute(element, 'xyz', 3);
  // Squares of tiny numbers have few digits.
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (most > 0) {
    const [a, b, c] = [x / most, y / most, z / most];
    const length = Math.sqrt(a * a + b * b + c * c);
    return [a / length, b / length, c / length];
  }
  // Fixed and floating joints have no axis: some programs write zeros.
  if (kind === 'fixed' || kind === 'floating') return [1, 0, 0];
  throw urdfFault(element ?? joint, 'The axis of a joint is 0 0 0.');
}

type Limits = Pick<JointDescription, 'lower' | 'upper' | 'velocity'>;

function readLimits(joint: XmlElement, name: string, kind: JointKind): Limits {
  const element = childNamed(joint, 'limit');
  const isLimited = kind === 'revolute' || kind === 'prismatic';
  if (element === undefined) {
    if (!isLimited) return { lower: -Infinity, upper: Infinity, velocity: null };
    throw urdfFault(joint, `Joint "${name}" is ${kind} and needs a <limit> with lower and upper.`, 'robot/no-limits');
  }
  const velocity = element.attributes.has('velocity') ? numberAttribute(element, 'velocity') : null;
  if (!isLimited) return { lower: -Infinity, upper: Infinity, velocity };
  const lower = numberAttribute(element, 'lower', 0);
  const upper = numberAttribute(element, 'upper', 0);
  if (lower <= upper) return { lower, upper, velocity };
  throw urdfFault(element, `Joint "${name}" has limits from ${lower} to ${upper}.`, 'robot/no-limits');
}

function readMimic(joint: XmlElement): JointDescription['mimic'] {
  const element = childNamed(joint, 'mimic');
  if (element === undefined) return null;
  return {
    joint: textAttribute(element, 'joint'),
    multiplier: numberAttribute(element, 'multiplier', 1),
    offset: numberAttribute(element, 'offset', 0),
  };
}

/** The root of the tree of links. A link with two parents, a cycle, and a second root are refused. */
function requireTree(
  robot: XmlElement,
  elements: readonly XmlElement[],
  joints: readonly JointDescription[],
  links: ReadonlySet<string>,
): string {
  const parentOf = new Map<string, string>();
  const names = new Set<string>();
  for (const [k, { name, parent, child }] of joints.entries()) {
    const element = elements[k] ?? robot;
    if (names.has(name)) throw urdfFault(element, `There are two joints "${name}".`);
    names.add(name);
    const other = parentOf.get(child);
    if (other !== undefined) {
      const sentence = `Link "${child}" is the child of "${other}" and of "${parent}"; a robot is a tree.`;
      throw urdfFault(element, sentence, 'robot/cyclic');
    }
    parentOf.set(child, parent);
  }
  const roots = [...links].filter((link) => !parentOf.has(link));
  const cycle = [...links].find((link) => isOnCycle(link, parentOf));
  if (cycle !== undefined) {
    throw urdfFault(robot, `The joints lead from link "${cycle}" back to it; a robot is a tree.`, 'robot/cyclic');
  }
  const [root = '', second] = roots;
  if (second === undefined) return root;
  throw urdfFault(robot, `Links "${root}" and "${second}" both have no parent; a robot has one root.`);
}

function isOnCycle(link: string, parentOf: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = parentOf.get(link); at !== undefined && !seen.has(at); at = parentOf.get(at)) {
    if (at === link) return true;
    seen.add(at);
  }
  return false;
}

/** Joints that others mimic exist, have one value, and do not mimic themselves in a circle. */
function requireMimics(elements: readonly XmlElement[], joints: readonly JointDescription[]): void {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const hasOneValue = ({ kind }: JointDescription): boolean => kind !== 'planar' && kind !== 'floating';
  for (const [k, joint] of joints.entries()) {
    let steps = 0;
    for (let at: JointDescription | undefined = joint; at !== undefined && at.mimic !== null; steps++) {
      const next: JointDescription | undefined = byName.get(at.mimic.joint);
      const fault = (sentence: string): NearmissError =>
        new NearmissError('robot/unknown-joint', sentence, { location: `line ${elements[k]?.line}` });
      if (next === undefined) throw fault(`Joint "${at.name}" mimics "${at.mimic.joint}", which does not exist.`);
      if (!hasOneValue(next) || !hasOneValue(at)) throw fault(`Joint "${at.name}" mimics a joint with several values.`);
      if (steps > joints.length) throw fault(`Joint "${joint.name}" mimics itself.`);
      at = next;
    }
  }
}

function triple([x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] {
  return [x, y, z];
}
