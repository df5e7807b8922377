// How fast two bodies can close the gap between them.
//
// n is a unit vector, fixed in the inertial frame of a state (motion/relative-motion.ts) and pointing from the query body M to the
// reference body R. A steady body with velocity v of its pivot, angular velocity ω = |ω|a, carries the point at r from the pivot over
// a time s, with φ = |ω|s and r⊥ = r − (a·r)a, along n by exactly
//
//     v·n s + sin φ (n×a)·r − (1 − cos φ) n·r⊥   =   v·n s + c sin φ + b (1 − cos φ),      c = (n×a)·r,  b = −n·r⊥,      (1)
//
// since Rot(φ)r − r = sin φ a×r − (1 − cos φ)r⊥. What M does along n and R along −n closes the gap. Both are affine in r, so a
// bound at the corners of a polytope, by the same bound for each, holds for all of it.
//
// Bounds of (1), each for ANY s ≥ 0, however many turns:
//
//   linear   c sin φ + b(1 − cos φ) ≤ |n×a||r⊥|·φ, for its derivative c cos φ + b sin φ is at most √(c² + b²), and a×r⊥ and r⊥ are
//            orthogonal and equally long, so c² + b² ≤ |n⊥|²|r⊥|², n⊥ = n − (a·n)a, |n⊥| = |n×a|. `directedSpeed`. ≤ cφ + ½Bφ² with
//            B = max(b, 0) if c ≥ 0: sin φ ≤ φ and 1 − cos φ ≤ ½φ².
//            If c < 0, sin φ ≤ φ goes in the wrong direction. There B may be √(c² + b²), the largest second derivative (Taylor); or
//            max(b, 0) + (2/π)|c|, since |c|(φ − sin φ) ≤ |c|φ²/π: (φ − sin φ)/φ² is largest where φ(1 − cos φ) =
//            2(φ − sin φ), at φ = π. The lower of the two is taken. `triangleStep`.
//   sets     of points, with c in [l, h]: ≤ hφ + ½Bφ² with B the largest max(b, 0), and (2/π)|l| more where l < 0 and h < κ|l|. For
//            −sin φ ≤ κφ, κ = 0.2172… (where tan φ = φ), so that a point with c < 0 closes by no more than κ|l|φ. `arcStep`. reach
//            ≤ b + √(c² + b²), the largest value: a rotation in place comes no nearer than that.
//
// The bound of FAST §4.2, c·φ alone, holds at an instant: c changes as the body rotates. It is not a bound over a step; it is here
// for tests, as `unsafeInstantSpeed`.
//
// A body whose direction of motion is unknown has loose speeds V and W, and moves any point by at most (V + W|r|)s.
//
// Rounding. The vectors of a state have an error of 40u of themselves and coordinates one of state[13] =: E, so speeds have an
// error of 64u of |v| + |ω||r| and 4E|ω|; this is added (SPEED_ROUNDING). From a gap 4E, more than 2√3·E, is deducted, for the
// errors E of the corners before and after the step. Then the exact motion of the given doubles is free for the whole step.

import { RELATIVE_ERROR } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
} from './relative-motion.ts';

/** Offsets of the query body (0) and of the reference body (1) in a state. */
const ANGULAR = [QUERY_ANGULAR, REFERENCE_ANGULAR] as const;
const PIVOT = [QUERY_PIVOT, REFERENCE_PIVOT] as const;
const LOOSE = [QUERY_LOOSE, REFERENCE_LOOSE] as const;

/** Error bound of a computed speed, in parts of |v| + |ω||r|, all in 1-norms. Dimensionless. */
const SPEED_ROUNDING: number = 64 * UNIT_ROUNDOFF;

/** Multiples of state[13] that are deducted from a gap: the error of corners before and after the step. */
export const GAP_ERRORS = 4;

/** 2/π, rounded up: the part of a negative c that is recovered over the arc. */
const RETURNING = 0.6366197723675815;

/** Factor that turns a value rounded a few times into an upper bound. */
const ROUND_UP: number = 1 + 8 * UNIT_ROUNDOFF;

/** κ, rounded up: no sine falls below −κφ. */
const LARGEST_RETURN = 0.21724;

/** Part of a step that is deducted for its own rounding. */
const ROUND_DOWN: number = 1 - 8 * UNIT_ROUNDOFF;

/** Squares of speeds within these bounds neither overflow nor lose their digits. */
const LEAST_SQUARE = 1e-280;
const LARGEST_SQUARE = 1e280;

/**
 * Upper bound of the speed at which any two points approach along n, over any time; `reachQuery` and `reachReference` are upper
 * bounds of their distances from the axes of their bodies (for a body with loose speeds: from its pivot).
 */
