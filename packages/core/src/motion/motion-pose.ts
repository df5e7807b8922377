import { NearmissError, textOf } from '../error.ts';
import { POSE_SIZE, type Pose, type Quaternion, type Vector3 } from '../scalar/pose.ts';
import { BodyMotion } from './body-motion.ts';
import type { Motion } from './motion.ts';

/** A pose with both of its parts. See {@link motionPose}. */
export interface MotionPose extends Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/**
 * The pose of a body at a time from 0 to 1: within rounding of the exact motion, and the same pose at which queries about the
 * motion report contacts.
 *
 * @example
 * console.log(motionPose({ from: {}, to: { position: [2, 0, 0] } }, 0.5).position); // [ 1, 0, 0 ]
 */
export function motionPose(motion: Motion, time: number): MotionPose {
  if (!(typeof time === 'number' && time >= 0 && time <= 1)) {
    throw new NearmissError('motion/bad-time', `The time is ${textOf(time)}; motions run from time 0 to 1.`);
  }
  // A new reader each time: the pose function of a caller may call this function in turn.
  const body = new BodyMotion();
  body.read(motion, new Float64Array(3), 'motion');
  const pose = new Float64Array(POSE_SIZE);
  body.poseAt(time, pose);
  const [x, y, z, qx, qy, qz, qw] = pose;
  if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
    throw new NearmissError('pose/too-far', `At time ${time} the body is farther away than numbers reach.`);
  }
  return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
}
