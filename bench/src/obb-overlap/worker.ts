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
    let times = 0;
    const start = performance.now();
    let now = start;
    while (times === 0 || now - start < milliseconds) {
      for (let k = 0; k < count; k++) answers[k] = Number(overlap(a, BOX * k, b, BOX * k));
      times++;
      now = performance.now();
    }
    return { nanoseconds: ((now - start) * 1e6) / (times * count), answers };
  };
});
