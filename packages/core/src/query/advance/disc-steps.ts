// How long two moving discs are proven apart: the kernel of pairwise advancement.
//
// Along a direction q, fixed in the inertial frame, the gap of two discs is G = q·d − extA(q) − extB(q), d from centre to
// centre (bounds/disc.ts). Over a time s the centres close by at most q·(ẋA − ẋB)·s + ½|q|(aA + aB)s² + |q|·loose·s
// (advance/point-motion.ts), and a disc's extent grows by at most R·|q×ω|·s, R = √(h² + ρ²) the radius of its ball: the extent is
// the support of the disc. When the disc rotates at ω, its farthest point moves along q at no more than |q×ω|·R relative to the
// centre. (Only the motion of the centre and the rotation of the disc count. The papers use the motion of every point of the
// volume.) A pose function has an unknown axis and an angular speed of at most Ω: its centre moves at up to the `loose` speed of
// its point motion, and the rotation of its disc adds no more than |q|·R·Ω·s. So the discs are apart while
//
//   C·s + ½A·s² < G,   C = q·(ẋA − ẋB) + RA|q×ωM| + RB|q×ωR| + |q|(loose + RA·ΩM + RB·ΩR),   A = |q|(aA + aB),
//
// and that holds for a step of any length. Four directions are tried and the longest step counts: the line of the centres; that
// line at the time when the balls around the discs would touch or pass each other in straight motion, the only one that shows early
// that two discs miss each other; and the two axes.

import { DISC } from '../../bounds/disc.ts';
import { QUERY_ANGULAR, QUERY_LOOSE, REFERENCE_ANGULAR, REFERENCE_LOOSE } from '../../motion/relative-motion.ts';
import { ALIGNMENT_ERROR } from '../../scalar/tolerances.ts';
import type { Advance } from './advance.ts';
import { freeFor } from './free-for.ts';
import { POINT_MOTION } from './point-motion.ts';

const RAISE = 1 + ALIGNMENT_ERROR;

/** Deducted from every step: its rounding error, as a part of it. Dimensionless. */
export const STEP_SHRINK: number = 1 - 2 ** -40;

/** The part of an advancement that the steps of discs depend on. */
type DiscStepState = Pick<Advance, 'state' | 'motionsQ' | 'motionsR' | 'opened' | 'withheld'>;

/**
 * Writes to `out`, pair by pair, a time for which a disc of `a` and a disc of `b` are proven apart from now on: 0 if none, infinite
 * if they never touch. The discs are those of the opened nodes. `motionsQ` and `motionsR` are the motions of their centres.
 * withheld[0] is the error bound of a gap.
 */
export function writeDiscSteps(
  work: DiscStepState,
  a: Float64Array,
  b: Float64Array,
  enough: number,
  out: Float64Array,
): void {
  const { state, motionsQ: motionsA, motionsR: motionsB, withheld } = work;
  const { firstA, endA, firstB, endB } = work.opened;
  const omx = state[QUERY_ANGULAR];
  const omy = state[QUERY_ANGULAR + 1];
  const omz = state[QUERY_ANGULAR + 2];
  const orx = state[REFERENCE_ANGULAR];
  const ory = state[REFERENCE_ANGULAR + 1];
  const orz = state[REFERENCE_ANGULAR + 2];
  const omSq = omx * omx + omy * omy + omz * omz;
  const orSq = orx * orx + ory * ory + orz * orz;
  const looseQ = state[QUERY_LOOSE + 1];
  const looseR = state[REFERENCE_LOOSE + 1];
  const epsilon = withheld[0];
  let k = 0;
  for (let nodeA = firstA, p = 0; nodeA < endA; nodeA++, p += POINT_MOTION) {
    const i = DISC * nodeA;
    const ax = a[i + 3];
    const ay = a[i + 4];
    const az = a[i + 5];
    const hA = a[i + 6];
    const rA = a[i + 7];
    const ballA = Math.sqrt(hA * hA + rA * rA) * RAISE;
    const looseA = motionsA[p + 4] + ballA * looseQ;
    for (let nodeB = firstB, q = 0; nodeB < endB; nodeB++, q += POINT_MOTION, k++) {
      const j = DISC * nodeB;
      const dx = b[j] - a[i];
      const dy = b[j + 1] - a[i + 1];
      const dz = b[j + 2] - a[i + 2];
      const bx = b[j + 3];
      const by = b[j + 4];
      const bz = b[j + 5];
      const hB = b[j + 6];
      const rB = b[j + 7];
      const ballB = Math.sqrt(hB * hB + rB * rB) * RAISE;
      const wx = motionsA[p] - motionsB[q];
      const wy = motionsA[p + 1] - motionsB[q + 1];
      const wz = motionsA[p + 2] - motionsB[q + 2];
      const bend = motionsA[p + 3] + motionsB[q + 3];
      const loose = looseA + (motionsB[q + 4] + ballB * looseR);
      // Without rotation the turning of the discs adds nothing.
      const dd = dx * dx + dy * dy + dz * dz;
      const dw = dx * wx + dy * wy + dz * wz;
      const ww = wx * wx + wy * wy + wz * wz;
      const balls = ballA + ballB;
      let ahead = 0;
      if (dw > 0) {
        const discriminant = dw * dw - ww * (dd - balls * balls);
        ahead = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
        if (!(ahead > 0)) ahead = 0;
      }
      const qx = dx - ahead * wx;
      const qy = dy - ahead * wy;
      const qz = dz - ahead * wz;
      const qq = qx * qx + qy * qy + qz * qz;
      const length = Math.sqrt(qq);
      const u = ax * qx + ay * qy + az * qz;
      const v = bx * qx + by * qy + bz * qz;
      const raised = qq * RAISE;
      const gap =
        qx * dx +
        qy * dy +
        qz * dz -
        Math.abs(u) * hA -
        Math.abs(v) * hB -
        rA * Math.sqrt(raised - u * u) -
        rB * Math.sqrt(raised - v * v) -
        epsilon * length;
      let best = 0;
      if (gap > 0) {
        let closing = qx * wx + qy * wy + qz * wz + loose * length;
        if (omSq > 0) closing += ballA * across(qx, qy, qz, raised, omx, omy, omz, omSq);
        if (orSq > 0) closing += ballB * across(qx, qy, qz, raised, orx, ory, orz, orSq);
        best = freeFor(gap, closing, bend * length);
      }
      if (best < enough) {
        const c = ax * bx + ay * by + az * bz;
        const cross = Math.sqrt(RAISE - c * c);
        const alongA = ax * dx + ay * dy + az * dz;
        const alongB = bx * dx + by * dy + bz * dz;
        const overA = Math.abs(alongA) - hA - hB * Math.abs(c) - rB * cross - epsilon;
        const overB = Math.abs(alongB) - hB - hA * Math.abs(c) - rA * cross - epsilon;
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

/** |q×ω|, rounded up. */
function across(
  qx: number,
  qy: number,
  qz: number,
  raised: number,
  ox: number,
  oy: number,
  oz: number,
  square: number,
): number {
  const along = qx * ox + qy * oy + qz * oz;
  return Math.sqrt(raised * square - along * along);
}
