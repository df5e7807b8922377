import { serve } from '../isolate.ts';
import { BOX, type BoxPairs } from './box-pairs.ts';
import { seedShuffles } from './linear-program.ts';
import { METHODS, type MethodName } from './methods.ts';

export interface OverlapSetting {
  readonly method: MethodName;
  readonly mixes: readonly BoxPairs[];
}

/** Which mix to go through, for at least how long. */
export interface OverlapQuestion {
  readonly mix: number;
  readonly milliseconds: number;
}

export interface OverlapTurn {
  /** A test, from the fastest time through the mix. */
  readonly nanoseconds: number;
  /** 1 for each pair that overlaps, of the last time through. */
  readonly answers: Uint8Array;
}

serve<OverlapSetting, OverlapQuestion, OverlapTurn>(({ method, mixes }) => {
  const overlap = METHODS[method];
  seedShuffles(1);
  return ({ mix, milliseconds }) => {
    const { a, b, count } = mixes[mix];
    const answers = new Uint8Array(count);
    // The least time through: what others do to the machine only ever adds.
    let least = Infinity;
    for (let now = performance.now(), end = now + milliseconds; now < end; ) {
      const start = now;
      for (let k = 0; k < count; k++) answers[k] = Number(overlap(a, BOX * k, b, BOX * k));
      now = performance.now();
      least = Math.min(least, now - start);
    }
    return { nanoseconds: (least * 1e6) / count, answers };
  };
});
