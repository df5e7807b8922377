// How far apart are two bodies?

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { type Reading, resolveReading } from '../../model/solid.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT, LARGEST_LENGTH, LEAST_DOUBLE } from '../../scalar/tolerance.ts';
import { decideMeeting, writeContactWitness } from '../collide/collide.ts';
import { containment } from '../collide/containment.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
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
import { PairResult, type Point } from '../result.ts';
import { meetRound, RoundMeeting } from '../round/meet.ts';
import { roundSearchOf } from '../round/search.ts';
import { isRound, roundReading } from '../round-reading.ts';
import { readStats } from '../stats.ts';
import type { TraversalTree } from '../traversal-tree.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { distanceConvex } from './distance-convex.ts';
import { type DistanceMethod, requireDistanceMethod } from './distance-method.ts';
import type { SearchEnd } from './search-discs.ts';
import { searchNearest } from './search-nearest.ts';

export interface DistanceOptions extends PairOptions {
  /**
   * What to search on. `auto`, the default, asks two convex meshes as a whole, by GJK, and searches the tree of `volumes` of all others.
   * Other methods are objects: `hulls` of `nearmiss/convex`, `medial` of `nearmiss/medial`. `volume` is an option of `volumes` alone.
   */
  readonly method?: 'auto' | 'volumes' | DistanceMethod | undefined;
  /** Stop once upper − lower is at most this much (and rounding), in model units. 0 searches to the end. */
  readonly tolerance?: number | undefined;
  /** Stop once the distance is known to exceed this. */
  readonly maxDistance?: number | undefined;
}

const DISTANCE_KEYS: KnownKeys<DistanceOptions> = { ...PAIR_KEYS, method: true, tolerance: true, maxDistance: true };

export const DISTANCE_DEFAULTS: {
  readonly method: 'auto';
  readonly tolerance: number;
  readonly maxDistance: number;
} = Object.freeze({
  method: 'auto',
  tolerance: 0,
  maxDistance: Infinity,
});

// Read from the frozen object at every query, the number would be copied to an object of its own.
const { tolerance: DEFAULT_TOLERANCE, maxDistance: DEFAULT_MAX_DISTANCE } = DISTANCE_DEFAULTS;

