// XML as a tree of elements with line numbers. URDF and SRDF need elements and attributes alone.

import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom';
import { type ErrorCode, NearmissError } from 'nearmiss';

/** An element of an XML file. */
export interface XmlElement {
  readonly name: string;
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
}

/** Parses a file whose root is `<robot>`. Faults have the code `code`. */
export function parseRobotXml(text: string, code: ErrorCode, what: string): XmlElement {
  if (typeof text !== 'string') throw new NearmissError(code, `${what} is a text.`);
  const root = parseXml(text, code, what);
  refuseXacro(root, text, what);
  if (root.name !== 'robot') {
    throw new NearmissError(code, `${what} begins with <${root.name}>; the root is <robot>.`, {
      location: `line ${root.line}`,
    });
  }
  return root;
}

function parseXml(text: string, code: ErrorCode, what: string): XmlElement {
  let root: Element | null;
  try {
    root = new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml').documentElement;
  } catch (cause) {
    const [sentence = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1);
    // The parser wraps what it found in words about itself.
    const [, found = sentence] = /^Reporting \w+ "(.*)" caused/.exec(sentence) ?? [];
    throw new NearmissError(code, `${what} is no XML: ${found}.`, { cause });
  }
  if (root === null) throw new NearmissError(code, `${what} has no element.`);
  return treeOf(root);
}

/** A xacro is a program that makes a URDF. */
function refuseXacro(root: XmlElement, text: string, what: string): void {
  const isXacro = [...elementsBelow(root)].some(({ name }) => name.startsWith('xacro:'));
  const hasExpression = /="[^"]*\$\{/.test(text) && [...root.attributes.keys()].includes('xmlns:xacro');
  if (!isXacro && !hasExpression) return;
  throw new NearmissError(
    'robot/xacro',
    `${what} is a xacro, which has to be expanded first: "xacro robot.urdf.xacro > robot.urdf", or "ros2 run xacro xacro robot.urdf.xacro -o robot.urdf".`,
  );
}

function* elementsBelow(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsBelow(child);
}

function treeOf(element: Element): XmlElement {
  const attributes = new Map<string, string>();
  for (let k = 0; k < element.attributes.length; k++) {
    const attribute = element.attributes.item(k);
    if (attribute !== null) attributes.set(attribute.name, attribute.value);
  }
  const children: XmlElement[] = [];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) children.push(treeOf(node));
  }
  return { name: element.tagName, line: element.lineNumber ?? 0, attributes, children };
}

function isElement(node: object): node is Element {
  return 'tagName' in node;
}

/** The children of an element with a name. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The first child with a name, if any. */
export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}
