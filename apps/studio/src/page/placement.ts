// How bodies are put somewhere. A body turns about its middle, wherever the origin of its file may be.

import { Quaternion, Vector3 } from 'three';
import type { Body, BodyPose, BodyShape } from './body.ts';

const UPRIGHT: Quaternion = new Quaternion();
/** Bodies put side by side leave this part of their radii between the balls around them. */
const GAP = 0.04;

type Placed = Pick<Body, 'shape' | 'pose'>;

export function rotationOf({ rotation }: BodyPose): Quaternion {
  return new Quaternion(...rotation);
}

/** Where the middle of a body is in the world. */
export function middleOf({ shape, pose }: Placed): Vector3 {
  return new Vector3(...shape.centre).applyQuaternion(rotationOf(pose)).add(new Vector3(...pose.position));
}

/** The pose that brings the middle of a shape to a point. */
function poseAt(shape: BodyShape, middle: Vector3, rotation: Quaternion): BodyPose {
  const { x, y, z, w } = rotation;
  const position = middle.clone().sub(new Vector3(...shape.centre).applyQuaternion(rotation));
  return { position: [position.x, position.y, position.z], rotation: [x, y, z, w] };
}

export function movedBy(pose: BodyPose, offset: Vector3): BodyPose {
  const [x, y, z] = pose.position;
  return { ...pose, position: [x + offset.x, y + offset.y, z + offset.z] };
}

/** The body turned about its middle; the turn is one of the world. */
export function turnedBy(body: Placed, turn: Quaternion): BodyPose {
  // Normalised each time, so that a long drag does not let the length of the quaternion drift.
  const rotation = turn.clone().multiply(rotationOf(body.pose)).normalize();
  return poseAt(body.shape, middleOf(body), rotation);
}

/** A pose for `shape` beside a body that stays, on the side of the point `towards`; the balls around them do not meet. */
export function poseBeside(shape: BodyShape, fixed: Placed, towards: Vector3): BodyPose {
  const middle = middleOf(fixed);
  const way = towards.clone().sub(middle);
  if (way.length() === 0) way.set(1, 0, 0);
  way.setLength((1 + GAP) * (shape.radius + fixed.shape.radius));
  return poseAt(shape, middle.add(way), UPRIGHT);
}

/** Both upright, A left and B right of the origin. */
export function posesSideBySide(a: BodyShape, b: BodyShape): Readonly<Record<'a' | 'b', BodyPose>> {
  const half = 0.5 * (1 + GAP) * (a.radius + b.radius);
  return {
    a: poseAt(a, new Vector3(-half, 0, 0), UPRIGHT),
    b: poseAt(b, new Vector3(half, 0, 0), UPRIGHT),
  };
}
