// How long two hulls of balls are proven apart where a body rotates.
//
// Along a direction q, fixed in the inertial frame, the height of a hull of balls is that of its highest ball. A body rotates at ω
// about the pivot p, which moves at v. With ρ the vector from the axis to x, C = q·ρ, S = q×ω·(x − p)/ω and θ = ωs, its ball (x, r)
// is after a time s at the height
//
//   h(s) = q·x + |q|r + q·v s + g(θ)          g(θ) = S sin θ − C(1 − cos θ) ≤ Sθ + ½Bθ²
//
//   * B = 0 if neither S nor C is negative, as sin θ ≤ θ;
//   * B = −C if C alone is, as 1 − cos θ ≤ ½θ²;
//   * B = −S if S alone is, as −sin θ ≤ −θ + ½θ²: the derivative of the difference, θ − (1 − cos θ), is not negative;
//   * B = √(C² + S²) if both are: g″ is nowhere more.
//
// This holds for any rotation. A ball on the near side of the axis that approaches has no arc term at all, and each other ball has
// the term of its own position. So hulls are apart along q while G is positive:
//
//   G(s) = −max over the balls of A of h(0) + ḣ(0)s + ½ω²Bs² − the same of B along −q.
//
// G is concave, a minimum of parabolas that open downwards. If it is positive at s and negative at t, its chord is below it and is
// zero at a time before which the hulls are apart. s is the zero of G as if one ball were the highest, the fastest and the most
// curved; t is the zero of the tangent at s.
//
// For every rotation a ball stays on its swept circle about the axis, where g is at most √(C² + S²) − C
// (advance/swept-circle-steps.ts).
//
// Rounding changes C and S by a few u of |q||x − p|, and g, a sum of them times sines and cosines, by no more for any rotation. The
// error bound of a gap includes this.

import { BALL } from '../../medial/closest-balls.ts';
import type { MedialBody } from '../../medial/medial-body.ts';
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
import { STEP_SHRINK } from '../advance/disc-steps.ts';
import type { HullBlock } from './hull-block.ts';
import { CIRCLE, ROW, STRAIGHT, type SupportBounds, type TurningScratch } from './turning-scratch.ts';

/** √2 − 1, rounded up: √(C² + S²) is at most the larger of the two and this part of the smaller. Dimensionless. */
const SMALLER_PART = 0.41421357;

/** Swept circles are not used if the remaining rotation is less than this: the parabolas are lower. Radians. */
export const CIRCLE_TURN = 1.5;

/** Offsets of the query body (0) and of the reference body (1) in a state. */
const VELOCITY = [QUERY_VELOCITY, REFERENCE_VELOCITY] as const;
const TURNING = [QUERY_ANGULAR, REFERENCE_ANGULAR] as const;
const PIVOT = [QUERY_PIVOT, REFERENCE_PIVOT] as const;
const LOOSE = [QUERY_LOOSE, REFERENCE_LOOSE] as const;

/** The greater of the two angular speeds of a state. */
export function turningSpeed(state: Float64Array): number {
  return Math.max(lengthAt(state, QUERY_ANGULAR), lengthAt(state, REFERENCE_ANGULAR));
}

function lengthAt(v: Float64Array, i: number): number {
  return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
}

/**
 * Writes to `out`, pair by pair, a time for which a part of the query body and a part of the reference body, those of a block, are
 * proven apart from now on: along the line of the spans' centres at the time when the spans would touch or pass each other. A
 * `closer` test also tries a direction turned by the lateral offset of the highest balls. With `usesCircles` swept circles are
 * tested too.
 */
