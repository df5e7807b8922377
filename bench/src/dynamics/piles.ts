// Steps a second of piles that settle, each scene in the engines it is for, in processor time. The engines take turns, some steps each,
// so that a machine that slows down does so for all.

import type { Experiment, Findings } from '../experiment.ts';
import { DYNAMICS_CONVEX_GOAL, DYNAMICS_RINGS_GOAL, judge } from '../goals.ts';
import { processorTime } from '../peers/time-each.ts';
import { alignColumns } from '../report/format.ts';
import { CRASHCAT, type Engine, nearmissEngine, RAPIER_TRIMESH } from './engines.ts';
import { convexScene, type PileScene, ringScene } from './scenes.ts';

/** Steps of an engine before it is the next one's turn. */
const TURN = 10;

/** What became of a scene in an engine. */
interface PileResult {
  readonly scene: string;
  readonly engine: string;
  readonly steps: number;
  /** Of processor time. */
  readonly stepsPerSecond: number;
  /** Of the lowest body at the end. */
  readonly lowest: number;
}

/** Runs a scene in engines, a few steps of each in turn. */
async function runPile(scene: PileScene, engines: readonly Engine[]): Promise<PileResult[]> {
  const runs = await Promise.all(engines.map((engine) => engine.open(scene)));
  const spent = engines.map(() => 0);
  for (let done = 0; done < scene.steps; done += TURN) {
    const steps = Math.min(TURN, scene.steps - done);
    runs.forEach((run, k) => {
      const start = processorTime();
      for (let step = 0; step < steps; step++) run.step();
      spent[k] += processorTime() - start;
    });
  }
  return runs.map((run, k) => ({
    scene: scene.name,
    engine: engines[k].name,
    steps: scene.steps,
    stepsPerSecond: (1e6 * scene.steps) / spent[k],
    lowest: Math.min(...run.heights()),
  }));
}

/** The scenes with their engines; `scale` is the part of the steps that are run. */
async function runPiles(scale: number): Promise<PileResult[]> {
  const steps = (full: number): number => Math.max(1, Math.round(full * scale));
  const impulses = nearmissEngine('impulses');
  return [
    ...(await runPile(convexScene(500, steps(300)), [impulses, CRASHCAT])),
    ...(await runPile(ringScene(200, steps(200)), [impulses, RAPIER_TRIMESH])),
    ...(await runPile(convexScene(20, steps(60)), [impulses, nearmissEngine('events'), CRASHCAT])),
  ];
}

function pilesTable(results: readonly PileResult[]): string {
  const head = ['scene', 'engine', 'steps', 'steps a second', 'lowest'];
  const rows = results.map(({ scene, engine, steps, stepsPerSecond, lowest }) => [
    scene,
    engine,
    String(steps),
    stepsPerSecond.toFixed(1),
    lowest.toFixed(3),
  ]);
  return ['dynamics: piles that settle, processor time', alignColumns([head, ...rows])].join('\n');
}

function ratioOf(results: readonly PileResult[], bodies: string, peer: string): number {
  const speed = (engine: string): number =>
    results.find((row) => row.scene.startsWith(bodies) && row.engine === engine)?.stepsPerSecond ?? Number.NaN;
  return speed('nearmiss impulses') / speed(peer);
}

function pilesFindings(results: readonly PileResult[]): Findings {
  return {
    table: pilesTable(results),
    data: results,
    goals: [
      judge(DYNAMICS_CONVEX_GOAL, ratioOf(results, '500 convex', 'crashcat')),
      judge(DYNAMICS_RINGS_GOAL, ratioOf(results, '200 rings', 'rapier trimesh')),
    ],
    // A body below the floor is none of a pile.
    mistakes: results.filter(({ engine, lowest }) => engine.startsWith('nearmiss') && !(lowest > 0)).length,
  };
}

export const dynamics: Experiment = {
  name: 'dynamics',
  run: async (rounds) => pilesFindings(await runPiles(Math.min(1, rounds / 3))),
};
