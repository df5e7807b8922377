// Bodies that touch or slightly overlap when they are added are moved apart to the margin, before anything moves. This is the one
// change of position that cannot be proven free on its way.

import type { BodyPair } from './body-pair.ts';
import type { Constraints } from './constraints.ts';
import { displace } from './motion.ts';
import type { Group, Scales, Work } from './work.ts';

const ROUNDS = 24;
/** Gaps from this part of the margin on are left to the steps, which restore them on proven motions. Dimensionless. */
const ENOUGH = 1 / 16;

/** Separates the bodies of a group; pairs that still overlap are violated. Returns whether anything was moved. */
export function separate(group: Group, work: Work, scales: Scales, constraints: Constraints): boolean {
  let isMoved = false;
  for (let round = 0; round < ROUNDS; round++) {
    const close = group.pairs.filter((pair) => isTooClose(pair, scales));
    if (close.length === 0) return isMoved;
    for (const pair of group.pairs) pair.updateContacts(scales.within);
    const bodies = group.bodies;
    for (const body of bodies) work.load(body);
    if (!constraints.solvePositions(group, work, scales)) break;
    for (const body of bodies) {
      displace(body, work);
      body.pose.set(body.next);
      body.placed();
      work.load(body);
    }
    isMoved = true;
  }
  for (const pair of group.pairs) if (isTooClose(pair, scales) && pair.clear <= 0) pair.isViolated = true;
  return isMoved;
}

function isTooClose(pair: BodyPair, { margin, within }: Scales): boolean {
  if (pair.knownClearance > ENOUGH * margin) return false;
  pair.measure(4 * within);
  return pair.clear <= ENOUGH * margin;
}
