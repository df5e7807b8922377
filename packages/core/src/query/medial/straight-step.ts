// The certified first time of contact of two medial primitives over one step, their balls on straight lines from time 0 to 1. The
// alternation of the paper is a baseline (lab/medial-alternation).

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { POINT_MOTION } from '../advance/point-motion.ts';
import { PrimitiveInMotion, writeStepApart } from './primitive-steps.ts';

/** A primitive of one, two or three balls, and the displacement of each centre over the step, 3 doubles per ball. */
export interface PrimitiveMotion {
  readonly balls: Float64Array;
  readonly displacements: Float64Array;
}

/** Number of steps after which the query gives up on an approach that is too flat to end. */
const MOST_STEPS = 1024;

/**
 * The first time in [0, 1] at which two primitives are within `tolerance` of each other, or Infinity if there is none. They do not
 * touch before it. This is proven for the doubles given, up to a rounding of a few u of the coordinates, which the tolerance must
 * exceed.
 */
export function straightContactTime(a: PrimitiveMotion, b: PrimitiveMotion, tolerance: number): number {
  const ballsA = new Float64Array(3 * BALL);
  const ballsB = new Float64Array(3 * BALL);
  const motionsA = new Float64Array(3 * POINT_MOTION);
  const motionsB = new Float64Array(3 * POINT_MOTION);
  const closest = new Float64Array(CLOSEST_SIZE);
  const withheld = new Float64Array(1);
  const enough = new Float64Array(1);
  const step = new Float64Array(1);
  const countA = a.balls.length / BALL;
  const countB = b.balls.length / BALL;
  writeDisplacements(a, countA, motionsA);
  writeDisplacements(b, countB, motionsB);
  withheld[0] = tolerance / 2;
  const first = new PrimitiveInMotion().set(ballsA, 0, countA, motionsA);
  const second = new PrimitiveInMotion().set(ballsB, 0, countB, motionsB);
  let time = 0;
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    poseAt(a, countA, time, ballsA);
    poseAt(b, countB, time, ballsB);
    closestBalls(ballsA, 0, countA, ballsB, 0, countB, closest);
    if (closest[0] <= tolerance) return time;
    enough[0] = 1 - time;
    writeStepApart(first, second, closest, withheld, enough, step);
    if (time + step[0] > 1) return Infinity;
    if (!(time + step[0] > time)) return time;
    time += step[0];
  }
  return time;
}

function writeDisplacements({ displacements }: PrimitiveMotion, count: number, out: Float64Array): void {
  out.fill(0);
  for (let ball = 0; ball < count; ball++) {
    for (let k = 0; k < 3; k++) out[POINT_MOTION * ball + k] = displacements[3 * ball + k];
  }
}

/** Writes the balls of a primitive at a time to `out`. */
export function poseAt(
  { balls, displacements }: PrimitiveMotion,
  count: number,
  time: number,
  out: Float64Array,
): void {
  for (let ball = 0; ball < count; ball++) {
    for (let k = 0; k < 3; k++) out[BALL * ball + k] = balls[BALL * ball + k] + time * displacements[3 * ball + k];
    out[BALL * ball + 3] = balls[BALL * ball + 3];
  }
}
