// What the page and the worker of a demo of two bodies say to each other.

import type { Point } from 'nearmiss';
import type { BodyPose, BodyShape, Slot } from '../../apps/studio/src/page/body.ts';
import type { Traced, WantedTrace } from '../../apps/studio/src/page/worker/messages.ts';

export const QUERIES = ['distance', 'collide', 'penetration', 'time-of-contact'] as const;
export type Query = (typeof QUERIES)[number];

/** Where the bodies are; A moves to `end` in a time of contact, and B rests. */
export interface Poses {
  readonly a: BodyPose;
  readonly b: BodyPose;
  readonly end: BodyPose;
}

export interface Question {
  readonly query: Query;
  readonly poses: Poses;
}

/** What a query answered, and what is drawn of it. Points are of the world. */
export interface Answer {
  readonly query: Query;
  readonly poses: Poses;
  readonly status: string;
  /** The answer in one sentence, as the studio tells it. */
  readonly sentence: string;
  /** Numbers by their names in the result of the library; null where there is none. */
  readonly values: Readonly<Record<string, number | null>>;
  /** The shortest segment. */
  readonly segment: readonly [Point, Point] | null;
  /** The separating translation of A. */
  readonly translation: Point | null;
  /** Where A is at the time of contact. */
  readonly contactPose: BodyPose | null;
  /** Faces in contact, and the segments that they have in common, six numbers each. */
  readonly faces: Readonly<Record<Slot, Uint32Array>>;
  readonly curve: Float64Array;
}

export type Request =
  | { readonly kind: 'shape'; readonly slot: Slot; readonly shape: string }
  | { readonly kind: 'ask'; readonly ticket: number; readonly question: Question }
  | { readonly kind: 'trace'; readonly wanted: WantedTrace };

export type Reply =
  | { readonly kind: 'shape'; readonly slot: Slot; readonly shape: BodyShape }
  | { readonly kind: 'answer'; readonly ticket: number; readonly answer: Answer }
  | { readonly kind: 'traced'; readonly wanted: WantedTrace; readonly traced: Traced }
  | { readonly kind: 'error'; readonly message: string };
