// The distance search on trees of any bounding volume: depth first, nearer child pairs first, the larger node opened. It is the
// baseline of the default search (`npm run bench -- --only volumes`).

import type { VolumeKind } from '../../bounds/volume.ts';
import { openLarger } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import type { BestPair } from '../best-pair.ts';
import type { Budget } from '../budget.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import { DISTANCE_VOLUMES_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { SearchEnd } from './distance-discs.ts';
import { searchLeafPair } from './distance-leaf-pair.ts';

/** Scratch of one query. */
class Scratch {
  readonly pruningBound: Float64Array = new Float64Array(1);
}

const scratchOf = perWorkspace(DISTANCE_VOLUMES_SLOT, () => new Scratch());
/** Searches the whole trees for a pair nearer than the best. */
export function searchVolumes(w: Workspace, kind: VolumeKind, best: BestPair, budget: Budget): SearchEnd {
  const { queryBody, reference, stack, counters } = w;
  const { pruningBound } = scratchOf(w);
  const opened = openedNodes(w);
  const { stride } = kind;
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(kind);
  const volumesQ = w.movedVolumes;
  const volumesR = reference.volumes(kind);
  // Rounding is deducted here, where it costs a few tests, and not from the result: some kinds of volume have a large error bound.
  const rounding = w.boundRounding[0];

  let coresAt = coresAfter(w, counters[VOLUME_TESTS]);
  pruningBound[0] = best.pruningBound[0] + rounding;
  let top = pushNearChildren(w, kind, own, volumesR, opened.pair(0, 0), pruningBound, 0);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    if (counters[VOLUME_TESTS] >= coresAt) {
      if (apartByCores(w, nodeQ, nodeR, best.pruningBound, best.slotQuery >= 0)) continue;
      coresAt = coresAgain(w, counters[VOLUME_TESTS]);
    }
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    pruningBound[0] = best.pruningBound[0] + rounding;
    if (childQ === 0 && childR === 0) {
      // The bound was tested when the pair was pushed; the best distance may have decreased since.
      counters[VOLUME_TESTS]++;
      if (kind.lowerBound(volumesQ, stride * nodeQ, volumesR, stride * nodeR, pruningBound[0]) >= pruningBound[0])
        continue;
      if (searchLeafPair(w, nodeQ, nodeR, volumesR, stride, best)) return 'contact';
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      w.stackTop = top + 2;
      return 'out-of-budget';
    }
    openLarger(opened, linksQ, nodeQ, linksR, nodeR);
    top = pushNearChildren(w, kind, own, volumesR, opened, pruningBound, top);
  }
  return 'done';
}
