// What every answer about medial axes in motion promises, on the CPU as on a GPU, judged by distances of the axes at rest:
//
//   * at the time of contact the enclosures are within the threshold;
//   * at no time before it do they touch; nor ever, where there is none.
//
// Two answers that keep this are both right, however far apart their times are: bodies that pass or rest at about the threshold may be near for
// one and free for the other.

import { distance, motionPose, type TimeOfContactResult } from 'nearmiss';
import { medial } from 'nearmiss/medial';
import type { MotionPair } from '../src/medial-time-of-contact.ts';

/** Times at which a motion is judged besides those that are given. */
const SAMPLES = 16;
/** Distances of medial axes are brackets that rounding makes wide by this, of the threshold. */
const ROUNDING = 1e-9;

/** How an answer breaks the promise, or null. `times` are judged besides, such as that of another answer. */
export function medialFault(
  { a, motionA, b, motionB }: MotionPair,
  { toc, status }: TimeOfContactResult,
  threshold: number,
  times: readonly (number | null)[],
): string | null {
  const at = (time: number) => distance(a, motionPose(motionA, time), b, motionPose(motionB, time), { method: medial });
  if (toc !== null) {
    const { lower } = at(toc);
    if (!(lower <= threshold * (1 + ROUNDING))) return `${status} at ${toc}, where the gap is ${lower}`;
  }
  const sampled = Array.from({ length: SAMPLES }, (_, k) => k / (SAMPLES - 1));
  for (const time of [...sampled, ...times]) {
    if (time === null || time >= (toc ?? Infinity)) continue;
    const found = at(time);
    if (found.status !== 'separated') return `${status} at ${toc}, but ${found.status} at ${time}`;
  }
  return null;
}
