// How exact the transforms of a file are. Exporters hold matrices in single precision and write each number out in full:
// 136.860107421875 is the f32 nearest to 136.8601. Whatever was meant lies within one spacing of single-precision numbers.
// A number such as 4 or 0.999999 is not of that kind: it is what was meant, to double precision.

import type { JsonObject } from './json.ts';
import { IDENTITY, type Matrix4 } from './transform.ts';

export const NO_ERROR: Matrix4 = Object.freeze(new Array<number>(16).fill(0));

/** Fraction bits of single and of double precision. */
const SINGLE_BITS = 23;
const DOUBLE_BITS = 52;
/** Significant decimal digits up to which a number written as text is taken for what was meant: nine name every f32. */
const WRITTEN_DIGITS = 9;
/** Entries of a rotation matrix change by at most four times what a part of the unit quaternion does, to first order. */
const ROTATION_FACTOR = 4;

/** The spacing of numbers with `bits` fraction bits at a number, 0 for 0. */
function spacingAt(x: number, bits: number): number {
  const size = Math.abs(x);
  if (size === 0) return 0;
  return 2 ** (Math.floor(Math.log2(size)) - bits);
}

/** How far a number of a transform can be from the number that was meant. */
export function roundingOf(x: number): number {
  const isSingle = Math.fround(x) === x;
  const digits = x.toExponential().replace(/e.*$/, '').replace(/[-.]/g, '').length;
  return spacingAt(x, isSingle && digits > WRITTEN_DIGITS ? SINGLE_BITS : DOUBLE_BITS);
}

/** How far each entry of a node's own transform can be from what was meant. */
export function localError(node: JsonObject, local: Matrix4): Matrix4 {
  if (local === IDENTITY) return NO_ERROR;
  if (node.matrix !== undefined) return local.map(roundingOf);
  const translation = numbersOf(node.translation, [0, 0, 0]);
  const rotation = numbersOf(node.rotation, [0, 0, 0, 1]);
  const scale = numbersOf(node.scale, [1, 1, 1]);
  const turned = ROTATION_FACTOR * Math.max(...rotation.map(roundingOf));
  const error = local.slice();
  for (let column = 0; column < 3; column++) {
    const size = Math.abs(scale[column] ?? 1);
    const stretched = size === 0 ? 0 : roundingOf(size) / size;
    for (let row = 0; row < 3; row++) {
      error[4 * column + row] = size * turned + stretched * Math.abs(local[4 * column + row]);
    }
    error[12 + column] = roundingOf(translation[column] ?? 0);
  }
  error[15] = 0;
  return error;
}

/** The error of a product of two transforms: |a| · error of b + error of a · |b|. */
export function productError(a: Matrix4, errorA: Matrix4, b: Matrix4, errorB: Matrix4): Matrix4 {
  if (a === IDENTITY) return errorB;
  if (b === IDENTITY) return errorA;
  const error: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        const size = Math.abs(a[4 * k + row]);
        sum += size * errorB[4 * column + k] + errorA[4 * k + row] * Math.abs(b[4 * column + k]);
        // The product is rounded as well: three products and three sums.
        sum += size * Math.abs(b[4 * column + k]) * 2 ** -(DOUBLE_BITS - 1);
      }
      error.push(sum);
    }
  }
  return error;
}

/** The transform was read before, so that a list given is one of numbers. */
function numbersOf(value: unknown, missing: readonly number[]): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : missing;
}
