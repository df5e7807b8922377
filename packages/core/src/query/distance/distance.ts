// How far apart are two bodies?

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import type { Frame } from '../../model/model-frame.ts';
import { requireModel } from '../../model/require-model.ts';
import type { SolidOption } from '../../model/solid.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { type ConvexGap, installed } from '../acceleration.ts';
import type { BudgetOptions } from '../budget.ts';
import type { Bvtt } from '../bvtt.ts';
import { TESTS_OF_GJK } from '../convex/convex-pair.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import { dispatch } from '../dispatch.ts';
import type { Front } from '../front.ts';
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
import { PairResult, type Point, writeInterpretations } from '../result.ts';
import { DISTANCE_REQUEST_SLOT } from '../scratch-slots.ts';
import { type QueryStats, readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { distanceByKernels, distanceConvexConvex, gapByKernels } from './distance-convex-convex.ts';
import { distanceMeshMesh } from './distance-mesh-mesh.ts';
import { type DistanceMethod, requireDistanceMethod } from './distance-method.ts';
import { distanceRoundMesh } from './distance-round-mesh.ts';
import type { SearchStart } from './last-answer.ts';

/** Options of {@link distance}. */
export interface DistanceOptions extends PairOptions {
  /**
   * What to search. `auto`, the default, runs GJK on two convex meshes as a whole, and searches the tree of bounding volumes
   * (`volumes`) for all others. Other methods are objects: `hulls` of `nearmiss/convex`, `medial` of `nearmiss/medial`. `volume` is
   * an option of `volumes` alone.
   */
  readonly method?: 'auto' | 'volumes' | DistanceMethod | undefined;
  /** Stop once upper − lower is at most this much (and rounding), in model units. 0 searches to the end. */
  readonly tolerance?: number | undefined;
  /** Stop once the distance is known to exceed this. */
  readonly maxDistance?: number | undefined;
}

const DISTANCE_KEYS: KnownKeys<DistanceOptions> = { ...PAIR_KEYS, method: true, tolerance: true, maxDistance: true };

/** Defaults of {@link DistanceOptions}. */
export const DISTANCE_DEFAULTS: {
  readonly method: 'auto';
  readonly tolerance: number;
  readonly maxDistance: number;
} = Object.freeze({
  method: 'auto',
  tolerance: 0,
  maxDistance: Infinity,
});

// Read from the frozen object at every query, the number would be boxed.
const { tolerance: DEFAULT_TOLERANCE, maxDistance: DEFAULT_MAX_DISTANCE } = DISTANCE_DEFAULTS;

/**
 * - `separated`: apart, by `distance`.
 * - `touching`, `intersecting`, `a-inside-b`, `b-inside-a`: they have a point in common (see `collide`); distance 0.
 * - `beyond`: more than `maxDistance` apart.
 * - `near`: with method `medial`, the enclosures of the bodies overlap. Whether the bodies touch is unknown; they are at most
 *   `upper` apart.
 * - `iteration-limit`: the budget is spent; `lower` and `upper` still hold.
 *
 * @see {@link distance}
 */
export type DistanceStatus =
  | 'separated'
  | 'touching'
  | 'intersecting'
  | 'a-inside-b'
  | 'b-inside-a'
  | 'beyond'
  | 'near'
  | 'iteration-limit';

/** Result of {@link distance}. */
export class DistanceResult extends PairResult {
  status: DistanceStatus = 'separated';
  /** The distance, equal to `upper`; Infinity where only a lower bound is known. */
  distance = 0;
  /** The exact distance for the doubles given is at least this. */
  lower = 0;
  /** The exact distance for the doubles given is at most this. */
  upper = 0;
  /** Distance between the surfaces: positive also where one body is inside the other. */
  surfaceDistance = 0;
  /** Unit vector from pointA to pointB; null where they coincide. */
  normal: Point | null = null;
  /**
   * With method `medial`: upper bound of the distance from points of the enclosures, pointA and pointB included, to the bodies,
   * both together.
   */
  declare error?: number;

  readonly #normal: Point = [0, 0, 0];

  /** @internal The gap of two convex bodies; `frame` is that of the reference body. */
  writeGap({ bracket, world, faces, swapped }: ConvexGap, { unit }: Frame): void {
    const upper = bracket[1] * unit + LEAST_DOUBLE;
    this.status = 'separated';
    this.lower = Math.max(0, bracket[0] * unit - LEAST_DOUBLE);
    this.upper = upper;
    this.distance = upper;
    this.surfaceDistance = upper;
    this.writeWorldWitness(world, faces, swapped);
    this.writeWorldNormal(world);
    // A convex mesh is closed.
    this.interpretationA = 'solid';
    this.interpretationB = 'solid';
    if (this.error !== undefined) delete this.error;
    this.report(null);
  }

  /** @internal The direction between the witness points that kernels have found. */
  writeWorldNormal(world: Float64Array): void {
    this.#normal[0] = world[6];
    this.#normal[1] = world[7];
    this.#normal[2] = world[8];
    this.normal = this.#normal;
  }

  /** @internal The direction between the witness points, rotated from the reference frame into the world. */
  writeNormal(w: Workspace, points: Float64Array): void {
    const pose = w.referencePose;
    const sign = w.swapped ? -1 : 1;
    const x = sign * (points[3] - points[0]);
    const y = sign * (points[4] - points[1]);
    const z = sign * (points[5] - points[2]);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) {
      this.normal = null;
      return;
    }
    const qx = pose[3];
    const qy = pose[4];
    const qz = pose[5];
    const qw = pose[6];
    const scale = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
    const cx = qy * z - qz * y;
    const cy = qz * x - qx * z;
    const cz = qx * y - qy * x;
    this.#normal[0] = (x + scale * (qw * cx + qy * cz - qz * cy)) / length;
    this.#normal[1] = (y + scale * (qw * cy + qz * cx - qx * cz)) / length;
    this.#normal[2] = (z + scale * (qw * cz + qx * cy - qy * cx)) / length;
    this.normal = this.#normal;
  }
}

