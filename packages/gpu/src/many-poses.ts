// Poses of many queries: seven doubles each, position x y z and rotation x y z w. They are checked before anything is computed.

import { NearmissError } from 'nearmiss';

/** Doubles of a pose. */
export const POSE = 7;

/** How far |q|² may be from 1 before a quaternion is refused, as by every query of nearmiss. Dimensionless. */
const QUATERNION_ERROR = 2e-3;

/** The kernels take quaternions as unit that are so to this; others are divided by their length here. Dimensionless. */
const UNIT_ERROR: number = 2 ** -26;

function isPose(poses: Float64Array, at: number): boolean {
  const sum = poses[at] + poses[at + 1] + poses[at + 2];
  // Finite summands can have an infinite sum; that is far beyond every coordinate a mesh may have.
  return Math.abs(squareOf(poses, at) - 1) <= QUATERNION_ERROR && sum - sum === 0;
}

function squareOf(poses: Float64Array, at: number): number {
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  return x * x + y * y + z * z + w * w;
}

/** Refuses what are no poses; returns those to upload: the same array where all quaternions are unit, else a copy where they are. */
export function readPoses(poses: Float64Array, name: string): Float64Array {
  if (!(poses instanceof Float64Array) || poses.length % POSE !== 0) {
    throw new NearmissError('pose/bad-form', `${name} must be a Float64Array of seven numbers a pose.`);
  }
  let isUnit = true;
  for (let at = 0; at < poses.length; at += POSE) {
    const away = Math.abs(squareOf(poses, at) - 1);
    if (away <= UNIT_ERROR && isPose(poses, at)) continue;
    if (!isPose(poses, at)) refuse(poses, at, name);
    isUnit = false;
  }
  return isUnit ? poses : withUnitRotations(poses);
}

function withUnitRotations(poses: Float64Array): Float64Array {
  const out = poses.slice();
  for (let at = 0; at < poses.length; at += POSE) {
    const length = Math.sqrt(squareOf(poses, at));
    for (let k = 3; k < POSE; k++) out[at + k] = poses[at + k] / length;
  }
  return out;
}

function refuse(poses: Float64Array, at: number, name: string): never {
  const areNumbers = poses.subarray(at, at + POSE).every(Number.isFinite);
  const code = areNumbers ? 'pose/bad-rotation' : 'pose/bad-position';
  const what = areNumbers ? 'its quaternion is not of length 1' : 'it has a number that is not finite or too large';
  throw new NearmissError(code, `Pose ${at / POSE} of ${name} is refused: ${what}.`);
}
