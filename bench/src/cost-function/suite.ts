// The cost function of Lin's proximity lectures (2004), F = N_u·C_u + N_bv·C_bv + N_p·C_p, with every number measured: the N
// counted by the queries, the C by doing the steps of real queries again, F beside the time the queries take.

import { VOLUMES, type VolumeName } from 'nearmiss/lab';
import { generateMesh, generateWorkload } from '../generated-workloads.ts';
import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { mean, median } from '../statistics.ts';
import { thinned } from '../volumes/suite.ts';
import type { CostQuestion, CostSetting, Costs, CostTurn } from './worker.ts';

export interface CostResult {
  readonly volume: VolumeName;
  readonly costs: Costs;
  readonly work: CostTurn['work'];
  readonly leafPairs: number;
  /** Microseconds a query: the three terms, and the time measured. */
  readonly updates: number;
  readonly volumeTests: number;
  readonly triangleTests: number;
  readonly measured: number;
}

export interface CostPanel {
  readonly kind: CostQuestion['kind'];
  readonly poses: number;
  readonly results: readonly CostResult[];
}

export const MODEL = 'torus-knot-11k';
const KINDS = ['W1', 'W2b'] as const;
const POSES = 40;
const LEAST_ROUNDS = 5;

export async function runCostFunction(rounds: number): Promise<CostPanel[]> {
  const mesh = generateMesh(MODEL);
  const entry = new URL('./worker.js', import.meta.url);
  const volumes = Object.keys(VOLUMES) as VolumeName[];
  const isolates = volumes.map((volume) => new Isolate<CostSetting, CostQuestion, CostTurn>(entry, { mesh, volume }));
  try {
    const panels: CostPanel[] = [];
    for (const kind of KINDS) {
      const { poses, warmUp } = thinned(generateWorkload(kind, MODEL, mesh), POSES);
      const question: CostQuestion = { kind, poses, warmUp };
      const entrants = isolates.map(
        (isolate, i): Entrant<CostTurn> => ({ label: volumes[i], turn: () => isolate.ask(question) }),
      );
      const turns = await interleave(entrants, Math.max(rounds, LEAST_ROUNDS));
      panels.push({
        kind,
        poses: poses.length,
        results: turns.map((entrant, i) => summariseCosts(volumes[i], entrant.turns)),
      });
    }
    return panels;
  } finally {
    for (const isolate of isolates) await isolate.close();
  }
}

/** The least over the rounds, of each cost and of each pose: prediction and measurement are then free of the same noise. */
export function summariseCosts(volume: VolumeName, turns: readonly CostTurn[]): CostResult {
  const { work, leafPairs } = turns[0];
  const least = (of: (turn: CostTurn) => number): number => Math.min(...turns.map(of));
  const costs: Costs = {
    update: least((turn) => turn.costs.update),
    volumeTest: least((turn) => turn.costs.volumeTest),
    triangleTest: least((turn) => turn.costs.triangleTest),
  };
  return {
    volume,
    costs,
    work,
    leafPairs,
    updates: (work.volumeUpdates * costs.update) / 1000,
    volumeTests: (work.volumeTests * costs.volumeTest) / 1000,
    triangleTests: (work.triangleTests * costs.triangleTest) / 1000,
    measured: mean(turns[0].microseconds.map((_, pose) => least((turn) => turn.microseconds[pose]))),
  };
}

export function predicted({ updates, volumeTests, triangleTests }: CostResult): number {
  return updates + volumeTests + triangleTests;
}

/** Volumes whose answers do not sum to what the others' do: a distance to rounding, a number of pairs exactly. */
export function strayVolumes({ kind, poses, results }: CostPanel): VolumeName[] {
  const errorBound = kind === 'W1' ? poses * 1e-12 : 0;
  const right = median(results.map(({ work }) => work.checksum));
  return results.filter(({ work }) => !(Math.abs(work.checksum - right) <= errorBound)).map(({ volume }) => volume);
}
