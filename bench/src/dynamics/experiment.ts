// The tables of dynamics in docs/lab/dynamics.md: the stages of a step, the depths of colliding pairs, and Rapier on the same scenes.

import { performance } from 'node:perf_hooks';
import type { Body, StepperName } from '@nearmiss/dynamics';
import type { Pose } from 'nearmiss';
import type { Experiment, Findings } from '../experiment.ts';
import { alignColumns, markdownTable, number } from '../report/format.ts';
import { type DepthTimes, depthTimes } from './depth-times.ts';
import { timed } from './processor-time.ts';
import { intersectingPairs, rapierScene } from './rapier-scene.ts';
import { openScene } from './scene-file.ts';
import { type StageTimes, stageTimes } from './stage-times.ts';

/** Scenes of the medial-axis paper's Table 2, and those that stand for them; steps of each that are measured. */
const STAGED = [
  { scene: 'pillars', paper: 'Multi-bodies', steps: 40 },
  { scene: 'dinosaurs', paper: 'T-rex', steps: 150 },
  { scene: 'falling-tori', paper: 'Falling Rings', steps: 100 },
  { scene: 'falling-tori-medial', paper: 'Falling Rings', steps: 100 },
] as const;
const PAIRS = ['pair-torus', 'pair-hare', 'pair-golf-club', 'pair-santa'];
const BESIDE_RAPIER = [
  { scene: 'falling-tori', steps: 100 },
  { scene: 'dominoes', steps: 200 },
  { scene: 'tower', steps: 100 },
] as const;

interface StagedRow extends StageTimes {
  readonly scene: string;
  readonly paper: string;
  readonly bodies: number;
  readonly triangles: number;
  readonly steps: number;
  /** Seconds to open the scene and build its models. */
  readonly init: number;
}

interface PeerRow {
  readonly scene: string;
  readonly engine: string;
  readonly steps: number;
  /** Of processor time. */
  readonly stepsPerSecond: number;
  /** Pairs that intersect by an exact test, summed over every tenth step. */
  readonly intersecting: number;
}

interface DynamicsData {
  readonly staged: readonly StagedRow[];
  readonly depths: readonly DepthTimes[];
  readonly peers: readonly PeerRow[];
}

export const dynamicsTables: Experiment = {
  name: 'dynamics-tables',
  run: async () => {
    const staged: StagedRow[] = [];
    for (const row of STAGED) staged.push(await stagedRow(row.scene, row.paper, row.steps));
    const depths: DepthTimes[] = [];
    for (const scene of PAIRS) depths.push(await depthTimes(scene));
    const peers: PeerRow[] = [];
    for (const { scene, steps } of BESIDE_RAPIER) {
      for (const stepper of ['events', 'impulses'] as const) peers.push(await ownRow(scene, stepper, steps));
      peers.push(await rapierRow(scene, steps));
    }
    return present({ staged, depths, peers });
  },
  redraw: (data) => present(data as DynamicsData),
};

async function stagedRow(scene: string, paper: string, steps: number): Promise<StagedRow> {
  const start = performance.now();
  const { simulation, step } = await openScene(scene, 'events');
  const init = (performance.now() - start) / 1000;
  const times = await stageTimes(() => {
    for (let k = 0; k < steps; k++) simulation.step(step);
  });
  const mean = (milliseconds: number): number => milliseconds / steps;
  const triangles = simulation.bodies.reduce((sum, { model }) => sum + model.triangleCount, 0);
  const { detection, response, update } = times;
  const means = { detection: mean(detection), response: mean(response), update: mean(update) };
  return { scene, paper, bodies: simulation.bodies.length, triangles, steps, init, ...means };
}

async function ownRow(scene: string, stepper: StepperName, steps: number): Promise<PeerRow> {
  const { simulation, step } = await openScene(scene, stepper);
  let [spent, intersecting] = [0, 0];
  for (let k = 1; k <= steps; k++) {
    spent += timed(() => simulation.step(step));
    if (k % 10 === 0) intersecting += intersectingPairs(simulation.bodies, simulation.bodies.map(poseOf));
  }
  return { scene, engine: `nearmiss, ${stepper}`, steps, stepsPerSecond: (1000 * steps) / spent, intersecting };
}

function poseOf({ position, rotation }: Body): Pose {
  return { position, rotation };
}

async function rapierRow(scene: string, steps: number): Promise<PeerRow> {
  const opened = await openScene(scene);
  const peer = await rapierScene(opened);
  let [spent, intersecting] = [0, 0];
  for (let k = 1; k <= steps; k++) {
    spent += timed(() => peer.step());
    if (k % 10 === 0) intersecting += intersectingPairs(opened.simulation.bodies, peer.poses());
  }
  peer.free();
  return { scene, engine: 'Rapier', steps, stepsPerSecond: (1000 * steps) / spent, intersecting };
}

function present(data: DynamicsData): Findings {
  const stages = [
    ['scene', 'bodies', 'triangles', 'Init, s', 'CD, ms', 'CR, ms', 'Upd, ms', 'FPS'],
    ...data.staged.map(({ scene, bodies, triangles, init, detection, response, update }) => [
      ...[scene, String(bodies), String(triangles)],
      ...[init, detection, response, update, 1000 / (detection + response + update)].map(number),
    ]),
  ];
  const depths = [
    ['scene', 'triangles', 'overlaps', 'global, ms', 'local, ms', 'total, ms', 'contacts, ms'],
    ...data.depths.map(({ scene, triangles, overlaps, global, total, contacts }) => [
      ...[scene, String(triangles), String(overlaps)],
      ...[global, total - global, total, contacts].map(number),
    ]),
  ];
  const peers = [
    ['scene', 'engine', 'steps', 'steps a second', 'intersecting pairs'],
    ...data.peers.map(({ scene, engine, steps, stepsPerSecond, intersecting }) => [
      ...[scene, engine, String(steps), number(stepsPerSecond), String(intersecting)],
    ]),
  ];
  const isWrong = ({ engine, intersecting }: PeerRow): boolean => engine === 'nearmiss, events' && intersecting > 0;
  return {
    table: [stages, depths, peers].map((rows) => alignColumns(rows)).join('\n\n'),
    page: {
      name: 'dynamics',
      tables: { stages: markdownTable(stages), depths: markdownTable(depths), peers: markdownTable(peers) },
    },
    data,
    goals: [],
    mistakes: data.peers.filter(isWrong).length,
  };
}