export function directedSpeed(
  state: Float64Array,
  n: Float64Array,
  reachQuery: number,
  reachReference: number,
): number {
  const turning =
    acrossSpeed(state, n, QUERY_ANGULAR) * reachQuery + acrossSpeed(state, n, REFERENCE_ANGULAR) * reachReference;
  return straightSpeed(state, n) + turning + commonError(state, reachQuery, reachReference);
}

/** The bound of the dynamic collision checker (Schwarzer, Saha, Latombe 2002): as `directedSpeed`, for all directions at once. */
export function undirectedSpeed(state: Float64Array, reachQuery: number, reachReference: number): number {
  const dx = state[QUERY_VELOCITY] - state[REFERENCE_VELOCITY];
  const dy = state[QUERY_VELOCITY + 1] - state[REFERENCE_VELOCITY + 1];
  const dz = state[QUERY_VELOCITY + 2] - state[REFERENCE_VELOCITY + 2];
  const turning = lengthAt(state, QUERY_ANGULAR) * reachQuery + lengthAt(state, REFERENCE_ANGULAR) * reachReference;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) + turning + commonError(state, reachQuery, reachReference);
}

/**
 * The bound of FAST §4.2 for two triangles: (v_M − v_R)·n and the largest (n×ω)·r of each. It holds at an instant only. NOT a bound
 * over any step: test/motion/bounds.test.ts has a rod that steps over a box by it.
 */
export function unsafeInstantSpeed(
  state: Float64Array,
  moved: Float64Array,
  i: number,
  referenceMotion: Float64Array,
  j: number,
  n: Float64Array,
): number {
  measureCorners(state, 0, moved, i, n);
  measureCorners(state, 1, referenceMotion, j, n);
  const c = corners;
  const queryMotion = Math.max(c[RATE], c[RATE + CORNER_SIZE], c[RATE + 2 * CORNER_SIZE]);
  const other = Math.max(c[BODY_SIZE + RATE], c[BODY_SIZE + RATE + CORNER_SIZE], c[BODY_SIZE + RATE + 2 * CORNER_SIZE]);
  return straightSpeed(state, n) + queryMotion + other;
}

/**
 * The longest step s with closing·s + ½·bending·s² ≤ gap, for bending ≥ 0, rounded down; Infinity if there is no limit, 0 if there
 * is no gap.
 */
export function stepOverArc(gap: number, closing: number, bending: number): number {
  if (!(gap > 0)) return 0;
  if (!(bending > 0)) return closing > 0 ? (gap / closing) * ROUND_DOWN : Infinity;
  const square = closing * closing;
  const rest = 2 * bending * gap;
  if (!(rest >= LEAST_SQUARE && square + rest <= LARGEST_SQUARE)) {
    // Either term may take half of the gap.
    const curved = Math.sqrt(gap) / Math.sqrt(bending);
    return (closing > 0 ? Math.min(gap / closing / 2, curved) : curved) * ROUND_DOWN;
  }
  const root = Math.sqrt(square + rest);
  return (closing > 0 ? (2 * gap) / (closing + root) : (root - closing) / bending) * ROUND_DOWN;
}

/** The largest distance of a ball's points from the axis of the body, or from its pivot where it moves loosely; rounded up. */
export function reachOfBall(state: Float64Array, body: 0 | 1, x: number, y: number, z: number, radius: number): number {
  const pivot = PIVOT[body];
  const rx = x - state[pivot];
  const ry = y - state[pivot + 1];
  const rz = z - state[pivot + 2];
  const sq = rx * rx + ry * ry + rz * rz;
  const angular = ANGULAR[body];
  const speedSq = squareAt(state, angular);
  if (speedSq === 0 || state[LOOSE[body] + 1] > 0) return Math.sqrt(sq) * ROUND_UP + radius;
  const cx = state[angular + 1] * rz - state[angular + 2] * ry;
  const cy = state[angular + 2] * rx - state[angular] * rz;
  const cz = state[angular] * ry - state[angular + 1] * rx;
  const offAxis = Math.sqrt((cx * cx + cy * cy + cz * cz) / speedSq);
  return offAxis + SPEED_ROUNDING * Math.sqrt(sq) + radius;
}

/** The directions of a body's supports, and the supports: `writeArcDirections`, `arcStep`. */
export const ARC_DIRECTIONS = 6;
/** For each body: the largest and the least c|ω| of its points, and their largest b|ω|². */
export const ARC_SUPPORTS = 3;

