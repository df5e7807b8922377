import { collide, type Model, type PenetrationResult } from 'nearmiss';
import { type BodyPose, poseFromQuaternion, type Vector } from '../body-pose.ts';
import { plus } from '../vector.ts';

/** The length of a translation may differ from the bound claimed by rounding: a part of it. */
const ROUNDING = 1e-12;

/** Whether A's separating translation leads nowhere, or is longer than claimed, or what is proven from below is above it. */
export function isWrong(a: Model, pose: BodyPose, b: Model, poseB: BodyPose, result: PenetrationResult): boolean {
  const { lower, upper, translation } = result;
  if (!(lower <= upper) || Math.hypot(...translation) > (1 + ROUNDING) * upper) return true;
  return isOverlapping(a, movedBy(pose, translation), b, poseB);
}

export function isOverlapping(a: Model, pose: BodyPose, b: Model, poseB: BodyPose): boolean {
  const { status } = collide(a, pose, b, poseB);
  return status !== 'separated' && status !== 'touching';
}

export function movedBy({ position, rotation }: BodyPose, translation: Vector): BodyPose {
  return poseFromQuaternion(plus(position, translation), rotation);
}