export function writeTurningHullSteps(
  state: Float64Array,
  bodyA: MedialBody,
  bodyB: MedialBody,
  block: HullBlock,
  withheld: Float64Array,
  out: Float64Array,
): void {
  const { posed: a, posedSpans: spansA, enough, closer, turning } = block;
  const { limits, proven } = turning;
  const sufficient = enough[0];
  const { firstA, endA, firstB, endB } = block.parts;
  const firstsA = bodyA.firsts;
  const firstsB = bodyB.firsts;
  const b = bodyB.balls;
  const spansB = bodyB.spans;
  limits[0] = withheld[0];
  limits[1] = sufficient;
  let k = 0;
  for (let partA = firstA; partA < endA; partA++) {
    const i = BALL * (partA - firstA);
    const ballsA = BALL * (firstsA[partA] - firstsA[firstA]);
    const countA = firstsA[partA + 1] - firstsA[partA];
    for (let partB = firstB; partB < endB; partB++, k++) {
      const j = BALL * partB;
      const ballsB = BALL * firstsB[partB];
      const countB = firstsB[partB + 1] - firstsB[partB];
      aim(state, spansA, i, spansB, j, turning);
      writeStepAlong(state, block, ballsA, countA, b, ballsB, countB);
      const first = proven[0];
      out[k] = first * STEP_SHRINK;
      if (!closer || first >= sufficient || !turnAside(a, b, turning)) continue;
      writeStepAlong(state, block, ballsA, countA, b, ballsB, countB);
      if (proven[0] > first) out[k] = proven[0] * STEP_SHRINK;
    }
  }
}

/**
 * Sets w, and sets q to the line between the centres of two spans at the time when these would touch or pass each other in straight
 * motion.
 */
function aim(
  state: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  { w, q, limits }: TurningScratch,
): void {
  const px = a[i] - state[QUERY_PIVOT];
  const py = a[i + 1] - state[QUERY_PIVOT + 1];
  const pz = a[i + 2] - state[QUERY_PIVOT + 2];
  const rx = b[j] - state[REFERENCE_PIVOT];
  const ry = b[j + 1] - state[REFERENCE_PIVOT + 1];
  const rz = b[j + 2] - state[REFERENCE_PIVOT + 2];
  const m = QUERY_ANGULAR;
  const r = REFERENCE_ANGULAR;
  const wx =
    state[QUERY_VELOCITY] +
    state[m + 1] * pz -
    state[m + 2] * py -
    (state[REFERENCE_VELOCITY] + state[r + 1] * rz - state[r + 2] * ry);
  const wy =
    state[QUERY_VELOCITY + 1] +
    state[m + 2] * px -
    state[m] * pz -
    (state[REFERENCE_VELOCITY + 1] + state[r + 2] * rx - state[r] * rz);
  const wz =
    state[QUERY_VELOCITY + 2] +
    state[m] * py -
    state[m + 1] * px -
    (state[REFERENCE_VELOCITY + 2] + state[r] * ry - state[r + 1] * rx);
  w[0] = wx;
  w[1] = wy;
  w[2] = wz;
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const spans = a[i + 3] + b[j + 3];
  limits[3] = spans;
  const dw = dx * wx + dy * wy + dz * wz;
  const ww = wx * wx + wy * wy + wz * wz;
  const discriminant = dw * dw - ww * (dx * dx + dy * dy + dz * dz - spans * spans);
  const touch = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
  const ahead = touch > 0 ? touch : 0;
  q[0] = dx - ahead * wx;
  q[1] = dy - ahead * wy;
  q[2] = dz - ahead * wz;
}

/**
 * Turns q, along which a step was proven, by the lateral offset of its two highest balls at the end of that step, relative to the
 * spans. Returns whether there is such an offset.
 */
function turnAside(a: Float64Array, b: Float64Array, turning: TurningScratch): boolean {
  const { q, w, limits, proven, supportA, supportB } = turning;
  const length = q[3];
  const spans = limits[3];
  if (!(length > 0 && spans > 0)) return false;
  const step = proven[0] < limits[1] ? proven[0] : limits[1];
  const { top } = supportA;
  const bottom = supportB.top;
  const x = b[bottom] - a[top] - step * w[0];
  const y = b[bottom + 1] - a[top + 1] - step * w[1];
  const z = b[bottom + 2] - a[top + 2] - step * w[2];
  const along = (x * q[0] + y * q[1] + z * q[2]) / (length * length);
  const part = length / spans;
  q[0] += part * (x - along * q[0]);
  q[1] += part * (y - along * q[1]);
  q[2] += part * (z - along * q[2]);
  return true;
}

