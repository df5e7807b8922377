// Crowds of three sizes at one density, kept track of by every structure of the library, by a World, and by Rapier. What docs/lab/broad-phase.md
// says of broad phases is read off this.

import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import {
  type CrowdAnswer,
  type CrowdCase,
  PLAIN_TREE,
  RAPIER_BROAD,
  RAPIER_SIMD_BROAD,
  RAPIER_STEP,
  STRUCTURES,
  WORLD,
} from './ask.ts';

const KEEPERS: readonly string[] = [...STRUCTURES, PLAIN_TREE, WORLD, RAPIER_BROAD, RAPIER_SIMD_BROAD, RAPIER_STEP];

/** Sizes, and steps timed of each: more than one round of the dynamic tree, whose margins are made anew every dozen steps or two. */
const CROWDS: readonly CrowdCase[] = [
  { count: 1000, steps: 200, milliseconds: 20_000 },
  { count: 10_000, steps: 80, milliseconds: 20_000 },
  { count: 100_000, steps: 24, milliseconds: 30_000 },
];

export interface CrowdRow {
  readonly keeper: string;
  /** By size of the crowd, the round with the least mean. */
  readonly answers: readonly CrowdAnswer[];
  /** How the mean time grows from the smallest crowd to the largest: as their number to this power. */
  readonly exponent: number;
}

export interface CrowdResult {
  readonly counts: readonly number[];
  readonly rows: readonly CrowdRow[];
  /** Answers that are not those of the first structure. */
  readonly strays: number;
}

/** One method to keep track of a crowd, wherever it runs. */
export interface RunningKeeper {
  ask(asked: CrowdCase): Promise<CrowdAnswer>;
  close(): Promise<void>;
}

export async function runCrowds(
  rounds: number,
  crowds: readonly CrowdCase[] = CROWDS,
  keepers: readonly string[] = KEEPERS,
  start: (keeper: string) => RunningKeeper = isolatedKeeper,
): Promise<CrowdResult> {
  const answers = keepers.map((): CrowdAnswer[] => []);
  for (const crowd of crowds) {
    // Engines of their own, anew for each size: nobody carries the memory of another crowd.
    const running = keepers.map(start);
    try {
      const entrants = running.map(
        ({ ask }, i): Entrant<CrowdAnswer> => ({ label: keepers[i], turn: () => ask(crowd) }),
      );
      (await interleave(entrants, rounds)).forEach(({ turns }, i) => {
        answers[i].push(fastest(turns));
      });
    } finally {
      for (const { close } of running) await close();
    }
  }
  const counts = crowds.map(({ count }) => count);
  const rows = keepers.map((keeper, i) => ({ keeper, answers: answers[i], exponent: exponentOf(counts, answers[i]) }));
  return { counts, rows, strays: countStrays(rows) };
}

function fastest(turns: readonly CrowdAnswer[]): CrowdAnswer {
  return turns.reduce((best, turn) => (turn.mean < best.mean ? turn : best));
}

function exponentOf(counts: readonly number[], answers: readonly CrowdAnswer[]): number {
  const last = answers.length - 1;
  return Math.log(answers[last].mean / answers[0].mean) / Math.log(counts[last] / counts[0]);
}

function countStrays(rows: readonly CrowdRow[]): number {
  const strays = rows.flatMap(({ answers }) =>
    answers.filter(({ pairs }, size) => pairs !== null && pairs !== rows[0].answers[size].pairs),
  );
  return strays.length;
}

function isolatedKeeper(keeper: string): RunningKeeper {
  const isolate = new Isolate<string, CrowdCase, CrowdAnswer>(new URL('./worker.js', import.meta.url), keeper);
  return { ask: (asked) => isolate.ask(asked), close: () => isolate.close() };
}
