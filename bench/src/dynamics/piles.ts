// Steps a second of piles that settle, each scene in the engines it is for, in processor time. The engines take turns, some steps each,
// so that a machine that slows down does so for all.

import type { StepperName } from '@nearmiss/dynamics';
import { Model } from 'nearmiss';
import { medialStructure } from 'nearmiss/medial';
import type { Experiment, Findings } from '../experiment.ts';
import { DYNAMICS_CONVEX_GOALS, DYNAMICS_MEDIAL_GOAL, DYNAMICS_RINGS_GOAL, judge } from '../goals.ts';
import { processorTime } from '../peers/time-each.ts';
import { alignColumns, markdownTable, number } from '../report/format.ts';
import {
  CRASHCAT,
  type Engine,
  nearmissEngine,
  RAPIER_PARTS,
  RAPIER_SIMD,
  RAPIER_TRIMESH,
  withKernels,
} from './engines.ts';
import { medialError, PARTS, partsError } from './ring-parts.ts';
import { openScene } from './scene-file.ts';
import { convexScene, type PileScene, RING, RING_PRIMITIVES, ringScene } from './scenes.ts';

/** Steps of an engine before it is the next one's turn. */
const TURN = 10;
const PAPER_RINGS = '16 rings of the paper';
/** As many as bodies with `medial` are made from. */
const RING_SAMPLES = 2000;

/** What became of a scene in an engine. */
export interface PileResult {
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

/** The medial-axis paper's sixteen rings with 27 cones each, twice: the first run is until the engine has compiled the code. */
async function runPaperRings(stepper: StepperName, steps: number): Promise<PileResult[]> {
  let result: PileResult | null = null;
  for (let round = 0; round < 2; round++) {
    const { simulation, step } = await openScene('falling-tori-medial', stepper);
    const start = processorTime();
    for (let k = 0; k < steps; k++) simulation.step(step);
    const stepsPerSecond = (1e6 * steps) / (processorTime() - start);
    const heights = simulation.bodies.filter(({ kind }) => kind === 'dynamic').map(({ position }) => position[2]);
    const lowest = Math.min(...heights);
    result = { scene: PAPER_RINGS, engine: `nearmiss ${stepper}, medial`, steps, stepsPerSecond, lowest };
  }
  return result === null ? [] : [result];
}

/** The shape errors of rings as Rapier and as medial enclosures have them, in parts of the ring's thinner radius. */
function shapeErrors(): string {
  const [mesh] = ringScene(1, 1).meshes;
  const model = Model.build(mesh, {
    with: [medialStructure({ primitives: RING_PRIMITIVES, samples: RING_SAMPLES })],
  });
  const [parts, medial] = [partsError(mesh), medialError(model)].map((error) => (error / RING.minorRadius).toFixed(3));
  return `shape error in parts of the minor radius: ${PARTS} convex parts ${parts}, medial ${medial} (proven)`;
}

/** The scenes with their engines; `scale` is the part of the steps that are run. */
async function runPiles(scale: number): Promise<PileResult[]> {
  const steps = (full: number): number => Math.max(1, Math.round(full * scale));
  const impulses = nearmissEngine('impulses');
  return [
    ...(await runPile(convexScene(500, steps(300)), [impulses, withKernels(impulses), CRASHCAT, RAPIER_SIMD])),
    ...(await runPile(ringScene(200, steps(200)), [impulses, RAPIER_TRIMESH])),
    ...(await runPile(ringScene(200, steps(200)), [nearmissEngine('impulses', RING_PRIMITIVES), RAPIER_PARTS])),
    ...(await runPaperRings('impulses', steps(200))),
    ...(await runPaperRings('events', steps(100))),
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

/** The table of docs/lab/dynamics.md. */
function pilesMarkdown(results: readonly PileResult[]): string {
  const rows = results.map(({ scene, engine, steps, stepsPerSecond }) => [
    ...[scene, engine, String(steps), number(stepsPerSecond)],
  ]);
  return markdownTable([['scene', 'engine', 'steps', 'steps a second'], ...rows]);
}

function speedOf(results: readonly PileResult[], bodies: string, engine: string): number {
  return results.find((row) => row.scene.startsWith(bodies) && row.engine === engine)?.stepsPerSecond ?? Number.NaN;
}

function ratioOf(results: readonly PileResult[], bodies: string, peer: string, own = 'nearmiss impulses'): number {
  return speedOf(results, bodies, own) / speedOf(results, bodies, peer);
}

function pilesFindings(results: readonly PileResult[]): Findings {
  return {
    table: pilesTable(results),
    page: { name: 'dynamics', tables: { piles: pilesMarkdown(results) } },
    data: results,
    goals: [
      judge(DYNAMICS_CONVEX_GOALS.crashcat, ratioOf(results, '500 convex', 'crashcat')),
      judge(DYNAMICS_CONVEX_GOALS.rapierSimd, ratioOf(results, '500 convex', 'rapier simd', 'nearmiss impulses, simd')),
      judge(DYNAMICS_RINGS_GOAL, ratioOf(results, '200 rings', 'rapier trimesh')),
      judge(DYNAMICS_MEDIAL_GOAL, speedOf(results, PAPER_RINGS, 'nearmiss impulses, medial')),
    ],
    // A body below the floor is none of a pile.
    mistakes: results.filter(({ engine, lowest }) => engine.startsWith('nearmiss') && !(lowest > 0)).length,
  };
}

export const dynamics: Experiment = {
  name: 'dynamics',
  run: async (rounds) => {
    const found = pilesFindings(await runPiles(Math.min(1, rounds / 3)));
    return { ...found, table: `${found.table}\n${shapeErrors()}` };
  },
  redraw: (results: readonly PileResult[]) => pilesFindings(results),
};
