// The distance of two convex bodies after Gilbert, Johnson & Keerthi (1988): the point of the Minkowski difference C
// nearest to the origin, by simplexes of its corners.
//
// Each step computes the corner of C farthest towards the origin from the simplex' nearest point v. It either proves that nothing
// of C is nearer, or joins the simplex. Departures:
// - The bracket decides the end, not a small step: |v| is the upper bound; the best plane so far gives the lower bound, for which
//   any direction works (difference.ts). The search ends when the two are as close as rounding allows.
// - Directions come from features (simplex.ts), so the bracket also closes for bodies that almost touch.
// - A result keeps its features, and the next call with that result starts there: while the bodies move little, a step or two
//   confirm them. To test only whether the bodies are still apart, the plane of the last result is enough (Baraff's witness plane,
//   "Curved surfaces and coherence for non-penetrating rigid body simulation", 1990): one support.
//
// Cost: some five steps of two supports each, independent of the size of the bodies.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import type { ConvexBody } from './convex-body.ts';
import { copyVector, Difference, REACH_ERROR } from './difference.ts';
import {
  LANE_GAP,
  LANE_LOWER,
  LANE_NORMAL,
  LANE_SUFFICIENT,
  LANE_TOUCH,
  LANE_UPPER,
  LANE_WEIGHTS,
  lane,
  laneEnd,
  searchLane,
} from './gjk-lane.ts';
import type { Polytope } from './polytope.ts';
import { Simplex } from './simplex.ts';
import type { StepTrace } from './step-trace.ts';

/** Gap of the bracket at which the search ends, in units of S: the largest gap that rounding of reach and distance can leave. */
export const GAP: number = 32 * UNIT_ROUNDOFF;

/** A distance that may be rounding of 0, in units of S. */
export const TOUCH: number = 2 * (GAP + REACH_ERROR);

/** Number of steps after which the search gives up; each adds a corner, and a dozen are many. */
export const STEP_LIMIT = 256;

/** Number of successive steps without improvement of the bracket after which only rounding changes. */
const PATIENCE = 4;

/**
 * - separated: the lower bound is positive.
 * - overlapping: they share interior points.
 * - touching: distance and depth are too small to distinguish from 0.
 * - iteration-limit: the bracket holds but is wider than rounding explains.
 *
 * @see {@link traceConvex}
 */
export type ConvexStatus = 'separated' | 'touching' | 'overlapping' | 'iteration-limit';

/** The result of a query about two convex bodies, in B's frame. */
export class ConvexResult {
  status: ConvexStatus = 'touching';
  /** The exact distance, or depth, is between these. */
  lower = 0;
  upper = 0;
  /**
   * Unit vector from A to B: of the plane between them, or of the shortest translation that separates them (B along it, or A
   * against it).
   */
  readonly normal: Float64Array = new Float64Array(3);
  /** Nearest or deepest points: of A, then of B. */
  readonly points: Float64Array = new Float64Array(6);
  iterations = 0;
  /** Vertices of A and of B at the points: the seed of the next call. */
  readonly verticesA: Int32Array = new Int32Array(3);
  readonly verticesB: Int32Array = new Int32Array(3);
  featureSize = 0;
  /** Whether rounding stopped marching (voronoi-march.ts) and GJK found the result. */
  handedOver = false;
}

/** The scratch of queries about convex bodies. */
export class ConvexWorkspace {
  readonly difference: Difference = new Difference();
  readonly simplex: Simplex = new Simplex();
  /** For depths only; created on first use (epa.ts). */
  polytope: Polytope | null = null;
}

const volumes = new Float64Array(4);

/**
 * Distance of `a`, posed by `pose` in b's frame, and `b`. Overlapping bodies are at distance 0, without points. The search starts
 * from the last result in `out` for these bodies, if any. It may end as soon as a plane proves the bodies `enough` apart; the lower
 * bound is then at least that, and the upper bound is valid but not tight.
 */
export function gjkDistance(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  enough: number = Infinity,
): void {
  searchNearest(work, a, b, pose, out, enough);
  widenBracket(work, out);
}

/** Converts the bracket of the computed corners into one of the exact distance of the bodies. */
export function widenBracket({ difference }: ConvexWorkspace, out: ConvexResult): void {
  const rounding = REACH_ERROR * difference.scale;
  out.lower = Math.max(0, out.lower - rounding);
  if (out.status !== 'overlapping') out.upper += rounding;
}

