// A body that falls onto its like, bounces and rolls off, again and again: the steps of a simple simulation, each a question
// of continuous collision detection. As in the paper (§6.2, benchmarks 4 and 5) the simulation itself stays free of
// collisions: a step that would end in one is recorded as it was tried, ends before, and then comes an impulse.

import { seeded } from '@nearmiss/fixtures';
import { collide, distance, type Model } from 'nearmiss';
import { type BodyPose, poseFromQuaternion, times, turnBy, type Vector } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { besidePlane, randomDirection, randomRotation } from '../pose-generator.ts';
import type { BodyMotion } from '../time-of-contact/motion.ts';
import { cross, dot, minus, plus, scaled } from '../vector.ts';

// Model sizes and seconds; masses are 1, and the body turns like a ball of radius 1/2.
const STEP = 1 / 50;
const GRAVITY = 2;
const INERTIA = 0.1;
const RESTITUTION = 0.4;
/** The slowest a contact is left: without it a body at rest would try the same step again and again. */
const LEAST_SPEED = 0.05;
/** A step that would end in a collision is taken up to a part of 2 to this power of it before. */
const HALVINGS = 8;
/** Gap at the start of a fall, spin at its most then, and where the fall ends: below, or after so many steps. */
const START = { gap: 0.1, spin: 2 } as const;
const END = { below: -1.2, steps: 90 } as const;

interface Body {
  pose: BodyPose;
  velocity: Vector;
  spin: Vector;
}

/** `up` is where the body falls from; the other lies at the identity. */
export function dropTrace(mesh: TriangleMesh, model: Model, up: Vector, steps: number, seed: number): BodyMotion[] {
  const random = seeded(seed);
  const fall = (): Body => ({
    pose: besidePlane(mesh, up, randomRotation(random), START.gap),
    velocity: [0, 0, 0],
    spin: scaled(randomDirection(random), START.spin * random()),
  });
  const trace: BodyMotion[] = [];
  let body = fall();
  for (let since = 0; trace.length < steps; since++) {
    if (since === END.steps || dot(body.pose.position, up) < END.below) {
      body = fall();
      since = 0;
    }
    body.velocity = plus(body.velocity, scaled(up, -GRAVITY * STEP));
    const next = after(body, STEP);
    trace.push({ from: body.pose, to: next });
    if (isFree(model, next)) {
      body.pose = next;
    } else {
      body.pose = lastFree(body, model);
      bounce(body, model);
    }
  }
  return trace;
}

function after({ pose, velocity, spin }: Body, seconds: number): BodyPose {
  const position = plus(pose.position, scaled(velocity, seconds));
  return poseFromQuaternion(position, times(turnBy(scaled(spin, seconds)), pose.rotation));
}

const isFree = (model: Model, pose: BodyPose): boolean => !collide(model, pose, model, {}, { solid: false }).colliding;

/** The body's pose as far into a step as halving it finds the body free. */
function lastFree(body: Body, model: Model): BodyPose {
  let last = body.pose;
  let seconds = 0;
  for (let half = STEP / 2, k = 0; k < HALVINGS; k++, half /= 2) {
    const pose = after(body, seconds + half);
    if (!isFree(model, pose)) continue;
    last = pose;
    seconds += half;
  }
  return last;
}

/** An impulse where the bodies are nearest. */
function bounce(body: Body, model: Model): void {
  const { pose, velocity, spin } = body;
  const { pointA, normal } = distance(model, pose, model, {}, { solid: false });
  if (pointA === null || normal === null) throw new Error('The fall has left a body in contact.');
  const arm = minus(pointA, pose.position);
  const closing = dot(plus(velocity, cross(spin, arm)), normal);
  const lever = cross(arm, normal);
  const impulse = Math.max(LEAST_SPEED, (1 + RESTITUTION) * closing) / (1 + dot(lever, lever) / INERTIA);
  body.velocity = plus(velocity, scaled(normal, -impulse));
  body.spin = plus(spin, scaled(lever, -impulse / INERTIA));
}
