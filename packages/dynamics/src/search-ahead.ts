// Contacts of bodies that approach faster than contacts are searched around them: they are searched where the bodies will be within the step,
// at poses so near to each other that none passes through the other between two of them, up to the first at which they overlap.
//
// There the features tell how deep and along which normal. Kept in body coordinates, the same contacts have a gap at the start of the
// step, which the solver closes and no more.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { moveKinematic, predict } from './motion.ts';
import { thicknessOf } from './thickness.ts';
import type { Work } from './work.ts';

/** Poses of a pair at most at which contacts are searched. */
const MOST_POSES = 8;

/** Adds the contacts that a pair will have within the step. Its bodies come nearer to each other by at most `approach`. */
export function searchAhead(pair: BodyPair, work: Work, within: number, approach: number, duration: number): void {
  const { a, b } = pair;
  const stride = (thicknessOf(a.model) + thicknessOf(b.model)) / 2;
  const poses = stride > 0 ? Math.min(MOST_POSES, Math.ceil(approach / stride)) : MOST_POSES;
  for (let k = 1; k <= poses; k++) {
    const time = (duration * k) / poses;
    moveTo(a, work, time);
    moveTo(b, work, time);
    if (pair.addContactsAtNext(within, work, time, 0, k === poses)) break;
  }
  stay(a, work);
  stay(b, work);
}

/** Where a body is after a time if nothing stops it, in `next`. */
function moveTo(body: Body, work: Work, time: number): void {
  if (body.kind === 'kinematic') {
    moveKinematic(body, body.start, time, body.next);
    body.writeCom(body.next, work.nextComs, 3 * body.slot);
    return;
  }
  if (work.inverseMasses[body.slot] === 0) return;
  predict(body, work, time);
  const half = (time * time * body.inverseMass) / 2;
  for (let k = 0; k < 3; k++) {
    body.next[k] += half * body.load[k];
    work.nextComs[3 * body.slot + k] += half * body.load[k];
  }
}

/** Back to where the body is. */
function stay(body: Body, work: Work): void {
  body.next.set(body.pose);
  work.nextComs.set(body.com, 3 * body.slot);
}
