// The same as disc-steps where nothing turns: one velocity w for all parts of the moving body, seen from the resting one.
//
// Balls around two discs meet, going straight on, only if the line of their way passes within the sum of the radii; and
// they are behind each other already if it leads away. That settles two pairs in three with a handful of products. What is
// left is looked at along the line of the centres where the balls touch, and along the two axes.

import { DISC } from '../../bounds/disc.ts';
import { ALIGNMENT_SLACK } from '../../scalar/tolerance.ts';
import { STEP_SHRINK } from './disc-steps.ts';

const RAISE = 1 + ALIGNMENT_SLACK;

/** Radii of the balls around the discs of a model, by the array that holds these. */
const radii = new WeakMap<Float64Array, Float64Array>();

/** The radius of the ball around each disc, rounded up; made once for each array of discs. */
export function ballRadii(discs: Float64Array): Float64Array {
  let balls = radii.get(discs);
  if (balls === undefined) {
    balls = new Float64Array(discs.length / DISC);
    for (let k = 0; k < balls.length; k++) {
      const h = discs[DISC * k + 6];
      const radius = discs[DISC * k + 7];
      balls[k] = Math.sqrt(h * h + radius * radius) * RAISE;
    }
    radii.set(discs, balls);
  }
  return balls;
}

/**
 * Writes to `out`, pair by pair, a time for which a disc of a in [firstA, endA) that moves at `velocity` and one of b in
 * [firstB, endB) that rests are proven apart: 0 if none, infinite if they never meet. ballsA, which `ratio` scales, and ballsB are
 * the radii of the balls around them.
 */
export function writeStraightSteps(
  velocity: Float64Array,
  a: Float64Array,
  ballsA: Float64Array,
  ratio: number,
  firstA: number,
  endA: number,
  b: Float64Array,
  ballsB: Float64Array,
  firstB: number,
  endB: number,
  lost: Float64Array,
  out: Float64Array,
): void {
  const wx = velocity[0];
  const wy = velocity[1];
  const wz = velocity[2];
  const ww = wx * wx + wy * wy + wz * wz;
  const epsilon = lost[0];
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
      const discriminant = dw * dw - ww * outside;
      if (outside > 0 && dw <= 0) {
        out[k] = Infinity;
        continue;
      }
      if (outside > 0 && discriminant < 0) {
        // They pass each other. From far away the discriminant is mostly rounding: the line where they pass is asked.
        const ahead = dw / ww;
        const qx = dx - ahead * wx;
        const qy = dy - ahead * wy;
        const qz = dz - ahead * wz;
        const gap = qx * dx + qy * dy + qz * dz - balls * Math.sqrt(qx * qx + qy * qy + qz * qz);
        const closing = qx * wx + qy * wy + qz * wz;
        out[k] = gap > 0 ? (closing > 0 ? (gap / closing) * STEP_SHRINK : Infinity) : 0;
        continue;
      }
      const bx = b[j + 3];
      const by = b[j + 4];
      const bz = b[j + 5];
      const hB = b[j + 6];
      const rB = b[j + 7];
      let best = 0;
      if (outside > 0) {
        const ahead = (dw - Math.sqrt(discriminant)) / ww;
        const qx = dx - ahead * wx;
        const qy = dy - ahead * wy;
        const qz = dz - ahead * wz;
        const qq = qx * qx + qy * qy + qz * qz;
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
          epsilon * Math.sqrt(qq);
        const closing = qx * wx + qy * wy + qz * wz;
        if (gap > 0) best = closing > 0 ? gap / closing : Infinity;
      }
      const c = Math.abs(ax * bx + ay * by + az * bz);
      const cross = Math.sqrt(RAISE - c * c);
      const alongA = ax * dx + ay * dy + az * dz;
      const alongB = bx * dx + by * dy + bz * dz;
      const overA = Math.abs(alongA) - hA - hB * c - rB * cross - epsilon;
      const overB = Math.abs(alongB) - hB - hA * c - rA * cross - epsilon;
      if (overA > 0) {
        const speed = ax * wx + ay * wy + az * wz;
        const closing = alongA > 0 ? speed : -speed;
        const step = closing > 0 ? overA / closing : Infinity;
        if (step > best) best = step;
      }
      if (overB > 0) {
        const speed = bx * wx + by * wy + bz * wz;
        const closing = alongB > 0 ? speed : -speed;
        const step = closing > 0 ? overB / closing : Infinity;
        if (step > best) best = step;
      }
      out[k] = best * STEP_SHRINK;
    }
  }
}
