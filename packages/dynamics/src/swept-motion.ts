// The motion of a body over an interval, from `pose` to `next`, as the library takes it, and where the body is on it.

import { type Motion, motionPose } from 'nearmiss';
import type { Body } from './body.ts';
import { addSpin, writeSwing } from './symmetry.ts';

/** The motion of a body over the interval. Bodies of revolution go without the turn about their own axis, which moves nothing. */
export function motionOf(body: Body): Motion {
  if (!isMoving(body)) return body.poseView;
  if (body.symmetry === 'ball') {
    return { from: { position: body.poseView.position }, to: { position: body.nextView.position } };
  }
  if (body.symmetry === 'axial') return between(body, swung(body));
  return { from: body.poseView, to: body.nextView, pivot: body.centre };
}

/** The same up to a part of the interval. */
export function motionUntil(body: Body, part: number): Motion {
  const motion = motionOf(body);
  if (motion === body.poseView) return motion;
  const to = new Float64Array(7);
  writePoseAt(motion, part, to);
  if (body.symmetry === 'ball') {
    return { from: { position: body.poseView.position }, to: { position: to.subarray(0, 3) } };
  }
  return between(body, to);
}

function between(body: Body, to: Float64Array): Motion {
  return { from: body.poseView, to: { position: to.subarray(0, 3), rotation: to.subarray(3, 7) }, pivot: body.centre };
}

function swung(body: Body): Float64Array {
  const to = body.next.slice();
  writeSwing(body.pose, body.next, to);
  return to;
}

function isMoving({ pose, next }: Body): boolean {
  for (let k = 0; k < 7; k++) if (pose[k] !== next[k]) return true;
  return false;
}

/** Writes the pose at a part of a motion. */
export function writePoseAt(motion: Motion, part: number, out: Float64Array): void {
  const { position, rotation } = motionPose(motion, part);
  out.set(position);
  out.set(rotation, 3);
}

/** Where a body is at a part of its motion. */
export function stopAt(body: Body, part: number): Float64Array {
  const pose = body.pose.slice();
  if (part === 0 || !isMoving(body)) return pose;
  writePoseAt(motionOf(body), part, pose);
  if (body.symmetry === 'axial') addSpin(pose, swung(body), body.next, part);
  return pose;
}
