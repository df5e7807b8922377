// From what was found out about a pair to a line of the result.

import type { CandidatePair, CandidateTest } from './candidates.ts';
import type { Assembly, ClashElement } from './element.ts';
import type { Bracket, PairFacts } from './question.ts';
import type { ClashSet, ClashTest } from './set.ts';
import { sha256Text } from './sha256.ts';

/** What kind of clash a pair has. See {@link Clash}. */
export type ClashType = 'hard' | 'contained' | 'touching' | 'clearance' | 'duplicate' | 'undecided';

/** Every type, in the order of a summary. See {@link ClashType}. */
export const CLASH_TYPES: readonly ClashType[] = [
  'hard',
  'contained',
  'touching',
  'clearance',
  'duplicate',
  'undecided',
];

/** An element as a result names it. See {@link Clash}. */
export interface ElementName {
  readonly model: string;
  readonly id: string;
  readonly name: string;
  readonly class?: string;
  readonly storey?: string;
}

/** How a clash stands to the result of an earlier run. See {@link Clash}. */
export type ClashState = 'new' | 'active' | 'resolved';

/** What a person decided about a clash. See {@link Clash}. */
export type Decision = 'approved' | 'ignored';

/** A decision as files of decisions give it: `open` takes an earlier one back. See {@link readDecisions}. */
export type GivenDecision = Decision | 'open';

/** Every decision. See {@link Decision}. */
export const DECISIONS: readonly Decision[] = ['approved', 'ignored'];

/** A line of the result. Lengths are in the unit of the set. See {@link judgePair}. */
export interface Clash {
  readonly id: string;
  readonly test: string;
  readonly type: ClashType;
  readonly a: ElementName;
  readonly b: ElementName;
  readonly depth?: Bracket;
  readonly distance?: Bracket;
  readonly point?: readonly number[];
  /** Moves A so that it is apart from B. */
  readonly translation?: readonly number[];
  readonly kind?: 'pierces' | 'protrudes';
  readonly volume?: Bracket;
  /** Least and greatest corner of the region. */
  readonly box?: readonly [readonly number[], readonly number[]];
  /** The id of the finding it belongs to. */
  readonly group?: string;
  readonly state?: ClashState;
  readonly decision?: Decision;
  /** False where the bracket straddles the tolerance or the clearance. */
  readonly decided?: boolean;
}

/** Hexadecimal digits of an id: 80 bits, so that a million clashes have different ones. */
const ID_DIGITS = 20;
export const CLASH_ID: RegExp = new RegExp(`^[0-9a-f]{${ID_DIGITS}}$`);

/** The clashes of a pair, one for each test that reports it. See {@link candidatePairs}. */
export function judgePair(set: ClashSet, { elements }: Assembly, pair: CandidatePair, facts: PairFacts): Clash[] {
  const clashes: Clash[] = [];
  for (const candidate of pair.tests) {
    const test = set.tests[candidate.test];
    const verdict = judge(test, candidate, facts);
    if (verdict === null) continue;
    const { swapped } = candidate;
    const [a, b] = swapped ? [elements[pair.b], elements[pair.a]] : [elements[pair.a], elements[pair.b]];
    clashes.push(makeClash(test, a, b, swapped ? turned(facts) : facts, verdict));
  }
  return clashes;
}

interface Verdict {
  readonly type: ClashType;
  readonly decided: boolean;
}

function judge(test: ClashTest, { tolerance, flush }: CandidateTest, facts: PairFacts): Verdict | null {
  if (test.mode === 'duplicate') {
    const { deviation } = facts;
    if (deviation === undefined || deviation.lower > tolerance) return null;
    return { type: 'duplicate', decided: deviation.upper <= tolerance };
  }
  const { relation, depth, distance } = facts;
  switch (relation) {
    case 'apart':
      return null;
    case 'touching':
      return test.touching ? { type: 'touching', decided: true } : null;
    case 'near':
      return distance === undefined ? null : judgeGap(test, flush, distance);
    case 'undecided':
      return { type: 'undecided', decided: false };
    default: {
      const { lower, upper } = depth ?? { lower: 0, upper: Infinity };
      // What overlaps by no more than the tolerance is as good as touching.
      if (upper <= tolerance) return test.touching ? { type: 'touching', decided: true } : null;
      return { type: relation === 'crossing' ? 'hard' : 'contained', decided: lower > tolerance };
    }
  }
}

