// Rigid bodies as far as the scenes need them: they move steadily for a while, and part by an impulse where they touch. Masses are 1, and a body turns like a
// ball around it.

import type { Model, SteadyMotion } from 'nearmiss';
import { type BodyPose, poseFromQuaternion, times, turnBy, type Vector } from '../body-pose.ts';
import { cross, dot, minus, plus, scaled } from '../vector.ts';

/** What a body is, its middle at the origin. */
export interface Shape {
  readonly name: string;
  /** With its medial axis. */
  readonly model: Model;
  readonly hull: Model;
  /** Half sides of a box around the origin that holds the body and what encloses it. */
  readonly halves: Vector;
  readonly radius: number;
}

export interface Body {
  readonly shape: Shape;
  /** Nothing moves it. */
  readonly fixed: boolean;
  pose: BodyPose;
  velocity: Vector;
  spin: Vector;
}

export interface Touch {
  readonly point: Vector;
  /** From A to B. */
  readonly normal: Vector;
}

const RESTITUTION = 0.4;
/** The slowest a contact is left: without it bodies at rest on each other would try the same step again and again. */
const LEAST_SPEED = 0.05;

/** Its motion over so many seconds, as the library takes it. */
export function motionOf({ pose, velocity, spin }: Body, seconds: number): SteadyMotion {
  return { from: pose, velocity: scaled(velocity, seconds), angularVelocity: scaled(spin, seconds) };
}

export function poseAfter({ pose, velocity, spin }: Body, seconds: number): BodyPose {
  const position = plus(pose.position, scaled(velocity, seconds));
  return poseFromQuaternion(position, times(turnBy(scaled(spin, seconds)), pose.rotation));
}

/** No two points of the bodies come nearer to each other any faster. */
export function fastest(a: Body, b: Body): number {
  const turning = (body: Body): number => Math.hypot(...body.spin) * body.shape.radius;
  return Math.hypot(...minus(a.velocity, b.velocity)) + turning(a) + turning(b);
}

/** How fast two bodies come nearer to each other where they touch. */
export function closingSpeed(a: Body, b: Body, { point, normal }: Touch): number {
  const speed = ({ pose, velocity, spin }: Body): number =>
    dot(plus(velocity, cross(spin, minus(point, pose.position))), normal);
  return speed(a) - speed(b);
}

/** The impulse after which they go apart. */
export function bounce(a: Body, b: Body, touch: Touch): void {
  const { point, normal } = touch;
  const lever = ({ pose }: Body): Vector => cross(minus(point, pose.position), normal);
  const inertia = ({ shape }: Body): number => 0.4 * shape.radius ** 2;
  const yielding = (body: Body): number => (body.fixed ? 0 : 1 + dot(lever(body), lever(body)) / inertia(body));
  const impulse = Math.max(LEAST_SPEED, (1 + RESTITUTION) * closingSpeed(a, b, touch)) / (yielding(a) + yielding(b));
  for (const [body, sign] of [
    [a, -1],
    [b, 1],
  ] as const) {
    if (body.fixed) continue;
    body.velocity = plus(body.velocity, scaled(normal, sign * impulse));
    body.spin = plus(body.spin, scaled(lever(body), (sign * impulse) / inertia(body)));
  }
}
