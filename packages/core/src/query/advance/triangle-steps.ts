// How long two moving triangles are proven apart.
//
// A triangle is the hull of its corners at every instant, so along a direction q, fixed in the inertial frame, the gap
// after a time s is at least min over corners x of A and y of B of
//
//   q·(y − x) − q·(ẋ − ẏ)·s − ½|q|(ax + ay)s² − |q|·loose·s            (advance/point-motion.ts)
//
// and the triangles are apart while all nine are positive. A near corner that recedes does not shorten the step of a corner that
// approaches from farther away.

import { writeFaceNormal } from '../../primitive/face-normal.ts';
import { freeFor } from './free-for.ts';
import { POINT_MOTION } from './point-motion.ts';

const NO_NUMBERS = new Float64Array(0);

/** A triangle and how its corners move. */
export class TriangleMotion {
  corners: Float64Array = NO_NUMBERS;
  /** Offset of its nine numbers. */
  at = 0;
  /** Point motions (point-motion.ts). */
  motions: Float64Array = NO_NUMBERS;
  /** Offset of the motion of the first corner; without rotation all corners share it. */
  motion = 0;
  /** The normal of a face, in the first test against another triangle. */
  readonly normal: Float64Array = new Float64Array(3);

  set(corners: Float64Array, at: number, motions: Float64Array, motion: number): this {
    this.corners = corners;
    this.at = at;
    this.motions = motions;
    this.motion = motion;
    return this;
  }

  /** Releases its arrays, so that they do not keep a model in memory. */
  clear(): void {
    this.set(NO_NUMBERS, 0, NO_NUMBERS, 0);
  }
}

/**
 * Writes to out[0] a time for which two triangles are proven apart along q = direction[0..2] from now on (0 if none, infinite if
 * for ever), and to out[1] the gap along q as a length. withheld[0] is the error bound of a gap.
 */
export function writeTriangleStep(
  first: TriangleMotion,
  second: TriangleMotion,
  direction: Float64Array,
  withheld: Float64Array,
  out: Float64Array,
): void {
  const { corners: a, at: i, motions: motionsA, motion: p } = first;
  const { corners: b, at: j, motions: motionsB, motion: o } = second;
  const qx = direction[0];
  const qy = direction[1];
  const qz = direction[2];
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
  const epsilon = withheld[0] * length;
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

/** Number of directions that pairs of triangles are first tested along. */
const FIRST_TESTS = 4;

/**
 * A cheaper first test, along four directions; the longest step counts. The directions are: orthogonal to the relative motion,
 * which shows triangles that miss each other; from centroid to centroid; and the normals of the two faces, which fit a corner that
 * approaches a face. Positions and speeds are bounded separately: the step is shorter for bodies that rotate, the same for others,
 * and costs a fifth. Without rotation all corners of a triangle move like its first. The test ends at a step of enough[0].
 */
export function writeFirstStep(
  first: TriangleMotion,
  second: TriangleMotion,
  withheld: Float64Array,
  turns: boolean,
  enough: Float64Array,
  out: Float64Array,
): void {
  const { corners: a, at: i, motions: motionsA, motion: p, normal } = first;
  const { corners: b, at: j, motions: motionsB, motion: o } = second;
  const dx = b[j] + b[j + 3] + b[j + 6] - a[i] - a[i + 3] - a[i + 6];
  const dy = b[j + 1] + b[j + 4] + b[j + 7] - a[i + 1] - a[i + 4] - a[i + 7];
  const dz = b[j + 2] + b[j + 5] + b[j + 8] - a[i + 2] - a[i + 5] - a[i + 8];
  const wx = motionsA[p] - motionsB[o];
  const wy = motionsA[p + 1] - motionsB[o + 1];
  const wz = motionsA[p + 2] - motionsB[o + 2];
  const dw = dx * wx + dy * wy + dz * wz;
  const back = dw > 0 ? dw / (wx * wx + wy * wy + wz * wz) : 0;
  let qx = dx - back * wx;
  let qy = dy - back * wy;
  let qz = dz - back * wz;
  let longest = 0;
  for (let findStep = 0; findStep < FIRST_TESTS && longest < enough[0]; findStep++) {
    if (findStep === 1) {
      if (back === 0) continue;
      qx = dx;
      qy = dy;
      qz = dz;
    } else if (findStep > 1) {
      if (findStep === 2) writeFaceNormal(a, i, normal, 0);
      else writeFaceNormal(b, j, normal, 0);
      // On the side of the other triangle.
      const sign = normal[0] * dx + normal[1] * dy + normal[2] * dz > 0 ? 1 : -1;
      qx = sign * normal[0];
      qy = sign * normal[1];
      qz = sign * normal[2];
    }
    const x0 = a[i] * qx + a[i + 1] * qy + a[i + 2] * qz;
    const x1 = a[i + 3] * qx + a[i + 4] * qy + a[i + 5] * qz;
    const x2 = a[i + 6] * qx + a[i + 7] * qy + a[i + 8] * qz;
    const y0 = b[j] * qx + b[j + 1] * qy + b[j + 2] * qz;
    const y1 = b[j + 3] * qx + b[j + 4] * qy + b[j + 5] * qz;
    const y2 = b[j + 6] * qx + b[j + 7] * qy + b[j + 8] * qz;
    const high = x0 > x1 ? (x0 > x2 ? x0 : x2) : x1 > x2 ? x1 : x2;
    const low = y0 < y1 ? (y0 < y2 ? y0 : y2) : y1 < y2 ? y1 : y2;
    const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
    const gap = low - high - withheld[0] * length;
    if (!(gap > 0)) continue;
    if (!turns) {
      const closing = qx * wx + qy * wy + qz * wz;
      const straight = closing > 0 ? gap / closing : Infinity;
      if (straight > longest) longest = straight;
      continue;
    }
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
    const step = freeFor(gap, fastest - slowest + (looseA + looseB) * length, (bendA + bendB) * length);
    if (step > longest) longest = step;
  }
  out[0] = longest;
}
