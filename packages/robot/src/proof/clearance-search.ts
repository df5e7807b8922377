// The least gap along a path, as a bracket: branch and bound. `upper` is the least gap that was measured. An interval of a pair is dropped
// once its gap is proven to be more than `upper` less the accuracy; as `upper` only falls, that holds for all intervals at the end.

import type { JointPath } from '../path/joint-path.ts';
import { type PairTest, PROVEN } from './pair-test.ts';

/** The least gap along a path, and where it was measured. */
export interface ClearanceOutcome {
  readonly lower: number;
  readonly upper: number;
  /** The time of `upper`, and the pair; −1 where there are no pairs. */
  readonly time: number;
  readonly pair: number;
  readonly isComplete: boolean;
}

interface Interval {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly pairs: Int32Array;
}

export function searchClearance(path: JointPath, test: PairTest, accuracy: number, budget: number): ClearanceOutcome {
  const best = { gap: Infinity, time: path.breaks[0], pair: -1 };
  const measureAll = (time: number, pairs: Int32Array): void => {
    for (const pair of pairs) {
      test.measure(pair, best.gap);
      if (test.gapUpper < best.gap) Object.assign(best, { gap: Math.max(0, test.gapUpper), time, pair });
    }
  };
  const { all } = test.memory;
  const begun = test.count;
  const waiting: Interval[] = [];
  for (let segment = 0; segment + 1 < path.breaks.length; segment++) {
    const [from, to] = [path.breaks[segment], path.breaks[segment + 1]];
    for (const time of [from, to]) {
      test.enter(segment, time, time);
      measureAll(time, all);
    }
    waiting.push({ segment, from, to, pairs: all.slice() });
  }
  let isComplete = true;
  for (let next = 0; next < waiting.length && best.gap > 0; next++) {
    const { segment, from, to, pairs } = waiting[next];
    if (test.count - begun > budget) {
      isComplete = false;
      break;
    }
    test.enter(segment, from, to);
    const middle = from + (to - from) / 2;
    const open = pairs.filter((pair) => test.test(pair, best.gap - accuracy) !== PROVEN);
    measureAll(middle, open);
    const left = open.filter((pair) => test.test(pair, best.gap - accuracy) !== PROVEN);
    if (left.length === 0) continue;
    if (middle <= from || middle >= to) {
      // Times are not fine enough to go on.
      isComplete = false;
      break;
    }
    waiting.push({ segment, from, to: middle, pairs: left.slice() }, { segment, from: middle, to, pairs: left });
  }
  const lower = isComplete ? Math.max(0, best.gap - accuracy) : 0;
  return { lower, upper: best.gap, time: best.time, pair: best.pair, isComplete };
}