/**
 * - `separated`: apart, by `distance`.
 * - `touching`, `intersecting`, `a-inside-b`, `b-inside-a`: they have a point in common (see `collide`); distance 0.
 * - `beyond`: more than `maxDistance` apart.
 * - `near`: by method `medial`, the enclosures of the bodies overlap; whether the bodies do is not known, only how near they are: `upper`.
 * - `iteration-limit`: the budget ended; `lower` and `upper` still hold.
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
  /** By method `medial`: how far points of the enclosures, pointA and pointB among them, can be from the bodies, together. */
  declare error?: number;

  readonly #normal: Point = [0, 0, 0];

  /** @internal The direction between the witness points, in the resting frame, turned into the world. */
  writeNormal(w: Workspace, points: Float64Array): void {
    const pose = w.swapped ? w.poseA : w.poseB;
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

/** A `DistanceResult` by cases of its status, which decides which fields are null. */
export type DistanceAnswer = DistanceResult &
  (
    | { status: 'separated'; pointA: Point; pointB: Point }
    | { status: 'near'; error: number }
    | { status: Exclude<DistanceStatus, 'separated' | 'near'> }
  );

/** What a `Pair` remembers of its last distance query. */
export interface DistanceMemory {
  /** The leaves of the closest faces, or −1. */
  leafMoving: number;
  leafResting: number;
  /** Where the search ended, on the tree of volumes and on that of hulls; the latter where one was searched. */
  readonly front: Front;
  traversal: TraversalTree | null;
  /** Of convex bodies: the features that the nearest points are on. */
  readonly convex: ConvexMemory;
}

/**
 * The distance of two bodies, with the points where it is attained. The bracket [lower, upper] holds the exact distance
 * for the doubles given; at tolerance 0 it is a few roundings wide.
 *
 * @param out a result to write into instead of making a new one
 */
export function distance(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: DistanceOptions = DISTANCE_DEFAULTS,
  out: DistanceResult = new DistanceResult(),
): DistanceAnswer {
  return distanceFrom(a, poseA, b, poseB, options, out, null) as DistanceAnswer;
}

/** `distance`, starting from what the last query of the same pair found. */
export function distanceFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: DistanceOptions,
  out: DistanceResult,
  memory: DistanceMemory | null,
): DistanceResult {
  if (options !== DISTANCE_DEFAULTS) requireOptions(options, DISTANCE_KEYS);
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
  if (!(out instanceof DistanceResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier distance query.');
  }
  const w = borrowWorkspace();
  try {
    w.budget.start(options);
    w.place(a, poseA, b, poseB);
    const readingA = resolveReading(a.facts, solid, 'A');
    const readingB = resolveReading(b.facts, solid, 'B');
    const { swapped, best } = w;
    const moving = swapped ? b : a;
    const resting = swapped ? a : b;
    const isAuto = askedMethod === 'auto' && askedVolume === undefined;
    if (isAuto && distanceConvex(w, moving, resting, maxDistance, memory === null ? null : memory.convex, out)) {
      out.readingA = roundReading(a, readingA);
      out.readingB = roundReading(b, readingB);
      if (out.error !== undefined) delete out.error;
      out.report(stats ? readStats(w) : null);
      return out;
    }
    w.reserve(volume);
    const unit = w.unit[0];
    const scale = w.scale[0];
    const allowed = Math.min(tolerance / unit, LARGEST_LENGTH);
    if (method?.distance !== undefined) {
      method.distance(w, a, readingA, b, readingB, maxDistance / unit, out);
      out.report(stats ? readStats(w) : null);
      return out;
    }
    if (out.error !== undefined) delete out.error;
    // Everything that may be within maxDistance is looked at, rounding included.
    if (isRound(a, b)) {
      roundSearchOf(w).start(maxDistance / unit + DISTANCE_OVERSHOOT * scale, allowed, 0);
      distanceRound(w, a, readingA, b, readingB, volume, maxDistance, out);
      out.report(stats ? readStats(w) : null);
      return out;
    }
    best.wanted[0] = maxDistance / unit + DISTANCE_OVERSHOOT * scale;
    best.wanted[1] = allowed;
    best.start(w.touch);
    const end =
      method?.searchNearest === undefined
        ? searchNearest(w, moving, resting, volume, memory)
        : method.searchNearest(w, moving, resting, memory);

    writeNearest(w, a, readingA, b, readingB, volume, end, out);
    out.distance = out.upper;
    out.readingA = readingA;
    out.readingB = readingB;
    out.report(stats ? (method?.stats?.(w, memory) ?? readStats(w, memory?.front.count)) : null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

/** Writes what the search left in `w.best`, and how the bodies lie. */
function writeNearest(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
  volume: VolumeKind,
  end: SearchEnd,
  out: DistanceResult,
): void {
  const { best } = w;
  const unit = w.unit[0];
  const scale = w.scale[0];
  // Whatever may still throw comes before the first change to `out`.
  if (end === 'contact') {
    const meeting = decideMeeting(w, a, readingA, b, readingB, volume, true, null);
    out.status = meeting === 'touching' || meeting === 'intersecting' ? meeting : 'iteration-limit';
    writeContactWitness(w, out);
    out.normal = null;
    out.lower = 0;
    out.upper = 0;
    out.surfaceDistance = 0;
  } else {
    const found = best.placeMoving >= 0;
    const nearest = best.distance[0];
    // Through an array and not by `?:`, which would make an object of one of two doubles.
    const { known } = w;
    if (end === 'done') known[0] = nearest - best.wanted[1];
    known[1] = Infinity;
    if (found) known[1] = (nearest + DISTANCE_UNDERSHOOT * scale) * unit + LEAST_DOUBLE;
    // What bounds of volumes can be too large by; the search with volumes other than discs has taken it off already.
    const lost = (volume === discVolume || end !== 'done' ? w.boundRounding[0] : 0) + w.sharpened[0];
    const least = Math.min(known[0], nearest) - lost - DISTANCE_OVERSHOOT * scale;
    const lower = Math.max(0, least * unit - LEAST_DOUBLE);
    const upper = known[1];
    // Surfaces that are apart leave open whether one is inside the other; surfaces that may meet, nothing to ask.
    const status = end === 'done' || lower > 0 ? containment(w, a, readingA, b, readingB) : 'separated';
    if (found) {
      out.writeWitness(w, best.points, best.placeMoving, best.placeResting);
      out.writeNormal(w, best.points);
    } else {
      out.clearWitness();
      out.normal = null;
    }
    const apart = status === 'separated';
    out.status = end !== 'done' ? 'iteration-limit' : apart && !found ? 'beyond' : status;
    out.lower = apart ? lower : 0;
    out.upper = apart ? upper : 0;
    out.surfaceDistance = upper;
  }
}

/** What one query works with. */
class Scratch {
  readonly meeting: RoundMeeting = new RoundMeeting();
}

const scratchOf = perWorkspace(() => new Scratch());
/** The same where one of the bodies is round: it is face 0. */
function distanceRound(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
  volume: VolumeKind,
  maxDistance: number,
  out: DistanceResult,
): void {
  const { meeting } = scratchOf(w);
  const search = roundSearchOf(w);
  meetRound(w, a, readingA, b, readingB, volume, meeting);
  // What was met first may be farther than anything wanted.
  if (meeting.status === 'separated' && meeting.lower > maxDistance) {
    meeting.found = false;
    meeting.upper = Infinity;
  }
  const { status, lower, upper, found } = meeting;
  out.readingA = roundReading(a, readingA);
  out.readingB = roundReading(b, readingB);
  out.status = status === 'separated' && !found ? 'beyond' : status;
  if (found) {
    out.writeWitness(w, search.points, search.placeMoving, search.placeResting);
    out.writeNormal(w, search.points);
  } else out.clearWitness();
  // A common point, given twice, has no direction but that of rounding.
  if (!found || status === 'touching' || status === 'intersecting') out.normal = null;
  // Touching is known to rounding only: the bracket says so.
  const isBracketed = status === 'separated' || status === 'iteration-limit' || status === 'touching';
  out.lower = status === 'touching' || !isBracketed ? 0 : lower;
  out.upper = isBracketed ? upper : 0;
  out.distance = out.upper;
  out.surfaceDistance = status === 'intersecting' ? 0 : upper;
}
