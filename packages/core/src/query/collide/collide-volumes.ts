// The collide search on trees of any bounding volume: depth first, the larger node opened.

import type { VolumeKind } from '../../bounds/volume.ts';
import { CHILD_END, FIRST_CHILD, LINKS, triangleCount } from '../../bvh/tree.ts';
import type { Budget } from '../budget.ts';
import type { Contacts } from '../contacts.ts';
import { foundOverlapEarly } from '../containment/common-interior.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { CollideEnd } from './collide-discs.ts';
import { collideLeafPair } from './collide-leaf-pair.ts';

export function searchContactsVolumes(w: Workspace, kind: VolumeKind, contacts: Contacts, budget: Budget): CollideEnd {
  const { queryBody, reference, stack, counters } = w;
  const { stride } = kind;
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(kind);
  const volumesQ = w.movedVolumes;
  const volumesR = reference.volumes(kind);
  let top = 0;
  const pushIfOverlapping = (nodeQ: number, nodeR: number): void => {
    moveVolumeOf(w, kind, own, nodeQ);
    counters[VOLUME_TESTS]++;
    if (!kind.overlap(volumesQ, stride * nodeQ, volumesR, stride * nodeR)) return;
    stack[top++] = nodeQ;
    stack[top++] = nodeR;
  };

  let coresAt = coresAfter(w, counters[VOLUME_TESTS]);
  pushIfOverlapping(0, 0);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    if (counters[VOLUME_TESTS] >= coresAt) {
      if (apartByCores(w, nodeQ, nodeR, w.contactThreshold, false)) continue;
      coresAt = coresAgain(w, counters[VOLUME_TESTS]);
    }
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      const touches = contacts.touches;
      if (collideLeafPair(w, nodeQ, nodeR, contacts)) return 'stopped';
      if (contacts.touches !== touches && foundOverlapEarly(w, contacts)) return 'stopped';
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    const openQ = childR === 0 || (childQ !== 0 && triangleCount(linksQ, nodeQ) >= triangleCount(linksR, nodeR));
    if (openQ) for (let k = childQ; k < linksQ[LINKS * nodeQ + CHILD_END]; k++) pushIfOverlapping(k, nodeR);
    else for (let k = childR; k < linksR[LINKS * nodeR + CHILD_END]; k++) pushIfOverlapping(nodeQ, k);
  }
  return 'done';
}
