// How long two moving triangles are proven apart.
//
// A triangle is the hull of its corners at every instant, so along a direction q, fixed in the inertial frame, the gap
// after a time s is at least min over corners x of A and y of B of
//
//   q·(y − x) − q·(ẋ − ẏ)·s − ½|q|(ax + ay)s² − |q|·loose·s            (advance/point-motion.ts)
//
// and the triangles are apart while all nine are positive. Corners that are near but recede do not pay for those that
// approach from farther away.

import { freeFor } from './free-for.ts';
import { POINT_MOTION } from './point-motion.ts';

/**
 * Writes to out[0] a time for which the triangles a[i…] and b[j…] are proven apart along q = direction[0..2] from now on (0 if
 * none, infinite if for ever), and to out[1] the gap along q as a length. The motions of the corners stand at motionsA[p…]
 * and motionsB[o…]; lost[0] is how far a gap can be computed too large.
 */
export function writeTriangleStep(
  a: Float64Array,
  i: number,
  motionsA: Float64Array,
  p: number,
  b: Float64Array,
  j: number,
  motionsB: Float64Array,
  o: number,
  direction: Float64Array,
  lost: Float64Array,
  out: Float64Array,
): void {
  const qx = direction[0];
  const qy = direction[1];
  const qz = direction[2];
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
  const epsilon = lost[0] * length;
  let least = Infinity;
  let narrowest = Infinity;
  for (let x = 0; x < 3; x++) {
    const at = i + 3 * x;
    const motion = p + POINT_MOTION * x;
    const here = a[at] * qx + a[at + 1] * qy + a[at + 2] * qz;
    const speed = motionsA[motion] * qx + motionsA[motion + 1] * qy + motionsA[motion + 2] * qz;
    const bendA = motionsA[motion + 3];
    const looseA = motionsA[motion + 4];
    for (let y = 0; y < 3; y++) {
      const there = j + 3 * y;
      const other = o + POINT_MOTION * y;
      const gap = b[there] * qx + b[there + 1] * qy + b[there + 2] * qz - here - epsilon;
      if (gap < narrowest) narrowest = gap;
      if (!(gap > 0)) {
        least = 0;
        continue;
      }
      const closing =
        speed -
        (motionsB[other] * qx + motionsB[other + 1] * qy + motionsB[other + 2] * qz) +
        (looseA + motionsB[other + 4]) * length;
      const bend = (bendA + motionsB[other + 3]) * length;
      const step = freeFor(gap, closing, bend);
      if (step < least) least = step;
    }
  }
  out[0] = least;
  out[1] = narrowest / length;
}

/**
 * The same from the extremes of places and of speeds apart: a shorter step for bodies that turn, the same for others, and
 * a fifth of the work. Returned.
 */
export function quickTriangleStep(
  a: Float64Array,
  i: number,
  motionsA: Float64Array,
  p: number,
  b: Float64Array,
  j: number,
  motionsB: Float64Array,
  o: number,
  qx: number,
  qy: number,
  qz: number,
  lost: Float64Array,
): number {
  const x0 = a[i] * qx + a[i + 1] * qy + a[i + 2] * qz;
  const x1 = a[i + 3] * qx + a[i + 4] * qy + a[i + 5] * qz;
  const x2 = a[i + 6] * qx + a[i + 7] * qy + a[i + 8] * qz;
  const y0 = b[j] * qx + b[j + 1] * qy + b[j + 2] * qz;
  const y1 = b[j + 3] * qx + b[j + 4] * qy + b[j + 5] * qz;
  const y2 = b[j + 6] * qx + b[j + 7] * qy + b[j + 8] * qz;
  const high = x0 > x1 ? (x0 > x2 ? x0 : x2) : x1 > x2 ? x1 : x2;
  const low = y0 < y1 ? (y0 < y2 ? y0 : y2) : y1 < y2 ? y1 : y2;
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
  const gap = low - high - lost[0] * length;
  if (!(gap > 0)) return 0;
  let fastest = -Infinity;
  let slowest = Infinity;
  let bendA = 0;
  let bendB = 0;
  let looseA = 0;
  let looseB = 0;
  for (let k = 0; k < 3 * POINT_MOTION; k += POINT_MOTION) {
    const speedA = motionsA[p + k] * qx + motionsA[p + k + 1] * qy + motionsA[p + k + 2] * qz;
    const speedB = motionsB[o + k] * qx + motionsB[o + k + 1] * qy + motionsB[o + k + 2] * qz;
    if (speedA > fastest) fastest = speedA;
    if (speedB < slowest) slowest = speedB;
    if (motionsA[p + k + 3] > bendA) bendA = motionsA[p + k + 3];
    if (motionsB[o + k + 3] > bendB) bendB = motionsB[o + k + 3];
    if (motionsA[p + k + 4] > looseA) looseA = motionsA[p + k + 4];
    if (motionsB[o + k + 4] > looseB) looseB = motionsB[o + k + 4];
  }
  return freeFor(gap, fastest - slowest + (looseA + looseB) * length, (bendA + bendB) * length);
}
