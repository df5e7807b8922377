// After the paper's simulation (§4.5), simplified: in every frame all pairs of bodies whose boxes meet are asked for their first contact; all bodies go on to the earliest, the two
// that touch part by an impulse, and the rest of the frame begins anew. So nothing ever overlaps, and every frame is a batch of questions.

import type { Motion, TimeOfContactResult } from 'nearmiss';
import type { BodyPose, Vector } from '../body-pose.ts';
import { processorTime } from '../peers/time-each.ts';
import { plus, scaled } from '../vector.ts';
import { type Body, bounce, closingSpeed, fastest, motionOf, poseAfter, type Shape, type Touch } from './rigid-body.ts';

/** Model sizes and seconds. */
const STEP = 1 / 50;
/** Bodies stop so far before they touch, so that the next question finds them apart. */
const BACK = 1e-3;
/** Contacts of a frame after which the rest of it is left out. */
const MOST_STOPS = 12;

export interface Scene {
  readonly name: string;
  readonly bodies: readonly Body[];
  /** Of a body at a position. */
  acceleration(position: Vector): Vector;
}

const GRAVITY = 4;

/** Of the scenes: bodies fall along z, or pull each other together about the origin. */
export const ACCELERATIONS: Readonly<Record<'falling' | 'together', Scene['acceleration']>> = {
  falling: () => [0, 0, -GRAVITY],
  together: (position) => scaled(position, -10 * GRAVITY),
};

/** When two moving shapes first touch, or what stands for them. */
export type Detect = (a: Shape, motionA: Motion, b: Shape, motionB: Motion) => TimeOfContactResult;

/** Two bodies where they were found to touch. */
export interface SceneContact {
  readonly a: Shape;
  readonly poseA: BodyPose;
  readonly b: Shape;
  readonly poseB: BodyPose;
}

export interface Frame {
  /** Of all its questions, in processor time. */
  readonly microseconds: number;
  /** Of what becomes of the answers: which contact is first, and the impulses. */
  readonly response: number;
  /** Of velocities, poses and boxes. */
  readonly update: number;
  readonly questions: number;
  /** The same, one number for each time that all pairs were asked. */
  readonly batches: readonly number[];
  /** Pairs of shapes whose boxes meet over the frame. */
  readonly pairs: readonly (readonly [Shape, Shape])[];
  readonly contacts: readonly SceneContact[];
}

interface Hit extends Touch {
  readonly a: Body;
  readonly b: Body;
  readonly toc: number;
}

/** Moves the bodies of a scene through so many frames. */
export function simulate({ bodies, acceleration }: Scene, detect: Detect, frames: number): Frame[] {
  return Array.from({ length: frames }, () => {
    const contacts: SceneContact[] = [];
    const spent = { microseconds: 0, response: 0, update: 0 };
    const timed = <Value>(stage: keyof typeof spent, work: () => Value): Value => {
      const start = processorTime();
      const value = work();
      spent[stage] += processorTime() - start;
      return value;
    };
    const batches: number[] = [];
    let active: readonly (readonly [Shape, Shape])[] | null = null;
    let left = STEP;
    for (let stops = 0; stops < MOST_STOPS && left > 0; stops++) {
      const pairs = timed('update', () => {
        accelerate(bodies, acceleration, left);
        return touchingPairs(bodies, left);
      });
      active ??= pairs.map(([a, b]) => [a.shape, b.shape]);
      batches.push(pairs.length);
      const results = timed('microseconds', () =>
        pairs.map(([a, b]) => detect(a.shape, motionOf(a, left), b.shape, motionOf(b, left))),
      );
      const hit = timed('response', () => firstHit(pairs, results));
      if (hit === null) {
        timed('update', () => advance(bodies, left));
        break;
      }
      const { a, b, toc } = hit;
      contacts.push({ a: a.shape, poseA: poseAfter(a, toc * left), b: b.shape, poseB: poseAfter(b, toc * left) });
      const seconds = Math.max(0, toc * left - BACK / fastest(a, b));
      timed('update', () => {
        advance(bodies, seconds);
        left -= seconds;
        accelerate(bodies, acceleration, -left);
      });
      timed('response', () => bounce(a, b, hit));
    }
    const questions = batches.reduce((sum, count) => sum + count, 0);
    return { ...spent, questions, batches, pairs: active ?? [], contacts };
  });
}

function accelerate(bodies: readonly Body[], acceleration: Scene['acceleration'], seconds: number): void {
  for (const body of bodies) {
    if (!body.fixed) body.velocity = plus(body.velocity, scaled(acceleration(body.pose.position), seconds));
  }
}

function advance(bodies: readonly Body[], seconds: number): void {
  for (const body of bodies) if (!body.fixed) body.pose = poseAfter(body, seconds);
}

/** The earliest contact; bodies that are as near as can be and going apart are none. */
function firstHit(pairs: readonly (readonly [Body, Body])[], results: readonly TimeOfContactResult[]): Hit | null {
  let first: Hit | null = null;
  results.forEach(({ toc, pointA, normal }, k) => {
    if (toc === null || pointA === null || normal === null || toc >= (first?.toc ?? Infinity)) return;
    const [a, b] = pairs[k];
    const hit: Hit = { a, b, toc, point: pointA, normal };
    if (toc > 0 || closingSpeed(a, b, hit) > 0) first = hit;
  });
  return first;
}

/** Pairs whose boxes meet over so many seconds, fixed bodies among themselves left out. */
function touchingPairs(bodies: readonly Body[], seconds: number): (readonly [Body, Body])[] {
  const boxes = bodies.map((body) => sweptBox(body, seconds));
  return bodies.flatMap((a, i) =>
    bodies
      .slice(i + 1)
      .map((b, k) => [b, i + 1 + k] as const)
      .filter(([b, j]) => !(a.fixed && b.fixed) && boxesOverlap(boxes[i], boxes[j]))
      .map(([b]) => [a, b] as const),
  );
}

interface Box {
  readonly low: Vector;
  readonly high: Vector;
}

const boxesOverlap = (a: Box, b: Box): boolean =>
  ([0, 1, 2] as const).every((k) => a.low[k] <= b.high[k] && b.low[k] <= a.high[k]);

/** Holds the body all along its path: at both ends, and as far beside as an arc can leave its chord. */
function sweptBox(body: Body, seconds: number): Box {
  const { halves, radius } = body.shape;
  const sagitta = (radius * (Math.hypot(...body.spin) * seconds) ** 2) / 8;
  const ends = [body.pose, poseAfter(body, seconds)].map(({ position, row }) => {
    const reach = (k: number): number =>
      sagitta + [0, 1, 2].reduce((sum, c) => sum + Math.abs(row[3 * k + c]) * halves[c], 0);
    return { position, reach: [reach(0), reach(1), reach(2)] };
  });
  const side = (k: 0 | 1 | 2, sign: 1 | -1): number =>
    sign * Math.max(...ends.map(({ position, reach }) => sign * position[k] + reach[k]));
  return { low: [side(0, -1), side(1, -1), side(2, -1)], high: [side(0, 1), side(1, 1), side(2, 1)] };
}
