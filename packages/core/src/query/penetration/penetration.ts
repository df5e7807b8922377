// How deep are two bodies in each other, and which translation separates them?
//
// Convex bodies are solved exactly (penetration-convex-convex.ts). For others PolyDepth's search finds a separating translation
// (Je, Tang, Lee, Lee, Kim 2012; penetration-starts.ts, descent.ts); an exact test checks it, and its length is `upper`. `lower`
// comes from points and parts proven to be inside both solids (inner-clearance.ts, solid-parts.ts). With an `accuracy`, branch and
// bound narrows both (cover.ts). A surface has no interior: its depth is the paper's, to the boundary of the Minkowski sum of the
// surfaces, and `lower` is 0.

import { sphereVolume } from '../../bounds/sphere.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { reachOf } from '../../model/model-frame.ts';
import { requireModel } from '../../model/require-model.ts';
import type { SolidOption } from '../../model/solid.ts';
import { isConvex } from '../../patches/convex-model.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, poseOf } from '../../scalar/pose.ts';
import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../budget.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { requireAmount, requireFlag, requireOptions, requireSolid } from '../options.ts';
import { interpretationOf, isRound } from '../posed-pair.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, returnWorkspace } from '../workspace.ts';
import { measureConvex, settleConvex } from './penetration-convex-convex.ts';
import { meshDepth } from './penetration-mesh-mesh.ts';
import { type PenetrationAnswer, PenetrationResult } from './penetration-result.ts';
import { type DepthFunction, type RoundRequest, roundDepth } from './penetration-round-mesh.ts';
import { PENETRATION_STARTS, type PenetrationStart } from './penetration-starts.ts';
import { Probe } from './probe.ts';
import { type Scaled, scaleBack, scaledBodies } from './scaled.ts';
import type { TranslationMemory } from './translation-memory.ts';
import { TUNING } from './tuning.ts';

/** Options of {@link penetration}. */
export interface PenetrationOptions extends BudgetOptions {
  /**
   * Continue until upper − lower is at most this, in model units, or the budget is spent. By default the bracket is that of one
   * search; convex bodies are measured to 1e-9 of the larger one's reach.
   */
  readonly accuracy?: number | undefined;
  /** Where the search for a separating translation starts: `"auto"` tries several starts and keeps the best (docs/algorithms/penetration.md). */
  readonly start?: PenetrationStart | undefined;
  /** Seed of the random starts: the same seed gives the same result. */
  readonly seed?: number | undefined;
  /**
   * Interpret the bodies as solids: `"auto"` (a closed mesh is a solid, anything else a surface), `true`, or
   * `false`.
   */
  readonly solid?: SolidOption | undefined;
  /**
   * The entries of `local`: one for each region of overlap (`true`), one for all (`false`), none (`"none"`), or one for each region
   * where that is fast, for meshes of a few thousand triangles together (`"auto"`).
   */
  readonly local?: boolean | 'auto' | 'none' | undefined;
  /**
   * Spend less on a narrow bracket: for solids one search for the separating translation, and no convex parts of bodies with many faces for
   * the lower bound. For programs that measure many pairs.
   */
  readonly quick?: boolean | undefined;
  /** Report the work done. */
  readonly stats?: boolean | undefined;
  /** Report the steps of the search. */
  readonly trace?: boolean | undefined;
}

type LocalOption = NonNullable<PenetrationOptions['local']>;

const PENETRATION_KEYS: KnownKeys<PenetrationOptions> = {
  ...BUDGET_KEYS,
  accuracy: true,
  start: true,
  seed: true,
  solid: true,
  local: true,
  quick: true,
  stats: true,
  trace: true,
};

/** Defaults of {@link PenetrationOptions}. */
export const PENETRATION_DEFAULTS: {
  readonly start: PenetrationStart;
  readonly seed: number;
  readonly local: boolean | 'auto' | 'none';
} = Object.freeze({ start: 'auto', seed: 1, local: 'auto' });

