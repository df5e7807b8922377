// Are two bodies within a given distance of each other?

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { installed } from '../acceleration.ts';
import type { BudgetOptions } from '../budget.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import { dispatch } from '../dispatch.ts';
import {
  badAmount,
  isAmount,
  PAIR_KEYS,
  type PairOptions,
  requireFlag,
  requireOptions,
  requireSolid,
  requireVolume,
} from '../options.ts';
import { type NoWitness, PairResult, writeInterpretations } from '../result.ts';
import { TOLERANCE_REQUEST_SLOT } from '../scratch-slots.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { toleranceConvexConvex } from './tolerance-convex-convex.ts';
import { toleranceMeshMesh } from './tolerance-mesh-mesh.ts';
import { toleranceRoundMesh } from './tolerance-round-mesh.ts';

/** Options of {@link tolerance}. */
export interface ToleranceOptions extends PairOptions {
  /** The distance to test, in model units. */
  readonly tolerance: number;
}

const TOLERANCE_KEYS: KnownKeys<ToleranceOptions> = { ...PAIR_KEYS, tolerance: true };

/** `iteration-limit`: the budget is spent before the decision. See {@link tolerance}. */
export type ToleranceStatus = 'within' | 'beyond' | 'iteration-limit';

/** Result of {@link tolerance}. */
export class ToleranceResult extends PairResult {
  status: ToleranceStatus = 'beyond';
  /** Whether the distance is at most the tolerance; null if the budget is spent before that is known. */
  within: boolean | null = false;
  /** The exact distance is at least this. */
  lower = 0;
  /** The exact distance is at most this; with `within`, the distance of the witness points. */
  upper: number = Infinity;
}

/** A `ToleranceResult` by cases of its status, which decides `within` and which fields are null. See {@link tolerance}. */
export type ToleranceAnswer = ToleranceResult &
  (
    | { status: 'within'; within: true }
    | ({ status: 'beyond'; within: false } & NoWitness)
    | ({ status: 'iteration-limit'; within: null } & NoWitness)
  );

/** What a `Pair` keeps from its last tolerance query: leaves that were near enough, or −1, and features of convex bodies. */
export interface ToleranceMemory {
  leafQuery: number;
  leafReference: number;
  readonly convex: ConvexMemory;
}

/** Parameters of a tolerance query, read from its options. */
export class ToleranceRequest {
  volume: VolumeKind = discVolume;
  /** [0]: as in the options, in model units. */
  readonly tolerance: Float64Array = new Float64Array(1);
  memory: ToleranceMemory | null = null;
  /** Kernels have found that no faces are within the tolerance. */
  isBeyond = false;
}

const requestOf: (w: Workspace) => ToleranceRequest = perWorkspace(
  TOLERANCE_REQUEST_SLOT,
  () => new ToleranceRequest(),
);

/**
 * Whether two bodies are at most `options.tolerance` apart. A distance within rounding of it may give either result; `lower` and
 * `upper` always hold.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(tolerance(cube, {}, cube, { position: [3, 0, 0] }, { tolerance: 1 }).within); // false
 */
export function tolerance(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: ToleranceOptions,
  out: ToleranceResult = new ToleranceResult(),
): ToleranceAnswer {
  return toleranceFrom(a, poseA, b, poseB, options, out, null) as ToleranceAnswer;
}

/** `tolerance`, seeded by the last query of the same pair. */
export function toleranceFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: ToleranceOptions,
  out: ToleranceResult,
  memory: ToleranceMemory | null,
): ToleranceResult {
  requireOptions(options, TOLERANCE_KEYS);
  const wanted = options.tolerance;
  if (wanted === undefined) {
    throw new NearmissError('options/bad-value', 'A tolerance query needs options.tolerance, a distance.');
  }
  if (!isAmount(wanted) || wanted === Infinity) throw badAmount('tolerance', wanted, 0);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  const volume = requireVolume(options.volume);
  if (!(out instanceof ToleranceResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier tolerance query.');
  }
  const w = borrowWorkspace();
  try {
    const isLimited = options.budget !== undefined || options.signal !== undefined;
    if (isLimited) w.budget.start(options);
    w.readPair(a, poseA, b, poseB);
    w.interpret(solid);
    let found: 'found' | 'none' | null = null;
    if (installed.kernels !== null && memory === null && !isLimited && !stats && options.volume === undefined) {
      w.asked[0] = wanted;
      found = installed.kernels.within(w);
      if (found === 'found') {
        writeWithin(w, out);
        return out;
      }
    }
    if (!isLimited) w.budget.start(NO_BUDGET);
    const request = requestOf(w);
    request.volume = volume;
    request.tolerance[0] = wanted;
    request.memory = memory;
    request.isBeyond = found === 'none';
    w.relateBodies();
    const convexConvex = options.volume === undefined ? toleranceConvexConvex : null;
    dispatch(w, request, out, convexConvex, toleranceRoundMesh, toleranceMeshMesh);
    writeInterpretations(w, out);
    out.report(stats ? readStats(w) : null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

const NO_BUDGET: BudgetOptions = {};

/** The answer where kernels have found points within the tolerance. */
function writeWithin(w: Workspace, out: ToleranceResult): void {
  out.status = 'within';
  out.within = true;
  out.lower = 0;
  out.upper = w.asked[0] + LEAST_DOUBLE;
  out.writeWorldWitness(w.convexScratch.world, w.convexScratch.faces, w.swapped);
  writeInterpretations(w, out);
  out.report(null);
}