/** A `DistanceResult` by cases of its status, which decides which fields are null. See {@link distance}. */
export type DistanceAnswer = DistanceResult &
  (
    | { status: 'separated'; pointA: Point; pointB: Point }
    | { status: 'near'; error: number }
    | { status: Exclude<DistanceStatus, 'separated' | 'near'> }
  );

/** What a `Pair` keeps from its last distance query. */
export interface DistanceMemory {
  /** The leaves of the closest faces, or −1. */
  leafQuery: number;
  leafReference: number;
  /** [0]: their distance then, in the unit of the reference body; 0 in contact. */
  readonly gap: Float64Array;
  /** What the query in progress makes of these leaves. */
  start: SearchStart;
  /** Queries left before kernels test again whether the hulls, which overlapped, are apart. */
  overlaps: number;
  /** The fronts of the last search, on the tree of bounding volumes and on that of hulls; the latter if one was searched. */
  readonly front: Front;
  traversal: Bvtt | null;
  /** For convex bodies: the features of the nearest points. */
  readonly convex: ConvexMemory;
}

/** Parameters of a distance query, read from its options. */
export class DistanceRequest {
  volume: VolumeKind = discVolume;
  /** What is searched for the nearest faces in place of bounding volumes. */
  method: DistanceMethod | null = null;
  /** Whether two convex bodies are searched as a whole. */
  isAuto = true;
  solid: SolidOption = 'auto';
  stats = false;
  /** [0]: as in the options, in model units. */
  readonly maxDistance: Float64Array = new Float64Array(1);
  readonly tolerance: Float64Array = new Float64Array(1);
  memory: DistanceMemory | null = null;
  /** Set by a strategy that has searched trees, with the memory. */
  searched = false;

  /** The request of a query without options. */
  setDefaults(): void {
    this.volume = discVolume;
    this.method = null;
    this.isAuto = true;
    this.solid = 'auto';
    this.stats = false;
    this.maxDistance[0] = DEFAULT_MAX_DISTANCE;
    this.tolerance[0] = DEFAULT_TOLERANCE;
  }
}

const requestOf: (w: Workspace) => DistanceRequest = perWorkspace(DISTANCE_REQUEST_SLOT, () => new DistanceRequest());

/**
 * The distance of two bodies, with the points where it is attained. The bracket [lower, upper] holds the exact distance
 * for the doubles given; at tolerance 0 it is a few roundings wide.
 *
 * @param out a result to write into instead of making a new one
 * @example
 * const cube = Model.build(box());
 * const { status, lower, upper } = distance(cube, {}, cube, { position: [3, 0, 0] });
 * console.log(status, lower <= 2 && 2 <= upper); // separated true
 */
export function distance(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: DistanceOptions = DISTANCE_DEFAULTS,
  out: DistanceResult = new DistanceResult(),
): DistanceAnswer {
  const isByDefault = installed.kernels !== null && options === DISTANCE_DEFAULTS;
  if (isByDefault) return distanceByDefault(a, poseA, b, poseB, out) as DistanceAnswer;
  return distanceFrom(a, poseA, b, poseB, options, out, null) as DistanceAnswer;
}

