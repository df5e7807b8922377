// What the page of clashes and its worker tell each other.

import type { Clash, ClashSummary, ElementName, GivenDecision } from '@nearmiss/clash';
import type { DrawnMesh } from '../many/messages.ts';
import type { NamedBytes, Refusal } from '../worker/messages.ts';

export type Request = { readonly kind: 'example' } | { readonly kind: 'open'; readonly files: readonly NamedBytes[] };

/** An element where it is drawn: its pose is relative to the origin of the drawing. */
interface DrawnElement extends ElementName {
  /** Number of its shape. */
  readonly shape: number;
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  /** The middle of its box, relative to the origin of the drawing, and half the diagonal of it. */
  readonly middle: readonly [number, number, number];
  readonly radius: number;
}

/** The elements of all files about an origin, so that single precision shows them well. */
export interface DrawnAssembly {
  readonly shapes: readonly DrawnMesh[];
  readonly elements: readonly DrawnElement[];
  readonly origin: readonly [number, number, number];
  /** Half of the extent along each axis. */
  readonly half: readonly [number, number, number];
  /** From the origin to the farthest corner. */
  readonly reach: number;
  readonly up: readonly [number, number, number];
  /** Whether lengths are in metres. */
  readonly isMetric: boolean;
  readonly warnings: readonly string[];
}

/** What people decided, and what they said about it, by ids of clashes. */
export interface DecidedClashes {
  readonly decisions: readonly (readonly [string, GivenDecision])[];
  readonly comments: readonly (readonly [string, string])[];
}

export type Reply =
  | { readonly kind: 'drawn'; readonly title: string; readonly assembly: DrawnAssembly }
  | { readonly kind: 'progress'; readonly done: number; readonly pairs: number }
  | {
      readonly kind: 'found';
      readonly clashes: readonly Clash[];
      readonly summary: ClashSummary;
      readonly decided: DecidedClashes;
      /** The file of the decisions; null without one. */
      readonly decidedBy: string | null;
      /** That the result was made from other files, and how they differ; null where it was made from these, or came alone. */
      readonly otherFiles: string | null;
    }
  | { readonly kind: 'decided'; readonly decided: DecidedClashes; readonly decidedBy: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
