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
  /** A test: the mix is timed in batches, and of each batch the fastest time counts. */
  readonly nanoseconds: number;
  /** 1 for each pair that overlaps, of the last time through. */
  readonly answers: Uint8Array;
}

/** Pairs timed in one batch: so few that most batches are not interrupted, by a machine that others use too, every time. */
const CHUNK = 256;

serve<OverlapSetting, OverlapQuestion, OverlapTurn>(({ method, mixes }) => {
  const overlap = METHODS[method];
  seedShuffles(1);
  return ({ mix, milliseconds }) => {
    const { a, b, count } = mixes[mix];
    const answers = new Uint8Array(count);
    const least = new Float64Array(Math.ceil(count / CHUNK)).fill(Infinity);
    for (let now = performance.now(), end = now + milliseconds; now < end; ) {
      for (let first = 0; first < count; first += CHUNK) {
        const start = now;
        const last = Math.min(first + CHUNK, count);
        for (let k = first; k < last; k++) answers[k] = Number(overlap(a, BOX * k, b, BOX * k));
        now = performance.now();
        least[first / CHUNK] = Math.min(least[first / CHUNK], now - start);
      }
    }
    return { nanoseconds: (1e6 * least.reduce((sum, each) => sum + each)) / count, answers };
  };
});
