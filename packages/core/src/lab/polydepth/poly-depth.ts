// PolyDepth as published (Je, Tang, Lee, Lee, Kim, "PolyDepth: Real-Time Penetration Depth Computation Using Iterative
// Contact-Space Projection", ACM Transactions on Graphics 2012): a baseline for measurements. `penetration` uses the same two
// projections and departs from them where that is better (query/penetration/descent.ts).
//
// Its guarantee is an upper bound: a translation confirmed by the exact test. It has no lower bound.

import { discVolume } from '../../bounds/disc.ts';
import { NearmissError, textOf } from '../../error.ts';
import { Model } from '../../model/model.ts';
import type { SolidOption } from '../../model/solid.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../../query/budget.ts';
import { requireAmount, requireCount, requireFlag, requireOptions, requireSolid } from '../../query/options.ts';
import { PenetrationResult } from '../../query/penetration/penetration-result.ts';
import { PENETRATION_STARTS, type PenetrationStart } from '../../query/penetration/penetration-starts.ts';
import { Probe } from '../../query/penetration/probe.ts';
import { TranslationMemory } from '../../query/penetration/translation-memory.ts';
import type { PosedPair } from '../../query/posed-pair.ts';
import { borrowWorkspace, returnWorkspace } from '../../query/workspace.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import { findStart } from './initial-configurations.ts';
import { Pipeline, type WalkEnd } from './pipeline.ts';
import { lengthOf } from './vector-length.ts';

/** Options of {@link polyDepth}. */
export interface PolyDepthOptions extends BudgetOptions {
  /** The start of the walk (§5): `centroid` by default. */
  readonly start?: PenetrationStart | undefined;
  /** Seed of the random start. */
  readonly seed?: number | undefined;
  /** Samples on the line of the start `sampling` (§5.5). */
  readonly samples?: number | undefined;
  /**
   * The gap that counts as contact, in model units; by default 1e-4 of the reach of both bodies. The paper names none; its counts
   * are those of 1e-3.
   */
  readonly threshold?: number | undefined;
  readonly solid?: SolidOption | undefined;
  readonly stats?: boolean | undefined;
  readonly trace?: boolean | undefined;
}

const POLYDEPTH_KEYS: KnownKeys<PolyDepthOptions> = {
  ...BUDGET_KEYS,
  start: true,
  seed: true,
  samples: true,
  threshold: true,
  solid: true,
  stats: true,
  trace: true,
};

/** Defaults of {@link PolyDepthOptions}. */
export const POLYDEPTH_DEFAULTS: {
  readonly start: PenetrationStart;
  readonly seed: number;
  readonly samples: number;
} = Object.freeze({ start: 'centroid', seed: 1, samples: 16 });

/** Default threshold, relative to the reach of both bodies together. */
const DEFAULT_THRESHOLD = 1e-4;
/** The least threshold that doubles can usually distinguish from contact, relative to the same. */
const LEAST_THRESHOLD = 1e-11;

/** Result of {@link polyDepth}. */
export class PolyDepthResult extends PenetrationResult {
  /** The end of the walk; null where nothing overlaps. */
  end: WalkEnd | null = null;
  /** Projections onto the contact space by translational collision detection; those onto the planes are `iterations`. */
  outProjections = 0;
  /** Contact planes of all in-projections. */
  contacts = 0;
  /** Sweeps of Gauss–Seidel of all in-projections. */
  sweeps = 0;
  /** Pairs of volumes or triangles whose directional distance was computed, and the steps that took: 1.7 a pair in the paper (§6.5). */
  measured = 0;
  steps = 0;
}

/**
 * The depth of two meshes by the pipeline of the paper.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(polyDepth(cube, {}, cube, { position: [0.75, 0, 0] }).status); // overlapping
 */
export function polyDepth(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: PolyDepthOptions = POLYDEPTH_DEFAULTS,
  out: PolyDepthResult = new PolyDepthResult(),
): PolyDepthResult {
  return polyDepthFrom(a, poseA, b, poseB, options, out, null);
}