/**
 * The search itself: as `gjkDistance`, but with the bracket as computed. The lower end is the negative of the least reach so far,
 * so if the bodies overlap, its negative bounds their depth. The last simplex is left in `work`. Steps are added to `trace`.
 */
export function searchNearest(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  enough: number = Infinity,
  trace?: StepTrace,
): void {
  const { difference, simplex } = work;
  const { direction } = difference;
  difference.set(a, b, pose);
  const scale = difference.scale;
  const sufficient = enough + REACH_ERROR * scale;
  let steps = 0;
  // Round bodies have no table, coincident origins no direction to start along, and an observer needs every step.
  const isPlain = out.featureSize === 0 && a.mapSide >= 0 && b.mapSide >= 0 && trace === undefined;
  if (isPlain && difference.apart > TOUCH * scale) {
    lane[LANE_GAP] = GAP * scale;
    lane[LANE_TOUCH] = TOUCH * scale;
    lane[LANE_SUFFICIENT] = sufficient;
    searchLane(difference, a, b, pose);
    out.lower = lane[LANE_LOWER];
    for (let k = 0; k < 3; k++) out.normal[k] = lane[LANE_NORMAL + k];
    steps = laneEnd[0];
    if (laneEnd[2] === 1) {
      simplex.take(laneEnd[1], lane, LANE_WEIGHTS, LANE_UPPER);
      out.iterations = steps;
      out.handedOver = false;
      out.upper = simplex.distance;
      conclude(work, out, sufficient);
      return;
    }
    simplex.solve(difference.points, laneEnd[1], scale);
  } else simplex.solve(difference.points, firstSimplex(difference, a, b, pose, out), scale);
  let lower = out.lower;
  if (simplex.size < 4) keepFeature(work);
  trace?.add(work, 0);
  let upper = simplex.distance;
  for (let idle = 0; steps < STEP_LIMIT && idle < PATIENCE; steps++) {
    if (upper <= TOUCH * scale || simplex.size === 4) break;
    copyVector(simplex.direction, direction);
    const slot = simplex.size;
    difference.support(slot);
    const gap = -difference.reach(slot);
    idle++;
    if (gap > lower) {
      lower = gap;
      copyVector(direction, out.normal);
      idle = 0;
    }
    if (upper - lower <= GAP * scale || lower >= sufficient) break;
    // A corner that repeats gives no progress; it can prove something new at most once, and is then searched for again.
    if (idle > 0 && isRepeated(difference, slot)) break;
    simplex.solve(difference.points, slot + 1, scale);
    if (simplex.distance < upper) idle = 0;
    upper = simplex.distance;
    if (simplex.size === 4) break;
    keepFeature(work);
    trace?.add(work, 0);
  }
  out.iterations = steps;
  out.handedOver = false;
  out.lower = lower;
  out.upper = upper;
  conclude(work, out, sufficient);
}

/** Drops the corners that do not contribute to the simplex' nearest point. */
export function keepFeature({ difference, simplex }: ConvexWorkspace): void {
  for (let i = 0; i < simplex.size; i++) difference.copyCorner(simplex.kept[i], i);
}

/** Derives points, features and status from the bracket and the last simplex. `sufficient` is the requested lower bound. */
export function conclude(work: ConvexWorkspace, out: ConvexResult, sufficient: number = Infinity): void {
  const { difference, simplex } = work;
  const { scale } = difference;
  out.featureSize = 0;
  if (simplex.size < 4) {
    witness(work, out.points);
    rememberFeature(difference, simplex.size, out);
    out.upper = Math.max(out.upper, pointDistance(out.points));
  }
  const { lower, upper } = out;
  if (simplex.size === 4) out.status = 'overlapping';
  else if (upper <= TOUCH * scale) out.status = 'touching';
  else out.status = upper - lower <= 2 * GAP * scale || lower >= sufficient ? 'separated' : 'iteration-limit';
}

/** Whether the plane orthogonal to the unit vector `normal`, from A to B, proves that the bodies are more than `gap` apart. */
export function separatesAlong(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  normal: Float64Array,
  gap = 0,
): boolean {
  return gapAlong(work, a, b, pose, normal) > gap;
}

/**
 * The proven gap between the bodies along the unit vector `normal`, from A to B; negative where they overlap along it. The corner
 * of the difference that it is measured at is left in slot 0.
 */
