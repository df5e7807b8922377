// The distance of two convex bodies by Voronoi marching: from a pair of features, a vertex, edge or triangle of each, to
// neighbouring ones, until either body's nearest point lies in the Voronoi region of the other's feature (Lin & Canny 1991;
// Mirtich, "V-Clip: fast and robust polyhedral collision detection", 1998).
//
// A pair of features is a part of the Minkowski difference C. Here it is represented by the simplex of at most three corners of C
// in it that contains the point nearest to the origin. A step
// 1. tests whether a neighbour of either feature rises along the direction d between the nearest points, that is, whether a Voronoi
//    plane is crossed (feature.ts). If so, its vertex gives a corner of C;
// 2. else computes the corner of C farthest along d, by a climb from the current one. Usually that is the current corner: the plane
//    orthogonal to d closes the bracket, which is the proof. If not, marching is at a side of a body that faces away, where V-Clip
//    has its local minima; the new corner leads out of it;
// 3. adds the corner to the simplex and keeps the feature of it that is nearest to the origin.
// The features of the last result are tested for the proof first: while bodies move little, that is enough.
//
// Without initial features, marching starts on coarser hulls (hull-levels.ts): one climb and one corner on each. Their vertices are
// among the finer ones, so from level to level the simplex is unchanged except for its vertex numbers. (Tried on round, flat and
// long hulls of 1000 and 10,000 vertices: marching to the end on each level takes 1.3 to 2.3 times the steps; passing down only the
// nearest vertex, 1.1 to 4 times. Occasional climbs on the finest level, instead of coarser ones, save steps and take longer: they
// visit the same vertices.)
//
// It ends. A corner that is added rises above the plane orthogonal to d through the simplex' nearest point, so the segment to it
// comes nearer to the origin: the distance falls at every step, no simplex repeats, and there are finitely many. V-Clip's order of
// features at equal distance is not needed, and flat faces may have several triangles: marching does not cross an edge across which
// nothing rises. It ends at the right simplex, since a simplex without such a corner is nearest in all of C. Rounding can prevent
// progress: then GJK continues from the features found, and the result records that.
//
// Cost: for bodies that move little, a neighbourhood of each; it does not grow with the bodies.

import type { ConvexBody } from './convex-body.ts';
import { copyVector, type Difference, REACH_ERROR } from './difference.ts';
import { highestNearby, supportVertexFrom } from './feature.ts';
import {
  type ConvexResult,
  type ConvexWorkspace,
  conclude,
  firstSimplex,
  GAP,
  keepFeature,
  rememberFeature,
  STEP_LIMIT,
  searchNearest,
  TOUCH,
  widenBracket,
} from './gjk.ts';
import type { StepTrace } from './step-trace.ts';

/**
 * Distance of `a`, posed by `pose` in b's frame, and `b`, as in `gjkDistance`, `enough` included. The features of the last result
 * are in `out`; without any, marching starts on the coarsest levels of the bodies.
 */
export function voronoiMarching(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  enough: number = Infinity,
  trace?: StepTrace,
): void {
  const { difference, simplex } = work;
  difference.set(a, b, pose);
  const sufficient = enough + REACH_ERROR * difference.scale;
  out.iterations = 0;
  const isKept = out.featureSize > 0;
  const level = isKept ? 0 : Math.max(a.coarser.length, b.coarser.length);
  setLevel(difference, a, b, level);
  simplex.solve(difference.points, firstSimplex(difference, a, b, pose, out), difference.scale);
  keepFeature(work);
  trace?.add(work, level);
  // A bound proven on a coarser level holds for that level only.
  out.lower = -Infinity;
  if (level > 0) approach(work, a, b, out, trace);

  if (marching(work, out, isKept, sufficient, trace)) {
    out.upper = simplex.distance;
    out.handedOver = false;
    conclude(work, out, sufficient);
  } else {
    const steps = out.iterations;
    rememberFeature(difference, simplex.size, out);
    searchNearest(work, a, b, pose, out, enough, trace);
    out.iterations += steps;
    out.handedOver = true;
  }
  widenBracket(work, out);
}

/**
 * Marches from feature to feature to the nearest, or until a plane proves a sufficient bound; false where rounding ends it before.
 */
