// The world as it is drawn: shifted and scaled so that single precision, all that a graphics card has, is enough for bodies
// of any size anywhere.

import { Matrix4, Vector3 } from 'three';
import type { Body } from '../body.ts';
import { middleOf, rotationOf } from '../body-poses.ts';

export interface ViewFrame {
  readonly origin: Vector3;
  /** World units that are one unit of the view. */
  readonly unit: number;
}

type PosedBody = Pick<Body, 'shape' | 'pose'>;

/** The frame in which a scene is about as large as 1. */
export function frameAround(bodies: readonly PosedBody[]): ViewFrame {
  const origin = new Vector3();
  for (const body of bodies) origin.addScaledVector(middleOf(body), 1 / bodies.length);
  const reach = bodies.map((body) => middleOf(body).distanceTo(origin) + body.shape.radius);
  return { origin, unit: Math.max(...reach) };
}

export function toView({ origin, unit }: ViewFrame, world: Vector3): Vector3 {
  return world.clone().sub(origin).divideScalar(unit);
}

/** From the normalised picture of a body to the view. */
export function bodyMatrix(frame: ViewFrame, body: PosedBody): Matrix4 {
  const scale = body.shape.radius / frame.unit;
  return new Matrix4().compose(toView(frame, middleOf(body)), rotationOf(body.pose), new Vector3(scale, scale, scale));
}
