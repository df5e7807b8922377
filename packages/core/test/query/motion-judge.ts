// What the answers of all methods about one case must keep to: each other, and what is plainly there.

import { PlainGap } from '@nearmiss/fixtures';
import type { Answer, MotionCase } from './motion-cases.ts';

/**
 * - `late`: bodies are nearer than half the threshold before the time that was called free.
 * - `missed`: the same, and the whole motion was called free.
 * - `disagreement`: a time called free by one method is after a contact that another has proven.
 * - `early`: at the time told, the gap is more than the threshold.
 * - `unproven`: no contact is to be seen by the time at which one was called proven.
 * - `start`: whether they touch at the start was told wrongly.
 */
export type Fault = 'late' | 'missed' | 'disagreement' | 'early' | 'unproven' | 'start';

export const FAULTS: readonly Fault[] = ['late', 'missed', 'disagreement', 'early', 'unproven', 'start'];

/** What plain doubles are certain to tell, for bodies about 1 across and a few dozen turns: a length, and a time. */
const PLAIN_ERROR = 1e-10;
const TIME_ERROR = 1e-11;
/** Part of the threshold that bodies have come nearer than if a method was late. Steps keep half of it in hand. */
const TOO_NEAR = 0.45;
/** The shortest steps of the plain search, in time. */
const SHORTEST_STEP = 1 / 300;

/** Tells `fault` of everything that is wrong with the answers to a case. */
export function judge(drawn: MotionCase, answers: readonly Answer[], fault: (kind: Fault, text: string) => void): void {
  const { a, b } = drawn;
  const plain = new PlainGap(a.body.plain, a.motion.plain, b.body.plain, b.motion.plain);
  const inset = a.body.inset + b.body.inset;
  const told = ({ method, status, lower, upper }: Answer): string => `${method}: ${status} [${lower}, ${upper}]`;

  const [first] = answers;
  const start = plain.at(0);
  for (const answer of answers) {
    const touches = answer.status === 'initially-in-contact';
    const isWrong = touches
      ? start > inset + PLAIN_ERROR && !isContained(drawn, plain)
      : answer.status !== 'iteration-limit' && start === Number.NEGATIVE_INFINITY;
    if (isWrong) fault('start', `${told(answer)}, plain gap ${start}`);
    if (touches !== (first.status === 'initially-in-contact') && answer.status !== 'iteration-limit') {
      fault('start', `${told(answer)}, but ${told(first)}`);
    }
  }
  if (answers.some(({ status }) => status === 'initially-in-contact')) return;

  // Against each other. Both sides are proven, so that there is nothing to allow for.
  let earliest: Answer | null = null;
  for (const answer of answers) {
    if (answer.upper !== null && answer.upper < (earliest?.upper ?? Infinity)) earliest = answer;
  }
  for (const answer of answers) {
    if (earliest === null || !(answer.lower > (earliest.upper ?? Infinity))) continue;
    fault('disagreement', `${told(answer)} after ${told(earliest)}`);
  }

  // Against what is there.
  const latest = Math.max(...answers.map(({ lower }) => lower));
  const threshold = Math.min(...answers.map((answer) => answer.threshold));
  const near = plain.firstWithin(TOO_NEAR * threshold - PLAIN_ERROR, 0, latest, SHORTEST_STEP);
  const touching = near <= latest ? plain.firstWithin(-PLAIN_ERROR, near, latest, SHORTEST_STEP) : near;
  for (const answer of answers) {
    const { status, lower, upper } = answer;
    // Of bodies that may stay within the threshold only contact counts: that which plain doubles are certain of.
    const there = answer.leaves || plain.speed === 0 ? touching : near;
    const isFree = status === 'free' || status === 'untouched';
    if (isFree && there <= 1) fault('missed', `${told(answer)}, there at ${there}`);
    else if (lower > there + TIME_ERROR) fault('late', `${told(answer)}, there at ${there}`);
    if (status !== 'contact' && status !== 'near') continue;
    const gap = plain.at(lower);
    if (gap > answer.threshold + answer.error + inset + PLAIN_ERROR) fault('early', `${told(answer)}, gap ${gap}`);
    if (upper === null) continue;
    const seenIn = (steps: number): number => plain.firstWithin(inset + 1e-7, lower, upper, (upper - lower) / steps);
    // A needle through the corner of a triangle is in contact for a hundred-thousandth of the time: steps that long pass over it.
    const isSeen = plain.at(upper) <= inset + PLAIN_ERROR || seenIn(2 ** 8) <= upper || seenIn(2 ** 18) <= upper;
    if (!(upper >= lower && upper <= 1 && isSeen)) fault('unproven', told(answer));
  }
}

/** Whether one body starts inside the other. */
function isContained({ a, b }: MotionCase, plain: PlainGap): boolean {
  return (b.body.closed && plain.isInside(0, 'a')) || (a.body.closed && plain.isInside(0, 'b'));
}
