// Hierarchical advancement on trees of convex hulls: FAST (Zhang, Lee and Kim 2006), Algorithm 2, and Algorithm 1 as its baseline.
//
// Algorithm 2: the distance search on hull trees leaves a traversal tree whose front covers all pairs of patches; each pair of
// the front gives a step, by its distance along the direction that parts it, and the supports of both hulls. The tree is kept for the
// next test, so that the search starts from its front.
// Algorithm 1: every patch against every patch, each time.
//
// Departures: both bodies may move; steps are proven over the arc (motion/bounds.ts); a direction of the front is used again while it
// still shows most of the distance, and found anew where it does not.
//
// Hulls of filled patches are part of the solid, so these methods are about bodies interpreted as solids: a surface inside a solid is in contact
// for them, and no step is found.

import { gapAlong, gjkDistance } from '../../convex/gjk.ts';
import { hullTree } from '../../hulls/hull-structure.ts';
import { type HullTree, hullChild, hullCount } from '../../hulls/hull-tree.ts';
import { bestPairOf } from '../best-pair.ts';
import { searchHulls } from '../distance/search-hulls.ts';
import { hullScratchOf } from '../hull-scratch.ts';
import type { TraversalTree } from '../traversal-tree.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { Advance } from './advance.ts';
import type { FindStep, MotionBound } from './advance-bodies.ts';
import { stepOfHulls } from './part-steps.ts';

/** The part of a known distance that an old direction has to show to be used again. */
const STILL_GOOD = 0.9;

/** FAST, Algorithm 2. */
export const hullsStep: FindStep = (w, work, bound, out) => {
  const { queryBody, reference, budget } = w;
  const best = bestPairOf(w);
  const { tree } = hullScratchOf(w);
  if (work.iterations === 1) tree.clear();
  best.wanted[0] = Infinity;
  best.wanted[1] = 0;
  best.start(w.contactThreshold);
  const end = searchHulls(w, tree, best, budget);
  if (end === 'out-of-budget') return 'out-of-budget';
  if (end === 'done') out[1] = best.distance[0];
  else out[0] = 0;

  const hullsQ = queryBody.structure(hullTree);
  const hullsR = reference.structure(hullTree);
  let top = tree.wait(0, 0);
  while (top > 0 && out[0] > 0) {
    const pair = tree.stack[--top];
    const first = tree.child[pair];
    if (first === 0) stepOfFront(w, hullsQ, hullsR, tree, pair, work, bound, out);
    else {
      top = tree.wait(first + 1, top);
      top = tree.wait(first, top);
    }
  }
  return 'measured';
};

/** A pair of the front: along the direction it was parted by, if that is still good, or by a new one. */
function stepOfFront(
  w: Workspace,
  hullsQ: HullTree,
  hullsR: HullTree,
  tree: TraversalTree,
  pair: number,
  work: Advance,
  bound: MotionBound,
  out: Float64Array,
): void {
  const { convex, normal } = hullScratchOf(w);
  const a = hullsQ.body(tree.nodeQuery[pair]);
  const b = hullsR.body(tree.nodeReference[pair]);
  for (let k = 0; k < 3; k++) normal[k] = tree.normals[3 * pair + k];
  w.counters[VOLUME_TESTS]++;
  let gap = gapAlong(convex, a, b, w.pose, normal);
  if (!(gap >= STILL_GOOD * tree.bounds[pair])) {
    gap = measure(w, hullsQ, tree.nodeQuery[pair], hullsR, tree.nodeReference[pair]);
    tree.bounds[pair] = gap;
    tree.odometerValues[pair] = tree.odometer.travel[0];
    for (let k = 0; k < 3; k++) tree.normals[3 * pair + k] = normal[k];
  }
  const step = stepOfHulls(work.state, a, b, normal, gap - work.withheld[0], bound);
  if (step < out[0]) out[0] = step;
}

/** The distance of two hulls, at least; the direction that shows it is left in the scratch. */
function measure(w: Workspace, hullsQ: HullTree, nodeQ: number, hullsR: HullTree, nodeR: number): number {
  const { convex, result, normal } = hullScratchOf(w);
  w.counters[VOLUME_TESTS]++;
  result.featureSize = 0;
  gjkDistance(convex, hullsQ.body(nodeQ), hullsR.body(nodeR), w.pose, result);
  for (let k = 0; k < 3; k++) normal[k] = result.normal[k];
  return result.lower;
}

/** FAST, Algorithm 1. */
export const patchesStep: FindStep = (w, work, bound, out) => {
  const { queryBody, reference, budget, counters } = w;
  const { result, normal } = hullScratchOf(w);
  const hullsQ = queryBody.structure(hullTree);
  const hullsR = reference.structure(hullTree);
  for (let i = 0; i < hullCount(hullsQ); i++) {
    if (hullChild(hullsQ.links, i) !== 0) continue;
    for (let j = 0; j < hullCount(hullsR); j++) {
      if (hullChild(hullsR.links, j) !== 0) continue;
      if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
        return 'out-of-budget';
      }
      const gap = measure(w, hullsQ, i, hullsR, j);
      out[1] = Math.min(out[1], result.upper);
      const step = stepOfHulls(work.state, hullsQ.body(i), hullsR.body(j), normal, gap - work.withheld[0], bound);
      if (step < out[0]) out[0] = step;
    }
  }
  return 'measured';
};

/** Pairs of nodes of two hull trees up to which all patches are tested, each time: one test a pair is then more expensive than all. */
const FEW_PAIRS = 9;

/**
 * Whichever of the two is cheaper for the bodies: all pairs of patches where there are few, as of convex bodies. Where they come within
 * work.wanted[0], the nearest triangles are left in the workspace.
 */
export const hullsOrPatchesStep: FindStep = (w, work, bound, out) => {
  const { queryBody, reference } = w;
  if (hullCount(queryBody.structure(hullTree)) * hullCount(reference.structure(hullTree)) > FEW_PAIRS) {
    return hullsStep(w, work, bound, out);
  }
  const longest = out[0];
  const end = patchesStep(w, work, bound, out);
  if (end === 'out-of-budget' || out[1] > work.wanted[0]) return end;
  out[0] = longest;
  out[1] = Infinity;
  const { iterations } = work;
  work.iterations = 1; // the traversal tree is of no earlier test
  const again = hullsStep(w, work, bound, out);
  work.iterations = iterations;
  return again;
};
