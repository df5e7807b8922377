// The search along a path: intervals of time with the pairs that are not yet proven apart on them.
//
// An interval is tested in its middle for each of its pairs. Pairs that are proven drop out; where some are left, the two halves are searched
// with these. In the order of time the first interval that cannot be proven ends before the first contact. A pair is given up where it cannot
// move by more than the contact threshold within the interval: then the gap is about as small.

import type { JointPath } from '../path/joint-path.ts';
import { type PairTest, PROVEN, REACHED } from './pair-test.ts';

/** An interval of a segment of the path, and the pairs to be tested on it. */
interface Interval {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly pairs: Int32Array;
}

/** What was found. Times are infinite where there is none. */
export interface SearchOutcome {
  /** Nothing comes within the margin before this time. */
  readonly lower: number;
  /** The pair that could not be proven from there on; −1 where all are. */
  readonly lowerPair: number;
  /** A time at which the gap was proven to be at most the margin, and the pair. */
  readonly upper: number;
  readonly upperPair: number;
  /** False where the budget was spent: then nothing is known from `lower` on. */
  readonly isComplete: boolean;
}

export interface SearchOptions {
  /** The gap to be proven. */
  readonly margin: number;
  /** Where intervals end; see above. */
  readonly threshold: number;
  /** The most tests of pairs. */
  readonly budget: number;
  /** The time to begin at. */
  readonly from: number;
  /** `first` proves everything before the first contact; `any` ends at any contact, and takes long intervals first. */
  readonly order: 'first' | 'any';
  /** Called for each proof. */
  readonly onProof?: ((pair: number, from: number, to: number) => void) | undefined;
}

/** Intervals that are given up are counted: bodies that slide along each other would have no end of them. */
const MOST_GIVEN_UP = 256;

/** A search for any contact takes long intervals first until so many are waiting: bodies that graze each other would have no end of them. */
const WIDEST = 64;

export function searchPath(path: JointPath, test: PairTest, options: SearchOptions): SearchOutcome {
  const { margin, threshold, budget, order, onProof } = options;
  const { all, likely } = test.memory;
  const waiting = wholePath(path, options.from, order === 'any' ? likely : all, order);
  const begun = test.count;
  let [lower, lowerPair, upper, upperPair] = [Infinity, -1, Infinity, -1];
  let givenUp = 0;
  for (let next = 0; ; ) {
    const isDeep = order === 'first' || waiting.length - next > WIDEST;
    const interval = isDeep ? waiting.pop() : waiting[next++];
    if (interval === undefined) break;
    const { segment, from, to, pairs } = interval;
    if (from >= upper) continue;
    if (test.count - begun > budget || givenUp > MOST_GIVEN_UP) {
      // Nothing is known of the intervals that are left. In the order of time they are behind what was given up.
      const isNear = lower < Infinity;
      const known = Math.min(lower, from, earliest(waiting, next));
      return { lower: known, lowerPair: isNear ? lowerPair : pairs[0], upper, upperPair, isComplete: isNear };
    }
    test.enter(segment, from, to);
    const middle = from + (to - from) / 2;
    // A certificate has the gap of every proof.
    const near = onProof === undefined ? test.removeFar(pairs, margin) : pairs.length;
    let left = 0;
    for (let k = 0; k < near; k++) {
      const pair = pairs[k];
      const answer = test.test(pair, margin);
      if (answer === PROVEN) {
        onProof?.(pair, from, to);
        continue;
      }
      if (answer === REACHED && order === 'any') {
        test.memory.touched(pair);
        // A search for any contact knows nothing of the time before it.
        return { lower: middle, lowerPair: -1, upper: middle, upperPair: pair, isComplete: true };
      }
      if (answer === REACHED && middle < upper) [upper, upperPair] = [middle, pair];
      if (test.travel <= threshold || middle <= from || middle >= to) {
        givenUp++;
        if (from < lower) [lower, lowerPair] = [from, pair];
      } else pairs[left++] = pair;
    }
    if (left === 0) continue;
    const rest = pairs.subarray(0, left);
    const halves = [
      { segment, from, to: middle, pairs: rest.slice() },
      { segment, from: middle, to, pairs: rest },
    ];
    waiting.push(...(order === 'first' ? halves.reverse() : halves));
  }
  return { lower, lowerPair, upper, upperPair, isComplete: true };
}

function wholePath(path: JointPath, begin: number, all: Int32Array, order: 'first' | 'any'): Interval[] {
  const intervals: Interval[] = [];
  for (let segment = 0; segment + 1 < path.breaks.length; segment++) {
    const to = path.breaks[segment + 1];
    const from = Math.max(begin, path.breaks[segment]);
    if (to > from) intervals.push({ segment, from, to, pairs: all.slice() });
  }
  return order === 'first' ? intervals.reverse() : intervals;
}

/** The earliest time of the intervals from number `next` on. */
function earliest(waiting: readonly Interval[], next: number): number {
  let least = Infinity;
  for (let k = next; k < waiting.length; k++) least = Math.min(least, waiting[k].from);
  return least;
}