/** Writes n×ω and (n·ω)ω − |ω|²n to out[o..o+5], for the reference body with −n: c|ω| and b|ω|² are the products of r with them. */
export function writeArcDirections(
  state: Float64Array,
  body: 0 | 1,
  n: Float64Array,
  out: Float64Array,
  o: number,
): void {
  const sign = body === 0 ? 1 : -1;
  const nx = sign * n[0];
  const ny = sign * n[1];
  const nz = sign * n[2];
  const angular = ANGULAR[body];
  const wx = state[angular];
  const wy = state[angular + 1];
  const wz = state[angular + 2];
  const speedSq = wx * wx + wy * wy + wz * wz;
  const along = nx * wx + ny * wy + nz * wz;
  out[o] = ny * wz - nz * wy;
  out[o + 1] = nz * wx - nx * wz;
  out[o + 2] = nx * wy - ny * wx;
  out[o + 3] = along * wx - speedSq * nx;
  out[o + 4] = along * wy - speedSq * ny;
  out[o + 5] = along * wz - speedSq * nz;
}

/**
 * The step over the arc for two bodies with known supports, ARC_SUPPORTS numbers each: the bound of FAST §4.2, completed so that it
 * holds over a step. `gap` is the width of the slab along n between them, less all rounding; arms are their largest distances from
 * the pivots.
 */
export function arcStep(
  state: Float64Array,
  n: Float64Array,
  gap: number,
  supports: Float64Array,
  armQuery: number,
  armReference: number,
): number {
  const closing =
    straightSpeed(state, n) + supports[0] + supports[ARC_SUPPORTS] + commonError(state, armQuery, armReference);
  const bending =
    bendingOf(state, QUERY_ANGULAR, supports, 0, armQuery) +
    bendingOf(state, REFERENCE_ANGULAR, supports, ARC_SUPPORTS, armReference);
  return stepOverArc(gap, closing, bending);
}

/** B|ω|² of all points of a body. */
function bendingOf(state: Float64Array, angular: number, supports: Float64Array, o: number, arm: number): number {
  const speed = lengthAt(state, angular);
  const least = supports[o + 1];
  const returns = supports[o] < -LARGEST_RETURN * least;
  return (
    Math.max(supports[o + 2], 0) - (returns ? RETURNING * least * speed : 0) + SPEED_ROUNDING * speed * speed * arm
  );
}

// The values that `measureCorners` computes for a corner: its height along n (or −n), c|ω|, B|ω|², and its reach b + √(c² + b²).
const HEIGHT = 0;
const RATE = 1;
const BENDING = 2;
const REACH = 3;
const CORNER_SIZE = 4;
const BODY_SIZE: number = 3 * CORNER_SIZE;
const corners = new Float64Array(2 * BODY_SIZE);
const directions = new Float64Array(ARC_DIRECTIONS);
/** [0], [1]: largest |r|₁ of each body. */
const largestArms = new Float64Array(2);

/**
 * A time for which the query triangle at moved[i..i+8] and the reference triangle at reference[j..j+8], positions at the time of
 * `state`, stay apart: the longest that the bounds of the arc or of the reach, corner by corner, prove with the direction n. 0 if n
 * does not separate them by more than rounding. `gap` is a lower bound of the width of the slab along n between them, where one is
 * known; that of the corners, less `errorBound`, is used if it is smaller.
 */
export function triangleStep(
  state: Float64Array,
  moved: Float64Array,
  i: number,
  referenceMotion: Float64Array,
  j: number,
  n: Float64Array,
  gap: number = Infinity,
  errorBound = 0,
): number {
  const c = corners;
  const highest = measureCorners(state, 0, moved, i, n);
  const lowest = -measureCorners(state, 1, referenceMotion, j, n);
  const width = Math.min(gap, lowest - highest - errorBound) - GAP_ERRORS * state[RELATIVE_ERROR];
  if (!(width > 0)) return 0;
  const straight = straightSpeed(state, n) + commonError(state, largestArms[0], largestArms[1]);
  const bent =
    SPEED_ROUNDING *
    (squareAt(state, QUERY_ANGULAR) * largestArms[0] + squareAt(state, REFERENCE_ANGULAR) * largestArms[1]);

  const reachError = SPEED_ROUNDING * (largestArms[0] + largestArms[1]);

  let step = Infinity;
  for (let a = 0; a < BODY_SIZE; a += CORNER_SIZE) {
    for (let b = BODY_SIZE; b < 2 * BODY_SIZE; b += CORNER_SIZE) {
      // Corners farther back have a larger gap.
      const gapHere = width + (highest - c[a + HEIGHT]) + (-c[b + HEIGHT] - lowest);
      const closing = straight + c[a + RATE] + c[b + RATE];
      const bending = bent + c[a + BENDING] + c[b + BENDING];
      // gap − closing·s − ½bending·s² is concave in s and positive at 0: positive at `step`, positive throughout.
      if (gapHere - step * (closing + 0.5 * bending * step) > 0) continue;
      const left = gapHere - c[a + REACH] - c[b + REACH] - reachError;
      const overArc = stepOverArc(gapHere, closing, bending);
      const withinReach = left > 0 ? stepOverArc(left, straight, 0) : 0;
      step = Math.min(step, Math.max(overArc, withinReach));
    }
  }
  return step;
}

