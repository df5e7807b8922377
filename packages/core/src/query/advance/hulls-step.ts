// Hierarchical advancement on trees of convex hulls: FAST (Zhang, Lee and Kim 2006), Algorithm 2, and Algorithm 1 as its baseline.
//
// Algorithm 2: the distance search on hull trees leaves a BVTT front that covers all pairs of patches. Each pair of the front gives
// a step, from its distance along its separating direction and from the supports of both hulls. The front is kept, and the next
// test starts from it.
// Algorithm 1: every test compares every patch with every patch.
//
// Departures: both bodies may move. Steps are proven over the arc (motion/bounds.ts). A direction of the front is used again while
// it still shows most of the distance; otherwise a new one is computed.
//
// The hull of a filled patch is part of the solid, so these methods interpret bodies as solids: a surface inside a solid counts as
// contact, and no step is found.

import { gapAlong, gjkDistance } from '../../convex/gjk.ts';
import { hullTree } from '../../hulls/hull-structure.ts';
import { type HullTree, hullChild, hullCount } from '../../hulls/hull-tree.ts';
import { bestPairOf } from '../best-pair.ts';
import type { Bvtt } from '../bvtt.ts';
import { searchHulls } from '../distance/search-hulls.ts';
import { hullScratchOf } from '../hull-scratch.ts';
import { HULLS_STEP_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { Advance } from './advance.ts';
import type { FindStep, MotionBound } from './advance-bodies.ts';
import { ArcSupports, stepOfHulls } from './part-steps.ts';

/** The part of a known distance that an old direction must show to be used again. */
const STILL_GOOD = 0.9;

const arcOf: (w: Workspace) => ArcSupports = perWorkspace(HULLS_STEP_SLOT, () => new ArcSupports());

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

/** The step of a pair of the front, along its last separating direction if that is still good enough, else along a new one. */
function stepOfFront(
  w: Workspace,
  hullsQ: HullTree,
  hullsR: HullTree,
  tree: Bvtt,
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
  const step = stepOfHulls(work.state, a, b, normal, gap - work.withheld[0], bound, arcOf(w));
  if (step < out[0]) out[0] = step;
}

/** A lower bound of the distance of two hulls; its direction is left in the scratch. */
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
  const arc = arcOf(w);
  const hullsQ = queryBody.structure(hullTree);
  const hullsR = reference.structure(hullTree);
  for (let i = 0; i < hullCount(hullsQ); i++) {
    if (hullChild(hullsQ.links, i) !== 0) continue;
    for (let j = 0; j < hullCount(hullsR); j++) {
      if (hullChild(hullsR.links, j) !== 0) continue;
      if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
        return 'out-of-budget';
      }
      const gap = measure(w, hullsQ, i, hullsR, j) - work.withheld[0];
      out[1] = Math.min(out[1], result.upper);
      const step = stepOfHulls(work.state, hullsQ.body(i), hullsR.body(j), normal, gap, bound, arc);
      if (step < out[0]) out[0] = step;
    }
  }
  return 'measured';
};

/**
 * Number of node pairs of two hull trees up to which every test compares all patches: a traversal then costs more than all of them.
 */
const FEW_PAIRS = 9;

/**
 * The cheaper of the two for the bodies: all pairs of patches where there are few, as for convex bodies. If the bodies come within
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
  work.iterations = 1; // the front of an earlier test does not apply
  const again = hullsStep(w, work, bound, out);
  work.iterations = iterations;
  return again;
};
