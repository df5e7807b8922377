// A lower bound of the time at which two moving faces touch. Along any fixed direction d, two faces that are apart by a gap at the
// start, and whose corners approach along d by no more than `closing` over the whole path, are apart until gap / closing.
// Directions tested: the three axes, both normals at the start, and the line of the centres.
//
// Rounding: the error of a corner along d is at most 4u·|d|₁·M, M the largest coordinate of all, and that of a displacement
// 6u·|d|₁·M; ERROR_BOUND covers both ends of a gap and of its closing.

import { writeFaceNormal } from '../primitive/face-normal.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

/** In units of |d|₁·M. */
const ERROR_BOUND = 16 * UNIT_ROUNDOFF;
/** Error by underflow in a few products: some of the smallest doubles. */
const UNDERFLOW = 2 ** -1070;
/** The quotient rounds once. */
const BELOW = 1 - 4 * UNIT_ROUNDOFF;

const DIRECTIONS = 6;
const directions = new Float64Array(3 * DIRECTIONS);
directions.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
const from = new Float64Array(18);
const displacement = new Float64Array(18);

/**
 * The faces with vertices at triangles[i..i+2] and [j..j+2] move their corners from `start` to `end`; all coordinates are at most
 * `largest`. They do not touch before the returned time, which is beyond 1 if they do not touch at all.
 */
export function contactBound(
  start: Float64Array,
  end: Float64Array,
  triangles: Uint32Array,
  i: number,
  j: number,
  largest: number,
): number {
  for (let corner = 0; corner < 6; corner++) {
    const v = 3 * triangles[corner < 3 ? i + corner : j + corner - 3];
    for (let axis = 0; axis < 3; axis++) {
      from[3 * corner + axis] = start[v + axis];
      displacement[3 * corner + axis] = end[v + axis] - start[v + axis];
    }
  }
  writeFaceNormal(from, 0, directions, 9);
  writeFaceNormal(from, 9, directions, 12);
  for (let axis = 0; axis < 3; axis++) {
    const centreA = from[axis] + from[3 + axis] + from[6 + axis];
    directions[15 + axis] = from[9 + axis] + from[12 + axis] + from[15 + axis] - centreA;
  }
  let bound = 0;
  for (let d = 0; d < 3 * DIRECTIONS && bound <= 1; d += 3) bound = Math.max(bound, boundAlong(d, largest));
  return bound;
}

function boundAlong(d: number, largest: number): number {
  const x = directions[d];
  const y = directions[d + 1];
  const z = directions[d + 2];
  let lowA = Infinity;
  let highA = -Infinity;
  let slowA = Infinity;
  let fastA = -Infinity;
  for (let k = 0; k < 9; k += 3) {
    const coordinate = from[k] * x + from[k + 1] * y + from[k + 2] * z;
    const speed = displacement[k] * x + displacement[k + 1] * y + displacement[k + 2] * z;
    lowA = Math.min(lowA, coordinate);
    highA = Math.max(highA, coordinate);
    slowA = Math.min(slowA, speed);
    fastA = Math.max(fastA, speed);
  }
  let lowB = Infinity;
  let highB = -Infinity;
  let slowB = Infinity;
  let fastB = -Infinity;
  for (let k = 9; k < 18; k += 3) {
    const coordinate = from[k] * x + from[k + 1] * y + from[k + 2] * z;
    const speed = displacement[k] * x + displacement[k + 1] * y + displacement[k + 2] * z;
    lowB = Math.min(lowB, coordinate);
    highB = Math.max(highB, coordinate);
    slowB = Math.min(slowB, speed);
    fastB = Math.max(fastB, speed);
  }
  const errorBound = ERROR_BOUND * (Math.abs(x) + Math.abs(y) + Math.abs(z)) * largest + UNDERFLOW;
  const isBehind = lowB > highA;
  const gap = (isBehind ? lowB - highA : lowA - highB) - errorBound;
  if (!(gap > 0)) return 0; // overlapping, or no direction at all
  const closing = (isBehind ? fastA - slowB : fastB - slowA) + errorBound;
  // Outside the range of products nothing is known.
  if (!(gap < Infinity && Math.abs(closing) < Infinity)) return 0;
  return closing > 0 ? (gap / closing) * BELOW : Infinity;
}