/** Two bodies that are queried repeatedly: the start `coherent` uses their last three results (§5.3). See {@link polyDepth}. */
export class PolyDepthPair {
  readonly a: Model;
  readonly b: Model;
  #memory = new TranslationMemory();
  /** A query of this pair is in progress and owns the memory. */
  #isBusy = false;

  constructor(a: Model, b: Model) {
    if (!(a instanceof Model) || !(b instanceof Model)) {
      throw new NearmissError('model/bad-argument', 'A PolyDepthPair is made of two Models.');
    }
    this.a = a;
    this.b = b;
  }

  depth(
    poseA: Pose,
    poseB: Pose,
    options: PolyDepthOptions = POLYDEPTH_DEFAULTS,
    out: PolyDepthResult = new PolyDepthResult(),
  ): PolyDepthResult {
    if (this.#isBusy) return polyDepth(this.a, poseA, this.b, poseB, options, out);
    this.#isBusy = true;
    try {
      return polyDepthFrom(this.a, poseA, this.b, poseB, options, out, this.#memory);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Clears the memory. */
  reset(): void {
    this.#memory = new TranslationMemory();
  }
}

function polyDepthFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: PolyDepthOptions,
  out: PolyDepthResult,
  memory: TranslationMemory | null,
): PolyDepthResult {
  requireOptions(options, POLYDEPTH_KEYS);
  const { budget, signal } = options;
  const start = requireStart(options.start);
  const seed = requireSeed(options.seed);
  const samples = requireCount('samples', options.samples, POLYDEPTH_DEFAULTS.samples);
  const wanted = requireAmount('threshold', options.threshold, 0);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  const traced = requireFlag('trace', options.trace);
  if (!(samples >= 1 && samples < Infinity)) {
    throw new NearmissError('options/bad-value', `samples is ${textOf(samples)}; it is a whole number, 1 or more.`);
  }
  if (!(out instanceof PolyDepthResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier polyDepth query.');
  }
  const w = borrowWorkspace();
  try {
    w.budget.start({ budget, signal });
    w.prepare(a, poseA, b, poseB, discVolume);
    requireMesh(a, 'A');
    requireMesh(b, 'B');
    w.interpret(solid);
    const probe = new Probe(w, { budget, signal });
    const contactStatus = probe.status(ORIGIN);
    clear(out);
    out.interpretationA = w.interpretationA;
    out.interpretationB = w.interpretationB;
    if (traced) out.trace = [];
    else if (out.trace !== undefined) delete out.trace;
    if (contactStatus === 'separated' || contactStatus === 'touching') {
      out.status = contactStatus;
      memory?.add(w, ORIGIN);
    } else {
      const size = a.frame.radius * a.frame.unit + b.frame.radius * b.frame.unit;
      const reach = size + offsetOf(w);
      const threshold = Math.max(wanted > 0 ? wanted : DEFAULT_THRESHOLD * size, LEAST_THRESHOLD * reach);
      probe.moveTo(ORIGIN);
      descend(new Pipeline(probe, threshold, traced), { start, seed, samples, memory, size }, out);
    }
    if (stats) out.stats = probe.stats();
    else if (out.stats !== undefined) delete out.stats;
    return out;
  } finally {
    returnWorkspace(w);
  }
}

interface DescendSettings {
  readonly start: PenetrationStart;
  readonly seed: number;
  readonly samples: number;
  readonly memory: TranslationMemory | null;
  readonly size: number;
}

function descend(pipeline: Pipeline, settings: DescendSettings, out: PolyDepthResult): void {
  const { probe, frame, best, search } = pipeline;
  const { w } = probe;
  const { size, memory } = settings;
  const offset = new Float64Array(3);
  frame.toWorld(w.pose, 9, offset, 0);
  for (let k = 0; k < 3; k++) offset[k] *= frame.unit;
  const x = new Float64Array(3);
  const isFound = !probe.exhausted && findStart(probe, { ...settings, offset }, x);
  if (isFound) out.end = pipeline.walk(x);
  else {
    // Nothing could be tested; the balls around the bodies are proof enough.
    best[0] = 1.0137 * (size + lengthOf(offset));
    out.end = 'out-of-budget';
  }
  writeTranslation(pipeline, size, offset, out);
  out.status = out.end === 'out-of-budget' || out.end === 'given-up' ? 'iteration-limit' : 'overlapping';
  out.certified = false;
  out.iterations = pipeline.inProjections;
  out.outProjections = pipeline.outProjections;
  out.contacts = pipeline.contacts;
  out.sweeps = pipeline.sweeps;
  out.measured = search.measured;
  out.steps = search.steps;
  if (out.status === 'overlapping') writeLocal(pipeline, out);
  probe.moveTo(ORIGIN);
  memory?.add(w, best);
}

function writeTranslation(
  { best, probe, trace, space }: Pipeline,
  size: number,
  offset: Float64Array,
  out: PolyDepthResult,
): void {
  const length = lengthOf(best);
  out.setTranslation(best, length, probe.sizeOfTranslation(size + length, offset));
  if (length > 0) out.setNormal(-best[0] / length, -best[1] / length, -best[2] / length);
  if (trace === null) return;
  out.trace = [...trace, { kind: 'end', translation: [best[0], best[1], best[2]], contacts: space.planes.length }];
}

/** Local depths (§6.4): the separating translation, projected onto the normal of each contact at its end. */
function writeLocal({ space, best, probe }: Pipeline, out: PolyDepthResult): void {
  const { w } = probe;
  const { frame } = w.reference;
  const pose = w.referencePose;
  for (const { normal, points } of space.planes) {
    const depth = -(normal[0] * best[0] + normal[1] * best[1] + normal[2] * best[2]);
    if (!(depth > 0)) continue;
    const first: [number, number, number] = [0, 0, 0];
    const second: [number, number, number] = [0, 0, 0];
    pointToWorld(pose, frame.centre, frame.unit, points, 0, first, 0);
    pointToWorld(pose, frame.centre, frame.unit, points, 3, second, 0);
    const pointA = w.swapped ? second : first;
    for (let k = 0; k < 3; k++) pointA[k] -= best[k];
    const pointB = w.swapped ? first : second;
    out.local.push({ depth: Math.min(depth, out.depth), normal: [normal[0], normal[1], normal[2]], pointA, pointB });
  }
  out.local.sort((p, q) => q.depth - p.depth);
}

function clear(out: PolyDepthResult): void {
  out.clear();
  out.end = null;
  out.outProjections = 0;
  out.contacts = 0;
  out.sweeps = 0;
  out.measured = 0;
  out.steps = 0;
}

/** How far the bodies' frames are apart, in the world. */
function offsetOf({ pose, reference }: PosedPair): number {
  return lengthOf(pose.subarray(9, 12)) * reference.frame.unit;
}

function requireMesh(model: Model, what: string): void {
  if (model.round === null) return;
  throw new NearmissError('query/unsupported', `${what} is a round shape: polyDepth is for meshes.`);
}

function requireStart(value: PenetrationStart | undefined): PenetrationStart {
  if (value === undefined) return POLYDEPTH_DEFAULTS.start;
  if (PENETRATION_STARTS.includes(value)) return value;
  throw new NearmissError(
    'options/bad-value',
    `start is ${textOf(value)}; it is one of ${PENETRATION_STARTS.join(', ')}.`,
  );
}

function requireSeed(value: number | undefined): number {
  if (value === undefined) return POLYDEPTH_DEFAULTS.seed;
  if (Number.isInteger(value)) return value;
  throw new NearmissError('options/bad-value', `seed is ${textOf(value)}; it must be a whole number.`);
}
