// Motions of A while B stays at the identity, as the FAST paper's benchmarks have them (Zhang, Lee & Kim 2006, §6.2): A's
// origin moves straight, and A turns at a steady pace about one axis over the shorter arc. Models are about 1 in size.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { type BodyPose, normalised, poseFromQuaternion, type Quaternion, times } from '../body-pose.ts';
import { randomDirection, randomRotation } from '../pose-generator.ts';

export interface BodyMotion {
  readonly from: BodyPose;
  readonly to: BodyPose;
}

/** Of a list of motions as the paper has it: how many only move on, and how many turn as well. */
export interface MotionCounts {
  readonly translations: number;
  readonly turning: number;
}

export const PAPER_COUNTS: MotionCounts = { translations: 100, turning: 150 };

/** Distances of the centres at the start, and at the most at the end: about seven of ten such motions touch. */
const START_APART = 2.5;
const END_APART = 1.6;
/** By π/3 about Y and then by π/3 about X: the turn of every motion that turns. */
const TURN: Quaternion = times(
  [Math.sin(Math.PI / 6), 0, 0, Math.cos(Math.PI / 6)],
  [0, Math.sin(Math.PI / 6), 0, Math.cos(Math.PI / 6)],
);
/** Cosine of half the angle between two orientations from which their chord is as good as their arc. Dimensionless. */
const ALIKE = 1 - 1e-15;

/** From anywhere around B to anywhere near it: first those that only move on, then those that turn. */
export function generateMotions({ translations, turning }: MotionCounts, seed: number): BodyMotion[] {
  const random = seeded(seed);
  return Array.from({ length: translations + turning }, (_, i) => {
    const rotation = randomRotation(random);
    const start = randomDirection(random);
    const end = randomDirection(random);
    const apart = randomBetween(random, 0, END_APART);
    const turned = i < translations ? rotation : times(TURN, rotation);
    return {
      from: poseFromQuaternion([START_APART * start[0], START_APART * start[1], START_APART * start[2]], rotation),
      to: poseFromQuaternion([apart * end[0], apart * end[1], apart * end[2]], turned),
    };
  });
}

/** Where A is at a time, to rounding. */
export type PoseAt = (time: number) => BodyPose;

export function linearPoseAt({ from, to }: BodyMotion): PoseAt {
  return (time) => {
    const between = (axis: 0 | 1 | 2): number => from.position[axis] + time * (to.position[axis] - from.position[axis]);
    return poseFromQuaternion([between(0), between(1), between(2)], slerp(from.rotation, to.rotation, time));
  };
}

function slerp(a: Quaternion, b: Quaternion, time: number): Quaternion {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  const half = Math.acos(Math.min(1, Math.abs(dot)));
  const [weightA, weightB] =
    Math.abs(dot) >= ALIKE ? [1 - time, time] : [Math.sin((1 - time) * half), Math.sin(time * half)];
  const mix = (k: 0 | 1 | 2 | 3): number => weightA * a[k] + sign * weightB * b[k];
  return normalised(mix(0), mix(1), mix(2), mix(3));
}
