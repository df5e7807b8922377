// What the page of medial axes and its two workers say to each other: one makes the axes, the other asks what they are for.

import type { DistanceStatus, Point, TimeOfContactStatus } from 'nearmiss';
import type { MedialRecord } from 'nearmiss/medial';
import type { BodyShape, Slot } from '../body.ts';
import type { PlainMotions } from '../motion-plan.ts';
import type { Cost, Poses, Refusal, Source } from '../worker/messages.ts';

/** An axis to be made. */
export interface AxisWish {
  /** The number of the body: one that the worker does not know yet is opened from its source. */
  readonly body: number;
  readonly source: Source;
  readonly primitives: number;
  readonly samples: number;
}

export interface AxisRequest {
  readonly ticket: number;
  readonly wish: AxisWish;
  /** The ticket that is wanted, in memory that the page shares: work on another is given up. Null where none can be shared. */
  readonly wanted: Int32Array | null;
}

export type AxisReply =
  | { readonly kind: 'progress'; readonly ticket: number; readonly done: number }
  | { readonly kind: 'made'; readonly ticket: number; readonly made: MadeAxis }
  | { readonly kind: 'curve'; readonly ticket: number; readonly curve: ErrorCurve }
  /** Given up for a later wish. */
  | { readonly kind: 'abandoned'; readonly ticket: number }
  | { readonly kind: 'refused'; readonly ticket: number; readonly refusal: Refusal };

/** The error of the axes of a body as the simplification recorded it, from many primitives to few. */
export interface ErrorCurve {
  readonly body: number;
  readonly samples: number;
  readonly records: readonly MedialRecord[];
}

export interface MadeAxis {
  readonly wish: AxisWish;
  readonly shape: BodyShape;
  readonly drawn: DrawnAxis;
  readonly facts: AxisFacts;
  /** The model with its axis, for whoever asks questions. */
  readonly model: Uint8Array<ArrayBuffer>;
}

/** A medial axis as it is drawn: like the picture of its body, about its middle and in units of its radius. */
export interface DrawnAxis {
  /** Centres and radii, 4 numbers a ball, of the enclosing axis. */
  readonly spheres: Float32Array;
  readonly cones: Uint32Array;
  readonly slabs: Uint32Array;
  readonly innerBalls: Float32Array;
}

/** What is known of an axis; lengths in the unit of the body. */
export interface AxisFacts {
  readonly spheres: number;
  readonly cones: number;
  readonly slabs: number;
  readonly innerBalls: number;
  readonly uncovered: number;
  readonly overhang: number;
  readonly dilation: number;
  /** The longest side of the box around the body. */
  readonly longestSide: number;
  /** How long it took to make. */
  readonly milliseconds: number;
}

export type ContactRequest =
  /** A model with its axis, of which both bodies are from now on, and a number for it. */
  | { readonly kind: 'use'; readonly number: number; readonly model: Uint8Array }
  | { readonly kind: 'ask'; readonly question: ContactQuestion };

export interface ContactQuestion {
  readonly poses: Poses;
  /** Motions whose time of contact is to be found; null where it is known. */
  readonly motions: PlainMotions | null;
}

export type ContactReply =
  | { readonly kind: 'answered'; readonly number: number; readonly answer: ContactAnswer }
  | { readonly kind: 'refused'; readonly number: number; readonly refusal: Refusal };

/** A distance, and what it took. */
export interface Apart {
  readonly status: DistanceStatus;
  readonly lower: number;
  readonly upper: number;
  readonly pointA: Point | null;
  readonly pointB: Point | null;
  readonly cost: Cost;
}

/** What of two bodies overlaps, by number: all pairs counted, and each of a body's once. */
export interface Overlaps {
  readonly pairCount: number;
  readonly numbers: Readonly<Record<Slot, Uint32Array>>;
}

export interface ContactAnswer {
  readonly poses: Poses;
  readonly exact: Apart;
  /** By the enclosing axes, within `error`. */
  readonly medial: Apart & { readonly error: number };
  /** Cones and slabs of the enclosing axes: no more pairs than `OVERLAPS_LISTED`. */
  readonly primitives: Overlaps;
  /** Balls of the same. */
  readonly spheres: Overlaps;
  readonly innerBalls: Overlaps;
  /** How far the two inner balls that overlap most do: the bodies are no less deep in each other. */
  readonly innerDepth: number;
  readonly encounter: MedialEncounter | null;
}

/** Listing more would take longer than a hand is willing to wait. */
export const OVERLAPS_LISTED = 10_000;

/** A time of contact, and what it took. */
export interface MedialContact {
  readonly status: TimeOfContactStatus;
  readonly toc: number | null;
  readonly lower: number;
  readonly upper: number | null;
  readonly cost: Cost;
}

export interface MedialEncounter {
  readonly motions: PlainMotions;
  readonly exact: MedialContact;
  readonly medial: MedialContact;
}
