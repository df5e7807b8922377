// The search for the separating translation, step by step: from where A stands, over every start and projection, to the end.

import type { PenetrationStep, Point } from 'nearmiss';
import type { Depth } from './worker/messages.ts';

export interface DepthStep {
  readonly kind: 'given' | PenetrationStep['kind'];
  /** Where A is then, from where it stands. */
  readonly translation: Point;
  readonly length: number;
  /** Contact planes that the step was made of. */
  readonly contacts: number;
  /** Which of the starts it goes back to, counted from 1; 0 for where A stands. */
  readonly attempt: number;
}

/** Whether the bodies overlap. Bodies that only touch have no depth, though rounding may leave the bound above 0. */
export function isDeep({ status }: Pick<Depth, 'status'>): boolean {
  return status !== 'separated' && status !== 'touching';
}

/** Translations nearer to each other than this part of the depth are drawn as one. */
const SAME_TRANSLATION = 2e-3;

/**
 * The steps worth walking through; none where nothing overlaps. A descent may go back and forth many times between translations
 * that no eye can tell apart: of these one is kept.
 */
export function depthSteps(depth: Pick<Depth, 'status' | 'trace' | 'translation' | 'upper'>): readonly DepthStep[] {
  if (!isDeep(depth)) return [];
  const { trace, translation, upper } = depth;
  const given = stepOf('given', [0, 0, 0], 0, 0);
  const steps: DepthStep[] = [];
  let attempt = 0;
  for (const { kind, translation, contacts } of trace) {
    if (kind === 'end') continue;
    if (kind === 'start') attempt++;
    const step = stepOf(kind, translation, contacts, attempt);
    const isSeen = steps.some(
      (seen) => seen.kind === kind && seen.attempt === attempt && apart(seen, step) < SAME_TRANSLATION * upper,
    );
    if (!isSeen) steps.push(step);
  }
  const end = stepOf('end', translation, trace.at(-1)?.contacts ?? 0, 0);
  // Not always the last attempt is the best: the end belongs to the one that came nearest to it.
  const [nearest] = [...steps].sort((p, q) => apart(p, end) - apart(q, end));
  return [given, ...steps, { ...end, attempt: nearest?.attempt ?? 0 }];
}

function stepOf(kind: DepthStep['kind'], translation: Point, contacts: number, attempt: number): DepthStep {
  return { kind, translation, length: Math.hypot(...translation), contacts, attempt };
}

function apart({ translation: [x, y, z] }: DepthStep, { translation: [px, py, pz] }: DepthStep): number {
  return Math.hypot(px - x, py - y, pz - z);
}

/** The step at `index` behind those of its attempt that came before it, the start first. */
export function stepsUpTo(steps: readonly DepthStep[], index: number): readonly DepthStep[] {
  const last = steps[index];
  return steps.slice(0, index + 1).filter(({ kind, attempt }) => kind !== 'given' && attempt === last?.attempt);
}

/** Digits of a length in a caption; the panel has them all. */
const DIGITS = 4;

/** What a step is, in words. */
export function captionOf({ kind, length, contacts, attempt }: DepthStep): string {
  const far = length.toPrecision(DIGITS);
  const planes = contacts === 1 ? 'one contact plane' : `${contacts} contact planes`;
  switch (kind) {
    case 'given':
      return 'Given: A stands in B.';
    case 'start':
      return `Start ${attempt}: A is free, ${far} away.`;
    case 'out':
      return `Out-projection: back towards B until they all but touch, ${far} away.`;
    case 'in':
      return `In-projection: the nearest translation within ${planes}, ${far} away.`;
    case 'end':
      return `The separating translation: A is free, ${far} away.`;
  }
}
