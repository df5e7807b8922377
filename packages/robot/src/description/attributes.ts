// Attributes of XML elements, checked. Faults name the line.

import { type ErrorCode, NearmissError } from 'nearmiss';
import type { XmlElement } from './xml-tree.ts';

/** Lengths and angles are at most this, so that products of a few of them are finite. */
const LARGEST = 1e50;

export function urdfFault({ line }: XmlElement, sentence: string, code: ErrorCode = 'robot/bad-urdf'): NearmissError {
  return new NearmissError(code, `Line ${line}: ${sentence}`, { location: `line ${line}` });
}

export function textAttribute(element: XmlElement, name: string): string {
  const text = element.attributes.get(name);
  if (text !== undefined && text !== '') return text;
  throw urdfFault(element, `<${element.name}> needs the attribute "${name}".`);
}

/** An attribute with a number; `missing` where it is absent. */
export function numberAttribute(element: XmlElement, name: string, missing?: number): number {
  const [value = 0] = numbersAttribute(element, name, 1, missing === undefined ? undefined : [missing]);
  return value;
}

/** An attribute with `count` numbers; `missing` where it is absent. */
export function numbersAttribute(
  element: XmlElement,
  name: string,
  count: number,
  missing?: readonly number[],
): readonly number[] {
  const text = element.attributes.get(name);
  if (text === undefined) {
    if (missing !== undefined) return missing;
    throw urdfFault(element, `<${element.name}> needs the attribute "${name}".`);
  }
  const words = text.trim().split(/\s+/);
  const numbers = words.map(Number);
  const isRight =
    numbers.length === count && numbers.every((value) => Math.abs(value) <= LARGEST) && text.trim() !== '';
  if (isRight) return numbers;
  throw urdfFault(element, `${name} is "${text}"; it takes ${count === 1 ? 'a number' : `${count} numbers`}.`);
}
