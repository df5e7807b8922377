// How long two parts of moving medial meshes, hulls of balls, are proven apart: nodes and primitives at first sight.
//
// Along a direction q, fixed in the inertial frame, a hull of balls reaches as high as the highest of its balls. A ball (x, r) at ρ from the axis of
// a body that turns at ω about the pivot p, which goes at v, is after a time s at the height
//
//   h(s) = q·x + |q|r + q·v·s + (q·ρ)(cos ωs − 1) + (q×ω)·(x − p) sin ωs / ω,      h″(s) = α cos ωs + β sin ωs,
//
// α = −ω²(q·ρ) its acceleration now, β = −ω (q×ω)·(x − p) that after a quarter of a turn. Until then h″ is no more than the larger of the
// two, or, where both are positive, than √(α² + β²). So a ball on the side of the axis that faces the other body, which turns away from it, is not charged
// for being on an arc at all, and what it is charged for is what its own place asks for. With the positive part of that as the bend b,
//
//   G(s) = min over balls of B (q·x − |q|r + …) − max over balls of A (q·x + |q|r + (q·ẋ)s + ½b·s²)
//
// is concave, being a minimum of parabolas that open downwards: wherever it is positive at 0 and at s, the hulls are apart all the time between, and where it is
// negative at s they are apart until its chord from 0 to s is zero. Chord after chord comes near the first zero from below.
//
// However far a body turns, a ball stays on its ring about the axis and never rises by more than (√(α² + β²) + α)/ω² beside what the pivot does
// (advance/ring-steps.ts): that settles bodies that spin beside each other, over times of any length.

import { BALL } from '../../medial/closest-balls.ts';
import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';
import type { MedialBody } from '../../medial/medial-body.ts';
import {
  MOVING_ANGULAR,
  MOVING_LOOSE,
  MOVING_PIVOT,
  MOVING_VELOCITY,
  RESTING_ANGULAR,
  RESTING_LOOSE,
  RESTING_PIVOT,
  RESTING_VELOCITY,
} from '../../motion/relative-motion.ts';
import { STEP_SHRINK } from '../advance/disc-steps.ts';
import { freeFor } from '../advance/free-for.ts';

/** √2 − 1, rounded up: √(α² + β²) is no more than the larger and this part of the smaller of two numbers. Dimensionless. */
const SMALLER_PART = 0.41421357;

/** A quarter of a turn, rounded down. Radians. */
const QUARTER = 1.5707963;

/** Height now, its rate, half the bend, and how high the ring reaches: of a ball along a direction. */
const ROW = 4;
const rowsA = new Float64Array(ROW * MOST_ENCLOSING);
const rowsB = new Float64Array(ROW * MOST_ENCLOSING);

/** A direction and its length. */
const q = new Float64Array(4);
const velocityA = new Float64Array(3);
const velocityB = new Float64Array(3);
/** [0]: the step that was proven. */
const proven = new Float64Array(1);
/** [0]: how far a gap can be computed too large. [1]: a step that is as good as any. [2]: the time until a body has turned by a quarter. [3]: relative speed of the pivots along q. */
const terms = new Float64Array(4);

/** Where the numbers of the moving (0) and of the resting body (1) stand in a state. */
const VELOCITY = [MOVING_VELOCITY, RESTING_VELOCITY] as const;
const TURNING = [MOVING_ANGULAR, RESTING_ANGULAR] as const;
const PIVOT = [MOVING_PIVOT, RESTING_PIVOT] as const;
const LOOSE = [MOVING_LOOSE, RESTING_LOOSE] as const;

/**
 * Writes to `out`, pair by pair, a time for which one of the parts [firstA, endA) of a moving body, its balls and spans placed at a[0…] and spansA[0…], and one
 * of the parts [firstB, endB) of the resting one are proven apart from now on. A step of enough[0] is as good as any.
 */