/** Measures the corners of a triangle against n, or −n for the reference body, and returns the greatest height. */
function measureCorners(state: Float64Array, body: 0 | 1, triangle: Float64Array, i: number, n: Float64Array): number {
  const sign = body === 0 ? 1 : -1;
  const nx = sign * n[0];
  const ny = sign * n[1];
  const nz = sign * n[2];
  const speedSq = squareAt(state, ANGULAR[body]);
  const speed = Math.sqrt(speedSq);
  writeArcDirections(state, body, n, directions, 0);
  const cx = directions[0];
  const cy = directions[1];
  const cz = directions[2];
  const bx = directions[3];
  const by = directions[4];
  const bz = directions[5];
  const pivot = PIVOT[body];
  const px = state[pivot];
  const py = state[pivot + 1];
  const pz = state[pivot + 2];
  let highest = -Infinity;
  let arm = 0;
  for (let k = 0; k < 3; k++) {
    const x = triangle[i + 3 * k];
    const y = triangle[i + 3 * k + 1];
    const z = triangle[i + 3 * k + 2];
    const rx = x - px;
    const ry = y - py;
    const rz = z - pz;
    const height = nx * x + ny * y + nz * z;
    const rate = cx * rx + cy * ry + cz * rz;
    const bend = bx * rx + by * ry + bz * rz;
    const amplitude = Math.sqrt(rate * rate * speedSq + bend * bend);
    const outward = Math.max(bend, 0);
    const at = body * BODY_SIZE + k * CORNER_SIZE;
    corners[at + HEIGHT] = height;
    corners[at + RATE] = rate;
    corners[at + BENDING] = rate >= 0 ? outward : Math.min(amplitude, outward - RETURNING * rate * speed);
    corners[at + REACH] = speedSq > 0 ? (bend + amplitude) / speedSq : 0;
    if (height > highest) highest = height;
    arm = Math.max(arm, Math.abs(rx) + Math.abs(ry) + Math.abs(rz));
  }
  largestArms[body] = arm;
  return highest;
}

/** (v_M − v_R)·n. */
function straightSpeed(state: Float64Array, n: Float64Array): number {
  return (
    (state[QUERY_VELOCITY] - state[REFERENCE_VELOCITY]) * n[0] +
    (state[QUERY_VELOCITY + 1] - state[REFERENCE_VELOCITY + 1]) * n[1] +
    (state[QUERY_VELOCITY + 2] - state[REFERENCE_VELOCITY + 2]) * n[2]
  );
}

/** Loose speeds and rounding of points up to these distances from the pivots. */
function commonError(state: Float64Array, armQuery: number, armReference: number): number {
  const loose =
    state[QUERY_LOOSE] +
    state[QUERY_LOOSE + 1] * armQuery +
    state[REFERENCE_LOOSE] +
    state[REFERENCE_LOOSE + 1] * armReference;
  const turning = sizeAt(state, QUERY_ANGULAR) + state[QUERY_LOOSE + 1];
  const turningReference = sizeAt(state, REFERENCE_ANGULAR) + state[REFERENCE_LOOSE + 1];
  const speeds =
    sizeAt(state, QUERY_VELOCITY) +
    sizeAt(state, REFERENCE_VELOCITY) +
    turning * armQuery +
    turningReference * armReference;
  return loose + SPEED_ROUNDING * (speeds + loose) + GAP_ERRORS * state[RELATIVE_ERROR] * (turning + turningReference);
}

/** |n×ω|. */
function acrossSpeed(state: Float64Array, n: Float64Array, angular: number): number {
  const wx = state[angular];
  const wy = state[angular + 1];
  const wz = state[angular + 2];
  const x = n[1] * wz - n[2] * wy;
  const y = n[2] * wx - n[0] * wz;
  const z = n[0] * wy - n[1] * wx;
  return Math.sqrt(x * x + y * y + z * z);
}

function sizeAt(v: Float64Array, i: number): number {
  return Math.abs(v[i]) + Math.abs(v[i + 1]) + Math.abs(v[i + 2]);
}

function squareAt(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}

function lengthAt(v: Float64Array, i: number): number {
  return Math.sqrt(squareAt(v, i));
}
