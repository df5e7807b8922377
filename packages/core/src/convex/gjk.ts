// The distance of two convex bodies after Gilbert, Johnson & Keerthi (1988): the point of the Minkowski difference C
// nearest to the origin, by simplexes of its corners.
//
// Each step asks for the corner of C farthest towards the origin from the simplex' nearest point v. It either proves that
// nothing of C is nearer, or joins the simplex. Departures:
// - The end is decided by the bracket, not by a step that is small: |v| from above; from below the best plane met, which
//   any direction gives (difference.ts). The search ends when the two are as close as rounding lets them be.
// - Directions come from features (simplex.ts), so the bracket closes for bodies that almost touch, too.
// - A result remembers the features it was found at, and the next call that is given it starts there: while the bodies
//   move little, a step or two confirm them. Who wants to know only whether they are still apart asks for the plane of
//   the last answer (Baraff's witness plane, "Curved surfaces and coherence for non-penetrating rigid body simulation",
//   1990): one support.
//
// Cost: some five steps of two supports each; none of it grows with the bodies.

import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import type { ConvexBody } from './convex-body.ts';
import { copyVector, Difference, REACH_ERROR } from './difference.ts';
import { Polytope } from './polytope.ts';
import { Simplex } from './simplex.ts';

/** Gap of the bracket at which the search ends, in units of S: what the rounding of reach and distance can hold open. */
export const GAP: number = 32 * UNIT_ROUNDOFF;

/** A distance that rounding could have made of 0, in units of S. */
const TOUCH: number = 2 * (GAP + REACH_ERROR);

/** Steps after which the search gives up; each adds a corner, and a dozen are many. */
const STEP_LIMIT = 256;

/** Steps in a row that improved neither side of the bracket after which rounding, not geometry, is in charge. */
const PATIENCE = 4;

/**
 * - separated: the lower bound is positive.
 * - overlapping: they share interior points.
 * - touching: distance and depth are too small for rounding to tell from 0.
 * - iteration-limit: the bracket is right but wider than rounding explains.
 */
export type ConvexStatus = 'separated' | 'touching' | 'overlapping' | 'iteration-limit';

/** What a query about two convex bodies finds, in B's frame. */
export class ConvexResult {
  status: ConvexStatus = 'touching';
  /** The exact distance, or depth, is between these. */
  lower = 0;
  upper = 0;
  /** Unit vector from A to B: of the plane between them, or of the shortest way to part them (B along it, or A against it). */
  readonly normal: Float64Array = new Float64Array(3);
  /** Nearest or deepest points: of A, then of B. */
  readonly points: Float64Array = new Float64Array(6);
  iterations = 0;
  /** Vertices of A and of B at which the points were found: a place to start from, kept from call to call. */
  readonly verticesA: Int32Array = new Int32Array(3);
  readonly verticesB: Int32Array = new Int32Array(3);
  featureSize = 0;
}

/** The scratch of queries about convex bodies. */
export class ConvexWorkspace {
  readonly difference: Difference = new Difference();
  readonly simplex: Simplex = new Simplex();
  readonly polytope: Polytope = new Polytope();
}

/**
 * Distance of `a`, posed by `pose` in b's frame, and `b`. Overlapping bodies are at distance 0, without points. An `out` that
 * holds an earlier answer about these bodies is where the search starts.
 */
export function gjkDistance(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
): void {
  searchNearest(work, a, b, pose, out);
  const rounding = REACH_ERROR * work.difference.scale;
  out.lower = Math.max(0, out.lower - rounding);
  if (out.status !== 'overlapping') out.upper += rounding;
}

/**
 * The search itself: as `gjkDistance`, but with the bracket as computed. The lower end is the negative of the least reach
 * met, so where the bodies overlap, its negative is a bound on their depth. The last simplex is left in `work`.
 */
export function searchNearest(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
): void {
  const { difference, simplex } = work;
  const { direction } = difference;
  difference.set(a, b, pose);
  const scale = difference.scale;
  simplex.solve(difference.points, firstSimplex(difference, a, b, pose, out), scale);
  let lower = out.lower;
  for (let i = 0; i < simplex.size; i++) difference.copyCorner(simplex.kept[i], i);
  let upper = simplex.distance;
  let steps = 0;
  for (let idle = 0; steps < STEP_LIMIT && idle < PATIENCE; steps++) {
    if (upper <= TOUCH * scale) break;
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
    if (upper - lower <= GAP * scale || isRepeated(difference, slot)) break;
    simplex.solve(difference.points, slot + 1, scale);
    if (simplex.distance < upper) idle = 0;
    upper = simplex.distance;
    if (simplex.size === 4) break;
    for (let i = 0; i < simplex.size; i++) difference.copyCorner(simplex.kept[i], i);
  }
  out.iterations = steps;
  out.featureSize = 0;
  if (simplex.size < 4) {
    witness(work, out.points);
    rememberFeature(work, out);
    upper = Math.max(upper, pointDistance(out.points));
  }
  out.lower = lower;
  out.upper = upper;
  if (simplex.size === 4) out.status = 'overlapping';
  else if (upper <= TOUCH * scale) out.status = 'touching';
  else out.status = upper - lower <= 2 * GAP * scale ? 'separated' : 'iteration-limit';
}

/** Whether the plane square to the unit vector `normal`, from A to B, is proven to separate the bodies. */
export function separatesAlong(
  { difference }: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  normal: Float64Array,
): boolean {
  difference.set(a, b, pose);
  copyVector(normal, difference.direction);
  difference.support(0);
  return difference.reach(0) < -REACH_ERROR * difference.scale;
}

/**
 * Corners to start with, and their number: the features of the last answer, else the corner towards B. What that proves is
 * left in `out.lower` and its normal.
 */
function firstSimplex(
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
      difference.place(count++, verticesA[i], verticesB[i]);
    }
  }
  if (count > 0) return count;
  const { direction } = difference;
  const offset = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
  const scale = offset > 0 ? -1 / offset : 0;
  direction[0] = offset > 0 ? pose[9] * scale : 1;
  direction[1] = pose[10] * scale;
  direction[2] = pose[11] * scale;
  difference.support(0);
  out.lower = -difference.reach(0);
  copyVector(direction, out.normal);
  return 1;
}

function rememberFeature({ difference, simplex }: ConvexWorkspace, out: ConvexResult): void {
  out.featureSize = simplex.size;
  for (let i = 0; i < simplex.size; i++) {
    out.verticesA[i] = difference.vertexA[i];
    out.verticesB[i] = difference.vertexB[i];
  }
}

/** Whether the corner in `slot` is one of those before it. */
function isRepeated({ vertexA, vertexB }: Difference, slot: number): boolean {
  for (let i = 0; i < slot; i++) if (vertexA[i] === vertexA[slot] && vertexB[i] === vertexB[slot]) return true;
  return false;
}

/** The points of A and of B that the simplex' nearest point is the difference of. */
export function witness({ difference, simplex }: ConvexWorkspace, out: Float64Array): void {
  simplex.settleWeights(difference.points);
  difference.pointsOf(simplex.weights, simplex.size, out);
}

function pointDistance(points: Float64Array): number {
  const x = points[0] - points[3];
  const y = points[1] - points[4];
  const z = points[2] - points[5];
  return Math.sqrt(x * x + y * y + z * z);
}
