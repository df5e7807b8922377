// The distance of two convex bodies by Voronoi marching: from a pair of features, a vertex, edge or triangle of each, to
// neighbouring ones, until either body's nearest point lies in the Voronoi region of the other's feature (Lin & Canny 1991;
// Mirtich, "V-Clip: fast and robust polyhedral collision detection", 1998).
//
// A pair of features is a part of the Minkowski difference C, and here it is known by the simplex of at most three corners
// of C in it that holds the point nearest to the origin. A step:
// 1. asks whether a neighbour of either feature rises along the direction d between the nearest points, which is to ask
//    whether a Voronoi plane is crossed (feature.ts). If so, its vertex makes a corner of C;
// 2. else, on a coarser level (hull-levels.ts), goes on with the next finer one: its vertices are among the finer's, so the
//    simplex stays as it is and changes its numbers only;
// 3. else asks for the corner of C farthest along d, by a climb from here. As a rule that is where we are: the plane square
//    to d closes the bracket, which is the proof. If not, the features are far apart on their bodies' other sides, where V-Clip
//    has its local minima; the corner found leads out.
// 4. adds the corner to the simplex and keeps the feature of that which is nearest to the origin.
//
// It ends. A corner that is added rises above the plane square to d through the simplex' nearest point, so the segment to it
// comes nearer to the origin: the distance falls at every step but those to a finer level, no pair of features comes twice,
// and there are finitely many. V-Clip's order of features at equal distance is not needed, nor are flat faces in one piece: a
// march does not cross an edge across which nothing rises. It ends in the right place, since a simplex without such a corner is
// nearest in all of C. Rounding can break the first: then GJK goes on from the features found, and the result says so.
//
// Cost: while bodies move little, one step, of a neighbourhood of each body; it does not grow with the bodies.

import type { ConvexBody } from './convex-body.ts';
import { copyVector, type Difference } from './difference.ts';
import {
  type ConvexResult,
  type ConvexStep,
  type ConvexWorkspace,
  conclude,
  firstSimplex,
  GAP,
  keepFeature,
  rememberFeature,
  STEP_LIMIT,
  searchNearest,
  stepOf,
  TOUCH,
  widenBracket,
} from './gjk.ts';

/** Corners that are renumbered: what lies behind those of the simplex is of no account. */
const SIMPLEX_SIZE = 4;

/**
 * Distance of `a`, posed by `pose` in b's frame, and `b`: all as `gjkDistance` has it. The features of the last answer are in
 * `out`; without any, the march begins on the coarsest levels the bodies have.
 */
export function marchDistance(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  trace?: ConvexStep[],
): void {
  march(work, a, b, pose, out, trace);
  if (out.handedOver) {
    const steps = out.iterations;
    searchNearest(work, a, b, pose, out, trace);
    out.iterations += steps;
    out.handedOver = true;
  }
  widenBracket(work, out);
}

/** Leaves the bracket as computed in `out`; or, with `handedOver`, the features where rounding stopped the march. */
function march(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  trace: ConvexStep[] | undefined,
): void {
  const { difference, simplex } = work;
  const { direction } = difference;
  difference.set(a, b, pose);
  const scale = difference.scale;
  let level = out.featureSize > 0 ? 0 : Math.max(a.coarser.length, b.coarser.length);
  difference.setLevel(levelOf(a, level), levelOf(b, level));
  simplex.solve(difference.points, firstSimplex(difference, a, b, pose, out), scale);
  keepFeature(work);
  let upper = simplex.distance;
  let lower = -Infinity;
  let steps = 0;
  let isHalted = false;
  for (; steps < STEP_LIMIT && upper > TOUCH * scale; steps++) {
    trace?.push(stepOf(work, level));
    copyVector(simplex.direction, direction);
    const slot = simplex.size;
    difference.supportNearby(slot);
    if (upper + difference.reach(slot) <= GAP * scale) {
      if (level > 0) {
        level = refine(difference, a, b, level);
        continue;
      }
      difference.supportFromHere(slot);
      lower = -difference.reach(slot);
      copyVector(direction, out.normal);
      if (upper - lower <= GAP * scale) break;
    }
    simplex.solve(difference.points, slot + 1, scale);
    if (!(simplex.distance < upper)) {
      isHalted = true;
      simplex.size = slot;
      break;
    }
    upper = simplex.distance;
    if (simplex.size === 4) break;
    keepFeature(work);
  }
  while (level > 0) level = refine(difference, a, b, level);
  out.iterations = steps;
  out.handedOver = isHalted || steps === STEP_LIMIT;
  if (out.handedOver) {
    rememberFeature(difference, simplex.size, out);
    return;
  }
  out.lower = lower;
  out.upper = upper;
  conclude(work, out);
}

/** Level 0 is the body; one that has fewer levels than the other waits on its coarsest. */
function levelOf(body: ConvexBody, level: number): ConvexBody {
  const { coarser } = body;
  return level === 0 || coarser.length === 0 ? body : coarser[Math.min(level, coarser.length) - 1];
}

/** Goes on to the next finer level, where the vertices of the simplex have other numbers; returns it. */
function refine(difference: Difference, a: ConvexBody, b: ConvexBody, level: number): number {
  renumber(a, level, difference.vertexA);
  renumber(b, level, difference.vertexB);
  difference.setLevel(levelOf(a, level - 1), levelOf(b, level - 1));
  return level - 1;
}

function renumber({ coarser }: ConvexBody, level: number, vertices: Int32Array): void {
  if (level > coarser.length) return;
  const { source } = coarser[level - 1];
  for (let i = 0; i < SIMPLEX_SIZE; i++) vertices[i] = source[vertices[i]];
}
