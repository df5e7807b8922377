// The search for the nearest faces of two meshes, step by step: the pairs of nodes it opens, and the BVTT front where it ends.

import type { Model } from '../../model/model.ts';
import { BUDGET_KEYS } from '../../query/budget.ts';
import { type DistanceAnswer, type DistanceOptions, distance } from '../../query/distance/distance.ts';
import { requireCount, requireOptions } from '../../query/options.ts';
import type { FrontPair } from '../../query/pair/pair.ts';
import { isQueryBodyB } from '../../query/posed-pair.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { DistanceRecorder, type DistanceStep } from './distance-recorder.ts';
import { requireMeshModel } from './require-mesh-model.ts';
import { type TracedTree, tracedTree } from './traced-tree.ts';

/** Options of {@link traceDistance}: those of `distance` by volumes, and how many steps are kept. */
export interface TraceDistanceOptions extends Omit<DistanceOptions, 'method' | 'volume' | 'stats'> {
  /** The most steps that are kept, from the first on; the search goes on without a record. */
  readonly limit?: number | undefined;
}

const TRACE_DISTANCE_KEYS: KnownKeys<TraceDistanceOptions> = {
  ...BUDGET_KEYS,
  solid: true,
  tolerance: true,
  maxDistance: true,
  limit: true,
};

/** Defaults of {@link TraceDistanceOptions}. */
export const TRACE_DISTANCE_DEFAULTS: { readonly limit: number } = Object.freeze({ limit: 100_000 });

/** Result of {@link traceDistance}. */
export interface DistanceTrace {
  /** That of `distance` by method `volumes`, with its stats. */
  readonly result: DistanceAnswer;
  /** The steps in their order, no more than `limit`. */
  readonly steps: readonly DistanceStep[];
  /** All steps, those included that were not kept. */
  readonly stepCount: number;
  /** The BVTT front: the pairs of nodes where the search ended. Together they cover every pair of faces once. */
  readonly front: readonly FrontPair[];
  /** The trees that were searched. */
  readonly treeA: TracedTree;
  readonly treeB: TracedTree;
}

/**
 * The search of `distance` on trees of bounding volumes, step by step. It makes the same tests in the same order as `distance` by method
 * `volumes`, without an acceleration, and has the same answer.
 *
 * @example
 * const cube = Model.build(box());
 * const { steps, result } = traceDistance(cube, {}, cube, { position: [3, 0, 0] });
 * console.log(steps.at(-1)?.upper === result.upper); // true
 */
export function traceDistance(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: TraceDistanceOptions = {},
): DistanceTrace {
  requireOptions(options, TRACE_DISTANCE_KEYS);
  const { limit: asked, ...rest } = options;
  const limit = requireCount('limit', asked, TRACE_DISTANCE_DEFAULTS.limit);
  requireMeshModel(a, 'A');
  requireMeshModel(b, 'B');
  const recorder = new DistanceRecorder(limit);
  const result = distance(a, poseA, b, poseB, { ...rest, method: recorder, stats: true });
  const treeA = tracedTree(a.tree);
  const treeB = tracedTree(b.tree);
  const swapped = isQueryBodyB(a, b);
  const { unit } = (swapped ? a : b).frame;
  const front = [...recorder.ended, ...recorder.waiting].map(({ nodeQ, nodeR, bound }) => {
    const [nodeA, nodeB] = swapped ? [nodeR, nodeQ] : [nodeQ, nodeR];
    const lower = Math.max(0, bound * unit);
    return { nodeA, nodeB, levelA: treeA.levels[nodeA], levelB: treeB.levels[nodeB], lower };
  });
  return { result, steps: recorder.steps, stepCount: recorder.stepCount, front, treeA, treeB };
}
