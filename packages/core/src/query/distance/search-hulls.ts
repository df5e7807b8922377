// The distance search on hull trees (FAST, 2006, Algorithm 3; Ehmann and Lin 2001). Both trees are traversed together. GJK, or
// Voronoi marching, computes the distance of two hulls. The nearer pair is tested first, and a pair is opened while its hulls are
// nearer than the nearest leaves so far. The tested pairs stay in a BVTT, from which the next query of the same pair starts.
//
// Departures:
// - A plane is tried first: that of the last test, or of the parent. One support point of each hull along it may already prove
//   enough.
// - Hulls that were searched before start from the features found then, by GJK, which is a little faster there than marching
//   (docs/lab/convex.md has both). Other hulls start at the corner along that plane. With the method `voronoi-marching` both use
//   Voronoi marching, as in the papers.
// - The larger hull is opened, not always B's.
// - Hulls of filled patches reach into the solid, so the search finds the distance of the solids. If the solids are apart, their
//   nearest points are on their surfaces, and the faces there are the result (`resolve`). This is checked, not assumed. Hulls
//   enclose the faces, so the bound of the hulls is a lower bound of the distance of the faces. The distance of two faces is an
//   upper bound of the distance of the surfaces. If both are equal, they are the distance. Otherwise (one body inside the other,
//   bodies that touch, unfavourable rounding) the search returns 'unclear' and is repeated on the triangles.

import { DISC, discVolume } from '../../bounds/disc.ts';
import { copyVector } from '../../convex/difference.ts';
import { FEATURE_STRIDE, gapAlong, gjkDistance, loadFeature, saveFeature, startAtGap } from '../../convex/gjk.ts';
import { voronoiMarching } from '../../convex/voronoi-march.ts';
import { hullTree } from '../../hulls/hull-structure.ts';
import { type HullTree, hullChild } from '../../hulls/hull-tree.ts';
import { pointInBody } from '../../scalar/point-in-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { BOUND_ROUNDING, DISTANCE_OVERSHOOT, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import type { BestPair } from '../best-pair.ts';
import type { Budget } from '../budget.ts';
import type { Bvtt } from '../bvtt.ts';
import { hullScratchOf } from '../hull-scratch.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { findNearestLeaf, nearestLeafOf } from '../point/nearest-leaf.ts';
import type { PosedPair } from '../posed-pair.ts';
import { SEARCH_HULLS_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { SearchEnd } from './distance-discs.ts';
import { searchLeafPair } from './distance-leaf-pair.ts';

/** How much nearer than the best a pair may be within the bracket, in parts of S (docs/algorithms/rounding.md): 72u. */
const BRACKET_BELOW: number = DISTANCE_OVERSHOOT + BOUND_ROUNDING;

/**
 * How far below the best a bound may be for its pair to be pruned, in parts of S: the allowance of the bracket, less a margin
 * because the distance of the faces may exceed that of the hulls.
 */
const PRUNING_ERROR: number = BRACKET_BELOW - 16 * UNIT_ROUNDOFF;

/** `unclear`: search the triangles instead. */
export type HullSearchEnd = SearchEnd | 'unclear';

/** Scratch of one query. */
class Scratch {
  readonly point: Float64Array = new Float64Array(3);
}

const scratchOf = perWorkspace(SEARCH_HULLS_SLOT, () => new Scratch());
/**
 * Searches the hull trees of two bodies, starting from `tree`. The result is left in `best`, as by a search on triangles, with the
 * same guarantee: no two faces are nearer than the best by more than the tolerance and BRACKET_BELOW. If the budget is spent,
 * w.known[0] is the lower bound.
 */
export function searchHulls(w: Workspace, tree: Bvtt, best: BestPair, budget: Budget): HullSearchEnd {
  const { queryBody, reference } = w;
  const { nearest } = hullScratchOf(w);
  nearest[0] = Infinity;
  nearest[1] = best.pruningBound[0];
  nearest[2] = Infinity;
  let end: HullSearchEnd = 'done';
  tree.busy = true;
  try {
    end = traverse(w, queryBody.structure(hullTree), reference.structure(hullTree), tree, best, budget);
  } finally {
    tree.busy = false;
  }
  // A search with nothing within the limit is complete too; a tree without bounds has no points.
  if (end === 'unclear' || nearest[0] === Infinity) return end;
  if (resolve(w, best)) return 'contact';
  const proven = Math.min(nearest[1], nearest[2]);
  const needed = best.distance[0] - best.wanted[1] - BRACKET_BELOW * w.scale[0];
  return end === 'done' && (best.slotQuery < 0 || proven < needed) ? 'unclear' : end;
}

function traverse(
  w: Workspace,
  hullsQ: HullTree,
  hullsR: HullTree,
  tree: Bvtt,
  best: BestPair,
  budget: Budget,
): HullSearchEnd {
  const linksQ = hullsQ.links;
  const linksR = hullsR.links;
  const { nearest } = hullScratchOf(w);
  const { counters } = w;
  const touch = w.contactThreshold[0];
  const ratio = w.pose[RELATIVE_SCALE];
  if (!tree.odometer.advance(w) || tree.frontSize === 0) startAtRoots(w, tree);
  // The nearest pair of the last query is probably near now, and a good first distance prunes more.
  if (tree.nearestQuery >= 0) testNearest(w, hullsQ, hullsR, tree, best);

  let top = tree.wait(0, 0);
  while (top > 0) {
    if (nearest[0] <= touch) return 'unclear';
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      writeLeastWaiting(w, tree, top);
      return 'out-of-budget';
    }
    const pair = tree.stack[--top];
    const nodeQ = tree.nodeQuery[pair];
    const nodeR = tree.nodeReference[pair];
    const isOpen = tree.child[pair] !== 0;
    if (tree.boundNow(pair) >= nearest[1]) {
      tree.close(pair);
      continue;
    }
    // An open pair is measured again only if it may have become far enough.
    if (tree.age(pair) > 0 && (!isOpen || tree.bounds[pair] + tree.age(pair) >= nearest[1])) {
      measure(w, hullsQ, hullsR, tree, pair, best);
      if (tree.bounds[pair] >= nearest[1]) {
        tree.close(pair);
        continue;
      }
    }
    if (!isOpen) {
      const childQ = hullChild(linksQ, nodeQ);
      const childR = hullChild(linksR, nodeR);
      if (childQ === 0 && childR === 0) continue;
      const openQ = childR === 0 || (childQ !== 0 && hullsQ.size(nodeQ) * ratio >= hullsR.size(nodeR));
      if (openQ) tree.open(pair, childQ, nodeR, childQ + 1, nodeR);
      else tree.open(pair, nodeQ, childR, nodeQ, childR + 1);
      measure(w, hullsQ, hullsR, tree, tree.child[pair], best);
      measure(w, hullsQ, hullsR, tree, tree.child[pair] + 1, best);
    }
    const first = tree.child[pair];
    const isFirstNearer = tree.boundNow(first) <= tree.boundNow(first + 1);
    top = tree.wait(isFirstNearer ? first + 1 : first, top);
    top = tree.wait(isFirstNearer ? first : first + 1, top);
  }
  return nearest[0] <= touch ? 'unclear' : 'done';
}

