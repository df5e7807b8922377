// Two bodies that move in any path there is, and where their points are while they do: what bounds are tried on.

import type { OracleMotion, SeededRandom } from '@nearmiss/fixtures';
import { BodyMotion } from '../../src/motion/body-motion.ts';
import type { Motion } from '../../src/motion/motion.ts';
import { type BodyFrame, RelativeMotion, STATE_SIZE } from '../../src/motion/relative-motion.ts';
import { POSE_SIZE, pointToWorld } from '../../src/scalar/pose.ts';
import { MOTION_CLASSES, randomVector } from './seeded-motions.ts';

type Numbers = readonly number[];

const NOWHERE = new Float64Array(3);
const UNIT_FRAME: BodyFrame = { centre: NOWHERE, unit: 1, radius: 4 };
export const queryMotion: BodyMotion = new BodyMotion();
export const referenceMotion: BodyMotion = new BodyMotion();
export const relative: RelativeMotion = new RelativeMotion();
export const state: Float64Array = new Float64Array(STATE_SIZE);

export function prepare(motionQ: Motion, motionR: Motion): void {
  queryMotion.read(motionQ, NOWHERE, 'motionA');
  referenceMotion.read(motionR, NOWHERE, 'motionB');
  relative.prepare(queryMotion, UNIT_FRAME, referenceMotion, UNIT_FRAME);
}

/** Points of the query body in the reference frame at the time of the state. */
export function moveCorners(corners: Numbers): Float64Array {
  const out = new Float64Array(corners.length);
  for (let k = 0; k < corners.length; k += 3) {
    for (let row = 0; row < 3; row++) {
      const m = state.subarray(3 * row, 3 * row + 3);
      out[k + row] = m[0] * corners[k] + m[1] * corners[k + 1] + m[2] * corners[k + 2] + state[9 + row];
    }
  }
  return out;
}

export const directionOf = (random: SeededRandom): Float64Array => {
  const v = randomVector(random, 1);
  const length = Math.hypot(...v);
  return Float64Array.from(v, (x) => x / length);
};

/** Heights along n, fixed where the reference body stands at `time`, of a body's points at a later one. */
export function heightsAfter(
  body: BodyMotion,
  points: Numbers,
  time: number,
  later: number,
  n: Float64Array,
): number[] {
  const frame = new Float64Array(POSE_SIZE);
  const pose = new Float64Array(POSE_SIZE);
  referenceMotion.poseAt(time, frame);
  body.poseAt(later, pose);
  const world = new Float64Array(3);
  // n in the world: the reference body's pose at `time`, without its position.
  const direction = new Float64Array(3);
  pointToWorld(Float64Array.of(0, 0, 0, ...frame.subarray(3)), NOWHERE, 1, n, 0, direction, 0);
  const heights: number[] = [];
  for (let k = 0; k < points.length; k += 3) {
    pointToWorld(pose, NOWHERE, 1, Float64Array.from(points.slice(k, k + 3)), 0, world, 0);
    heights.push([0, 1, 2].reduce((sum, c) => sum + direction[c] * (world[c] - frame[c]), 0));
  }
  return heights;
}

export const distanceFromPivot = (body: BodyMotion, points: Numbers): number =>
  Math.max(...[0, 3, 6].map((k) => Math.hypot(...[0, 1, 2].map((c) => points[k + c] - body.pivot[c]))));

/** Every motion, functions among them, with bounds that are theirs. */
const names = Object.keys(MOTION_CLASSES);
export function randomMotion(random: SeededRandom): Motion {
  const pick = Math.floor((names.length + 1) * random());
  if (pick < names.length) {
    const motion: OracleMotion = MOTION_CLASSES[names[pick]](random, 2);
    // At most some turns: samples have to be close enough to see the motion.
    if (!('angularVelocity' in motion)) return motion as Motion;
    return { ...motion, angularVelocity: randomVector(random, 20) };
  }
  const [speed, turn] = [3 * random(), 5 * random()];
  const displacement = directionOf(random);
  return {
    pose: (t) => ({
      position: Array.from(displacement, (x) => x * speed * t),
      rotation: [0, Math.sin((turn * t) / 2), 0, Math.cos((turn * t) / 2)],
    }),
    speed,
    angularSpeed: turn,
  };
}

/** Rounding of the samples themselves: positions of size 10 or so, in plain doubles. */
export const SAMPLING = 1e-12;
