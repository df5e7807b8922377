// How bodies are put somewhere. A body turns about its middle, wherever the origin of its file may be.

import { Quaternion, Vector3 } from 'three';
import type { Body, BodyPose, BodyShape } from './body.ts';

const UPRIGHT: Quaternion = new Quaternion();
/** Bodies put side by side leave this part of their radii between the balls around them. */
const GAP = 0.04;

/** A body as far as it is put somewhere. */
export interface PosedBody {
  readonly shape: Pick<BodyShape, 'centre'>;
  readonly pose: BodyPose;
}

type SizedBody = Pick<Body, 'shape' | 'pose'>;

export function rotationOf({ rotation }: BodyPose): Quaternion {
  return new Quaternion(...rotation);
}

/** Where the middle of a body is in the world. */
export function middleOf({ shape, pose }: PosedBody): Vector3 {
  return new Vector3(...shape.centre).applyQuaternion(rotationOf(pose)).add(new Vector3(...pose.position));
}

/** The pose that brings the middle of a shape to a point. */
export function poseAt(shape: PosedBody['shape'], middle: Vector3, rotation: Quaternion): BodyPose {
  const { x, y, z, w } = rotation;
  const position = middle.clone().sub(new Vector3(...shape.centre).applyQuaternion(rotation));
  return { position: [position.x, position.y, position.z], rotation: [x, y, z, w] };
}

export function movedBy(pose: BodyPose, offset: Vector3): BodyPose {
  const [x, y, z] = pose.position;
  return { ...pose, position: [x + offset.x, y + offset.y, z + offset.z] };
}

/** The body turned about its middle; the turn is one of the world. */
export function turnedBy(body: PosedBody, turn: Quaternion): BodyPose {
  // Normalised each time, so that a long drag does not let the length of the quaternion drift.
  const rotation = turn.clone().multiply(rotationOf(body.pose)).normalize();
  return poseAt(body.shape, middleOf(body), rotation);
}

/** A pose for `shape` beside a body that stays, on the side of the point `towards`; the balls around them do not meet. */
export function poseBeside(shape: BodyShape, fixed: SizedBody, towards: Vector3): BodyPose {
  const middle = middleOf(fixed);
  const offset = towards.clone().sub(middle);
  if (offset.length() === 0) offset.set(1, 0, 0);
  offset.setLength((1 + GAP) * (shape.radius + fixed.shape.radius));
  return poseAt(shape, middle.add(offset), UPRIGHT);
}

/** How far a body turns while it passes another, unless told otherwise: enough for the kinds of motion to differ. Radians. */
const TURN_BEYOND: number = (2 * Math.PI) / 3;

/** Where a motion ends at first: beyond the other body, which it has to pass, and turned in the plane of the first view. */
export function poseBeyond(body: SizedBody, other: SizedBody): BodyPose {
  const { shape, pose } = body;
  const towards = middleOf(other).multiplyScalar(2).sub(middleOf(body));
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), TURN_BEYOND).multiply(rotationOf(pose));
  return poseAt(shape, middleOf({ shape, pose: poseBeside(shape, other, towards) }), turn.normalize());
}

/** Where a vertex of a body is in the world, as exactly as it is drawn. */
export function vertexOf({ shape, pose }: SizedBody, vertex: number): Vector3 {
  return new Vector3()
    .fromArray(shape.positions, 3 * vertex)
    .multiplyScalar(shape.radius)
    .applyQuaternion(rotationOf(pose))
    .add(middleOf({ shape, pose }));
}

/** Both upright, A left and B right of the origin. */
export function posesSideBySide(a: BodyShape, b: BodyShape): Readonly<Record<'a' | 'b', BodyPose>> {
  const half = 0.5 * (1 + GAP) * (a.radius + b.radius);
  return {
    a: poseAt(a, new Vector3(-half, 0, 0), UPRIGHT),
    b: poseAt(b, new Vector3(half, 0, 0), UPRIGHT),
  };
}
