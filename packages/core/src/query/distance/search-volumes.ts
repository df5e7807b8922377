// The distance search on trees of any bounding volume: depth first, the nearer child pair first, one node opened at a
// time, the larger. It is what the default search is measured against (`npm run bench -- --only volumes`).

import { VOLUME_KINDS } from '../../bounds/kinds.ts';
import type { VolumeName } from '../../bounds/volume.ts';
import { LINKS, triangleCount } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import type { Budget } from '../budget.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { BestPair } from './best-pair.ts';
import { searchLeafPair } from './leaf-pair.ts';
import type { SearchEnd } from './search-discs.ts';

/** Searches the whole trees for a pair nearer than the best. */
export function searchVolumes(
  w: Workspace,
  moving: Model,
  resting: Model,
  name: VolumeName,
  best: BestPair,
  budget: Budget,
): SearchEnd {
  const kind = VOLUME_KINDS[name];
  const { stride } = kind;
  const linksM = moving.tree.links;
  const linksR = resting.tree.links;
  const own = moving.volumes(name);
  const volumesM = w.movedVolumes;
  const volumesR = resting.volumes(name);
  const { stack, counters, boundRounding } = w;
  // Rounding is taken off here, where it costs a few tests, and not off the answer: some kinds of volume lose a lot.
  const bound = (nodeM: number, nodeR: number): number => {
    moveVolumeOf(w, kind, own, nodeM);
    counters[VOLUME_TESTS]++;
    const enough = best.cut[0] + boundRounding[0];
    return kind.lowerBound(volumesM, stride * nodeM, volumesR, stride * nodeR, enough) - boundRounding[0];
  };

  let top = 0;
  if (bound(0, 0) < best.cut[0]) {
    stack[top++] = 0;
    stack[top++] = 0;
  }
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeM = stack[--top];
    const childM = linksM[LINKS * nodeM];
    const childR = linksR[LINKS * nodeR];
    if (childM === 0 && childR === 0) {
      // The bound was tested when the pair was pushed; the best may have come nearer since.
      if (bound(nodeM, nodeR) >= best.cut[0]) continue;
      if (searchLeafPair(w, moving, nodeM, resting, nodeR, volumesR, stride, best)) return 'contact';
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      w.stackTop = top + 2;
      return 'out-of-budget';
    }
    const openM = childR === 0 || (childM !== 0 && triangleCount(linksM, nodeM) >= triangleCount(linksR, nodeR));
    const leftM = openM ? childM : nodeM;
    const rightM = openM ? childM + 1 : nodeM;
    const leftR = openM ? nodeR : childR;
    const rightR = openM ? nodeR : childR + 1;
    const left = bound(leftM, leftR);
    const right = bound(rightM, rightR);
    const nearerLeft = left <= right;
    // The nearer on top of the stack.
    if ((nearerLeft ? right : left) < best.cut[0]) {
      stack[top++] = nearerLeft ? rightM : leftM;
      stack[top++] = nearerLeft ? rightR : leftR;
    }
    if ((nearerLeft ? left : right) < best.cut[0]) {
      stack[top++] = nearerLeft ? leftM : rightM;
      stack[top++] = nearerLeft ? leftR : rightR;
    }
  }
  return 'done';
}
