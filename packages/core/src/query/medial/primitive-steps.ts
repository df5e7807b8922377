// How long two moving primitives, hulls of up to three balls, are proven apart.
//
// A ball is as wide in any direction whatever it turns by, so that its centre's motion is all: along a direction q, fixed in the
// inertial frame, two balls at c and d with radii r and s are apart while (advance/point-motion.ts)
//
//   q·(d − c) − |q|(r + s) − q·(ċ − ḋ)·t − ½|q|(aC + aD)t² − |q|·loose·t > 0.
//
// The acceleration is that of the arcs the centres run on: ½a·t² bounds the sagitta over a step of any length, for any turn. Where nothing
// turns it is zero, and the bound that of the paper's straight lines. A cone or slab is the hull of its balls at every instant, and what a
// plane holds off all balls of it holds off the hull: they are apart while this is positive for each ball of the one and each of the other.

import { BALL } from '../../medial/closest-balls.ts';
import { STEP_SHRINK } from '../advance/disc-steps.ts';
import { freeFor } from '../advance/free-for.ts';
import { POINT_MOTION } from '../advance/point-motion.ts';

/**
 * Writes to out[0] a time for which the hulls of the countA balls from a[i] on and of the countB from b[j] on are proven apart along
 * q = direction[0..2] from now on (0 if none, infinite if for ever). The motions of the balls stand in `motionsA` and
 * `motionsB`; lost[0] is how far a gap can be computed too large.
 */
