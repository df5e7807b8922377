// What is asked of a body and its copy: how far apart they are, by their axes and exactly; what of the axes overlaps; and when a
// motion first brings them together.

import { collide, type DistanceResult, distance, type Model, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import { type MedialAxis, medial, medialAxis } from 'nearmiss/medial';
import type { Slot } from '../../body.ts';
import type { PlainMotions } from '../../motion-plan.ts';
import { timed } from '../../worker/answer.ts';
import type { Cost } from '../../worker/messages.ts';
import {
  type Apart,
  type ContactAnswer,
  type ContactQuestion,
  type MedialContact,
  type MedialEncounter,
  OVERLAPS_LISTED,
  type Overlaps,
} from '../messages.ts';
import { overlappingBalls } from './overlapping-balls.ts';

const BY_AXES = { method: medial, stats: true } as const;

export function contactOf(model: Model, { poses, motions }: ContactQuestion): ContactAnswer {
  const { a, b } = poses;
  const exact = timed(() => distance(model, a, model, b, { stats: true }));
  const byAxes = timed(() => distance(model, a, model, b, BY_AXES));
  const { pairs } = collide(model, a, model, b, { method: medial, contacts: 'all', limit: OVERLAPS_LISTED });
  const axis = medialAxis(model);
  const enclosing = axis.spheres.map((x, k) => (k % 4 === 3 ? x + axis.dilation : x));
  const spheres = overlappingBalls(enclosing, poses);
  const { depth: innerDepth, ...inner } = overlappingBalls(axis.innerBalls, poses);
  return {
    poses,
    exact: apartOf(exact),
    medial: { ...apartOf(byAxes), error: byAxes.result.error ?? Infinity },
    primitives: overlappingPrimitives(axis, pairs, spheres),
    spheres,
    innerBalls: inner,
    innerDepth,
    encounter: motions && encounterOf(model, motions),
  };
}

/** What is listed; and, where the list ended early, all primitives with a ball that overlaps one. */
function overlappingPrimitives(
  { cones, slabs }: MedialAxis,
  pairs: readonly (readonly [number, number])[],
  spheres: Overlaps,
): Overlaps {
  const isShort = pairs.length >= OVERLAPS_LISTED;
  const numbersOf = (slot: Slot): Uint32Array => {
    const numbers = new Set(pairs.map(([a, b]) => (slot === 'a' ? a : b)));
    const balls = new Set(isShort ? spheres.numbers[slot] : []);
    for (const [k, ball] of cones.entries()) if (balls.has(ball)) numbers.add(Math.floor(k / 2));
    for (const [k, ball] of slabs.entries()) if (balls.has(ball)) numbers.add(cones.length / 2 + Math.floor(k / 3));
    return new Uint32Array(numbers);
  };
  return { pairCount: pairs.length, numbers: { a: numbersOf('a'), b: numbersOf('b') } };
}

interface Timed<T> {
  readonly result: T;
  readonly cost: Cost;
}

function apartOf({ result, cost }: Timed<DistanceResult>): Apart {
  const { status, lower, upper, pointA, pointB } = result;
  return { status, lower, upper, pointA, pointB, cost };
}

function encounterOf(model: Model, motions: PlainMotions): MedialEncounter {
  const { a, b } = motions;
  return {
    motions,
    exact: firstContactOf(timed(() => timeOfContact(model, a, model, b, { stats: true }))),
    medial: firstContactOf(timed(() => timeOfContact(model, a, model, b, BY_AXES))),
  };
}

function firstContactOf({ result, cost }: Timed<TimeOfContactResult>): MedialContact {
  const { status, toc, lower, upper } = result;
  return { status, toc, lower, upper, cost };
}
