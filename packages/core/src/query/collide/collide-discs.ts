// The collide search on trees of discs: depth first, pairs of discs that may overlap.
//
// For the first contact the larger node is opened and the deeper overlap is searched first. For all contacts both nodes are opened
// at once (four tests per step), in no particular order.

import { DISC, DISC_RADIUS, discVolume, pushNearDiscs } from '../../bounds/disc.ts';
import { CHILD_END, FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { installed } from '../acceleration.ts';
import type { Budget } from '../budget.ts';
import type { Contacts } from '../contacts.ts';
import { foundOverlapEarly } from '../containment/common-interior.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { ALIKE } from '../open-alike.ts';
import { openedNodes } from '../opened-nodes.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { collideLeafPair } from './collide-leaf-pair.ts';

/** `stopped`: enough contacts were found before the trees were exhausted. */
export type CollideEnd = 'done' | 'stopped' | 'out-of-budget';

export function searchContactsDiscs(w: Workspace, contacts: Contacts, budget: Budget): CollideEnd {
  const accelerated = installed.kernels?.searchContacts(w, contacts);
  if (accelerated) return accelerated;
  const { queryBody, reference, stack, volumeStamps, stamp, counters } = w;
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(discVolume);
  const discsQ = w.movedVolumes;
  const discsR = reference.volumes(discVolume);
  const { checkpoint } = budget;
  const ratio = w.pose[RELATIVE_SCALE];
  const { first } = contacts;
  const opened = openedNodes(w);
  // Discs with a gap within rounding are taken to overlap.
  const limit = w.contactThreshold;
  let tests = counters[VOLUME_TESTS];
  let coresAt = coresAfter(w, tests);
  let end: CollideEnd = 'done';
  let top = 0;
  moveDiscOf(w, own, 0);
  tests++;
  top = pushNearDiscs(discsQ, discsR, opened.pair(0, 0), limit, stack, top);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    if (tests >= coresAt) {
      if (apartByCores(w, nodeQ, nodeR, limit, false)) continue;
      coresAt = coresAgain(w, tests);
    }
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      const touches = contacts.touches;
      if (collideLeafPair(w, nodeQ, nodeR, contacts)) {
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

    const sizeQ = own[DISC * nodeQ + DISC_RADIUS] * ratio;
    const sizeR = discsR[DISC * nodeR + DISC_RADIUS];
    let openQ = childQ !== 0;
    let openR = childR !== 0;
    if (openQ && openR) {
      openQ = first ? sizeQ > sizeR : sizeQ * ALIKE >= sizeR;
      openR = first ? !openQ : sizeR * ALIKE >= sizeQ;
    }
    const firstQ = openQ ? childQ : nodeQ;
    const endQ = openQ ? linksQ[LINKS * nodeQ + CHILD_END] : nodeQ + 1;
    const firstR = openR ? childR : nodeR;
    const endR = openR ? linksR[LINKS * nodeR + CHILD_END] : nodeR + 1;
    for (let k = firstQ; k < endQ; k++) if (volumeStamps[k] !== stamp) moveDiscOf(w, own, k);
    tests += (endQ - firstQ) * (endR - firstR);
    const before = top;
    top = pushNearDiscs(discsQ, discsR, opened.set(firstQ, endQ, firstR, endR), limit, stack, top);
    if (first && top - before > 2) nearestCentresOnTop(discsQ, discsR, stack, before, top);
  }
  counters[VOLUME_TESTS] = tests;
  return end;
}

/** Of the pairs pushed last, the one with the nearest centres usually overlaps deepest: it goes on top. */
function nearestCentresOnTop(
  discsQ: Float64Array,
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
    const dx = discsR[r] - discsQ[m];
    const dy = discsR[r + 1] - discsQ[m + 1];
    const dz = discsR[r + 2] - discsQ[m + 2];
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
