// The search for the first contact of two moving meshes, step by step: which pairs of nodes and faces are proven apart, and until when.

import type { Model } from '../../model/model.ts';
import type { Motion } from '../../motion/motion.ts';
import { BUDGET_KEYS } from '../../query/budget.ts';
import { requireCount, requireOptions } from '../../query/options.ts';
import {
  type TimeOfContactAnswer,
  type TimeOfContactOptions,
  timeOfContact,
} from '../../query/time-of-contact/time-of-contact.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { AdvanceRecorder, type AdvanceStep, type WaitingPair } from './advance-recorder.ts';
import { requireMeshModel } from './require-mesh-model.ts';
import { type TracedTree, tracedTree } from './traced-tree.ts';

/** Options of {@link traceTimeOfContact}: those of `timeOfContact` by pairs, and how many steps are kept. */
export interface TraceTimeOptions extends Pick<TimeOfContactOptions, 'threshold' | 'solid' | 'budget' | 'signal'> {
  /** The most steps that are kept, from the first on, and then the end. */
  readonly limit?: number | undefined;
}

const TRACE_TIME_KEYS: KnownKeys<TraceTimeOptions> = { ...BUDGET_KEYS, threshold: true, solid: true, limit: true };

/** Defaults of {@link TraceTimeOptions}. */
export const TRACE_TIME_DEFAULTS: { readonly limit: number } = Object.freeze({ limit: 100_000 });

/** Result of {@link traceTimeOfContact}. */
export interface TimeOfContactTrace {
  /** That of `timeOfContact`, with its stats. */
  readonly result: TimeOfContactAnswer;
  /** The steps in their order, no more than `limit` and the end. */
  readonly steps: readonly AdvanceStep[];
  /** All steps, those included that were not kept. */
  readonly stepCount: number;
  /** The pairs that waited, each with the time until which it was proven apart, in the order in which they were taken. */
  readonly pairs: readonly WaitingPair[];
  /** The trees that were searched. */
  readonly treeA: TracedTree;
  readonly treeB: TracedTree;
}

/**
 * The search of `timeOfContact` by pairs, step by step. It makes the same tests in the same order, and has the same answer. Where the bodies
 * are in contact at the start, or do not move, there is one step: the end.
 *
 * @example
 * const cube = Model.build(box());
 * const motion = { from: { position: [3, 0, 0] }, to: { position: [-3, 0, 0] } } as const;
 * const { steps, result } = traceTimeOfContact(cube, motion, cube, {});
 * console.log(steps.at(-1)?.until === result.toc); // true
 */
export function traceTimeOfContact(
  a: Model,
  motionA: Motion,
  b: Model,
  motionB: Motion,
  options: TraceTimeOptions = {},
): TimeOfContactTrace {
  requireOptions(options, TRACE_TIME_KEYS);
  const { limit: asked, ...rest } = options;
  const limit = requireCount('limit', asked, TRACE_TIME_DEFAULTS.limit);
  requireMeshModel(a, 'A');
  requireMeshModel(b, 'B');
  const recorder = new AdvanceRecorder(limit);
  const result = timeOfContact(a, motionA, b, motionB, { ...rest, method: recorder, stats: true });
  const { volumeTests = 0, triangleTests = 0 } = result.stats ?? {};
  recorder.finish(result.lower, result.faceA ?? -1, result.faceB ?? -1, { volumeTests, triangleTests });
  const { steps, stepCount, pairs } = recorder;
  return { result, steps, stepCount, pairs, treeA: tracedTree(a.tree), treeB: tracedTree(b.tree) };
}
