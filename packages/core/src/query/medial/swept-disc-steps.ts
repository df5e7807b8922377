// How long two moving swept discs are proven apart: as discs are (advance/disc-steps.ts), their skins taken off the gap. A skin does not turn with
// its disc, so that a volume without a disc, a ball, pays for no turning at all: what is round costs nothing, where boxes and discs pay twice.

import { SKIN, SWEPT_DISC } from '../../medial/swept-disc.ts';
import { MOVING_ANGULAR, RESTING_ANGULAR } from '../../motion/relative-motion.ts';
import { ALIGNMENT_SLACK } from '../../scalar/tolerance.ts';
import { STEP_SHRINK } from '../advance/disc-steps.ts';
import { freeFor } from '../advance/free-for.ts';
import { POINT_MOTION } from '../advance/point-motion.ts';

const RAISE = 1 + ALIGNMENT_SLACK;

/** Directions that are tried: the line of the centres where the balls around the two would touch, or pass each other; and their axes. */
const DIRECTIONS = 3;

const direction = new Float64Array(3);

/**
 * Writes to `out`, pair by pair, a time for which one of the countA swept discs from a[i] on and one of the countB from b[j] on are proven apart from
 * now on: 0 if none, infinite if they never meet. `motionsA` and `motionsB` hold the motions of just these centres; lost[0] is how far a gap can be
 * computed too large, and a step of enough[0] is as good as any.
 */
export function writeSweptDiscSteps(
  state: Float64Array,
  a: Float64Array,
  i: number,
  motionsA: Float64Array,
  countA: number,
  b: Float64Array,
  j: number,
  motionsB: Float64Array,
  countB: number,
  lost: Float64Array,
  enough: Float64Array,
  out: Float64Array,
): void {
  let k = 0;
  for (let m = 0; m < countA; m++) {
    const at = i + SWEPT_DISC * m;
    const p = POINT_MOTION * m;
    const hA = a[at + 6];
    const rA = a[at + 7];
    const ballA = Math.sqrt(hA * hA + rA * rA) * RAISE;
    for (let n = 0; n < countB; n++, k++) {
      const to = j + SWEPT_DISC * n;
      const o = POINT_MOTION * n;
      const hB = b[to + 6];
      const rB = b[to + 7];
      const ballB = Math.sqrt(hB * hB + rB * rB) * RAISE;
      const skins = a[at + SKIN] + b[to + SKIN] + lost[0];
      const dx = b[to] - a[at];
      const dy = b[to + 1] - a[at + 1];
      const dz = b[to + 2] - a[at + 2];
      const wx = motionsA[p] - motionsB[o];
      const wy = motionsA[p + 1] - motionsB[o + 1];
      const wz = motionsA[p + 2] - motionsB[o + 2];
      const bend = motionsA[p + 3] + motionsB[o + 3];
      const loose = motionsA[p + 4] + motionsB[o + 4];
      const dw = dx * wx + dy * wy + dz * wz;
      let ahead = 0;
      if (dw > 0) {
        const ww = wx * wx + wy * wy + wz * wz;
        const radii = ballA + ballB + skins;
        const discriminant = dw * dw - ww * (dx * dx + dy * dy + dz * dz - radii * radii);
        ahead = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
        if (!(ahead > 0)) ahead = 0;
      }
      direction[0] = dx - ahead * wx;
      direction[1] = dy - ahead * wy;
      direction[2] = dz - ahead * wz;
      let best = 0;
      for (let look = 0; look < DIRECTIONS && best < enough[0]; look++) {
        if (look > 0) {
          const axis = look === 1 ? at + 3 : to + 3;
          const from = look === 1 ? a : b;
          const side = from[axis] * dx + from[axis + 1] * dy + from[axis + 2] * dz < 0 ? -1 : 1;
          direction[0] = side * from[axis];
          direction[1] = side * from[axis + 1];
          direction[2] = side * from[axis + 2];
        }
        const qx = direction[0];
        const qy = direction[1];
        const qz = direction[2];
        const qq = qx * qx + qy * qy + qz * qz;
        const length = Math.sqrt(qq);
        const raised = qq * RAISE;
        const u = a[at + 3] * qx + a[at + 4] * qy + a[at + 5] * qz;
        const v = b[to + 3] * qx + b[to + 4] * qy + b[to + 5] * qz;
        const gap =
          qx * dx +
          qy * dy +
          qz * dz -
          Math.abs(u) * hA -
          Math.abs(v) * hB -
          rA * Math.sqrt(raised - u * u) -
          rB * Math.sqrt(raised - v * v) -
          skins * length;
        if (!(gap > 0)) continue;
        const turning = ballA * across(state, MOVING_ANGULAR, raised) + ballB * across(state, RESTING_ANGULAR, raised);
        const closing = qx * wx + qy * wy + qz * wz + loose * length + turning;
        const step = freeFor(gap, closing, bend * length);
        if (step > best) best = step;
      }
      out[k] = best * STEP_SHRINK;
    }
  }
}

/** |q×ω| for q = `direction` and ω at state[at], rounded up. */
function across(state: Float64Array, at: number, raised: number): number {
  const x = state[at];
  const y = state[at + 1];
  const z = state[at + 2];
  const square = x * x + y * y + z * z;
  if (square === 0) return 0;
  const along = direction[0] * x + direction[1] * y + direction[2] * z;
  return Math.sqrt(Math.max(0, raised * square - along * along));
}