export function gapAlong(
  { difference }: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  normal: Float64Array,
): number {
  difference.set(a, b, pose);
  copyVector(normal, difference.direction);
  difference.support(0);
  return -difference.reach(0) - REACH_ERROR * difference.scale;
}

/** Makes the corner that `gapAlong` left the seed of the next search of these bodies. */
export function startAtGap({ difference }: ConvexWorkspace, out: ConvexResult): void {
  out.featureSize = 1;
  out.verticesA[0] = difference.vertexA[0];
  out.verticesB[0] = difference.vertexB[0];
}

/**
 * The seed corners and their number: the features of the last result, else the corner towards B. The bound they prove is left in
 * `out.lower` with its normal.
 */
export function firstSimplex(
  difference: Difference,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
): number {
  const { featureSize, verticesA, verticesB } = out;
  let count = 0;
  out.lower = -Infinity;
  for (let i = 0; i < featureSize; i++) {
    // Another body may have fewer vertices.
    if (verticesA[i] < a.vertexCount && verticesB[i] < b.vertexCount) {
      difference.setVertex(count++, verticesA[i], verticesB[i]);
    }
  }
  if (count > 0) return count;
  const { direction } = difference;
  const offset = difference.apart;
  const scale = offset > 0 ? -1 / offset : 0;
  direction[0] = offset > 0 ? pose[9] * scale : 1;
  direction[1] = pose[10] * scale;
  direction[2] = pose[11] * scale;
  difference.support(0);
  out.lower = -difference.reach(0);
  copyVector(direction, out.normal);
  return 1;
}

/** Keeps the first `size` corners: the next search starts from them. */
export function rememberFeature(difference: Difference, size: number, out: ConvexResult): void {
  out.featureSize = size;
  for (let i = 0; i < size; i++) {
    out.verticesA[i] = difference.vertexA[i];
    out.verticesB[i] = difference.vertexB[i];
  }
}

/** Numbers that `saveFeature` writes: how many corners, their vertices of A and of B. */
export const FEATURE_STRIDE = 7;

/** Saves the seed of the next search of these bodies, for callers with many pairs of them. */
export function saveFeature({ featureSize, verticesA, verticesB }: ConvexResult, to: Int32Array, at: number): void {
  to[at] = featureSize;
  for (let i = 0; i < 3; i++) {
    to[at + 1 + i] = verticesA[i];
    to[at + 4 + i] = verticesB[i];
  }
}

/** Restores it. */
export function loadFeature(from: Int32Array, at: number, out: ConvexResult): void {
  out.featureSize = from[at];
  for (let i = 0; i < 3; i++) {
    out.verticesA[i] = from[at + 1 + i];
    out.verticesB[i] = from[at + 4 + i];
  }
}

/** Whether the corner in `slot` is at the position of one before it. */
function isRepeated({ points }: Difference, slot: number): boolean {
  const x = points[3 * slot];
  const y = points[3 * slot + 1];
  const z = points[3 * slot + 2];
  for (let k = 0; k < 3 * slot; k += 3) if (points[k] === x && points[k + 1] === y && points[k + 2] === z) return true;
  return false;
}

/** The points of A and of B that the simplex' nearest point is the difference of. */
export function witness({ difference, simplex }: ConvexWorkspace, out: Float64Array): void {
  simplex.settleWeights(difference.points);
  difference.pointsOf(simplex.weights, simplex.size, out);
}

/** A point that both bodies share: the origin as a mean of the corners of the tetrahedron it was found in. */
export function commonPoint({ difference }: ConvexWorkspace, out: Float64Array): void {
  const { points } = difference;
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const p = 3 * ((i + 1) % 4);
    const q = 3 * ((i + 2) % 4);
    const r = 3 * ((i + 3) % 4);
    // The weight of a corner is the volume of the origin with the three others.
    volumes[i] = Math.abs(
      points[p] * (points[q + 1] * points[r + 2] - points[q + 2] * points[r + 1]) +
        points[p + 1] * (points[q + 2] * points[r] - points[q] * points[r + 2]) +
        points[p + 2] * (points[q] * points[r + 1] - points[q + 1] * points[r]),
    );
    sum += volumes[i];
  }
  for (let i = 0; i < 4; i++) volumes[i] /= sum;
  difference.pointsOf(volumes, 4, out);
}

function pointDistance(points: Float64Array): number {
  const x = points[0] - points[3];
  const y = points[1] - points[4];
  const z = points[2] - points[5];
  return Math.sqrt(x * x + y * y + z * z);
}
