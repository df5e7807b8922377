// How long two moving swept discs are proven apart: as discs are (advance/disc-steps.ts), their skins taken off the gap. A skin does not turn with
// its disc, so that a volume without a disc, a ball, pays for no turning at all: what is round costs nothing, where boxes and discs pay twice.

import { SKIN, SWEPT_DISC } from '../../medial/swept-disc.ts';
import { MOVING_ANGULAR, RESTING_ANGULAR } from '../../motion/relative-motion.ts';
import { ALIGNMENT_SLACK } from '../../scalar/tolerance.ts';
import { across, STEP_SHRINK } from '../advance/disc-steps.ts';
import { freeFor } from '../advance/free-for.ts';
import { POINT_MOTION } from '../advance/point-motion.ts';

const RAISE = 1 + ALIGNMENT_SLACK;

/**
 * Writes to `out`, pair by pair, a time for which one of the countA swept discs from a[i] on and one of the countB from b[j] on are proven apart from
 * now on: 0 if none, infinite if they never meet. `motionsA` and `motionsB` hold the motions of just these centres; lost[0] is how far a gap can be
 * computed too large, and a step of enough[0] is as good as any. Tried are the line of the centres where the balls around the two would touch, or pass
 * each other, if both went straight on; and the axes of both.
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
  const omx = state[MOVING_ANGULAR];
  const omy = state[MOVING_ANGULAR + 1];
  const omz = state[MOVING_ANGULAR + 2];
  const orx = state[RESTING_ANGULAR];
  const ory = state[RESTING_ANGULAR + 1];
  const orz = state[RESTING_ANGULAR + 2];
  const omSq = omx * omx + omy * omy + omz * omz;
  const orSq = orx * orx + ory * ory + orz * orz;
  const sufficient = enough[0];
  const epsilon = lost[0];
  let k = 0;
  for (let m = 0; m < countA; m++) {
    const at = i + SWEPT_DISC * m;
    const p = POINT_MOTION * m;
    const ax = a[at + 3];
    const ay = a[at + 4];
    const az = a[at + 5];
    const hA = a[at + 6];
    const rA = a[at + 7];
    const ballA = Math.sqrt(hA * hA + rA * rA) * RAISE;
    for (let n = 0; n < countB; n++, k++) {
      const to = j + SWEPT_DISC * n;
      const o = POINT_MOTION * n;
      const hB = b[to + 6];
      const rB = b[to + 7];
      const ballB = Math.sqrt(hB * hB + rB * rB) * RAISE;
      const skins = a[at + SKIN] + b[to + SKIN] + epsilon;
      const dx = b[to] - a[at];
      const dy = b[to + 1] - a[at + 1];
      const dz = b[to + 2] - a[at + 2];
      const bx = b[to + 3];
      const by = b[to + 4];
      const bz = b[to + 5];
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
      const qx = dx - ahead * wx;
      const qy = dy - ahead * wy;
      const qz = dz - ahead * wz;
      const qq = qx * qx + qy * qy + qz * qz;
      const length = Math.sqrt(qq);
      const raised = qq * RAISE;
      const u = ax * qx + ay * qy + az * qz;
      const v = bx * qx + by * qy + bz * qz;
      const gap =
        qx * dx +
        qy * dy +
        qz * dz -
        Math.abs(u) * hA -
        Math.abs(v) * hB -
        rA * Math.sqrt(raised - u * u) -
        rB * Math.sqrt(raised - v * v) -
        skins * length;
      let best = 0;
      if (gap > 0) {
        let closing = qx * wx + qy * wy + qz * wz + loose * length;
        if (omSq > 0) closing += ballA * across(qx, qy, qz, raised, omx, omy, omz, omSq);
        if (orSq > 0) closing += ballB * across(qx, qy, qz, raised, orx, ory, orz, orSq);
        best = freeFor(gap, closing, bend * length);
      }
      if (best < sufficient) {
        const c = ax * bx + ay * by + az * bz;
        const cross = Math.sqrt(RAISE - c * c);
        const alongA = ax * dx + ay * dy + az * dz;
        const alongB = bx * dx + by * dy + bz * dz;
        const overA = Math.abs(alongA) - hA - hB * Math.abs(c) - rB * cross - skins;
        const overB = Math.abs(alongB) - hB - hA * Math.abs(c) - rA * cross - skins;
        if (overA > 0) {
          const along = ax * wx + ay * wy + az * wz;
          let closing = (alongA > 0 ? along : -along) + loose;
          if (omSq > 0) closing += ballA * across(ax, ay, az, RAISE, omx, omy, omz, omSq);
          if (orSq > 0) closing += ballB * across(ax, ay, az, RAISE, orx, ory, orz, orSq);
          const step = freeFor(overA, closing, bend);
          if (step > best) best = step;
        }
        if (overB > 0) {
          const along = bx * wx + by * wy + bz * wz;
          let closing = (alongB > 0 ? along : -along) + loose;
          if (omSq > 0) closing += ballA * across(bx, by, bz, RAISE, omx, omy, omz, omSq);
          if (orSq > 0) closing += ballB * across(bx, by, bz, RAISE, orx, ory, orz, orSq);
          const step = freeFor(overB, closing, bend);
          if (step > best) best = step;
        }
      }
      out[k] = best * STEP_SHRINK;
    }
  }
}
