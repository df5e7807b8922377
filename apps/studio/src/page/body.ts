// What the page knows of its two bodies. Poses are in doubles from the pointer to the query: what is shown is what was asked.

import type { Quaternion, Vector3 } from 'nearmiss';

export type Slot = 'a' | 'b';
export const SLOTS: readonly Slot[] = ['a', 'b'];

export function otherSlot(slot: Slot): Slot {
  return slot === 'a' ? 'b' : 'a';
}

/** What a hand takes hold of: a body, or where its motion ends. */
export interface Handle {
  readonly slot: Slot;
  readonly isEnd: boolean;
}

export interface BodyPose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/** A mesh as it is drawn: single precision, about its middle and in units of its radius, so that any size can be shown. */
export interface BodyShape {
  readonly triangleCount: number;
  /** Whether queries read it as a solid. */
  readonly solid: boolean;
  /** What the reader of its file has to say. */
  readonly warnings: readonly string[];
  /** The middle of its bounding box, in its own coordinates. */
  readonly centre: Vector3;
  /** Of a ball around `centre` that holds it, in its own unit; positive. */
  readonly radius: number;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly triangles: Uint32Array<ArrayBuffer>;
}

export interface Body {
  /** How a link names it: `shape:gear`, `file:part.stl@mm` if it was dropped, `served:a/part.stl` if the server has it. */
  readonly word: string;
  /** What tells a file that was dropped from others of its name; null for other bodies. */
  readonly digest: string | null;
  readonly shape: BodyShape;
  readonly pose: BodyPose;
}
