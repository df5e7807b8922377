// The queries of the demos, asked of the library.

import { collide, distance, type Model, motionPose, type Point, penetration, timeOfContact } from 'nearmiss';
import {
  depthSentence,
  distanceSentence,
  encounterSentence,
  touchSentence,
} from '../../apps/studio/src/page/answer-sentence.ts';
import type { BodyPose, Slot } from '../../apps/studio/src/page/body.ts';
import type { Answer, Poses, Query, Question } from './messages.ts';

/** More pairs of faces than anybody sees. */
const MOST_PAIRS = 20_000;

type Models = Readonly<Record<Slot, Model>>;
type Told = 'query' | 'poses' | 'status' | 'sentence';
type Found = Pick<Answer, 'status' | 'sentence'> & Partial<Omit<Answer, Told>>;

const NOTHING: Omit<Answer, Told> = {
  values: {},
  segment: null,
  translation: null,
  contactPose: null,
  faces: { a: new Uint32Array(), b: new Uint32Array() },
  curve: new Float64Array(),
};

const ASK: Readonly<Record<Query, (models: Models, poses: Poses) => Found>> = {
  collide: askCollide,
  distance: askDistance,
  penetration: askPenetration,
  'time-of-contact': askTimeOfContact,
};

export function answer(models: Models, { query, poses }: Question): Answer {
  return { ...NOTHING, ...ASK[query](models, poses), query, poses };
}

function askCollide({ a, b }: Models, poses: Poses): Found {
  const options = { contacts: 'all', limit: MOST_PAIRS, segments: true } as const;
  const { status, pairs, pairCount, segments = [] } = collide(a, poses.a, b, poses.b, options);
  const faces = { a: new Set<number>(), b: new Set<number>() };
  for (const [faceA, faceB] of pairs ?? []) {
    faces.a.add(faceA);
    faces.b.add(faceB);
  }
  return {
    status,
    sentence: touchSentence({ status, pairCount: pairCount ?? 0 }),
    values: { pairCount: pairCount ?? 0 },
    faces: { a: Uint32Array.from(faces.a), b: Uint32Array.from(faces.b) },
    curve: new Float64Array(segments.flat(2)),
  };
}

function askDistance({ a, b }: Models, poses: Poses): Found {
  const { status, distance: upper, lower, surfaceDistance, pointA, pointB } = distance(a, poses.a, b, poses.b);
  return {
    status,
    sentence: distanceSentence({ status, distance: upper, lower, upper, surfaceDistance: surfaceDistance ?? 0 }),
    values: { distance: upper, lower, upper },
    segment: segmentOf(pointA, pointB),
  };
}

function askPenetration({ a, b }: Models, poses: Poses): Found {
  const { status, depth, lower, upper, certified, translation } = penetration(a, poses.a, b, poses.b);
  return {
    status,
    sentence: depthSentence({ status, lower, upper, certified }),
    values: { depth, lower },
    translation: status === 'overlapping' ? translation : null,
  };
}

function askTimeOfContact({ a, b }: Models, poses: Poses): Found {
  const motion = { from: poses.a, to: poses.end };
  const { status, toc, lower, upper, pointA, pointB } = timeOfContact(a, motion, b, poses.b);
  return {
    status,
    sentence: encounterSentence({ status, toc, lower, upper }),
    values: { toc, lower, upper },
    segment: toc === null ? null : segmentOf(pointA, pointB),
    contactPose: toc === null ? null : poseAt(motion, toc),
  };
}

/** The pose on a motion at a time. */
export function poseAt(motion: { readonly from: BodyPose; readonly to: BodyPose }, time: number): BodyPose {
  const { position, rotation } = motionPose(motion, time);
  return { position, rotation };
}

function segmentOf(pointA: Point | null, pointB: Point | null): readonly [Point, Point] | null {
  return pointA === null || pointB === null ? null : [pointA, pointB];
}
