// What is asked of a body and its copy: how far apart they are, by their axes and exactly; what of the axes overlaps; and when a
// motion first brings them together.

import { collide, type DistanceResult, distance, type Model, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import type { PlainMotions } from '../../course.ts';
import { timed } from '../../worker/answer.ts';
import type { Cost } from '../../worker/messages.ts';
import {
  type Apart,
  type ContactAnswer,
  type ContactQuestion,
  type MedialEncounter,
  type Meeting,
  OVERLAPS_LISTED,
} from '../messages.ts';
import { overlappingBalls } from './overlapping-balls.ts';

const BY_AXES = { method: 'medial', stats: true } as const;

export function contactOf(model: Model, { poses, motions }: ContactQuestion): ContactAnswer {
  const { a, b } = poses;
  const exact = timed(() => distance(model, a, model, b, { stats: true }));
  const medial = timed(() => distance(model, a, model, b, BY_AXES));
  const { pairs } = collide(model, a, model, b, { method: 'medial', contacts: 'all', limit: OVERLAPS_LISTED });
  const { spheres, dilation, innerBalls } = model.medial();
  const enclosing = spheres.map((x, k) => (k % 4 === 3 ? x + dilation : x));
  const { depth: innerDepth, ...inner } = overlappingBalls(innerBalls, poses);
  return {
    poses,
    exact: apartOf(exact),
    medial: { ...apartOf(medial), error: medial.result.error ?? Infinity },
    primitives: {
      pairCount: pairs.length,
      numbers: {
        a: new Uint32Array(new Set(pairs.map(([primitive]) => primitive))),
        b: new Uint32Array(new Set(pairs.map(([, primitive]) => primitive))),
      },
    },
    spheres: overlappingBalls(enclosing, poses),
    innerBalls: inner,
    innerDepth,
    encounter: motions && encounterOf(model, motions),
  };
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
    exact: meetingOf(timed(() => timeOfContact(model, a, model, b, { stats: true }))),
    medial: meetingOf(timed(() => timeOfContact(model, a, model, b, BY_AXES))),
  };
}

function meetingOf({ result, cost }: Timed<TimeOfContactResult>): Meeting {
  const { status, toc, lower, upper } = result;
  return { status, toc, lower, upper, cost };
}
