// What the page of the GPU and its worker say to each other.

import type { Frame, Scenery } from '../dynamics/messages.ts';
import type { DrawnMesh } from '../many/messages.ts';
import type { NamedBytes, Refusal } from '../worker/messages.ts';
import type { MapSettings, Processor } from './map-settings.ts';

export type Request =
  /** A map; whatever is asked after it ends the work on it, once its coarsest picture is there. */
  | { readonly kind: 'map'; readonly number: number; readonly settings: MapSettings; readonly on: Processor }
  /** Open a scene, with the files that it names, and go on to a step of it. */
  | {
      readonly kind: 'open';
      readonly text: string;
      readonly files: readonly NamedBytes[];
      readonly step: number;
      readonly on: Processor;
    }
  | { readonly kind: 'advance'; readonly on: Processor };

export type Reply =
  | { readonly kind: 'ready'; readonly computer: Computer }
  | { readonly kind: 'bodies'; readonly bodies: MapBodies }
  | { readonly kind: 'level'; readonly number: number; readonly level: MapLevel }
  /** The part of the map that is computed. */
  | { readonly kind: 'progress'; readonly number: number; readonly part: number }
  | { readonly kind: 'opened'; readonly scenery: Scenery; readonly first: Frame; readonly step: ToriStep }
  | { readonly kind: 'advanced'; readonly step: ToriStep }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What there is to compute with. */
export interface Computer {
  /** The adapter as the system names it; null where there is no GPU. */
  readonly adapter: string | null;
  /** Why there is none, or why one that was there is no longer used; empty if all is well. */
  readonly notice: string;
  /** Threads of the CPU. */
  readonly threads: number;
}

/** The two bodies of a map. */
export interface MapBodies {
  readonly a: string;
  readonly b: string;
  readonly meshA: DrawnMesh;
  readonly meshB: DrawnMesh;
  /** The side of the square, in model units. */
  readonly side: number;
}

/** A map at a resolution. */
export interface MapLevel {
  readonly settings: MapSettings;
  readonly on: Processor;
  /** Positions along a side: `settings.cells`, or fewer in a first picture. */
  readonly cells: number;
  /** A lower and an upper bound of the distance for each cell, row by row; both 0 where the bodies touch. */
  readonly bounds: Float64Array;
  /** Of all levels so far. */
  readonly cost: MapCost;
}

export interface MapCost {
  readonly poses: number;
  /** Milliseconds of the queries alone. */
  readonly spent: number;
  /** Poses that a GPU has left to the CPU. */
  readonly left: number;
}

/** A step of a scene, and what comes next in it. */
export interface ToriStep {
  readonly frame: Frame;
  readonly forecast: Forecast;
}

/** The first contact of all pairs of bodies, if each went on as it moves now. */
export interface Forecast {
  readonly on: Processor;
  /** Pairs of bodies that were asked about, and elementary pairs of their medial axes. */
  readonly pairs: number;
  readonly elementary: number;
  /** Pairs in contact already, as near as their medial axes tell. */
  readonly contacts: number;
  /** The first of all others: numbers of its bodies, and in how many seconds; null if there is none in time. */
  readonly next: { readonly a: number; readonly b: number; readonly seconds: number } | null;
  /** Seconds from now on in which contacts are searched for. */
  readonly horizon: number;
  /** Milliseconds of the queries. */
  readonly spent: number;
}