function writePrimitiveStep(
  a: Float64Array,
  i: number,
  countA: number,
  motionsA: Float64Array,
  b: Float64Array,
  j: number,
  countB: number,
  motionsB: Float64Array,
  direction: Float64Array,
  lost: Float64Array,
  out: Float64Array,
): void {
  const qx = direction[0];
  const qy = direction[1];
  const qz = direction[2];
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
  let least = Infinity;
  for (let m = 0; m < countA; m++) {
    const at = i + BALL * m;
    const p = POINT_MOTION * m;
    const here = a[at] * qx + a[at + 1] * qy + a[at + 2] * qz + (a[at + 3] + lost[0]) * length;
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

const direction = new Float64Array(3);

/**
 * Writes to out[0] a time for which two primitives, `closest` their closest balls now, are proven apart from now on. The alternation of
 * the paper proposes the directions: from the one ball to the other; and, where that proves less than enough[0], the same when the two,
 * moving as the first balls of their primitives do, will touch or pass each other.
 */
export function writeStepApart(
  a: Float64Array,
  i: number,
  countA: number,
  motionsA: Float64Array,
  b: Float64Array,
  j: number,
  countB: number,
  motionsB: Float64Array,
  closest: Float64Array,
  lost: Float64Array,
  enough: Float64Array,
  out: Float64Array,
): void {
  const dx = closest[5] - closest[1];
  const dy = closest[6] - closest[2];
  const dz = closest[7] - closest[3];
  direction[0] = dx;
  direction[1] = dy;
  direction[2] = dz;
  writePrimitiveStep(a, i, countA, motionsA, b, j, countB, motionsB, direction, lost, out);
  const now = out[0];
  if (now >= enough[0]) return;
  const wx = motionsA[0] - motionsB[0];
  const wy = motionsA[1] - motionsB[1];
  const wz = motionsA[2] - motionsB[2];
  const dw = dx * wx + dy * wy + dz * wz;
  if (!(dw > 0)) return;
  const ww = wx * wx + wy * wy + wz * wz;
  const radii = closest[4] + closest[8] + lost[0];
  const discriminant = dw * dw - ww * (dx * dx + dy * dy + dz * dz - radii * radii);
  const ahead = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
  direction[0] = dx - ahead * wx;
  direction[1] = dy - ahead * wy;
  direction[2] = dz - ahead * wz;
  writePrimitiveStep(a, i, countA, motionsA, b, j, countB, motionsB, direction, lost, out);
  if (out[0] < now) out[0] = now;
}

/** Directions that pairs of primitives are first looked at along. */
const FIRST_LOOKS = 4;

/**
 * The same at first sight, along up to four directions of which the longest step counts: square to the relative motion, which shows those that
 * will miss each other; from the middle of the one to that of the other; and for each primitive the normal of its slab, or what is square to its axis. Places and speeds are bounded apart from each other. All three balls of a primitive are read, whatever
 * their number. A step of enough[0] is as good as any.
 */
export function writeFirstLook(
  a: Float64Array,
  i: number,
  motionsA: Float64Array,
  p: number,
  b: Float64Array,
  j: number,
  motionsB: Float64Array,
  o: number,
  turns: boolean,
  lost: Float64Array,
  enough: Float64Array,
  out: Float64Array,
): void {
  const wx = motionsA[p] - motionsB[o];
  const wy = motionsA[p + 1] - motionsB[o + 1];
  const wz = motionsA[p + 2] - motionsB[o + 2];
  const dx = b[j] + b[j + 4] + b[j + 8] - a[i] - a[i + 4] - a[i + 8];
  const dy = b[j + 1] + b[j + 5] + b[j + 9] - a[i + 1] - a[i + 5] - a[i + 9];
  const dz = b[j + 2] + b[j + 6] + b[j + 10] - a[i + 2] - a[i + 6] - a[i + 10];
  let longest = 0;
  for (let look = 0; look < FIRST_LOOKS && longest < enough[0]; look++) {
    direction[0] = dx;
    direction[1] = dy;
    direction[2] = dz;
    if (look === 0) turnSquare(wx, wy, wz);
    else if (look === 2) turnAcross(a, i);
    else if (look === 3) turnAcross(b, j);
    const qx = direction[0];
    const qy = direction[1];
    const qz = direction[2];
    const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
    const a0 = a[i] * qx + a[i + 1] * qy + a[i + 2] * qz + a[i + 3] * length;
    const a1 = a[i + 4] * qx + a[i + 5] * qy + a[i + 6] * qz + a[i + 7] * length;
    const a2 = a[i + 8] * qx + a[i + 9] * qy + a[i + 10] * qz + a[i + 11] * length;
    const b0 = b[j] * qx + b[j + 1] * qy + b[j + 2] * qz - b[j + 3] * length;
    const b1 = b[j + 4] * qx + b[j + 5] * qy + b[j + 6] * qz - b[j + 7] * length;
    const b2 = b[j + 8] * qx + b[j + 9] * qy + b[j + 10] * qz - b[j + 11] * length;
    const high = a0 > a1 ? (a0 > a2 ? a0 : a2) : a1 > a2 ? a1 : a2;
    const low = b0 < b1 ? (b0 < b2 ? b0 : b2) : b1 < b2 ? b1 : b2;
    const gap = low - high - lost[0] * length;
    if (!(gap > 0)) continue;
    let closing = qx * wx + qy * wy + qz * wz;
    let bend = 0;
    if (turns) {
      closing = -Infinity;
      let slowest = Infinity;
      let bendB = 0;
      let loose = 0;
      let looseB = 0;
      for (let k = 0; k < 3 * POINT_MOTION; k += POINT_MOTION) {
        const speedA = motionsA[p + k] * qx + motionsA[p + k + 1] * qy + motionsA[p + k + 2] * qz;
        const speedB = motionsB[o + k] * qx + motionsB[o + k + 1] * qy + motionsB[o + k + 2] * qz;
        if (speedA > closing) closing = speedA;
        if (speedB < slowest) slowest = speedB;
        if (motionsA[p + k + 3] > bend) bend = motionsA[p + k + 3];
        if (motionsB[o + k + 3] > bendB) bendB = motionsB[o + k + 3];
        if (motionsA[p + k + 4] > loose) loose = motionsA[p + k + 4];
        if (motionsB[o + k + 4] > looseB) looseB = motionsB[o + k + 4];
      }
      closing += (loose + looseB) * length - slowest;
      bend = (bend + bendB) * length;
    }
    const step = freeFor(gap, closing, bend) * STEP_SHRINK;
    if (step > longest) longest = step;
  }
  out[0] = longest;
}

/** Takes from `direction` what goes along the motion w, if it goes with it. */
function turnSquare(wx: number, wy: number, wz: number): void {
  const along = direction[0] * wx + direction[1] * wy + direction[2] * wz;
  if (!(along > 0)) return;
  const part = along / (wx * wx + wy * wy + wz * wz);
  direction[0] -= part * wx;
  direction[1] -= part * wy;
  direction[2] -= part * wz;
}

/** Makes of `direction` its part along the normal of the slab of three balls, or, if their centres are in a line, square to that. */
function turnAcross(balls: Float64Array, i: number): void {
  const ux = balls[i + 4] - balls[i];
  const uy = balls[i + 5] - balls[i + 1];
  const uz = balls[i + 6] - balls[i + 2];
  const vx = balls[i + 8] - balls[i];
  const vy = balls[i + 9] - balls[i + 1];
  const vz = balls[i + 10] - balls[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const side = direction[0] * nx + direction[1] * ny + direction[2] * nz;
  if (side !== 0) {
    direction[0] = side < 0 ? -nx : nx;
    direction[1] = side < 0 ? -ny : ny;
    direction[2] = side < 0 ? -nz : nz;
    return;
  }
  const uu = ux * ux + uy * uy + uz * uz;
  if (!(uu > 0)) return;
  const part = (direction[0] * ux + direction[1] * uy + direction[2] * uz) / uu;
  direction[0] -= part * ux;
  direction[1] -= part * uy;
  direction[2] -= part * uz;
}
