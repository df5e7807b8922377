// The answer in one sentence, before any number. What is proven is called proven, and what is not is not.

import { provenWithin } from './proven-within.ts';
import type { Show } from './shown.ts';
import type { Answer, Depth, Encounter } from './worker/messages.ts';

/** Digits of a number in a sentence; the rows below it have them all. */
const DIGITS = 3;

/** A bracket wider than this part of the depth is told by its lower end. Percent. */
const MOST_OPEN = 50;

/** `freedBy`: how far A was moved out of B, where that is why it is free. */
export function answerSentence(
  show: Show,
  answer: Answer,
  depth: Depth | null,
  encounter: Encounter | null,
  freedBy: number | null = null,
): string {
  if (show === 'depth') return depth === null ? '' : depthSentence(depth, freedBy);
  if (show === 'motion') return encounter === null ? '' : encounterSentence(encounter);
  return show === 'touch' ? touchSentence(answer) : distanceSentence(answer);
}

/** Whether two bodies touch. */
export function touchSentence({ status, pairCount }: Pick<Answer, 'status' | 'pairCount'>): string {
  switch (status) {
    case 'touching':
      return `A and B touch without overlapping, decided exactly: ${counted(pairCount)} ${pairCount === 1 ? 'has' : 'have'} a point in common.`;
    case 'intersecting':
      return `A and B intersect, decided exactly: ${counted(pairCount)} ${pairCount === 1 ? 'has' : 'have'} points in common.`;
    case 'a-inside-b':
      return 'A is inside B: their surfaces do not touch, and all of A is in the solid B.';
    case 'b-inside-a':
      return 'B is inside A: their surfaces do not touch, and all of B is in the solid A.';
    case 'separated':
    case 'beyond':
      return 'A and B do not touch, decided exactly.';
    case 'near':
    case 'iteration-limit':
      return 'Whether A and B touch was not decided within the work allowed.';
  }
}

function counted(pairs: number): string {
  return `${pairs.toLocaleString('en')} ${pairs === 1 ? 'pair of faces' : 'pairs of faces'}`;
}

/** How far apart two bodies are. */
export function distanceSentence(
  answer: Pick<Answer, 'status' | 'distance' | 'lower' | 'upper' | 'surfaceDistance'>,
): string {
  const { status, distance, lower, upper } = answer;
  if (status === 'separated') {
    return `A and B are ${short(distance)} apart, between the two marked points; ${provenWithin(upper - lower)}.`;
  }
  if (status === 'a-inside-b' || status === 'b-inside-a') {
    return `${touchSentence({ status, pairCount: 0 })} Their surfaces are ${short(answer.surfaceDistance)} apart.`;
  }
  if (status === 'touching' || status === 'intersecting') {
    return `A and B ${status === 'touching' ? 'touch' : 'intersect'}, so their distance is 0.`;
  }
  return `The distance is between ${short(lower)} and ${short(upper)}; the search ended before it was known better.`;
}

/** How deep A is in B, or was. */
export function depthSentence(
  { status, upper, lower, certified }: Pick<Depth, 'status' | 'upper' | 'lower' | 'certified'>,
  freedBy: number | null = null,
): string {
  switch (status) {
    case 'separated':
      return freedBy === null
        ? 'A and B do not overlap, so there is no depth. Drag one into the other.'
        : `A is free now: it was moved by ${short(freedBy)} and has no point in common with B.`;
    case 'touching':
      return freedBy === null
        ? 'A and B touch without overlapping: the depth is 0.'
        : `A is free now: it was moved by ${short(freedBy)} and touches B without overlapping.`;
    case 'overlapping':
    case 'iteration-limit': {
      const open = Math.ceil((100 * (upper - lower)) / upper);
      const proof = certified
        ? 'no shorter translation does, proven'
        : open <= MOST_OPEN
          ? `proven to within ${open} %`
          : lower > 0
            ? `a depth of at least ${short(lower)} is proven`
            : 'whether a shorter translation does is not proven';
      return `A is ${short(upper)} deep in B; moving it along the arrow frees it; ${proof}.`;
    }
  }
}

/** What is known while the depth is searched for. */
export function boundSentence(upper: number): string {
  return `A is at most ${short(upper)} deep in B, by the boxes around them; a shorter translation is being searched for …`;
}

/** When two bodies first touch. */
export function encounterSentence({
  status,
  toc,
  lower,
  upper,
}: Pick<Encounter, 'status' | 'toc' | 'lower' | 'upper'>): string {
  switch (status) {
    case 'contact':
      return `A and B first touch at time ${short(toc ?? lower)}, ${provenWithin((upper ?? 1) - (toc ?? lower))}; nothing touches before.`;
    case 'near':
      return `At time ${short(toc ?? lower)} the gap is down to the threshold; nothing touches before, and contact is not proven.`;
    case 'free':
      return 'A and B never touch on this motion, proven for all of it.';
    case 'initially-in-contact':
      return 'A and B touch from the start.';
    case 'iteration-limit':
      return `Nothing touches before time ${short(lower)}; the search ended there.`;
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}
