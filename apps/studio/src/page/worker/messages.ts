// What the page and its worker tell each other.

import type { DistanceStatus, Point } from 'nearmiss';
import type { BodyPose, BodyShape, Slot } from '../body.ts';

/** Where a body comes from. */
export type Source =
  | { readonly kind: 'shape'; readonly text: string }
  | { readonly kind: 'file'; readonly file: NamedBytes; readonly companions: readonly NamedBytes[] }
  | { readonly kind: 'model'; readonly bytes: Uint8Array };

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type Poses = Readonly<Record<Slot, BodyPose>>;

export type Request =
  | { readonly kind: 'load'; readonly ticket: number; readonly slot: Slot; readonly source: Source }
  | { readonly kind: 'ask'; readonly ticket: number; readonly poses: Poses };

/** What a question cost. */
export interface Cost {
  readonly volumeTests: number;
  readonly microseconds: number;
}

/** What is known of the two bodies in one pair of poses. */
export interface Answer {
  readonly poses: Poses;
  readonly status: DistanceStatus;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly surfaceDistance: number;
  readonly pointA: Point | null;
  readonly pointB: Point | null;
  /** Pairs of faces that meet: no more than `PAIRS_LISTED`. */
  readonly pairCount: number;
  /** Faces that touch the other body, each once. */
  readonly faces: Readonly<Record<Slot, Uint32Array>>;
  /** Segments that faces have in common, in the world: six numbers each. */
  readonly curve: Float64Array;
  readonly cost: { readonly distance: Cost; readonly collide: Cost };
}

/** Beyond so many the picture says no more, and listing them would take longer than deciding. */
export const PAIRS_LISTED = 20_000;

export interface Refusal {
  /** The code of the library's error, or `unexpected`. */
  readonly code: string;
  readonly message: string;
}

export type Reply =
  | { readonly kind: 'loaded'; readonly ticket: number; readonly shape: BodyShape }
  | { readonly kind: 'answered'; readonly ticket: number; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly ticket: number; readonly refusal: Refusal };
