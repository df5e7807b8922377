// Voronoi marching beside GJK on hulls that move slowly, not so slowly, and not at all in any order. What docs/lab/convex.md
// says is read off this.

import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { type MarchingAnswer, type MarchingCase, WAYS, type Way } from './ask.ts';
import { HULLS, MOTIONS } from './scenes.ts';

const TURN_MS = 100;
/** Distances may differ by rounding, a pose. A length. */
const CHECKSUM_SLACK = 1e-9;

export interface MarchingRow {
  readonly hull: string;
  readonly way: Way;
  /** Of the fastest round. */
  readonly answer: MarchingAnswer;
}

export interface MarchingResult {
  readonly motion: string;
  readonly what: string;
  readonly rows: readonly MarchingRow[];
  /** Rows whose answers are not those of GJK. */
  readonly strays: number;
}

/** A way to the distance, wherever it runs. */
export interface RunningWay {
  ask(asked: MarchingCase): Promise<MarchingAnswer>;
  close(): Promise<void>;
}

export async function runMarching(
  rounds: number,
  hulls: readonly string[] = Object.keys(HULLS),
  motions: readonly string[] = Object.keys(MOTIONS),
  milliseconds: number = TURN_MS,
  start: (way: Way) => RunningWay = isolatedWay,
): Promise<MarchingResult[]> {
  const running = WAYS.map(start);
  try {
    const results: MarchingResult[] = [];
    for (const motion of motions) {
      const rows: MarchingRow[] = [];
      for (const hull of hulls) {
        const entrants = running.map(
          ({ ask }, i): Entrant<MarchingAnswer> => ({
            label: WAYS[i],
            turn: () => ask({ hull, motion, milliseconds }),
          }),
        );
        const best = (await interleave(entrants, rounds)).map(({ turns }) => fastest(turns));
        rows.push(...WAYS.map((way, i) => ({ hull, way, answer: best[i] })));
      }
      results.push({ motion, what: MOTIONS[motion].what, rows, strays: countStrays(rows) });
    }
    return results;
  } finally {
    for (const { close } of running) await close();
  }
}

function fastest(turns: readonly MarchingAnswer[]): MarchingAnswer {
  return turns.reduce((best, turn) => (turn.nanoseconds < best.nanoseconds ? turn : best));
}

function countStrays(rows: readonly MarchingRow[]): number {
  return rows.filter(({ hull, answer }) => {
    const reference = rows.find((row) => row.hull === hull && row.way === 'GJK');
    return !(Math.abs(answer.checksum - (reference?.answer.checksum ?? Number.NaN)) <= CHECKSUM_SLACK);
  }).length;
}

function isolatedWay(way: Way): RunningWay {
  const isolate = new Isolate<Way, MarchingCase, MarchingAnswer>(new URL('./worker.js', import.meta.url), way);
  return { ask: (asked) => isolate.ask(asked), close: () => isolate.close() };
}