/** The first plane to try is orthogonal to the line between the bodies' centres. */
function startAtRoots({ pose }: PosedPair, tree: Bvtt): void {
  const offset = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
  if (offset > 0) tree.startOver(-pose[9] / offset, -pose[10] / offset, -pose[11] / offset);
  else tree.startOver(1, 0, 0);
}

function testNearest(w: Workspace, hullsQ: HullTree, hullsR: HullTree, tree: Bvtt, best: BestPair): void {
  // For two convex bodies the roots are the nearest pair, which need not be measured twice.
  if (tree.nearestQuery === 0 && tree.nearestReference === 0) {
    // A restarted tree has no features.
    if (tree.features[0] === 0) for (let k = 0; k < FEATURE_STRIDE; k++) tree.features[k] = tree.nearestFeature[k];
    measure(w, hullsQ, hullsR, tree, 0, best);
    return;
  }
  copyVector(tree.nearestNormal, hullScratchOf(w).normal);
  const bound = boundHulls(w, hullsQ, tree.nearestQuery, hullsR, tree.nearestReference, tree.nearestFeature, 0);
  takeLeaves(w, tree, tree.nearestQuery, tree.nearestReference, bound, best);
}

/** Measures a pair of the BVTT in the current poses. */
function measure(w: Workspace, hullsQ: HullTree, hullsR: HullTree, tree: Bvtt, pair: number, best: BestPair): void {
  const { normal } = hullScratchOf(w);
  const nodeQ = tree.nodeQuery[pair];
  const nodeR = tree.nodeReference[pair];
  for (let k = 0; k < 3; k++) normal[k] = tree.normals[3 * pair + k];
  const bound = boundHulls(w, hullsQ, nodeQ, hullsR, nodeR, tree.features, FEATURE_STRIDE * pair);
  for (let k = 0; k < 3; k++) tree.normals[3 * pair + k] = normal[k];
  tree.bounds[pair] = bound;
  tree.odometerValues[pair] = tree.odometer.travel[0];
  if (hullChild(hullsQ.links, nodeQ) === 0 && hullChild(hullsR.links, nodeR) === 0) {
    takeLeaves(w, tree, nodeQ, nodeR, bound, best);
  }
}

