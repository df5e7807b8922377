// Steps for bodies that rotate by half a turn or more. Bounds from the speed of a point are then poor, but the point stays on its
// circle about the axis, which moves with the pivot. Along a direction q the circle of a point with the foot f on the axis and the
// distance ρ from it covers q·f ± ρ|q⊥|, where q⊥ is the part of q orthogonal to the axis. So parts are apart, for every rotation,
// while
//
//   q·(vA − vB)·s + |q|·loose·s < min over points of B (q·f − ρ|q⊥|) − max over points of A (q·f + ρ|q⊥|) − balls.
//
// `loose` is the speed of a pose function that does not rotate. Its points have no swept circles: they keep their relative
// positions and move in an unknown direction at up to that speed. A triangle is covered by the circles of its corners, a disc by
// its ball. One test proves that a wheel that spins beside a wall never touches it.

import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
} from '../../motion/relative-motion.ts';
import { freeFor } from './free-for.ts';

/** Swept circles are not used if the remaining rotation is less than this: steps over the arc are longer. Radians. */
const CIRCLE_TURN: number = Math.PI;

const NO_POINTS = new Float64Array(0);

/**
 * Whether the remaining rotation is large enough for swept circles. A pose function rotates about an unknown axis: it has no swept
 * circles.
 */
export function turnsOn(state: Float64Array, duration: number): boolean {
  if (state[QUERY_LOOSE + 1] > 0 || state[REFERENCE_LOOSE + 1] > 0) return false;
  let speedSqQ = 0;
  let speedSqR = 0;
  for (let k = 0; k < 3; k++) {
    speedSqQ += state[QUERY_ANGULAR + k] * state[QUERY_ANGULAR + k];
    speedSqR += state[REFERENCE_ANGULAR + k] * state[REFERENCE_ANGULAR + k];
  }
  return (Math.sqrt(speedSqQ) + Math.sqrt(speedSqR)) * duration > CIRCLE_TURN;
}

/** Some points of a body, three numbers each, with a ball around each of them. */
export class CirclePoints {
  points: Float64Array = NO_POINTS;
  /** Offset of the first point. */
  at = 0;
  count = 0;
  /** [0]: the radius of the balls. */
  readonly ball: Float64Array = new Float64Array(1);

  set(points: Float64Array, at: number, count: number): this {
    this.points = points;
    this.at = at;
    this.count = count;
    return this;
  }

  /** Releases the points, so that they do not keep a model in memory. */
  clear(): void {
    this.set(NO_POINTS, 0, 0);
  }
}

/** The step that the swept circles of two bodies prove. */
export class CircleStep {
  /** [0]: the time. */
  readonly time: Float64Array = new Float64Array(1);
  /** The direction of the projection, and the foot and distance of the point tested. */
  readonly q: Float64Array = new Float64Array(3);
  readonly foot: Float64Array = new Float64Array(4);
}

/**
 * Writes to out.time[0] a time for which some points of the query body and some of the reference body are proven apart from now on
 * under every rotation; 0 if none. Two directions are tried: from circle to circle, and along[o…], in both senses.
 */
export function writeCircleStep(
  state: Float64Array,
  m: CirclePoints,
  r: CirclePoints,
  along: Float64Array,
  o: number,
  withheld: Float64Array,
  out: CircleStep,
): void {
  const { time, q } = out;
  // From the nearest point on the circle of one centre to the circle of the other, treated as a point.
  const turnsQ = state[QUERY_ANGULAR] !== 0 || state[QUERY_ANGULAR + 1] !== 0 || state[QUERY_ANGULAR + 2] !== 0;
  if (turnsQ) aim(state, QUERY_ANGULAR, QUERY_PIVOT, m, r, 1, out);
  else aim(state, REFERENCE_ANGULAR, REFERENCE_PIVOT, r, m, -1, out);
  const deducted = m.ball[0] + r.ball[0] + withheld[0];
  time[0] = stepAlong(state, m, r, deducted, out);
  middle(m, q);
  let towards = 0;
  for (let k = 0; k < 3; k++) towards -= q[k] * along[o + k];
  middle(r, q);
  for (let k = 0; k < 3; k++) towards += q[k] * along[o + k];
  for (let k = 0; k < 3; k++) q[k] = towards < 0 ? -along[o + k] : along[o + k];
  const other = stepAlong(state, m, r, deducted, out);
  if (other > time[0]) time[0] = other;
}

