// Two medial primitives over one step, their balls on straight lines from time 0 to 1: the first time of contact, certified, and the
// alternation of the paper as it stands there, to be measured against.

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { POINT_MOTION } from '../advance/point-motion.ts';
import { writeStepApart } from './primitive-steps.ts';

/** A primitive of one, two or three balls, and how far the centre of each goes over the step, 3 doubles a ball. */
export interface MovingPrimitive {
  readonly balls: Float64Array;
  readonly ways: Float64Array;
}

/** Steps after which an approach too flat to end is left as it is. */
const MOST_STEPS = 1024;

/** Turns of the alternation after which it is taken to go in circles. */
const MOST_TURNS = 64;

/** Two times this near each other are the same to the alternation. Dimensionless. */
const SAME_TIME = 1e-9;

/**
 * The first time in [0, 1] at which two primitives are within `tolerance` of each other, or Infinity if they never are: proven for the
 * doubles given, but for a rounding of a few u of the coordinates, which the tolerance must exceed. They do not touch before it, nor at all where it is infinite.
 */
export function straightContactTime(a: MovingPrimitive, b: MovingPrimitive, tolerance: number): number {
  const ballsA = new Float64Array(3 * BALL);
  const ballsB = new Float64Array(3 * BALL);
  const motionsA = new Float64Array(3 * POINT_MOTION);
  const motionsB = new Float64Array(3 * POINT_MOTION);
  const closest = new Float64Array(CLOSEST_SIZE);
  const lost = new Float64Array(1);
  const enough = new Float64Array(1);
  const step = new Float64Array(1);
  const countA = a.balls.length / BALL;
  const countB = b.balls.length / BALL;
  writeWays(a, countA, motionsA);
  writeWays(b, countB, motionsB);
  lost[0] = tolerance / 2;
  let time = 0;
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    placeAt(a, countA, time, ballsA);
    placeAt(b, countB, time, ballsB);
    closestBalls(ballsA, 0, countA, ballsB, 0, countB, closest);
    if (closest[0] <= tolerance) return time;
    enough[0] = 1 - time;
    writeStepApart(ballsA, 0, countA, motionsA, ballsB, 0, countB, motionsB, closest, lost, enough, step);
    if (time + step[0] > 1) return Infinity;
    if (!(time + step[0] > time)) return time;
    time += step[0];
  }
  return time;
}

/**
 * The time at which the alternation of Song, Lan, Yao and Guo (2014, §4.2–4.4) finds two primitives in contact, Infinity where it finds none, NaN
 * where it goes in circles. From the end of the step on it takes the closest balls and goes to where these touch first, or are
 * nearest. It proves nothing: the balls that are closest at the end may not be those that touch first, or touch at all.
 */
export function alternatingContactTime(a: MovingPrimitive, b: MovingPrimitive, tolerance: number): number {
  const ballsA = new Float64Array(3 * BALL);
  const ballsB = new Float64Array(3 * BALL);
  const closest = new Float64Array(CLOSEST_SIZE);
  const velocity = new Float64Array(3);
  const countA = a.balls.length / BALL;
  const countB = b.balls.length / BALL;
  let time = 1;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    placeAt(a, countA, time, ballsA);
    placeAt(b, countB, time, ballsB);
    closestBalls(ballsA, 0, countA, ballsB, 0, countB, closest);
    // |d + w·s| = R for the two balls s later: P₁s² + 2P₂s + P₃ = R².
    velocity.fill(0);
    addVelocity(b, countB, ballsB, closest, 5, 1, velocity);
    addVelocity(a, countA, ballsA, closest, 1, -1, velocity);
    const radii = closest[4] + closest[8];
    let square = 0;
    let half = 0;
    let apart = 0;
    for (let k = 0; k < 3; k++) {
      const d = closest[5 + k] - closest[1 + k];
      square += velocity[k] * velocity[k];
      half += velocity[k] * d;
      apart += d * d;
    }
    const nearest = square > 0 ? time - half / square : time;
    const discriminant = half * half - square * (apart - radii * radii);
    const spread = square > 0 && discriminant > 0 ? Math.sqrt(discriminant) / square : 0;
    const enters = nearest - spread;
    const leaves = nearest + spread;
    const touches = Math.abs(closest[0]) <= tolerance;
    // Condition 1: in contact at the start and separating.
    if (touches && time <= SAME_TIME && leaves <= SAME_TIME) return Infinity;
    // In contact; Condition 2: but not when they leave each other, which is where a tunnel ends.
    if (touches && !(Math.abs(leaves - time) <= SAME_TIME && enters < time - SAME_TIME)) return time;
    const isReal = discriminant >= 0;
    const next = isReal && leaves < 0 ? 0 : Math.min(1, Math.max(0, isReal ? enters : nearest));
    // Condition 3: the time stays where it is and they are apart; overlapping from the start on is contact at once.
    if (Math.abs(next - time) <= SAME_TIME) return closest[0] <= tolerance ? time : Infinity;
    time = next;
  }
  return Number.NaN;
}

function writeWays({ ways }: MovingPrimitive, count: number, out: Float64Array): void {
  out.fill(0);
  for (let ball = 0; ball < count; ball++) {
    for (let k = 0; k < 3; k++) out[POINT_MOTION * ball + k] = ways[3 * ball + k];
  }
}

function placeAt({ balls, ways }: MovingPrimitive, count: number, time: number, out: Float64Array): void {
  for (let ball = 0; ball < count; ball++) {
    for (let k = 0; k < 3; k++) out[BALL * ball + k] = balls[BALL * ball + k] + time * ways[3 * ball + k];
    out[BALL * ball + 3] = balls[BALL * ball + 3];
  }
}

/** Adds `sign` times the velocity of the ball closest[at…] of a primitive, whose corners are at `placed`, to `velocity`. */
function addVelocity(
  { ways }: MovingPrimitive,
  count: number,
  placed: Float64Array,
  closest: Float64Array,
  at: number,
  sign: number,
  velocity: Float64Array,
): void {
  // Its weights, from centre and radius together: the place nearest to it in the plane of the corners, in four dimensions.
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let wu = 0;
  let wv = 0;
  for (let k = 0; k < 4; k++) {
    const u = count > 1 ? placed[BALL + k] - placed[k] : 0;
    const v = count > 2 ? placed[2 * BALL + k] - placed[k] : 0;
    const w = closest[at + k] - placed[k];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    wu += w * u;
    wv += w * v;
  }
  const det = uu * vv - uv * uv;
  const s = det > 0 ? (wu * vv - wv * uv) / det : uu >= vv ? (uu > 0 ? wu / uu : 0) : 0;
  const t = det > 0 ? (wv * uu - wu * uv) / det : uu >= vv ? 0 : wv / vv;
  for (let k = 0; k < 3; k++) {
    const first = ways[k];
    const second = count > 1 ? ways[3 + k] : first;
    const third = count > 2 ? ways[6 + k] : first;
    velocity[k] += sign * (first + s * (second - first) + t * (third - first));
  }
}
