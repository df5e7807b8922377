// Whoever may be met by a body that moves is awake before.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Joint } from './joint.ts';
import type { Work } from './work.ts';

/** Wakes bodies that may be met by others, and those that these may meet in turn; all that were woken. */
export function wakeMet(links: readonly (BodyPair | Joint)[], work: Work, duration: number): Body[] {
  const woken: Body[] = [];
  const wake = (body: Body, other: Body): void => {
    if (!body.isAsleep || other.isAsleep || other.kind === 'static') return;
    if (other.kind === 'kinematic' && !work.moves(other)) return;
    body.wake();
    body.left = duration;
    woken.push(body);
  };
  let count: number;
  do {
    count = woken.length;
    for (const { a, b } of links) {
      wake(a, b);
      wake(b, a);
    }
  } while (woken.length > count);
  return woken;
}