/** The step that q proves, for points that need `deducted` around them. */
function stepAlong(
  state: Float64Array,
  m: CirclePoints,
  r: CirclePoints,
  deducted: number,
  { q, foot }: CircleStep,
): number {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const acrossQ = across(state, QUERY_ANGULAR, q);
  const acrossR = across(state, REFERENCE_ANGULAR, q);
  let high = -Infinity;
  for (let k = 0; k < m.count; k++) {
    project(state, QUERY_ANGULAR, QUERY_PIVOT, m.points, m.at + 3 * k, foot);
    const reach = foot[0] * q[0] + foot[1] * q[1] + foot[2] * q[2] + foot[3] * acrossQ;
    if (reach > high) high = reach;
  }
  let low = Infinity;
  for (let k = 0; k < r.count; k++) {
    project(state, REFERENCE_ANGULAR, REFERENCE_PIVOT, r.points, r.at + 3 * k, foot);
    const reach = foot[0] * q[0] + foot[1] * q[1] + foot[2] * q[2] - foot[3] * acrossR;
    if (reach < low) low = reach;
  }
  const gap = low - high - deducted * length;
  let closing = (state[QUERY_LOOSE] + state[REFERENCE_LOOSE]) * length;
  for (let k = 0; k < 3; k++) closing += q[k] * (state[QUERY_VELOCITY + k] - state[REFERENCE_VELOCITY + k]);
  return gap > 0 ? freeFor(gap, closing, 0) : 0;
}

/** Sets q to `sign` times the vector from the circle of the mean of some points to the mean of others. */
function aim(
  state: Float64Array,
  angular: number,
  pivot: number,
  points: CirclePoints,
  others: CirclePoints,
  sign: number,
  { q, foot }: CircleStep,
): void {
  middle(others, q);
  project(state, angular, pivot, q, 0, foot);
  const [ox, oy, oz] = q;
  const [fx, fy, fz, far] = foot;
  middle(points, q);
  project(state, angular, pivot, q, 0, foot);
  const part = far > 0 ? foot[3] / far : 0;
  q[0] = sign * (ox - foot[0] - part * (ox - fx));
  q[1] = sign * (oy - foot[1] - part * (oy - fy));
  q[2] = sign * (oz - foot[2] - part * (oz - fz));
}

/** The mean of some points, written to q. */
function middle({ points, at, count }: CirclePoints, q: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += points[at + 3 * k + c];
    q[c] = sum / count;
  }
}

/**
 * The foot of the point p[i…] on the axis of a body, and its distance from the foot; the point itself if the body does not rotate.
 */
function project(
  state: Float64Array,
  angular: number,
  pivot: number,
  p: Float64Array,
  i: number,
  foot: Float64Array,
): void {
  const wx = state[angular];
  const wy = state[angular + 1];
  const wz = state[angular + 2];
  const ww = wx * wx + wy * wy + wz * wz;
  const rx = p[i] - state[pivot];
  const ry = p[i + 1] - state[pivot + 1];
  const rz = p[i + 2] - state[pivot + 2];
  if (ww === 0) {
    foot[0] = p[i];
    foot[1] = p[i + 1];
    foot[2] = p[i + 2];
    foot[3] = 0;
    return;
  }
  const along = (rx * wx + ry * wy + rz * wz) / ww;
  foot[0] = state[pivot] + along * wx;
  foot[1] = state[pivot + 1] + along * wy;
  foot[2] = state[pivot + 2] + along * wz;
  const dx = p[i] - foot[0];
  const dy = p[i + 1] - foot[1];
  const dz = p[i + 2] - foot[2];
  foot[3] = Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** The part of q orthogonal to the axis of a body; 0 if it does not rotate. */
function across(state: Float64Array, angular: number, q: Float64Array): number {
  const wx = state[angular];
  const wy = state[angular + 1];
  const wz = state[angular + 2];
  const x = q[1] * wz - q[2] * wy;
  const y = q[2] * wx - q[0] * wz;
  const z = q[0] * wy - q[1] * wx;
  const ww = wx * wx + wy * wy + wz * wz;
  return ww === 0 ? 0 : Math.sqrt((x * x + y * y + z * z) / ww);
}
