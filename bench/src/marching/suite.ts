// Voronoi marching beside GJK on hulls that move slowly, not so slowly, and not at all in any order. What docs/lab/convex.md
// says is read off this.

import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { type MarchingAnswer, type MarchingCase, METHODS, type Method } from './ask.ts';
import { HULLS, MOTIONS } from './scenes.ts';

const TURN_MS = 100;
/** Distances may differ by rounding, a pose. A length. */
const CHECKSUM_ERROR = 1e-9;

interface MarchingRow {
  readonly hull: string;
  readonly method: Method;
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

/** A method to the distance, wherever it runs. */
export interface RunningMethod {
  ask(asked: MarchingCase): Promise<MarchingAnswer>;
  close(): Promise<void>;
}

export async function runMarching(
  rounds: number,
  hulls: readonly string[] = Object.keys(HULLS),
  motions: readonly string[] = Object.keys(MOTIONS),
  milliseconds: number = TURN_MS,
  start: (method: Method) => RunningMethod = isolatedMethod,
): Promise<MarchingResult[]> {
  const running = METHODS.map(start);
  try {
    const results: MarchingResult[] = [];
    for (const motion of motions) {
      const rows: MarchingRow[] = [];
      for (const hull of hulls) {
        const entrants = running.map(
          ({ ask }, i): Entrant<MarchingAnswer> => ({
            label: METHODS[i],
            turn: () => ask({ hull, motion, milliseconds }),
          }),
        );
        const best = (await interleave(entrants, rounds)).map(({ turns }) => fastest(turns));
        rows.push(...METHODS.map((method, i) => ({ hull, method, answer: best[i] })));
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
    const reference = rows.find((row) => row.hull === hull && row.method === 'GJK');
    return !(Math.abs(answer.checksum - (reference?.answer.checksum ?? Number.NaN)) <= CHECKSUM_ERROR);
  }).length;
}

function isolatedMethod(method: Method): RunningMethod {
  const isolate = new Isolate<Method, MarchingCase, MarchingAnswer>(new URL('./worker.js', import.meta.url), method);
  return { ask: (asked) => isolate.ask(asked), close: () => isolate.close() };
}
