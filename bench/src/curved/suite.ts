// When do ellipsoids and spherical shells pay? Smooth bodies at smaller and smaller gaps (scenes.ts), every volume asked the
// same. What docs/lab/volumes-ellipsoids-and-shells.md says is read off this.

import type { VolumeName } from 'nearmiss/lab';
import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import {
  CURVED_QUESTIONS,
  type CurvedAnswer,
  type CurvedCase,
  type CurvedQuestion,
  type CurvedSetting,
} from './ask.ts';
import { GAPS, SCENES } from './scenes.ts';

const CURVED_VOLUMES: readonly VolumeName[] = ['shell', 'ellipsoid', 'disc', 'rss', 'obb', 'aabb', 'sphere'];

/** Distances of two volumes may differ by rounding, a pose. A length. */
const CHECKSUM_ERROR = 1e-11;

interface CurvedRow {
  readonly volume: VolumeName;
  /** By gap. */
  readonly answers: readonly CurvedAnswer[];
  /** Exponent of the gap that the number of volume tests grows with, by least squares on logarithms. */
  readonly slope: number;
}

export interface CurvedResult {
  readonly scene: string;
  readonly what: string;
  readonly question: CurvedQuestion;
  readonly gaps: readonly number[];
  readonly rows: readonly CurvedRow[];
  /** Volumes whose answers are not those of the first. */
  readonly strays: readonly VolumeName[];
}

/** A volume in a scene, wherever it runs. */
export interface RunningScene {
  ask(asked: CurvedCase): Promise<CurvedAnswer>;
  close(): Promise<void>;
}

export async function runCurved(
  rounds: number,
  scenes: readonly string[] = Object.keys(SCENES),
  gaps: readonly number[] = GAPS,
  start: (setting: CurvedSetting) => RunningScene = isolatedScene,
): Promise<CurvedResult[]> {
  const results: CurvedResult[] = [];
  for (const scene of scenes) {
    const running = CURVED_VOLUMES.map((volume) => start({ scene, volume }));
    try {
      const answers = new Map<CurvedQuestion, CurvedAnswer[][]>(CURVED_QUESTIONS.map((question) => [question, []]));
      for (const gap of gaps) {
        for (const question of CURVED_QUESTIONS) {
          const entrants = running.map(
            ({ ask }, i): Entrant<CurvedAnswer> => ({ label: CURVED_VOLUMES[i], turn: () => ask({ gap, question }) }),
          );
          const best = (await interleave(entrants, rounds)).map(({ turns }) => fastest(turns));
          answers.get(question)?.push(best);
        }
      }
      for (const [question, byGap] of answers) results.push(summarise(scene, question, gaps, byGap));
    } finally {
      for (const { close } of running) await close();
    }
  }
  return results;
}

function fastest(turns: readonly CurvedAnswer[]): CurvedAnswer {
  return turns.reduce((best, turn) => (turn.microseconds < best.microseconds ? turn : best));
}

function summarise(
  scene: string,
  question: CurvedQuestion,
  gaps: readonly number[],
  byGap: readonly (readonly CurvedAnswer[])[],
): CurvedResult {
  const rows = CURVED_VOLUMES.map((volume, i): CurvedRow => {
    const answers = byGap.map((answered) => answered[i]);
    return { volume, answers, slope: logSlope(gaps, answers) };
  });
  const strays = rows
    .filter(({ answers }) =>
      answers.some(({ checksum }, k) => !(Math.abs(checksum - rows[0].answers[k].checksum) <= CHECKSUM_ERROR)),
    )
    .map(({ volume }) => volume);
  return { scene, what: SCENES[scene].what, question, gaps, rows, strays };
}

function logSlope(gaps: readonly number[], answers: readonly CurvedAnswer[]): number {
  const x = gaps.map(Math.log);
  const y = answers.map(({ volumeTests }) => Math.log(volumeTests));
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length;
  const xy = x.reduce((sum, value, k) => sum + (value - meanX) * (y[k] - meanY), 0);
  return xy / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

function isolatedScene(setting: CurvedSetting): RunningScene {
  const isolate = new Isolate<CurvedSetting, CurvedCase, CurvedAnswer>(
    new URL('./worker.js', import.meta.url),
    setting,
  );
  return { ask: (asked) => isolate.ask(asked), close: () => isolate.close() };
}
