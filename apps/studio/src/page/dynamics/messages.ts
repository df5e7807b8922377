// What the page of dynamics and its worker say to each other.

import type { DrawnMesh } from '../many/messages.ts';
import type { NamedBytes, Refusal } from '../worker/messages.ts';

/** A spring between a point of a body and a point of the world. */
export interface Pull {
  /** The number of the body in the scenery. */
  readonly body: number;
  /** In the body's frame. */
  readonly point: readonly [number, number, number];
  /** In the world. */
  readonly target: readonly [number, number, number];
}

export type Request =
  /** Open a scene, with the files that it names, and go on to a step of it. */
  | { readonly kind: 'open'; readonly text: string; readonly files: readonly NamedBytes[]; readonly step: number }
  | { readonly kind: 'advance'; readonly pull: Pull | null }
  /** Back to the last snapshot at or before a step. */
  | { readonly kind: 'rewind'; readonly step: number }
  /** The trajectory so far, as text. */
  | { readonly kind: 'save' }
  /** Frames from a recorded trajectory. */
  | { readonly kind: 'replay'; readonly text: string };

export type Reply =
  | { readonly kind: 'opened'; readonly scenery: Scenery; readonly frames: readonly Frame[] }
  | { readonly kind: 'advanced'; readonly frame: Frame }
  | { readonly kind: 'rewound'; readonly step: number }
  | { readonly kind: 'saved'; readonly text: string }
  | { readonly kind: 'replayed'; readonly frames: readonly Frame[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface DrawnBody {
  readonly id: string;
  readonly kind: 'dynamic' | 'static' | 'kinematic';
  /** The number of its mesh. */
  readonly mesh: number;
}

/** What of a scene does not change. */
export interface Scenery {
  readonly meshes: readonly DrawnMesh[];
  readonly bodies: readonly DrawnBody[];
  /** Unit vector against gravity. */
  readonly up: readonly [number, number, number];
  /** The largest weight of a body, or 0 without gravity. Forces are drawn in parts of it. */
  readonly weight: number;
  readonly stepper: string;
  /** Seconds a step. */
  readonly step: number;
  /** Seconds. */
  readonly duration: number;
}

/** The scene after a step. */
export interface Frame {
  readonly step: number;
  /** Seconds. */
  readonly time: number;
  /** Position and quaternion of each body. */
  readonly poses: Float32Array;
  /** 1 for bodies that sleep. */
  readonly asleep: Uint8Array;
  /** Point and force of each contact, six numbers each. */
  readonly contacts: Float32Array;
  readonly contactCount: number;
  readonly kinetic: number;
  readonly potential: number;
  /** Pairs that overlap, or whose joint does not hold them together. */
  readonly violated: readonly string[];
  readonly impacts: number;
  /** How long the step took, by the clock. Milliseconds. */
  readonly spent: number;
}
