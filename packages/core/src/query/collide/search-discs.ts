// The collide search on trees of discs: depth first, pairs of discs that may overlap.
//
// For the first contact the larger node is opened and the deeper overlap followed first; for all contacts both nodes are
// opened at once (four tests a step), in no particular order.

import { areDiscsApart, DISC, lowerBoundDiscDisc } from '../../bounds/disc.ts';
import { LINKS } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import type { Budget } from '../budget.ts';
import { moveDiscOf } from '../moved-discs.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { foundOverlapEarly } from './common-interior.ts';
import type { Contacts } from './contacts.ts';
import { collideLeafPair } from './leaf-pair.ts';

/** `stopped`: the contacts wanted were found before the trees were exhausted. */
export type CollideEnd = 'done' | 'stopped' | 'out-of-budget';

/** Nodes are opened together while the smaller is at least this part of the larger. */
const ALIKE = 4;

export function searchContactsDiscs(
  w: Workspace,
  moving: Model,
  resting: Model,
  contacts: Contacts,
  budget: Budget,
): CollideEnd {
  const linksM = moving.tree.links;
  const linksR = resting.tree.links;
  const own = moving.volumes('disc');
  const discsM = w.movedVolumes;
  const discsR = resting.volumes('disc');
  const { stack, volumeStamps, stamp, counters } = w;
  const { checkpoint } = budget;
  const ratio = w.pose[RELATIVE_SCALE];
  const { first } = contacts;
  // Discs whose gap rounding could have made are taken to overlap.
  const limit = w.touch[0];
  let tests = counters[VOLUME_TESTS];
  let end: CollideEnd = 'done';
  let top = 0;
  moveDiscOf(w, own, 0);
  tests++;
  if (!areDiscsApart(discsM, 0, discsR, 0, limit)) {
    stack[top++] = 0;
    stack[top++] = 0;
  }
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeM = stack[--top];
    const childM = linksM[LINKS * nodeM];
    const childR = linksR[LINKS * nodeR];
    if (childM === 0 && childR === 0) {
      const touches = contacts.touches;
      if (collideLeafPair(w, moving, nodeM, resting, nodeR, contacts)) {
        end = 'stopped';
        break;
      }
      if (contacts.touches !== touches && foundOverlapEarly(w, moving, resting, contacts)) {
        end = 'stopped';
        break;
      }
      continue;
    }
    if (tests >= checkpoint[0] && !budget.mayGoOn(tests + 1)) {
      end = 'out-of-budget';
      break;
    }

    const sizeM = own[DISC * nodeM + 7] * ratio;
    const sizeR = discsR[DISC * nodeR + 7];
    let openM = childM !== 0;
    let openR = childR !== 0;
    if (openM && openR) {
      openM = first ? sizeM > sizeR : sizeM * ALIKE >= sizeR;
      openR = first ? !openM : sizeR * ALIKE >= sizeM;
    }
    const firstM = openM ? childM : nodeM;
    const endM = openM ? childM + 2 : nodeM + 1;
    const firstR = openR ? childR : nodeR;
    const endR = openR ? childR + 2 : nodeR + 1;
    if (openM) {
      if (volumeStamps[childM] !== stamp) moveDiscOf(w, own, childM);
      if (volumeStamps[childM + 1] !== stamp) moveDiscOf(w, own, childM + 1);
    }
    if (first) {
      const lastM = endM - 1;
      const lastR = endR - 1;
      tests += 2;
      const one = lowerBoundDiscDisc(discsM, DISC * firstM, discsR, DISC * firstR);
      const other = lowerBoundDiscDisc(discsM, DISC * lastM, discsR, DISC * lastR);
      // The deeper overlap on top of the stack.
      const swap = one < other;
      if ((swap ? other : one) < limit) {
        stack[top++] = swap ? lastM : firstM;
        stack[top++] = swap ? lastR : firstR;
      }
      if ((swap ? one : other) < limit) {
        stack[top++] = swap ? firstM : lastM;
        stack[top++] = swap ? firstR : lastR;
      }
      continue;
    }
    for (let i = firstM; i < endM; i++) {
      for (let j = firstR; j < endR; j++) {
        tests++;
        if (areDiscsApart(discsM, DISC * i, discsR, DISC * j, limit)) continue;
        stack[top++] = i;
        stack[top++] = j;
      }
    }
  }
  counters[VOLUME_TESTS] = tests;
  return end;
}
