// The collide search on trees of discs: depth first, pairs of discs that may overlap.
//
// For the first contact the larger node is opened and the deeper overlap followed first; for all contacts both nodes are
// opened at once (four tests a step), in no particular order.

import { DISC, pushNearDiscs } from '../../bounds/disc.ts';
import { LINKS } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import type { Budget } from '../budget.ts';
import { moveDiscOf } from '../moved-volumes.ts';
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
  const limit = w.touch;
  let tests = counters[VOLUME_TESTS];
  let end: CollideEnd = 'done';
  let top = 0;
  moveDiscOf(w, own, 0);
  tests++;
  top = pushNearDiscs(discsM, 0, 1, discsR, 0, 1, limit, stack, top);
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
    tests += (endM - firstM) * (endR - firstR);
    const before = top;
    top = pushNearDiscs(discsM, firstM, endM, discsR, firstR, endR, limit, stack, top);
    if (first && top - before === 4) nearerCentresOnTop(discsM, discsR, stack, top);
  }
  counters[VOLUME_TESTS] = tests;
  return end;
}

/** Of the two pairs on top of the stack, the one with the nearer centres overlaps deeper, as a rule. */
function nearerCentresOnTop(discsM: Float64Array, discsR: Float64Array, stack: Int32Array, top: number): void {
  const m0 = stack[top - 4];
  const r0 = stack[top - 3];
  const m1 = stack[top - 2];
  const r1 = stack[top - 1];
  let lower = 0;
  let upper = 0;
  for (let k = 0; k < 3; k++) {
    const d0 = discsR[DISC * r0 + k] - discsM[DISC * m0 + k];
    const d1 = discsR[DISC * r1 + k] - discsM[DISC * m1 + k];
    lower += d0 * d0;
    upper += d1 * d1;
  }
  if (lower >= upper) return;
  stack[top - 4] = m1;
  stack[top - 3] = r1;
  stack[top - 2] = m0;
  stack[top - 1] = r0;
}