function marching(
  work: ConvexWorkspace,
  out: ConvexResult,
  isKept: boolean,
  sufficient: number,
  trace: StepTrace | undefined,
): boolean {
  const { difference, simplex } = work;
  const { scale, direction } = difference;
  if (isKept && simplex.distance > TOUCH * scale && proves(work, out, sufficient)) return true;
  while (simplex.distance > TOUCH * scale) {
    copyVector(simplex.direction, direction);
    supportNearby(difference, simplex.size);
    const rises = simplex.distance + difference.reach(simplex.size) > GAP * scale;
    if (!rises && proves(work, out, sufficient)) return true;
    if (out.iterations === STEP_LIMIT || !advance(work, 0, out, trace)) return false;
  }
  return true;
}

/** From the coarsest level down to the bodies themselves. */
function approach(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  out: ConvexResult,
  trace: StepTrace | undefined,
): void {
  const { difference, simplex } = work;
  for (let level = Math.max(a.coarser.length, b.coarser.length); level > 0; level--) {
    if (simplex.distance > TOUCH * difference.scale) {
      copyVector(simplex.direction, difference.direction);
      supportFromFirst(difference, simplex.size);
      advance(work, level, out, trace);
    }
    renumber(a, level, difference.vertexA, simplex.size);
    renumber(b, level, difference.vertexB, simplex.size);
    setLevel(difference, a, b, level - 1);
  }
}

/** Continues with finer or coarser hulls of the same bodies: S, and the corners so far, stay. */
function setLevel(difference: Difference, a: ConvexBody, b: ConvexBody, level: number): void {
  difference.a = levelOf(a, level);
  difference.b = levelOf(b, level);
}

/** Level 0 is the body; one with fewer levels than the other stays on its coarsest. */
function levelOf(body: ConvexBody, level: number): ConvexBody {
  const { coarser } = body;
  return level === 0 || coarser.length === 0 ? body : coarser[Math.min(level, coarser.length) - 1];
}

/** The numbers of a level's vertices on the next finer one. */
function renumber({ coarser }: ConvexBody, level: number, vertices: Int32Array, count: number): void {
  if (level > coarser.length) return;
  const { source } = coarser[level - 1];
  for (let i = 0; i < count; i++) vertices[i] = source[vertices[i]];
}

/**
 * Whether no corner of C is nearer than the simplex, to rounding, or nearer than needed; leaves the lower bound and its normal in
 * `out`.
 */
function proves({ difference, simplex }: ConvexWorkspace, out: ConvexResult, sufficient: number): boolean {
  copyVector(simplex.direction, difference.direction);
  supportFromFirst(difference, simplex.size);
  out.lower = -difference.reach(simplex.size);
  copyVector(difference.direction, out.normal);
  return simplex.distance - out.lower <= GAP * difference.scale || out.lower >= sufficient;
}

/** Adds the corner behind the simplex; false where that brings it no nearer, which only rounding can cause. */
function advance(work: ConvexWorkspace, level: number, out: ConvexResult, trace: StepTrace | undefined): boolean {
  const { difference, simplex } = work;
  const before = simplex.distance;
  simplex.solve(difference.points, simplex.size + 1, difference.scale);
  out.iterations++;
  if (simplex.size === 4) return true;
  keepFeature(work);
  trace?.add(work, level);
  return simplex.distance < before;
}

/**
 * Writes the corner of C farthest along the direction to `slot`, by climbs from the vertices of the first corner, which is near.
 */
function supportFromFirst(difference: Difference, slot: number): void {
  const { a, b } = difference;
  if (a === undefined || b === undefined) return;
  const local = difference.turnDirection();
  const v = supportVertexFrom(a, difference.vertexA[0], local, 0);
  difference.setVertex(slot, v, supportVertexFrom(b, difference.vertexB[0], local, 3));
}

/**
 * Writes to `slot` the farthest of the neighbouring corners: of the features of A and B of the corners before it, and of their
 * neighbours (feature.ts).
 */
function supportNearby(difference: Difference, slot: number): void {
  const { a, b } = difference;
  if (a === undefined || b === undefined) return;
  const d = difference.turnDirection();
  const v = highestNearby(a, difference.vertexA, slot, d[0], d[1], d[2]);
  difference.setVertex(slot, v, highestNearby(b, difference.vertexB, slot, d[3], d[4], d[5]));
}
