// Separating axes against GJK against linear programming: "OBB Overlap Tests: Comparison" of Lin's proximity lectures (2004),
// measured anew on pairs as they occur.

import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { BOX, type BoxPairs, mixedBoxPairs, nearlyTouch, traversalBoxPairs } from './box-pairs.ts';
import { METHOD_NAMES, type MethodName } from './methods.ts';
import type { OverlapQuestion, OverlapSetting, OverlapTurn } from './worker.ts';

interface MethodTime {
  readonly method: MethodName;
  /** Nanoseconds a test: the best round, and each. */
  readonly nanoseconds: number;
  readonly rounds: readonly number[];
  /** By the separating axes' best round. */
  readonly ratio: number;
}

export interface MixResult {
  readonly mix: string;
  readonly pairs: number;
  /** Share of the pairs that overlap. */
  readonly overlapping: number;
  /** Pairs so near to touching that the answers may differ; and pairs beyond, where they differ all the same. */
  readonly nearlyTouching: number;
  readonly disagreements: number;
  readonly methods: readonly MethodTime[];
}

/** What the lectures measured, on a 250 MHz R4400 of 1996, in nanoseconds. */
export const LECTURE_NANOSECONDS: Readonly<Record<MethodName, number>> = {
  'separating axes': 6260,
  GJK: 66_300,
  'linear programming': 217_000,
};

const PAIRS = 8192;
const SEED = 17;
const FIRST_WARM_UP_MS = 400;
const TURN_MS = 60;
/** Turns are short. */
const LEAST_ROUNDS = 7;

export async function runObbOverlap(rounds: number): Promise<MixResult[]> {
  const mixes = [traversalBoxPairs(PAIRS, SEED), ...mixedBoxPairs(PAIRS, SEED)];
  const entry = new URL('./worker.js', import.meta.url);
  const isolates = METHOD_NAMES.map(
    (method) => new Isolate<OverlapSetting, OverlapQuestion, OverlapTurn>(entry, { method, mixes }),
  );
  try {
    const results: MixResult[] = [];
    for (const [mix, pairs] of mixes.entries()) {
      for (const isolate of isolates) await isolate.ask({ mix, milliseconds: FIRST_WARM_UP_MS });
      const entrants = isolates.map(
        (isolate, i): Entrant<OverlapTurn> => ({
          label: METHOD_NAMES[i],
          turn: () => isolate.ask({ mix, milliseconds: TURN_MS }),
        }),
      );
      const turns = await interleave(entrants, Math.max(rounds, LEAST_ROUNDS));
      results.push(
        summariseMix(
          pairs,
          turns.map((rounds) => rounds.turns),
        ),
      );
    }
    return results;
  } finally {
    for (const isolate of isolates) await isolate.close();
  }
}

/** `turns` by method, in the order of METHOD_NAMES, then by round. */
export function summariseMix({ name, count, a, b }: BoxPairs, turns: readonly (readonly OverlapTurn[])[]): MixResult {
  const [axes] = turns;
  const told = turns.flatMap((rounds) => rounds.map(({ answers }) => answers));
  let overlapping = 0;
  let nearlyTouching = 0;
  let disagreements = 0;
  for (let k = 0; k < count; k++) {
    overlapping += axes[0].answers[k];
    if (nearlyTouch(a, BOX * k, b, BOX * k)) nearlyTouching++;
    else if (told.some((answers) => answers[k] !== told[0][k])) disagreements++;
  }
  return {
    mix: name,
    pairs: count,
    overlapping: overlapping / count,
    nearlyTouching,
    disagreements,
    methods: turns.map((rounds, i) => ({
      method: METHOD_NAMES[i],
      nanoseconds: best(rounds),
      rounds: rounds.map(({ nanoseconds }) => nanoseconds),
      ratio: best(rounds) / best(axes),
    })),
  };
}

function best(rounds: readonly OverlapTurn[]): number {
  return Math.min(...rounds.map(({ nanoseconds }) => nanoseconds));
}
