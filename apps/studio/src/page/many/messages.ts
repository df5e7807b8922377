// What the page of many bodies and its worker say to each other.

import type { Refusal } from '../worker/messages.ts';
import type { Settings } from './settings.ts';

export type Request =
  /** Begin a scene anew and go on to a step of it. */
  { readonly kind: 'start'; readonly settings: Settings; readonly step: number } | { readonly kind: 'advance' };

export type Reply =
  | { readonly kind: 'started'; readonly scenery: Scenery; readonly stages: readonly string[]; readonly frame: Frame }
  | { readonly kind: 'advanced'; readonly frame: Frame }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** One step of a scene. */
export interface Frame {
  readonly step: number;
  /** What was counted, by what the page calls it. */
  readonly counts: Readonly<Record<string, number>>;
  /** How long each stage took. Milliseconds. */
  readonly times: readonly number[];
  readonly drawing: Drawing;
}

export interface DrawnMesh {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/** What of a scene does not change. */
export type Scenery =
  | {
      readonly kind: 'crowd';
      readonly shapes: readonly DrawnMesh[];
      /** The shape of each body. */
      readonly shapeOf: Uint8Array;
      /** Half a side of the box they move in, which is about the origin. */
      readonly reach: number;
    }
  | {
      readonly kind: 'deforming';
      readonly meshes: readonly DrawnMesh[];
      /** Which of the meshes keep their shape. */
      readonly rigid: readonly number[];
    };

/** What of it a step changes. */
export type Drawing =
  | {
      readonly kind: 'crowd';
      /** Position and quaternion of each body. */
      readonly poses: Float32Array;
      /** 1 for bodies that touch another. */
      readonly touching: Uint8Array;
      /** A point for each pair that touches, three numbers each. */
      readonly points: Float32Array;
    }
  | {
      readonly kind: 'deforming';
      readonly positions: readonly Float32Array[];
      /** Of each body, the faces that meet others. */
      readonly faces: readonly Uint32Array[];
      /** Boxes of cells, six numbers each. */
      readonly cells: Float32Array;
    };