/**
 * Leaves in proven[0] the time for which the hulls of some balls are proven apart along q: 0 if none, infinite if it is long
 * enough.
 */
function writeStepAlong(
  state: Float64Array,
  { posed: a, usesCircles, turning }: HullBlock,
  i: number,
  countA: number,
  b: Float64Array,
  j: number,
  countB: number,
): void {
  const { q, limits, proven, supportA, supportB } = turning;
  const length = lengthAt(q, 0);
  const limit = limits[0] * length;
  q[3] = length;
  limits[2] = limit;
  boundSupport(state, 0, a, i, countA, usesCircles, q, supportA);
  boundSupport(state, 1, b, j, countB, usesCircles, q, supportB);
  const mostA = supportA.most;
  const mostB = supportB.most;
  const gap = -mostA[0] - mostB[0] - limit;
  if (!(gap > 0)) {
    proven[0] = 0;
    return;
  }
  // freeFor (advance/free-for.ts), inlined: its call would box the numbers.
  const closing = mostA[1] + mostB[1];
  const halfBend = mostA[2] + mostB[2];
  const root = Math.sqrt(closing * closing + 4 * halfBend * gap);
  const sufficient = limits[1];
  let step = closing >= 0 ? (2 * gap) / (closing + root) : (root - closing) / (2 * halfBend);
  if (step < sufficient && (supportA.end > ROW || supportB.end > ROW)) {
    proven[0] = step;
    writeChord(turning);
    step = proven[0];
  }
  if (step >= sufficient) step = Infinity;
  if (usesCircles) {
    const apart = -mostA[CIRCLE] - mostB[CIRCLE] - limit;
    const onward = mostA[STRAIGHT] + mostB[STRAIGHT];
    const around = apart > 0 ? (onward > 0 ? apart / onward : Infinity) : 0;
    if (around > step) step = around;
  }
  proven[0] = step;
}

/**
 * Extends the step to the zero of the chord of G, from the end of the step to the zero of the tangent there, or to a step that is
 * long enough.
 */
function writeChord({ limits, proven, at, supportA, supportB }: TurningScratch): void {
  const end = limits[1];
  const limit = limits[2];
  const from = proven[0];
  const laterA = supportA.later;
  const laterB = supportB.later;
  at[0] = from;
  testAhead(supportA, at);
  testAhead(supportB, at);
  const gap = -laterA[0] - laterB[0] - limit;
  if (!(gap > 0)) return;
  const closing = laterA[1] + laterB[1];
  const tangent = closing > 0 ? from + gap / closing : end;
  const to = tangent < end ? tangent : end;
  at[0] = to;
  testAhead(supportA, at);
  testAhead(supportB, at);
  const later = -laterA[0] - laterB[0] - limit;
  proven[0] = later >= 0 ? to : from + ((to - from) * gap) / (gap - later);
}

/** The height of the highest ball at the time at[0]. */
function testAhead({ rows, end, later }: SupportBounds, at: Float64Array): void {
  const s = at[0];
  let high = -Infinity;
  let speed = 0;
  for (let k = 0; k < end; k += ROW) {
    const bend = s * rows[k + 2];
    const height = rows[k] + s * (rows[k + 1] + bend);
    if (height > high) {
      high = height;
      speed = rows[k + 1] + 2 * bend;
    }
  }
  later[0] = high;
  later[1] = speed;
}

