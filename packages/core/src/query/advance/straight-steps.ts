// Same as disc-steps.ts without rotation: all parts of the query body have one velocity w relative to the reference body.
//
// The balls around two discs touch only if the line of their path passes within the sum of the radii and does not lead away. That
// test decides two pairs in three with a few products. The others are tested along q = d − s·w, the line of the centres after a
// time s: once for the time when the balls pass each other, which shows discs that lie beside each other's path, and once for the
// time when the balls touch. Both axes are tested as well.
//
// Rounding. With the products of d, w and the axes computed, a test costs a dozen operations: q·d = d·d − s·d·w, q·w = d·w − s·w·w,
// m·q = m·d − s·m·w. These cancel where |q| is much less than |d|. Every s is at most d·w/w·w, so that s²w·w ≤ d·d, and with u =
// 2⁻⁵³ q·d is off by at most 16u·d·d, |m·q|·h by as much (h ≤ |d| outside the balls), q·q − (m·q)² by 160u·d·d, axes that are unit
// to 10u included, and q·w times the duration of the motion by 10u·|d||w|T ≤ 5u(d·d + w·w·T²). TEST_ERROR·(d·d + w·w·T²) is more
// than the sum of the former and than the latter; it is taken from the gap and added under the roots.

import { DISC, DISC_HALF_THICKNESS, DISC_RADIUS } from '../../bounds/disc.ts';
import { ALIGNMENT_ERROR } from '../../scalar/tolerances.ts';
import type { Advance } from './advance.ts';
import { STEP_SHRINK } from './disc-steps.ts';

const RAISE = 1 + ALIGNMENT_ERROR;
/** See the head of the file. Dimensionless. */
const TEST_ERROR = 4 * ALIGNMENT_ERROR;

/** Radii of the balls around the discs of a model, by the array that holds these. */
const radii = new WeakMap<Float64Array, Float64Array>();

/** The radius of the ball around each disc, rounded up; made once for each array of discs. */
export function ballRadii(discs: Float64Array): Float64Array {
  let balls = radii.get(discs);
  if (balls === undefined) {
    balls = new Float64Array(discs.length / DISC);
    for (let k = 0; k < balls.length; k++) {
      const h = discs[DISC * k + DISC_HALF_THICKNESS];
      const radius = discs[DISC * k + DISC_RADIUS];
      balls[k] = Math.sqrt(h * h + radius * radius) * RAISE;
    }
    radii.set(discs, balls);
  }
  return balls;
}

/** The part of an advancement that the steps of translating discs depend on. */
type StraightStepState = Pick<Advance, 'velocity' | 'opened' | 'withheld'>;

/**
 * Writes to `out`, pair by pair, a time for which a disc of `a` that moves at `velocity` and a disc of `b` at rest are proven
 * apart: 0 if none, infinite if they never touch. The discs are those of the opened nodes. ballsA, scaled by `ratio`, and ballsB
 * are the radii of the balls around them. velocity[3] is the squared length of the whole path.
 */
export function writeStraightSteps(
  work: StraightStepState,
  a: Float64Array,
  ballsA: Float64Array,
  ratio: number,
  b: Float64Array,
  ballsB: Float64Array,
  out: Float64Array,
): void {
  const { velocity, withheld } = work;
  const { firstA, endA, firstB, endB } = work.opened;
  const wx = velocity[0];
  const wy = velocity[1];
  const wz = velocity[2];
  const ww = wx * wx + wy * wy + wz * wz;
  const farthest = velocity[3];
  const epsilon = withheld[0];
  let k = 0;
  for (let nodeA = firstA; nodeA < endA; nodeA++) {
    const i = DISC * nodeA;
    const ballA = ballsA[nodeA] * ratio + epsilon;
    const cx = a[i];
    const cy = a[i + 1];
    const cz = a[i + 2];
    const ax = a[i + 3];
    const ay = a[i + 4];
    const az = a[i + 5];
    const hA = a[i + 6];
    const rA = a[i + 7];
    for (let nodeB = firstB; nodeB < endB; nodeB++, k++) {
      const j = DISC * nodeB;
      const dx = b[j] - cx;
      const dy = b[j + 1] - cy;
      const dz = b[j + 2] - cz;
      const dd = dx * dx + dy * dy + dz * dz;
      const dw = dx * wx + dy * wy + dz * wz;
      const balls = ballA + ballsB[nodeB];
      const outside = dd - balls * balls;
      if (outside > 0 && dw <= 0) {
        out[k] = Infinity;
        continue;
      }
      const errorBound = TEST_ERROR * (dd + farthest);
      const passing = dw / ww;
      const beside = dd - passing * dw;
      const besideRaised = beside + errorBound;
      if (outside > 0 && beside - errorBound > balls * Math.sqrt(besideRaised)) {
        out[k] = Infinity;
        continue;
      }
      const bx = b[j + 3];
      const by = b[j + 4];
      const bz = b[j + 5];
      const hB = b[j + 6];
      const rB = b[j + 7];
      const alongA = ax * dx + ay * dy + az * dz;
      const alongB = bx * dx + by * dy + bz * dz;
      const speedA = ax * wx + ay * wy + az * wz;
      const speedB = bx * wx + by * wy + bz * wz;
      let best = 0;
      if (outside > 0) {
        const besideA = alongA - passing * speedA;
        const besideB = alongB - passing * speedB;
        const reach =
          beside -
          errorBound -
          Math.abs(besideA) * hA -
          Math.abs(besideB) * hB -
          rA * Math.sqrt(besideRaised - besideA * besideA) -
          rB * Math.sqrt(besideRaised - besideB * besideB) -
          epsilon * Math.sqrt(besideRaised);
        if (reach > 0) {
          out[k] = Infinity;
          continue;
        }
        const discriminant = dw * dw - ww * outside;
        const ahead = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : passing;
        const closing = dw - ahead * ww;
        const qd = dd - ahead * dw;
        const raised = qd - ahead * closing + errorBound;
        const u = alongA - ahead * speedA;
        const v = alongB - ahead * speedB;
        const gap =
          qd -
          errorBound -
          Math.abs(u) * hA -
          Math.abs(v) * hB -
          rA * Math.sqrt(raised - u * u) -
          rB * Math.sqrt(raised - v * v) -
          epsilon * Math.sqrt(raised);
        if (gap > 0) best = closing > 0 ? gap / closing : Infinity;
      }
      const c = Math.abs(ax * bx + ay * by + az * bz);
      const cross = Math.sqrt(RAISE - c * c);
      const overA = Math.abs(alongA) - hA - hB * c - rB * cross - epsilon;
      const overB = Math.abs(alongB) - hB - hA * c - rA * cross - epsilon;
      if (overA > 0) {
        const closing = alongA > 0 ? speedA : -speedA;
        const step = closing > 0 ? overA / closing : Infinity;
        if (step > best) best = step;
      }
      if (overB > 0) {
        const closing = alongB > 0 ? speedB : -speedB;
        const step = closing > 0 ? overB / closing : Infinity;
        if (step > best) best = step;
      }
      out[k] = best * STEP_SHRINK;
    }
  }
}