export function writeHullSteps(
  state: Float64Array,
  bodyA: MedialBody,
  a: Float64Array,
  spansA: Float64Array,
  firstA: number,
  endA: number,
  bodyB: MedialBody,
  firstB: number,
  endB: number,
  lost: Float64Array,
  enough: Float64Array,
  out: Float64Array,
): void {
  const { firsts } = bodyA;
  const firstsB = bodyB.firsts;
  const b = bodyB.balls;
  const { spans } = bodyB;
  const fastest = Math.max(angularSpeed(state, MOVING_ANGULAR), angularSpeed(state, RESTING_ANGULAR));
  terms[0] = lost[0];
  terms[1] = enough[0];
  terms[2] = fastest > 0 ? QUARTER / fastest : Infinity;
  let k = 0;
  for (let partA = firstA; partA < endA; partA++) {
    const i = BALL * (partA - firstA);
    const ballsA = BALL * (firsts[partA] - firsts[firstA]);
    const countA = firsts[partA + 1] - firsts[partA];
    writeVelocity(state, 0, spansA, i, velocityA);
    for (let partB = firstB; partB < endB; partB++, k++) {
      const j = BALL * partB;
      const ballsB = BALL * firstsB[partB];
      const countB = firstsB[partB + 1] - firstsB[partB];
      writeVelocity(state, 1, spans, j, velocityB);
      const dx = spans[j] - spansA[i];
      const dy = spans[j + 1] - spansA[i + 1];
      const dz = spans[j + 2] - spansA[i + 2];
      const wx = velocityA[0] - velocityB[0];
      const wy = velocityA[1] - velocityB[1];
      const wz = velocityA[2] - velocityB[2];
      const dw = dx * wx + dy * wy + dz * wz;
      const ww = wx * wx + wy * wy + wz * wz;
      let ahead = 0;
      if (dw > 0) {
        const balls = spansA[i + 3] + spans[j + 3];
        const discriminant = dw * dw - ww * (dx * dx + dy * dy + dz * dz - balls * balls);
        ahead = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
        if (!(ahead > 0)) ahead = 0;
      }
      q[0] = dx - ahead * wx;
      q[1] = dy - ahead * wy;
      q[2] = dz - ahead * wz;
      writeStepAlong(state, a, ballsA, countA, b, ballsB, countB);
      let best = proven[0];
      if (best < terms[1] && dw > 0) {
        const part = dw / ww;
        q[0] = dx - part * wx;
        q[1] = dy - part * wy;
        q[2] = dz - part * wz;
        writeStepAlong(state, a, ballsA, countA, b, ballsB, countB);
        if (proven[0] > best) best = proven[0];
      }
      out[k] = best * STEP_SHRINK;
    }
  }
}

function angularSpeed(state: Float64Array, at: number): number {
  return Math.sqrt(state[at] * state[at] + state[at + 1] * state[at + 1] + state[at + 2] * state[at + 2]);
}

/** The velocity of the point at points[i…] as a part of a body. */
function writeVelocity(state: Float64Array, body: 0 | 1, points: Float64Array, i: number, out: Float64Array): void {
  const v = VELOCITY[body];
  const w = TURNING[body];
  const p = PIVOT[body];
  const rx = points[i] - state[p];
  const ry = points[i + 1] - state[p + 1];
  const rz = points[i + 2] - state[p + 2];
  out[0] = state[v] + state[w + 1] * rz - state[w + 2] * ry;
  out[1] = state[v + 1] + state[w + 2] * rx - state[w] * rz;
  out[2] = state[v + 2] + state[w] * ry - state[w + 1] * rx;
}

/** Leaves in proven[0] the time for which the hulls of some balls are proven apart along q: 0 if none, infinite if long enough. */
function writeStepAlong(
  state: Float64Array,
  a: Float64Array,
  i: number,
  countA: number,
  b: Float64Array,
  j: number,
  countB: number,
): void {
  proven[0] = 0;
  q[3] = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const room = terms[0] * q[3];
  terms[3] = 0;
  const rings = terms[2] < terms[1];
  const endA = ROW * raise(state, 0, 1, a, i, countA, rings, rowsA);
  const endB = ROW * raise(state, 1, -1, b, j, countB, rings, rowsB);
  writeHighest(rowsA, endA, highA);
  writeHighest(rowsB, endB, highB);
  const gap = -highA[0] - highB[0] - room;
  if (!(gap > 0)) return;
  // With all that is highest, fastest and most bent at one place: a first bound from below.
  const first = freeFor(gap, highA[1] + highB[1], 2 * (highA[2] + highB[2]));
  const end = rings ? terms[2] : terms[1];
  if (first >= end) proven[0] = rings ? end : Infinity;
  else {
    proven[0] = first;
    if (endA > ROW || endB > ROW) writeChord(endA, endB, room, first, end);
    if (proven[0] >= terms[1]) proven[0] = Infinity;
  }
  if (!rings) return;
  const apart = -highA[3] - highB[3] - room;
  if (apart > 0) {
    const step = terms[3] > 0 ? apart / terms[3] : Infinity;
    if (step > proven[0]) proven[0] = step;
  }
}

const highA = new Float64Array(ROW);
const highB = new Float64Array(ROW);
const at = new Float64Array(1);