/** `distance`, seeded by the last query of the same pair. */
export function distanceFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: DistanceOptions,
  out: DistanceResult,
  memory: DistanceMemory | null,
): DistanceResult {
  const w = borrowWorkspace();
  try {
    const request = requestOf(w);
    if (options === DISTANCE_DEFAULTS) request.setDefaults();
    else readOptions(options, request);
    request.memory = memory;
    requireResult(out);
    w.budget.start(options);
    w.readPair(a, poseA, b, poseB);
    const isByKernels = request.isAuto && w.budget.allows(TESTS_OF_GJK);
    if (!isByKernels || !distanceByKernels(w, request.maxDistance, out)) search(w, request, out);
    else w.interpret(request.solid);
    finish(w, out);
    out.report(request.stats ? workOf(w, request) : null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

/**
 * The query without options or memory where kernels are installed. Most queries of convex bodies end here: they are so short that
 * the defaults would cost a part of their time.
 */
function distanceByDefault(a: Model, poseA: Pose, b: Model, poseB: Pose, out: DistanceResult): DistanceResult {
  requireResult(out);
  requireModel(a, 'The first body');
  requireModel(b, 'The second body');
  const gap = gapByKernels(a, poseA, b, poseB);
  if (gap === null) return distanceUnlimited(a, poseA, b, poseB, out, null);
  if (!gap.isFound || (gap.faces[0] | gap.faces[1]) < 0) {
    return distanceUnlimited(a, gap.poseA, b, gap.poseB, out, gap);
  }
  out.writeGap(gap, (gap.swapped ? a : b).frame);
  return out;
}

/** The same where the gap of convex bodies is not all that is asked for, or not known. */
function distanceUnlimited(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  out: DistanceResult,
  gap: ConvexGap | null,
): DistanceResult {
  const w = borrowWorkspace();
  try {
    w.readPair(a, poseA, b, poseB);
    if (gap !== null && distanceByKernels(w, NO_LIMIT, out, gap)) {
      out.distance = out.upper;
      // A convex mesh is closed.
      out.interpretationA = 'solid';
      out.interpretationB = 'solid';
    } else {
      const request = requestOf(w);
      request.setDefaults();
      request.memory = null;
      w.budget.start(NO_BUDGET);
      search(w, request, out);
      finish(w, out);
    }
    out.report(null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

const NO_BUDGET: BudgetOptions = /* @__PURE__ */ Object.freeze({});
const NO_LIMIT: Float64Array = /* @__PURE__ */ Float64Array.of(DEFAULT_MAX_DISTANCE);

function requireResult(out: DistanceResult): void {
  if (!(out instanceof DistanceResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier distance query.');
  }
}

/** Answers the query for the bodies in `w`, whose poses have been read. */
function search(w: Workspace, request: DistanceRequest, out: DistanceResult): void {
  const { isAuto, solid, method } = request;
  request.searched = false;
  w.relateBodies();
  w.interpret(solid);
  const chosen = method?.distance;
  const convexConvex = isAuto ? distanceConvexConvex : null;
  if (chosen === undefined && out.error !== undefined) delete out.error;
  dispatch(w, request, out, convexConvex, chosen ?? distanceRoundMesh, chosen ?? distanceMeshMesh);
}

function finish(w: Workspace, out: DistanceResult): void {
  out.distance = out.upper;
  writeInterpretations(w, out);
}

/** Reads the options into the request; refuses bad ones. */
function readOptions(options: DistanceOptions, request: DistanceRequest): void {
  requireOptions(options, DISTANCE_KEYS);
  const { tolerance = DEFAULT_TOLERANCE, maxDistance = DEFAULT_MAX_DISTANCE } = options;
  if (!isAmount(tolerance) || tolerance === Infinity) throw badAmount('tolerance', tolerance, DEFAULT_TOLERANCE);
  if (!isAmount(maxDistance)) throw badAmount('maxDistance', maxDistance, DEFAULT_MAX_DISTANCE);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  const { method: askedMethod = 'auto', volume: askedVolume } = options;
  const method = requireDistanceMethod(askedMethod);
  const volume = requireVolume(askedVolume);
  if (method !== null && askedVolume !== undefined) {
    throw new NearmissError(
      'options/bad-value',
      `method "${method.name}" has no bounding volumes; leave volume (${volume.name}) out.`,
    );
  }
  request.solid = solid;
  request.stats = stats;
  request.volume = volume;
  request.method = method;
  request.isAuto = askedMethod === 'auto' && askedVolume === undefined;
  request.maxDistance[0] = maxDistance;
  request.tolerance[0] = tolerance;
}

/** The work done; for a search on trees, with its front. */
function workOf(w: Workspace, { searched, method, memory }: DistanceRequest): QueryStats {
  if (!searched) return readStats(w);
  return method?.stats?.(w, memory) ?? readStats(w, memory?.front.count);
}
