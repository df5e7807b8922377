// What the page and its worker tell each other.

import type {
  DistanceStatus,
  FeatureContact,
  LocalPenetration,
  PenetrationCertificate,
  PenetrationStart,
  PenetrationStatus,
  PenetrationStep,
  PenetrationVerdict,
  Point,
  TimeOfContactStatus,
} from 'nearmiss';
import type { ConvexTrace } from 'nearmiss/lab';
import type { BodyPose, BodyShape, Slot } from '../body.ts';
import type { PlainMotions } from '../motion-plan.ts';
import type { Show, Shown } from '../shown.ts';
import type { ContactSearch } from '../trace/contact-trace-view.ts';
import type { DistanceSearch } from '../trace/distance-trace-view.ts';
import type { Difference } from './minkowski-difference.ts';

/** Where a body comes from. */
export type Source =
  | { readonly kind: 'shape'; readonly text: string }
  | {
      readonly kind: 'file';
      readonly file: NamedBytes;
      readonly companions: readonly NamedBytes[];
      /** What coordinates are multiplied by. */
      readonly factor: number;
    }
  | { readonly kind: 'model'; readonly bytes: Uint8Array };

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type Poses = Readonly<Record<Slot, BodyPose>>;

export type Request =
  | { readonly kind: 'load'; readonly ticket: number; readonly slot: Slot; readonly source: Source }
  | { readonly kind: 'ask'; readonly ticket: number; readonly question: Question }
  | { readonly kind: 'group'; readonly ticket: number; readonly shown: Shown }
  | { readonly kind: 'mesh'; readonly ticket: number; readonly slot: Slot }
  | { readonly kind: 'trace'; readonly ticket: number; readonly wanted: WantedTrace };

/** A search to be shown step by step. */
export type WantedTrace =
  | { readonly kind: 'distance'; readonly poses: Poses }
  | { readonly kind: 'contact'; readonly motions: PlainMotions };

export type Traced =
  | { readonly kind: 'distance'; readonly search: DistanceSearch }
  | { readonly kind: 'contact'; readonly search: ContactSearch };

export interface Question {
  readonly poses: Poses;
  /** What is to be watched besides the answer. */
  readonly show: Show;
  /** Motions whose time of contact is to be found; null where none are shown, or it is known. */
  readonly motions: PlainMotions | null;
  /** How the depth is to be searched for; null where it is not shown. */
  readonly depth: DepthQuestion | null;
}

export interface DepthQuestion {
  readonly start: PenetrationStart;
  /** Whether a hand is dragging a body: the search is then led on from the last one. */
  readonly isHeld: boolean;
}

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

/** The faces of a body in groups, each face in one. */
export interface FaceGroups {
  readonly count: number;
  /** The group of every face. */
  readonly groupOf: Uint32Array;
  /** 0 for the groups whose hull is not part of the solid. */
  readonly filled: Uint8Array;
  /** The deepest level there is. */
  readonly depth: number;
  /** Edges of the groups' hulls, two vertices each; none where there are too many to be seen. */
  readonly hullEdges: Uint32Array;
}

export type Grouped = Readonly<Record<Slot, FaceGroups>>;

/** When, and where, two moving bodies first touch. */
export interface Encounter {
  readonly motions: PlainMotions;
  readonly status: TimeOfContactStatus;
  readonly toc: number | null;
  readonly lower: number;
  readonly upper: number | null;
  readonly threshold: number;
  readonly departing: boolean | null;
  readonly iterations: number;
  readonly contacts: readonly FeatureContact[];
  readonly cost: Cost;
}

/** How deep two bodies are in each other, and how A gets out. */
export interface Depth {
  readonly poses: Poses;
  readonly status: PenetrationStatus;
  readonly depth: number;
  readonly lower: number;
  readonly upper: number;
  readonly translation: Point;
  readonly certified: boolean;
  /** What proves `lower`. */
  readonly certificate: PenetrationCertificate['kind'] | null;
  readonly local: readonly LocalPenetration[];
  readonly iterations: number;
  /** The steps of the search; none for convex bodies, whose depth is not searched for. */
  readonly trace: readonly PenetrationStep[];
  /** Whether the search went on from that of earlier poses. */
  readonly isLed: boolean;
  /** What checking both bounds again came to; null while a hand drags. */
  readonly verdict: PenetrationVerdict | null;
  readonly cost: Cost;
}

/** How a search went. */
export type Watched =
  | {
      readonly kind: 'front';
      /** Pairs of nodes. */
      readonly size: number;
      readonly deepest: number;
      /** The least distance that is proven of a pair. */
      readonly nearest: number;
      /** For every face the level of the deepest node above it. */
      readonly levels: Readonly<Record<Slot, Uint16Array>>;
    }
  | { readonly kind: 'trace'; readonly trace: ConvexTrace; readonly difference: Difference | null }
  | { readonly kind: 'encounter'; readonly encounter: Encounter }
  | { readonly kind: 'depth'; readonly depth: Depth }
  | { readonly kind: 'nothing'; readonly reason: string };

export interface Refusal {
  /** The code of the library's error, or `unexpected`. */
  readonly code: string;
  readonly message: string;
}

export type Reply =
  /** Comes before an answer whose depth takes a while: the depth is at most this. */
  | { readonly kind: 'bounded'; readonly ticket: number; readonly upper: number }
  | { readonly kind: 'loaded'; readonly ticket: number; readonly shape: BodyShape }
  | {
      readonly kind: 'answered';
      readonly ticket: number;
      readonly answer: Answer;
      readonly show: Show;
      readonly watched: Watched | null;
    }
  | { readonly kind: 'grouped'; readonly ticket: number; readonly groups: Grouped }
  | { readonly kind: 'traced'; readonly ticket: number; readonly traced: Traced }
  | {
      readonly kind: 'mesh';
      readonly ticket: number;
      /** In double precision, as the library has them. */
      readonly positions: Float64Array;
      readonly triangles: Uint32Array;
    }
  | { readonly kind: 'refused'; readonly ticket: number; readonly refusal: Refusal };
