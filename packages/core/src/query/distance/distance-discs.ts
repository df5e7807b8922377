// The distance search on trees of discs.
//
// 1. Seed. A close first pair prunes most of the search. A beam of the SEED_WIDTH nearest pairs of nodes descends both trees level
//    by level to a few pairs of leaves. Then the best leaf of each body is searched against the whole other body, which finds the
//    nearest triangle to a good leaf.
// 2. Search. Depth first from the roots. Both nodes are opened at once (four tests per step on binary trees) unless one is much
//    larger, in no particular order: with a good seed, sorting costs more than it saves.
//
// Measured (docs/lab/kernels.md): without the seed a query takes five times as long; sorted children save 2 % of the tests and
// cost a tenth of the time.

import { centreGapDiscDisc, DISC, DISC_RADIUS, discVolume, pushNearDiscs } from '../../bounds/disc.ts';
import { CHILD_END, FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import type { BestPair } from '../best-pair.ts';
import type { Budget } from '../budget.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { ALIKE } from '../open-alike.ts';
import { openedNodes } from '../opened-nodes.ts';
import { DISTANCE_DISCS_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { searchLeafPair } from './distance-leaf-pair.ts';

const SEED_WIDTH = 4;

/** How a search ended. */
export type SearchEnd = 'done' | 'contact' | 'out-of-budget';

/** Scratch of one query. */
class Scratch {
  readonly beam: Int32Array = new Int32Array(2 * SEED_WIDTH);
  readonly nextBeam: Int32Array = new Int32Array(2 * SEED_WIDTH);
  readonly nextBounds: Float64Array = new Float64Array(SEED_WIDTH);
}

const scratchOf = perWorkspace(DISTANCE_DISCS_SLOT, () => new Scratch());
/** Searches the subtrees below two nodes for a pair nearer than the best. The bound of the two nodes themselves is not tested. */
export function searchDiscs(w: Workspace, rootQ: number, rootR: number, best: BestPair, budget: Budget): SearchEnd {
  const { queryBody, reference, stack, volumeStamps, stamp, counters } = w;
  const opened = openedNodes(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(discVolume);
  const discsQ = w.movedVolumes;
  const discsR = reference.volumes(discVolume);
  const { pruningBound } = best;
  const checkpoint = budget.checkpoint;
  const ratio = w.pose[RELATIVE_SCALE];
  let tests = counters[VOLUME_TESTS];
  let coresAt = coresAfter(w, tests);
  let top = 0;
  // Where the other body is much larger, only its nodes are opened.
  moveDiscOf(w, own, rootQ);
  stack[top++] = rootQ;
  stack[top++] = rootR;
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    if (tests >= coresAt) {
      if (apartByCores(w, nodeQ, nodeR, pruningBound, best.slotQuery >= 0)) continue;
      coresAt = coresAgain(w, tests);
    }
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      if (searchLeafPair(w, nodeQ, nodeR, discsR, DISC, best)) {
        counters[VOLUME_TESTS] = tests;
        return 'contact';
      }
      continue;
    }
    if (tests >= checkpoint[0] && !budget.mayGoOn(tests + 1)) {
      counters[VOLUME_TESTS] = tests;
      w.stackTop = top + 2;
      return 'out-of-budget';
    }

    const sizeQ = own[DISC * nodeQ + DISC_RADIUS] * ratio;
    const sizeR = discsR[DISC * nodeR + DISC_RADIUS];
    let firstQ = nodeQ;
    let endQ = nodeQ + 1;
    let firstR = nodeR;
    let endR = nodeR + 1;
    if (childQ !== 0 && (childR === 0 || sizeQ * ALIKE >= sizeR)) {
      firstQ = childQ;
      endQ = linksQ[LINKS * nodeQ + CHILD_END];
      for (let k = firstQ; k < endQ; k++) if (volumeStamps[k] !== stamp) moveDiscOf(w, own, k);
    }
    if (childR !== 0 && (childQ === 0 || sizeR * ALIKE >= sizeQ)) {
      firstR = childR;
      endR = linksR[LINKS * nodeR + CHILD_END];
    }
    tests += (endQ - firstQ) * (endR - firstR);
    top = pushNearDiscs(discsQ, discsR, opened.set(firstQ, endQ, firstR, endR), pruningBound, stack, top);
  }
  counters[VOLUME_TESTS] = tests;
  return 'done';
}

/** Finds a near pair to start from. */
export function seedDiscs(w: Workspace, best: BestPair, budget: Budget): SearchEnd {
  const { queryBody, reference, volumeStamps, stamp } = w;
  const { beam, nextBeam, nextBounds } = scratchOf(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(discVolume);
  const discsQ = w.movedVolumes;
  const discsR = reference.volumes(discVolume);
  let width = 1;
  let tests = 0;
  beam[0] = 0;
  beam[1] = 0;
  for (let opened = true; opened; ) {
    opened = false;
    let kept = 0;
    for (let k = 0; k < 2 * width; k += 2) {
      const nodeQ = beam[k];
      const nodeR = beam[k + 1];
      const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
      const childR = linksR[LINKS * nodeR + FIRST_CHILD];
      const firstQ = childQ === 0 ? nodeQ : childQ;
      const endQ = childQ === 0 ? nodeQ + 1 : linksQ[LINKS * nodeQ + CHILD_END];
      const firstR = childR === 0 ? nodeR : childR;
      const endR = childR === 0 ? nodeR + 1 : linksR[LINKS * nodeR + CHILD_END];
      opened = opened || childQ !== 0 || childR !== 0;
      for (let i = firstQ; i < endQ; i++) {
        if (volumeStamps[i] !== stamp) moveDiscOf(w, own, i);
        for (let j = firstR; j < endR; j++) {
          tests++;
          const bound = centreGapDiscDisc(discsQ, DISC * i, discsR, DISC * j);
          // Insertion into the few best of this level.
          let slot = kept;
          while (slot > 0 && nextBounds[slot - 1] > bound) slot--;
          if (slot === SEED_WIDTH) continue;
          if (kept < SEED_WIDTH) kept++;
          for (let q = kept - 1; q > slot; q--) {
            nextBounds[q] = nextBounds[q - 1];
            nextBeam[2 * q] = nextBeam[2 * q - 2];
            nextBeam[2 * q + 1] = nextBeam[2 * q - 1];
          }
          nextBounds[slot] = bound;
          nextBeam[2 * slot] = i;
          nextBeam[2 * slot + 1] = j;
        }
      }
    }
    width = kept;
    for (let k = 0; k < 2 * width; k++) beam[k] = nextBeam[k];
  }
  w.counters[VOLUME_TESTS] += tests;
  w.stackTop = 0;
  for (let k = 0; k < 2 * width; k += 2) {
    if (searchLeafPair(w, beam[k], beam[k + 1], discsR, DISC, best)) return 'contact';
  }
  if (best.leafQuery < 0) return 'done'; // nothing within the limit so far
  let end = searchDiscs(w, best.leafQuery, 0, best, budget);
  if (end === 'done') end = searchDiscs(w, 0, best.leafReference, best, budget);
  w.stackTop = 0; // the stack does not hold all that is left
  return end;
}
