// Which faces of two bodies are nearer to each other than a clearance?

import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError } from '../../error.ts';
import type { FacePair } from '../../mesh/face-pairs.ts';
import type { Model } from '../../model/model.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../budget.ts';
import { dispatch } from '../dispatch.ts';
import { requireAmount, requireCount, requireOptions, requireVolume } from '../options.ts';
import { borrowWorkspace, returnWorkspace } from '../workspace.ts';
import { clearanceMeshMesh } from './clearance-mesh-mesh.ts';
import { clearanceRoundMesh } from './clearance-round-mesh.ts';
import { type FeaturePairKind, ListedPairs, type WitnessPoints } from './listed-pairs.ts';

/** Options of {@link clearance}. */
export interface ClearanceOptions extends BudgetOptions {
  /** List the pairs of faces at most this far apart, in model units. */
  readonly clearance: number;
  /** Stop after this many pairs. */
  readonly limit?: number | undefined;
  /** The bounding volume to search with. The default is the fastest; all give the same answers. */
  readonly volume?: VolumeKind | undefined;
}

const CLEARANCE_KEYS: KnownKeys<ClearanceOptions> = { ...BUDGET_KEYS, clearance: true, limit: true, volume: true };

/** `iteration-limit`: the budget is spent; the list is correct but incomplete. See {@link clearance}. */
export type ClearanceStatus = 'complete' | 'limit' | 'iteration-limit';

/** Result of {@link clearance}. */
export interface ClearanceResult {
  readonly status: ClearanceStatus;
  /** The pairs, in a reproducible order. */
  readonly pairs: readonly FacePair[];
  /** The distances of the faces of each pair, in the same order; 0 exactly if they touch. */
  readonly distances: readonly number[];
  /** The nearest points of each pair, of a face of A and of one of B, in the world; null where the faces meet. */
  readonly witnesses: readonly (WitnessPoints | null)[];
  /** Which features of the two faces the points are on, A's first; `face-face` where a body is round, null where the faces meet. */
  readonly kinds: readonly (FeaturePairKind | null)[];
}

/** Parameters of a clearance query, read from its options. */
export interface ClearanceRequest {
  readonly volume: VolumeKind;
  /** In model units. */
  readonly clearance: number;
  /** At least 1. */
  readonly limit: number;
}

/**
 * All pairs of faces that are at most `options.clearance` apart. Bodies are interpreted as surfaces.
 *
 * @example
 * const cube = Model.build(box());
 * const { pairs, kinds, witnesses } = clearance(cube, {}, cube, { position: [1.5, 0, 0] }, { clearance: 0.6 });
 * console.log(pairs.length > 0, kinds[0], witnesses[0]?.pointA[0]); // true vertex-vertex 0.5
 */
export function clearance(a: Model, poseA: Pose, b: Model, poseB: Pose, options: ClearanceOptions): ClearanceResult {
  requireOptions(options, CLEARANCE_KEYS);
  const { clearance: asked } = options;
  if (asked === undefined) {
    throw new NearmissError('options/bad-value', 'A clearance query needs options.clearance, a distance.');
  }
  const wanted = requireAmount('clearance', asked, 0);
  const limit = requireCount('limit', options.limit, Infinity);
  const volume = requireVolume(options.volume);
  const out = new ListedPairs();
  const w = borrowWorkspace();
  try {
    w.budget.start(options);
    w.setPair(a, poseA, b, poseB);
    const request: ClearanceRequest = { volume, clearance: wanted, limit };
    if (limit > 0) dispatch(w, request, out, null, clearanceRoundMesh, clearanceMeshMesh);
    const { status, pairs, distances, witnesses, kinds } = out;
    return { status, pairs, distances, witnesses, kinds };
  } finally {
    returnWorkspace(w);
  }
}
