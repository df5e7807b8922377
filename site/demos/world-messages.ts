// What the page and the worker of the demo of many bodies say to each other.

import type { Point } from 'nearmiss';
import type { BodyPose } from '../../apps/studio/src/page/body.ts';
import type { DrawnMesh } from '../../apps/studio/src/page/many/messages.ts';

/** A body that the page holds, and where. */
export interface Held {
  readonly body: number;
  readonly pose: BodyPose;
}

/** Lets `time` pass, in seconds; a held body stays where it is put. */
export interface StepRequest {
  readonly time: number;
  readonly held: Held | null;
}

/** What is sent first: the shapes, and of each body the number of its shape. */
export interface Crowd {
  readonly kind: 'crowd';
  readonly names: readonly string[];
  readonly shapes: readonly DrawnMesh[];
  readonly bodies: readonly number[];
  /** Half a side of the box that all of them stay in. */
  readonly reach: number;
}

/** What a step found. */
export interface Stepped {
  readonly kind: 'stepped';
  readonly poses: readonly BodyPose[];
  /** Pairs of bodies in contact. */
  readonly pairs: readonly (readonly [number, number])[];
  /** A point of each contact. */
  readonly points: readonly Point[];
  /** How many of them began to touch in this step, and how many pairs ceased to. */
  readonly begun: number;
  readonly ended: number;
  /** Pairs of boxes that overlap, and how many of them were measured. */
  readonly boxPairs: number;
  readonly measured: number;
}

export type WorldReply = Crowd | Stepped;