/**
 * A lower bound of the distance of two hulls: the distance itself to rounding, or a bound that is large enough. The plane in
 * `normal` is tried first and replaced by a better one. The search starts at the features at `at` and saves its last features there
 * (`saveFeature`). This is the only function that compares two hulls.
 */
function boundHulls(
  w: Workspace,
  hullsQ: HullTree,
  nodeQ: number,
  hullsR: HullTree,
  nodeR: number,
  features: Int32Array,
  at: number,
): number {
  const { convex, result, normal, nearest, again, usesMarching, marchingCounts } = hullScratchOf(w);
  const a = hullsQ.body(nodeQ);
  const b = hullsR.body(nodeR);
  w.counters[VOLUME_TESTS]++;
  const gap = gapAlong(convex, a, b, w.pose, normal);
  if (gap >= nearest[1]) return gap;
  const isKnown = features[at] > 0 && (usesMarching || again !== 'GJK afresh');
  if (isKnown) loadFeature(features, at, result);
  else startAtGap(convex, result);
  if (usesMarching || (isKnown && again === 'Voronoi marching')) {
    voronoiMarching(convex, a, b, w.pose, result, nearest[1]);
    marchingCounts[0]++;
    marchingCounts[1] += result.iterations;
    if (result.handedOver) marchingCounts[2]++;
  } else gjkDistance(convex, a, b, w.pose, result, nearest[1]);
  saveFeature(result, features, at);
  copyVector(result.normal, normal);
  return result.lower;
}

/** Records two leaves that were just compared. */
function takeLeaves(w: Workspace, tree: Bvtt, nodeQ: number, nodeR: number, bound: number, best: BestPair): void {
  const { nearest, normal, points, result } = hullScratchOf(w);
  if (bound >= nearest[1]) return;
  nearest[2] = Math.min(nearest[2], bound);
  const [mx, my, mz, rx, ry, rz] = result.points;
  const apart = Math.sqrt((mx - rx) * (mx - rx) + (my - ry) * (my - ry) + (mz - rz) * (mz - rz));
  // Hulls that may overlap have no points; their distance is 0 or unknown.
  const distance = bound > w.contactThreshold[0] ? apart : 0;
  if (distance >= nearest[0]) return;
  nearest[0] = distance;
  nearest[1] = Math.min(
    nearest[1],
    Math.max(distance - best.wanted[1] - PRUNING_ERROR * w.scale[0], w.contactThreshold[0]),
  );
  for (let k = 0; k < 6; k++) points[k] = result.points[k];
  tree.nearestQuery = nodeQ;
  tree.nearestReference = nodeR;
  saveFeature(result, tree.nearestFeature, 0);
  copyVector(normal, tree.nearestNormal);
}

/** The lower bound over all pairs when the budget is spent. */
function writeLeastWaiting(w: Workspace, tree: Bvtt, top: number): void {
  const { nearest } = hullScratchOf(w);
  let least = Math.min(nearest[1], nearest[2]);
  for (let k = 0; k < top; k++) least = Math.min(least, tree.boundNow(tree.stack[k]));
  w.known[0] = Math.max(0, least);
}

/** Makes the faces at the nearest points of the hulls the best pair, if they are nearer. True if they are in contact. */
function resolve(w: Workspace, best: BestPair): boolean {
  const { queryBody, reference, pose } = w;
  const { point } = scratchOf(w);
  const nearest = nearestLeafOf(w);
  const { points } = hullScratchOf(w);
  pointInBody(pose, points, 0, point);
  const leafQ = findNearestLeaf(queryBody, point, Infinity, nearest).leaf;
  for (let k = 0; k < 3; k++) point[k] = points[3 + k];
  const leafR = findNearestLeaf(reference, point, Infinity, nearest).leaf;
  if (leafQ < 0 || leafR < 0) return false;
  moveDiscOf(w, queryBody.volumes(discVolume), leafQ);
  return searchLeafPair(w, leafQ, leafR, reference.volumes(discVolume), DISC, best);
}
