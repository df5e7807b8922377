// The broad phase: which pairs of elements come near enough for a test, and what has to be found out about each.

import { BoxTree, boxGap } from './box-tree.ts';
import type { Assembly, ClashElement } from './element.ts';
import { ownTolerance } from './quantum.ts';
import type { PairQuestion } from './question.ts';
import { isIgnored, selectElements, type TestSides } from './select.ts';
import type { ClashSet, ClashTest } from './set.ts';

/** A pair of elements that is near enough for some tests. See {@link candidatePairs}. */
export interface CandidatePair {
  /** Numbers of the elements, the lesser first. */
  readonly a: number;
  readonly b: number;
  /** The tests that the pair is in. */
  readonly tests: readonly CandidateTest[];
  readonly question: PairQuestion;
}

/** A test that a pair is in. See {@link CandidatePair}. */
export interface CandidateTest {
  /** Number of the test in the set. */
  readonly test: number;
  /** Whether the second element of the pair is the test's A. */
  readonly swapped: boolean;
  readonly tolerance: number;
  /** The gap up to which the two touch: what rounding can do, or the tolerance if that is less. */
  readonly flush: number;
}

/** Bounding-volume tests that one search of a pair may take unless a run says otherwise. See {@link candidatePairs}. */
export const DEFAULT_BUDGET = 1_000_000;

/**
 * Every pair of elements whose boxes come near enough for a test of the set, each once, neighbours in space one after another.
 *
 * @see {@link judgePair}
 */
export function candidatePairs(
  set: ClashSet,
  assembly: Assembly,
  budget: number = DEFAULT_BUDGET,
): Generator<CandidatePair> {
  return new CandidateSearch(set, assembly, budget).pairs(0, assembly.elements.length);
}

/**
 * The broad phase of a set, made once, from which ranges of pairs are taken: a range of elements, in an order where neighbours in space
 * are near each other, has the pairs whose element with the lesser number is in it. Ranges that follow each other have all pairs, each once.
 *
 * @see {@link candidatePairs}
 */
export class CandidateSearch {
  readonly #set: ClashSet;
  readonly #elements: readonly ClashElement[];
  readonly #budget: number;
  readonly #sides: readonly TestSides[];
  readonly #reach: number;
  readonly #tree: BoxTree;

  constructor(set: ClashSet, { elements }: Assembly, budget: number = DEFAULT_BUDGET) {
    this.#set = set;
    this.#elements = elements;
    this.#budget = budget;
    this.#sides = set.tests.map((test) => selectElements(test, elements));
    const largestQuantum = elements.reduce((most, { quantum }) => Math.max(most, quantum), 0);
    this.#reach = set.tests.reduce(
      (most, test) => Math.max(most, test.clearance, test.tolerance ?? 0),
      ownTolerance(largestQuantum, largestQuantum),
    );
    this.#tree = new BoxTree(elements.map(({ box }) => box));
  }

  /** The pairs of the elements from position `from` up to, not including, position `to` of the order. */
  *pairs(from: number, to: number): Generator<CandidatePair> {
    const elements = this.#elements;
    for (const first of this.#tree.order.subarray(from, to)) {
      const near: number[] = [];
      this.#tree.query(elements[first].box, this.#reach, (other) => {
        if (other > first) near.push(other);
      });
      for (const other of near.sort((i, j) => i - j)) {
        const tests = this.#testsOf(first, other);
        if (tests.length === 0) continue;
        const question = questionOf(this.#set, tests, elements[first], elements[other], this.#budget);
        yield { a: first, b: other, tests, question };
      }
    }
  }

  #testsOf(first: number, other: number): CandidateTest[] {
    const [a, b] = [this.#elements[first], this.#elements[other]];
    const tests: CandidateTest[] = [];
    for (const [k, test] of this.#set.tests.entries()) {
      const { inA, inB } = this.#sides[k];
      const isForward = inA[first] === 1 && inB[other] === 1;
      if (!isForward && !(inA[other] === 1 && inB[first] === 1)) continue;
      if (isIgnored(test, a, b)) continue;
      const tolerance = test.tolerance ?? ownTolerance(a.quantum, b.quantum);
      const candidate = { test: k, swapped: !isForward, tolerance, flush: flushGap(tolerance, a, b) };
      if (boxGap(a.box, b.box) <= reachOf(test, candidate)) tests.push(candidate);
    }
    return tests;
  }
}

/** Up to which distance a pair matters to a test. */
function reachOf(test: ClashTest, { tolerance, flush }: CandidateTest): number {
  if (test.mode === 'duplicate') return tolerance;
  return Math.max(test.clearance, test.touching ? flush : 0);
}

function flushGap(tolerance: number, a: ClashElement, b: ClashElement): number {
  return Math.min(tolerance, ownTolerance(a.quantum, b.quantum));
}

function questionOf(
  set: ClashSet,
  tests: readonly CandidateTest[],
  a: ClashElement,
  b: ClashElement,
  budget: number,
): PairQuestion {
  const tolerances = new Set<number>();
  let reach = -1;
  let duplicate = -1;
  for (const candidate of tests) {
    const test = set.tests[candidate.test];
    const { tolerance } = candidate;
    if (test.mode === 'duplicate') {
      duplicate = Math.max(duplicate, tolerance);
      continue;
    }
    tolerances.add(tolerance);
    if (test.touching || test.mode === 'clearance') reach = Math.max(reach, reachOf(test, candidate));
  }
  const sorted = [...tolerances].sort((x, y) => x - y);
  const rounding = sorted.length === 0 ? 0 : flushGap(sorted[0], a, b);
  return { tolerances: sorted, rounding, reach, duplicate, budget };
}
