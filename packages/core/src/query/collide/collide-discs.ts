// The collide search on trees of discs: depth first, pairs of discs that may overlap.
//
// For the first contact the larger node is opened and the deeper overlap followed first; for all contacts both nodes are
// opened at once (four tests per step), in no particular order.

import { DISC, DISC_RADIUS, discVolume, pushNearDiscs } from '../../bounds/disc.ts';
import { CHILD_END, FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { accelerator } from '../acceleration.ts';
import type { Budget } from '../budget.ts';
import type { Contacts } from '../contacts.ts';
import { foundOverlapEarly } from '../containment/common-interior.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { ALIKE } from '../open-alike.ts';
import { openedNodes } from '../opened-nodes.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { collideLeafPair } from './collide-leaf-pair.ts';

/** `stopped`: the contacts wanted were found before the trees were exhausted. */
export type CollideEnd = 'done' | 'stopped' | 'out-of-budget';

export function searchContactsDiscs(w: Workspace, contacts: Contacts, budget: Budget): CollideEnd {
  const accelerated = accelerator?.searchContacts(w, contacts);
  if (accelerated) return accelerated;
  const { queryBody, reference, stack, volumeStamps, stamp, counters } = w;
  const linksM = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(discVolume);
  const discsM = w.movedVolumes;
  const discsR = reference.volumes(discVolume);
  const { checkpoint } = budget;
  const ratio = w.pose[RELATIVE_SCALE];
  const { first } = contacts;
  const opened = openedNodes(w);
  // Discs whose gap rounding could have made are taken to overlap.
  const limit = w.touch;
  let tests = counters[VOLUME_TESTS];
  let coresAt = coresAfter(w, tests);
  let end: CollideEnd = 'done';
  let top = 0;
  moveDiscOf(w, own, 0);
  tests++;
  top = pushNearDiscs(discsM, discsR, opened.pair(0, 0), limit, stack, top);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeM = stack[--top];
    if (tests >= coresAt) {
      if (apartByCores(w, nodeM, nodeR, limit, false)) continue;
      coresAt = coresAgain(w, tests);
    }
    const childM = linksM[LINKS * nodeM + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childM === 0 && childR === 0) {
      const touches = contacts.touches;
      if (collideLeafPair(w, nodeM, nodeR, contacts)) {
        end = 'stopped';
        break;
      }
      if (contacts.touches !== touches && foundOverlapEarly(w, contacts)) {
        end = 'stopped';
        break;
      }
      continue;
    }
    if (tests >= checkpoint[0] && !budget.mayGoOn(tests + 1)) {
      end = 'out-of-budget';
      break;
    }

    const sizeM = own[DISC * nodeM + DISC_RADIUS] * ratio;
    const sizeR = discsR[DISC * nodeR + DISC_RADIUS];
    let openM = childM !== 0;
    let openR = childR !== 0;
    if (openM && openR) {
      openM = first ? sizeM > sizeR : sizeM * ALIKE >= sizeR;
      openR = first ? !openM : sizeR * ALIKE >= sizeM;
    }
    const firstM = openM ? childM : nodeM;
    const endM = openM ? linksM[LINKS * nodeM + CHILD_END] : nodeM + 1;
    const firstR = openR ? childR : nodeR;
    const endR = openR ? linksR[LINKS * nodeR + CHILD_END] : nodeR + 1;
    for (let k = firstM; k < endM; k++) if (volumeStamps[k] !== stamp) moveDiscOf(w, own, k);
    tests += (endM - firstM) * (endR - firstR);
    const before = top;
    top = pushNearDiscs(discsM, discsR, opened.set(firstM, endM, firstR, endR), limit, stack, top);
    if (first && top - before > 2) nearestCentresOnTop(discsM, discsR, stack, before, top);
  }
  counters[VOLUME_TESTS] = tests;
  return end;
}

/** Of the pairs pushed last, the one with the nearest centres overlaps deepest, as a rule: it goes on top. */
function nearestCentresOnTop(
  discsM: Float64Array,
  discsR: Float64Array,
  stack: Int32Array,
  before: number,
  top: number,
): void {
  let nearest = before;
  let nearestSq = Infinity;
  for (let k = before; k < top; k += 2) {
    const m = DISC * stack[k];
    const r = DISC * stack[k + 1];
    const dx = discsR[r] - discsM[m];
    const dy = discsR[r + 1] - discsM[m + 1];
    const dz = discsR[r + 2] - discsM[m + 2];
    const sq = dx * dx + dy * dy + dz * dz;
    if (sq > nearestSq) continue;
    nearest = k;
    nearestSq = sq;
  }
  const m = stack[nearest];
  const r = stack[nearest + 1];
  stack[nearest] = stack[top - 2];
  stack[nearest + 1] = stack[top - 1];
  stack[top - 2] = m;
  stack[top - 1] = r;
}