/** Tests `count` balls of a body from balls[i] on, along q for A and −q for B; their swept circles too where requested. */
function boundSupport(
  state: Float64Array,
  body: 0 | 1,
  balls: Float64Array,
  i: number,
  count: number,
  usesCircles: boolean,
  q: Float64Array,
  out: SupportBounds,
): void {
  const { rows, most } = out;
  const sense = body === 0 ? 1 : -1;
  const v = VELOCITY[body];
  const o = TURNING[body];
  const p = PIVOT[body];
  const qx = sense * q[0];
  const qy = sense * q[1];
  const qz = sense * q[2];
  const length = q[3];
  const ox = state[o];
  const oy = state[o + 1];
  const oz = state[o + 2];
  const omegaSq = ox * ox + oy * oy + oz * oz;
  const straight = qx * state[v] + qy * state[v + 1] + qz * state[v + 2] + length * state[LOOSE[body]];
  const loose = length * state[LOOSE[body] + 1];
  most[STRAIGHT] = straight;
  if (omegaSq === 0 && loose === 0) {
    boundStraight(sense, balls, i, count, q, out);
    return;
  }
  const end = i + BALL * count;
  let top = i;
  let high = -Infinity;
  const px = state[p];
  const py = state[p + 1];
  const pz = state[p + 2];
  const omega = Math.sqrt(omegaSq);
  // q×ω, and −ω² times the part of q orthogonal to the axis.
  const ex = qy * oz - qz * oy;
  const ey = qz * ox - qx * oz;
  const ez = qx * oy - qy * ox;
  const along = qx * ox + qy * oy + qz * oz;
  const fx = along * ox - omegaSq * qx;
  const fy = along * oy - omegaSq * qy;
  const fz = along * oz - omegaSq * qz;
  let fastest = -Infinity;
  let mostBent = 0;
  let circle = -Infinity;
  for (let ball = i, k = 0; ball < end; ball += BALL, k += ROW) {
    const x = balls[ball];
    const y = balls[ball + 1];
    const z = balls[ball + 2];
    const rx = x - px;
    const ry = y - py;
    const rz = z - pz;
    const turning = ex * rx + ey * ry + ez * rz;
    // −ω²C and −ω²S.
    const inward = fx * rx + fy * ry + fz * rz;
    const aside = -omega * turning;
    const larger = inward > aside ? inward : aside;
    const smaller = inward > aside ? aside : inward;
    const bend = larger > 0 ? (smaller > 0 ? larger + SMALLER_PART * smaller : larger) / 2 : 0;
    const height = qx * x + qy * y + qz * z + length * balls[ball + 3];
    let speed = straight + turning;
    if (loose > 0) speed += loose * Math.sqrt(rx * rx + ry * ry + rz * rz);
    else if (usesCircles) {
      const reach = height + (Math.sqrt(inward * inward + aside * aside) + inward) / omegaSq;
      if (reach > circle) circle = reach;
    }
    rows[k] = height;
    rows[k + 1] = speed;
    rows[k + 2] = bend;
    if (height > high) {
      high = height;
      top = ball;
    }
    if (speed > fastest) fastest = speed;
    if (bend > mostBent) mostBent = bend;
  }
  out.top = top;
  out.end = ROW * count;
  most[0] = high;
  most[1] = fastest;
  most[2] = mostBent;
  // A body that may rotate about any axis has no swept circles.
  most[CIRCLE] = loose > 0 ? Infinity : circle;
}

/** The same for a body that does not rotate: all balls move alike, and the highest stays the highest. */
function boundStraight(
  sense: 1 | -1,
  balls: Float64Array,
  i: number,
  count: number,
  q: Float64Array,
  out: SupportBounds,
): void {
  const { rows, most } = out;
  const qx = sense * q[0];
  const qy = sense * q[1];
  const qz = sense * q[2];
  const length = q[3];
  const end = i + BALL * count;
  let top = i;
  let high = -Infinity;
  for (let ball = i; ball < end; ball += BALL) {
    const height = qx * balls[ball] + qy * balls[ball + 1] + qz * balls[ball + 2] + length * balls[ball + 3];
    if (height > high) {
      high = height;
      top = ball;
    }
  }
  out.top = top;
  out.end = ROW;
  rows[0] = high;
  rows[1] = most[STRAIGHT];
  rows[2] = 0;
  most[0] = high;
  most[1] = most[STRAIGHT];
  most[2] = 0;
  most[CIRCLE] = high;
}