const { QUICK_FACES, DEFAULT_ACCURACY, MOST_LONGER } = TUNING.search;

/**
 * Penetration depth of two bodies, with a translation of A that separates them.
 *
 * @param out a result to write into instead of making a new one
 * @example
 * const cube = Model.build(box());
 * const { status, lower, upper } = penetration(cube, {}, cube, { position: [0.75, 0, 0] });
 * console.log(status, lower <= 0.25 && 0.25 <= upper); // overlapping true
 */
export function penetration(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: PenetrationOptions = PENETRATION_DEFAULTS,
  out: PenetrationResult = new PenetrationResult(),
): PenetrationAnswer {
  return penetrationFrom(a, poseA, b, poseB, options, out, null) as PenetrationAnswer;
}

/** `penetration`, seeded by the separating translations of earlier queries of the same pair. */
export function penetrationFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: PenetrationOptions,
  out: PenetrationResult,
  memory: TranslationMemory | null,
): PenetrationResult {
  if (options !== PENETRATION_DEFAULTS) requireOptions(options, PENETRATION_KEYS);
  const { budget, signal } = options;
  const wanted = requireAmount('accuracy', options.accuracy, -1);
  const solid = requireSolid(options.solid);
  const start = requireStart(options.start);
  const seed = requireSeed(options.seed);
  const local = requireLocal(options.local);
  const quick = requireFlag('quick', options.quick);
  const stats = requireFlag('stats', options.stats);
  const trace = requireFlag('trace', options.trace);
  if (!(out instanceof PenetrationResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier penetration query.');
  }
  requireModel(a, 'The first body');
  requireModel(b, 'The second body');
  const scaled = scaledBodies(a, poseA, b, poseB);
  if (scaled !== null) {
    const accuracy = wanted < 0 ? undefined : wanted;
    const resolved = { accuracy, start, seed, solid, local, quick, stats, trace, budget, signal };
    return penetrationScaled(a, b, scaled, resolved, out, memory);
  }
  const w = borrowWorkspace();
  let accuracy = wanted;
  /** Set if `collide` must still decide. It runs after the workspace is returned. */
  let open: { readonly poseA: Float64Array; readonly poseB: Pose } | null = null;
  /** Set for a round shape, which is approximated by meshes. */
  let round: RoundRequest | null = null;
  try {
    w.budget.start({ budget, signal });
    w.setPair(a, poseA, b, poseB);
    if (wanted < 0) accuracy = DEFAULT_ACCURACY * Math.max(reachOf(a.frame), reachOf(b.frame));
    w.interpret(solid);
    const isSolidA = interpretationOf(a, w.interpretationA) === 'solid';
    const isSolidB = interpretationOf(b, w.interpretationB) === 'solid';
    const isSolid = isSolidA && isSolidB;
    // Left by an earlier query into the same result.
    if (out.stats !== undefined) delete out.stats;
    if (out.trace !== undefined) delete out.trace;
    if (isSolid && isConvex(a) && isConvex(b)) {
      if (!measureConvex(w, accuracy, out)) open = { poseA: w.poseA.slice(), poseB: poseOf(w.poseB) };
      if (stats) out.stats = readStats(w);
      if (trace) out.trace = [];
    } else if (isRound(w)) {
      const [worldA, worldB] = [poseOf(w.poseA), poseOf(w.poseB)];
      round = { a, poseA: worldA, b, poseB: worldB, solid, signal, isSolid, wanted, accuracy };
    } else {
      w.reserve(sphereVolume);
      const probe = new Probe(w, { budget, signal });
      const isWanted = wanted >= 0 && isSolid;
      const entries = local === 'auto' ? a.triangleCount + b.triangleCount <= QUICK_FACES : local;
      const hasBudget = budget !== undefined;
      meshDepth(probe, { accuracy, isWanted, hasBudget, start, seed, trace, local: entries, quick, memory }, out);
      if (stats) out.stats = probe.stats();
    }
    // A search inside a round shape has its own counters.
    if (round !== null && stats) out.stats = readStats(w);
    if (round !== null && trace) out.trace = [];
    out.interpretationA = isSolidA ? 'solid' : 'surface';
    out.interpretationB = isSolidB ? 'solid' : 'surface';
  } finally {
    returnWorkspace(w);
  }
  if (open !== null) settleConvex(a, open.poseA, b, open.poseB, accuracy, out);
  if (round !== null) depthOfRound(round, { budget, signal, solid, start, seed, local, quick, stats, trace }, out);
  // Those of convex bodies come with the depth.
  if (local === 'none') out.local.length = 0;
  return out;
}

/** A round shape and a body that is not convex, or interpreted as a surface. */
function depthOfRound(request: RoundRequest, options: PenetrationOptions, out: PenetrationResult): void {
  const { poseA, poseB } = request;
  const { interpretationA, interpretationB } = out;
  // Two searches share the budget.
  const budget = options.budget === undefined ? undefined : Math.ceil(options.budget / 2);
  // A translation that separates the solids also separates their surfaces.
  const solid = request.solid === false ? 'auto' : request.solid;
  const depthOf: DepthFunction = (first, second, accuracy, into) => {
    const requested = accuracy < 0 ? { ...options, solid, budget } : { ...options, solid, budget, accuracy };
    return penetrationFrom(first, poseA, second, poseB, requested, into, null);
  };
  roundDepth(request, depthOf, out);
  out.interpretationA = interpretationA;
  out.interpretationB = interpretationB;
}

/** `penetrationFrom` for bodies scaled to a size that can be searched. */
function penetrationScaled(
  a: Model,
  b: Model,
  scaled: Scaled,
  options: PenetrationOptions,
  out: PenetrationResult,
  memory: TranslationMemory | null,
): PenetrationResult {
  const { factor, poseA, poseB } = scaled;
  const { accuracy } = options;
  const own =
    accuracy === undefined ? options : { ...options, accuracy: Math.min(accuracy * factor, Number.MAX_VALUE) };
  penetrationFrom(scaled.a, poseA, scaled.b, poseB, own, out, memory);
  if (!scaleBack(out, factor)) return out;
  const { translation } = out;
  const [x, y, z] = translation;
  const unscaledB = { position: poseB.position.map((p) => p / factor), rotation: poseB.rotation };
  for (let longer = 1; longer <= MOST_LONGER; longer *= 2) {
    const position = poseA.position.map((p, k) => p / factor + translation[k]);
    const { status } = collideAny(a, { position, rotation: poseA.rotation }, b, unscaledB, { solid: options.solid });
    if (status === 'separated' || status === 'touching') return out;
    [x, y, z].forEach((t, k) => {
      translation[k] = t + Math.sign(t) * longer * LEAST_DOUBLE;
    });
    out.upper += 2 * longer * LEAST_DOUBLE;
    out.depth = out.upper;
  }
  out.status = 'iteration-limit';
  out.certified = false;
  return out;
}

function requireStart(value: PenetrationStart | undefined): PenetrationStart {
  if (value === undefined) return PENETRATION_DEFAULTS.start;
  if (PENETRATION_STARTS.includes(value)) return value;
  throw new NearmissError(
    'options/bad-value',
    `start is ${textOf(value)}; it is one of ${PENETRATION_STARTS.join(', ')}.`,
  );
}

function requireLocal(value: LocalOption | undefined): LocalOption {
  if (value === undefined) return PENETRATION_DEFAULTS.local;
  if (value === 'auto' || value === 'none' || value === true || value === false) return value;
  throw new NearmissError('options/bad-value', `local is ${textOf(value)}; it is "auto", "none", true or false.`);
}

function requireSeed(value: number | undefined): number {
  if (value === undefined) return PENETRATION_DEFAULTS.seed;
  if (Number.isInteger(value)) return value;
  throw new NearmissError('options/bad-value', `seed is ${textOf(value)}; it must be a whole number.`);
}
