// The distance search that starts at the BVTT front of the last search of the same pair (query/front.ts).

import { DISC, discVolume, writeDiscBounds } from '../../bounds/disc.ts';
import { areLeaves } from '../../bvh/open-nodes.ts';
import { MOST_CHILDREN } from '../../bvh/tree.ts';
import type { BestPair } from '../best-pair.ts';
import type { Budget } from '../budget.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import type { Front } from '../front.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { openAlike } from '../open-alike.ts';
import { openedNodes } from '../opened-nodes.ts';
import { SEARCH_FRONT_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { SearchEnd } from './distance-discs.ts';
import { searchLeafPair } from './distance-leaf-pair.ts';

/** Scratch of one query. */
class Scratch {
  readonly bounds: Float64Array = new Float64Array(MOST_CHILDREN * MOST_CHILDREN);
  /** [0]: number of volume tests after which cores are used. */
  readonly coresAt: Float64Array = new Float64Array(1);
}

const scratchOf = perWorkspace(SEARCH_FRONT_SLOT, () => new Scratch());

/** Searches below the front for pairs nearer than the best, and updates the front. */
export function searchFront(w: Workspace, best: BestPair, budget: Budget, front: Front): SearchEnd {
  const { queryBody, reference, counters } = w;
  const { bounds, coresAt } = scratchOf(w);
  const own = queryBody.volumes(discVolume);
  const discsQ = w.movedVolumes;
  const discsR = reference.volumes(discVolume);
  const opened = openedNodes(w);
  const { pruningBound } = best;
  coresAt[0] = coresAfter(w, counters[VOLUME_TESTS]);
  const fromRoots = front.count === 0;
  let end: SearchEnd = 'done';
  front.open(counters);
  try {
    if (fromRoots) {
      front.startOver();
      end = sinkBelow(w, 0, 0, best, budget, front);
    }
    while (end === 'done' && front.popNearerThan(pruningBound)) {
      const { nodeQuery, nodeReference } = front;
      moveDiscOf(w, own, nodeQuery);
      counters[VOLUME_TESTS]++;
      writeDiscBounds(discsQ, discsR, opened.pair(nodeQuery, nodeReference), bounds);
      if (bounds[0] >= pruningBound[0]) front.push(nodeQuery, nodeReference, bounds, 0);
      else end = sinkBelow(w, nodeQuery, nodeReference, best, budget, front);
    }
  } catch (aborted) {
    front.clear();
    throw aborted;
  } finally {
    front.busy = false;
  }
  // An incomplete front does not cover all pairs.
  if (end === 'done') front.settle(w, fromRoots);
  else front.clear();
  w.stackTop = 0; // the stack does not hold all that is left
  return end;
}

/** Searches below a pair that may be nearer than the best; the pairs where the descent ends join the front. */
function sinkBelow(
  w: Workspace,
  startQ: number,
  startR: number,
  best: BestPair,
  budget: Budget,
  front: Front,
): SearchEnd {
  const { queryBody, reference, stack, counters } = w;
  const { bounds, coresAt } = scratchOf(w);
  const opened = openedNodes(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(discVolume);
  const discsQ = w.movedVolumes;
  const discsR = reference.volumes(discVolume);
  const { pruningBound } = best;
  let top = 0;
  stack[top++] = startQ;
  stack[top++] = startR;
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    if (counters[VOLUME_TESTS] >= coresAt[0]) {
      if (apartByCores(w, nodeQ, nodeR, pruningBound, best.slotQuery >= 0)) {
        front.push(nodeQ, nodeR, w.leafBound, 0);
        continue;
      }
      coresAt[0] = coresAgain(w, counters[VOLUME_TESTS]);
    }
    if (areLeaves(linksQ, nodeQ, linksR, nodeR)) {
      moveDiscOf(w, own, nodeQ);
      if (searchLeafPair(w, nodeQ, nodeR, discsR, DISC, best)) return 'contact';
      front.push(nodeQ, nodeR, w.leafBound, 0);
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    openAlike(opened, w, linksQ, nodeQ, own, linksR, nodeR, discsR);
    const { firstA, endA, firstB, endB } = opened;
    for (let i = firstA; i < endA; i++) moveDiscOf(w, own, i);
    counters[VOLUME_TESTS] += (endA - firstA) * (endB - firstB);
    writeDiscBounds(discsQ, discsR, opened, bounds);
    let at = 0;
    for (let i = firstA; i < endA; i++) {
      for (let j = firstB; j < endB; j++, at++) {
        if (bounds[at] >= pruningBound[0]) front.push(i, j, bounds, at);
        else {
          stack[top++] = i;
          stack[top++] = j;
        }
      }
    }
  }
  return 'done';
}
