// What the axis of a body is worth, in one sentence.

import { grouped } from '../grouped.ts';
import type { AxisFacts } from './messages.ts';

/** Digits of an error in the sentence. */
const DIGITS = 2;

/** The number of primitives, how closely they follow the body, and by how much they must grow to enclose it. */
export function axisSentence({ cones, slabs, spheres, uncovered, overhang, dilation, longestSide }: AxisFacts): string {
  const part = (length: number): string => `${Number(((100 * length) / longestSide).toPrecision(DIGITS))} %`;
  const count = cones + slabs;
  const primitives = count > 0 ? `${grouped(count)} cones and slabs` : `${grouped(spheres)} spheres`;
  const error = part(Math.max(uncovered, overhang));
  return `${primitives} follow the body to within ${error} of its longest side; enlarged by ${part(dilation)} they enclose it, proven.`;
}
