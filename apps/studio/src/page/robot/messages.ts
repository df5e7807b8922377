// What the page of a robot and its worker say to each other.

import type { DrawnMesh } from '../many/messages.ts';
import type { NamedBytes, Refusal } from '../worker/messages.ts';

/** A trajectory as `nearmiss path` reads it. */
export interface Trajectory {
  readonly joints?: readonly string[];
  readonly waypoints: readonly (readonly number[])[];
  /** A gap to be kept, in metres; 0 by default. */
  readonly clearance?: number;
  readonly accuracy?: number;
}

/** A robot with what is about it: texts of a URDF, an SRDF, a scene and a trajectory, and the meshes that the URDF names. */
export interface RobotFiles {
  readonly urdf: string;
  readonly srdf: string | null;
  readonly scene: string | null;
  readonly trajectory: string | null;
  readonly meshes: readonly NamedBytes[];
}

export type Request =
  | { readonly kind: 'open'; readonly files: RobotFiles }
  /** Another path between the ends of this one. */
  | { readonly kind: 'plan'; readonly seed: number }
  /** The robot at some values. */
  | { readonly kind: 'move'; readonly values: readonly number[] };

export type Reply =
  | { readonly kind: 'opened'; readonly scenery: Scenery; readonly path: ShownPath }
  | { readonly kind: 'planned'; readonly path: ShownPath }
  | { readonly kind: 'moved'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A mesh of a body, with position and quaternion in the body's frame. */
interface Part {
  readonly mesh: number;
  readonly pose: readonly number[];
}

export interface DrawnBody {
  readonly name: string;
  readonly parts: readonly Part[];
}

export interface Joint {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
}

/** What does not change. */
export interface Scenery {
  readonly meshes: readonly DrawnMesh[];
  readonly links: readonly DrawnBody[];
  /** Their parts are in the world. */
  readonly obstacles: readonly DrawnBody[];
  readonly joints: readonly Joint[];
  readonly warnings: readonly string[];
}

/** The robot at some values. */
export interface Configuration {
  readonly values: readonly number[];
  /** Seven numbers a link. */
  readonly poses: Float32Array;
  readonly lower: number;
  readonly upper: number;
  readonly a: string | null;
  readonly b: string | null;
}

/** A path with what was proven of it, and samples to draw. */
export interface ShownPath {
  readonly waypoints: number;
  readonly status: string;
  readonly lower: number;
  readonly upper: number | null;
  readonly a: string | null;
  readonly b: string | null;
  /** The bracket of the least clearance. */
  readonly clearance: { readonly lower: number; readonly upper: number };
  /** Intervals with a proof, and whether a check by interval arithmetic has confirmed all; null where nothing was to be checked. */
  readonly proofs: number;
  readonly verified: boolean | null;
  readonly start: number;
  readonly end: number;
  /** The gap that is kept where the status is free, in metres. */
  readonly kept: number;
  /** Evenly spread over the time, from the start to the end. */
  readonly samples: readonly Configuration[];
}