/** What is flush up to rounding touches, in a clearance test too, whether or not what touches is reported. */
function judgeGap(test: ClashTest, flush: number, { lower, upper }: Bracket): Verdict | null {
  if (upper <= flush) return test.touching ? { type: 'touching', decided: true } : null;
  if (test.mode === 'clearance' && lower < test.clearance) {
    return { type: 'clearance', decided: upper < test.clearance && lower > flush };
  }
  return test.touching && lower <= flush ? { type: 'undecided', decided: false } : null;
}

function turned(facts: PairFacts): PairFacts {
  const { translation } = facts;
  return translation === undefined ? facts : { ...facts, translation: translation.map((x) => 0 - x) };
}

function makeClash(test: ClashTest, a: ClashElement, b: ClashElement, facts: PairFacts, verdict: Verdict): Clash {
  const { type, decided } = verdict;
  const overlaps = type === 'hard' || type === 'contained';
  const box = facts.box === undefined ? null : ([facts.box.slice(0, 3), facts.box.slice(3, 6)] as const);
  const gap = type === 'duplicate' ? facts.deviation : facts.distance;
  return {
    id: clashId(test.name, a, b),
    test: test.name,
    type,
    a: nameOf(a),
    b: nameOf(b),
    ...(facts.depth === undefined || type === 'duplicate' || type === 'clearance'
      ? {}
      : { depth: depthOf(facts.depth, overlaps ? facts.translation : undefined) }),
    ...(gap === undefined ? {} : { distance: gap }),
    ...(facts.point === undefined ? {} : { point: facts.point }),
    ...(overlaps && facts.translation !== undefined ? { translation: facts.translation } : {}),
    ...(type === 'hard' && facts.kind !== undefined ? { kind: facts.kind } : {}),
    ...(overlaps && facts.volume !== undefined ? { volume: facts.volume } : {}),
    ...(overlaps && box !== null ? { box } : {}),
    ...(decided ? {} : { decided }),
  };
}

/** The translation is proven to separate as it is written: where rounding made it longer than the bound, the bound is its length. */
function depthOf(depth: Bracket, translation: readonly number[] | undefined): Bracket {
  const length = translation === undefined ? 0 : Math.hypot(...translation);
  return length > depth.upper ? { lower: depth.lower, upper: length * (1 + 2 ** -50) } : depth;
}

/** The same for both orders of the elements. */
function clashId(test: string, a: ClashElement, b: ClashElement): string {
  const ids = [
    [a.model, a.stableId],
    [b.model, b.stableId],
  ].sort(([modelA, idA], [modelB, idB]) => compareTexts(modelA, modelB) || compareTexts(idA, idB));
  return sha256Text(JSON.stringify([test, ...ids])).slice(0, ID_DIGITS);
}

function nameOf({ model, id, name, class: own, storey }: ClashElement): ElementName {
  return {
    model,
    id,
    name,
    ...(own === undefined ? {} : { class: own }),
    ...(storey === undefined ? {} : { storey }),
  };
}

/** By code units: the same order wherever it runs. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts by test, in the order of the set, then by the elements' ids. See {@link judgePair}. */
export function sortClashes(clashes: Clash[], set: ClashSet): Clash[] {
  const order = new Map(set.tests.map(({ name }, k) => [name, k]));
  return clashes.sort(
    (x, y) =>
      (order.get(x.test) ?? order.size) - (order.get(y.test) ?? order.size) ||
      compareTexts(x.test, y.test) ||
      compareElements(x.a, y.a) ||
      compareElements(x.b, y.b),
  );
}

function compareElements(a: ElementName, b: ElementName): number {
  return compareTexts(a.model, b.model) || compareTexts(a.id, b.id);
}