/** Leaves in proven[0] where the chord of G is zero, from s to where its tangent there is. */
function writeChord(endA: number, endB: number, room: number, s: number, end: number): void {
  at[0] = s;
  writeHeightAt(rowsA, endA, at, highestA);
  writeHeightAt(rowsB, endB, at, highestB);
  const gap = -highestA[0] - highestB[0] - room;
  if (!(gap > 0)) return;
  const closing = highestA[1] + highestB[1];
  const to = closing > 0 && s + gap / closing < end ? s + gap / closing : end;
  at[0] = to;
  writeHeightAt(rowsA, endA, at, highestA);
  writeHeightAt(rowsB, endB, at, highestB);
  const later = -highestA[0] - highestB[0] - room;
  proven[0] = later >= 0 ? to : s + ((to - s) * gap) / (gap - later);
}

const highestA = new Float64Array(2);
const highestB = new Float64Array(2);

function writeHeightAt(rows: Float64Array, end: number, time: Float64Array, out: Float64Array): void {
  const s = time[0];
  let high = -Infinity;
  let rate = 0;
  for (let k = 0; k < end; k += ROW) {
    const bend = s * rows[k + 2];
    const height = rows[k] + s * (rows[k + 1] + bend);
    if (height > high) {
      high = height;
      rate = rows[k + 1] + 2 * bend;
    }
  }
  out[0] = high;
  out[1] = rate;
}

/** The largest of each column. */
function writeHighest(rows: Float64Array, end: number, out: Float64Array): void {
  let a = rows[0];
  let b = rows[1];
  let c = rows[2];
  let d = rows[3];
  for (let k = ROW; k < end; k += ROW) {
    if (rows[k] > a) a = rows[k];
    if (rows[k + 1] > b) b = rows[k + 1];
    if (rows[k + 2] > c) c = rows[k + 2];
    if (rows[k + 3] > d) d = rows[k + 3];
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}

/** Writes the rows of `count` balls of a body along sense·q; returns how many count: one, if all move alike. */
function raise(
  state: Float64Array,
  body: 0 | 1,
  sense: number,
  balls: Float64Array,
  i: number,
  count: number,
  rings: boolean,
  rows: Float64Array,
): number {
  const v = VELOCITY[body];
  const w = TURNING[body];
  const p = PIVOT[body];
  const qx = sense * q[0];
  const qy = sense * q[1];
  const qz = sense * q[2];
  const length = q[3];
  const wx = state[w];
  const wy = state[w + 1];
  const wz = state[w + 2];
  const ww = wx * wx + wy * wy + wz * wz;
  const straight = qx * state[v] + qy * state[v + 1] + qz * state[v + 2] + length * state[LOOSE[body]];
  terms[3] += straight;
  const looseTurn = length * state[LOOSE[body] + 1];
  const end = i + BALL * count;
  if (ww === 0 && looseTurn === 0) {
    let high = -Infinity;
    for (let at = i; at < end; at += BALL) {
      const height = qx * balls[at] + qy * balls[at + 1] + qz * balls[at + 2] + length * balls[at + 3];
      if (height > high) high = height;
    }
    rows[0] = high;
    rows[1] = straight;
    rows[2] = 0;
    rows[3] = high;
    return 1;
  }
  const px = state[p];
  const py = state[p + 1];
  const pz = state[p + 2];
  const omega = Math.sqrt(ww);
  const ex = qy * wz - qz * wy;
  const ey = qz * wx - qx * wz;
  const ez = qx * wy - qy * wx;
  const along = qx * wx + qy * wy + qz * wz;
  const fx = along * wx - ww * qx;
  const fy = along * wy - ww * qy;
  const fz = along * wz - ww * qz;
  for (let at = i, k = 0; at < end; at += BALL, k += ROW) {
    const rx = balls[at] - px;
    const ry = balls[at + 1] - py;
    const rz = balls[at + 2] - pz;
    const turning = ex * rx + ey * ry + ez * rz;
    const alpha = fx * rx + fy * ry + fz * rz;
    const beta = -omega * turning;
    const larger = alpha > beta ? alpha : beta;
    const smaller = alpha > beta ? beta : alpha;
    const height = qx * balls[at] + qy * balls[at + 1] + qz * balls[at + 2] + length * balls[at + 3];
    rows[k] = height;
    rows[k + 1] = straight + turning + (looseTurn === 0 ? 0 : looseTurn * Math.sqrt(rx * rx + ry * ry + rz * rz));
    rows[k + 2] = larger > 0 ? (smaller > 0 ? larger + SMALLER_PART * smaller : larger) / 2 : 0;
    rows[k + 3] = rings && looseTurn === 0 ? height + (Math.sqrt(alpha * alpha + beta * beta) + alpha) / ww : Infinity;
  }
  return count;
}
