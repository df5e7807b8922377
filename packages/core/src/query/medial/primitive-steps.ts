// How long two moving primitives, hulls of up to three balls, are proven apart.
//
// The extent of a ball does not depend on rotation, so only the motion of its centre matters. Along a direction q, fixed in the
// inertial frame, two balls at c and d with radii r and s are apart while (advance/point-motion.ts)
//
//   q·(d − c) − |q|(r + s) − q·(ċ − ḋ)·t − ½|q|(aC + aD)t² − |q|·loose·t > 0.
//
// The acceleration is that of the arcs of the centres: ½a·t² bounds the sagitta over a step of any length, for any rotation.
// Without rotation it is zero, and the bound is that of the paper for straight lines. A cone or slab is the hull of its balls at
// every instant, and a plane that separates all its balls separates the hull: two primitives are apart while this is positive for
// every pair of their balls.

import { BALL } from '../../medial/closest-balls.ts';
import { STEP_SHRINK } from '../advance/disc-steps.ts';
import { freeFor } from '../advance/free-for.ts';
import { POINT_MOTION } from '../advance/point-motion.ts';

const NO_NUMBERS = new Float64Array(0);

/** A primitive, the hull of its balls, with the motions of the balls. */
export class PrimitiveInMotion {
  balls: Float64Array = NO_NUMBERS;
  /** Offset of its first ball. */
  at = 0;
  count = 0;
  /** Point motions (advance/point-motion.ts), from the first ball's on. */
  motions: Float64Array = NO_NUMBERS;
  /** The direction of a test against another primitive. */
  readonly direction: Float64Array = new Float64Array(3);

  set(balls: Float64Array, at: number, count: number, motions: Float64Array): this {
    this.balls = balls;
    this.at = at;
    this.count = count;
    this.motions = motions;
    return this;
  }

  /** Releases its arrays, so that they do not keep a model in memory. */
  clear(): void {
    this.set(NO_NUMBERS, 0, 0, NO_NUMBERS);
  }
}

/**
 * Writes to out[0] a time for which two primitives are proven apart along q = direction[0..2] from now on (0 if none, infinite if for
 * ever); withheld[0] is the error bound of a gap.
 */
function writePrimitiveStep(
  first: PrimitiveInMotion,
  second: PrimitiveInMotion,
  direction: Float64Array,
  withheld: Float64Array,
  out: Float64Array,
): void {
  const { balls: a, at: i, count: countA, motions: motionsA } = first;
  const { balls: b, at: j, count: countB, motions: motionsB } = second;
  const qx = direction[0];
  const qy = direction[1];
  const qz = direction[2];
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
  let least = Infinity;
  for (let m = 0; m < countA; m++) {
    const at = i + BALL * m;
    const p = POINT_MOTION * m;
    const here = a[at] * qx + a[at + 1] * qy + a[at + 2] * qz + (a[at + 3] + withheld[0]) * length;
    const speed = motionsA[p] * qx + motionsA[p + 1] * qy + motionsA[p + 2] * qz + motionsA[p + 4] * length;
    for (let n = 0; n < countB; n++) {
      const to = j + BALL * n;
      const o = POINT_MOTION * n;
      const gap = b[to] * qx + b[to + 1] * qy + b[to + 2] * qz - b[to + 3] * length - here;
      if (!(gap > 0)) {
        out[0] = 0;
        return;
      }
      const closing =
        speed - (motionsB[o] * qx + motionsB[o + 1] * qy + motionsB[o + 2] * qz) + motionsB[o + 4] * length;
      const step = freeFor(gap, closing, (motionsA[p + 3] + motionsB[o + 3]) * length);
      if (step < least) least = step;
    }
  }
  out[0] = least * STEP_SHRINK;
}

/**
 * Writes to out[0] a time for which two primitives are proven apart from now on; `closest` are their closest balls now. The
 * directions follow the alternation of the paper: from one ball to the other, and, where that proves less than enough[0], the same
 * direction at the time when the two would touch or pass each other, moving like the first balls of their primitives.
 */
export function writeStepApart(
  a: PrimitiveInMotion,
  b: PrimitiveInMotion,
  closest: Float64Array,
  withheld: Float64Array,
  enough: Float64Array,
  out: Float64Array,
): void {
  const { motions: motionsA, direction } = a;
  const dx = closest[5] - closest[1];
  const dy = closest[6] - closest[2];
  const dz = closest[7] - closest[3];
  direction[0] = dx;
  direction[1] = dy;
  direction[2] = dz;
  writePrimitiveStep(a, b, direction, withheld, out);
  const now = out[0];
  if (now >= enough[0]) return;
  const motionsB = b.motions;
  const wx = motionsA[0] - motionsB[0];
  const wy = motionsA[1] - motionsB[1];
  const wz = motionsA[2] - motionsB[2];
  const dw = dx * wx + dy * wy + dz * wz;
  if (!(dw > 0)) return;
  const ww = wx * wx + wy * wy + wz * wz;
  const radii = closest[4] + closest[8] + withheld[0];
  const discriminant = dw * dw - ww * (dx * dx + dy * dy + dz * dz - radii * radii);
  const ahead = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
  direction[0] = dx - ahead * wx;
  direction[1] = dy - ahead * wy;
  direction[2] = dz - ahead * wz;
  writePrimitiveStep(a, b, direction, withheld, out);
  if (out[0] < now) out[0] = now;
}
