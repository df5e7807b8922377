// The tables of docs/lab/performance.md that experiments have recorded: queries whose peers are not those of the contest, the same queries in a
// browser, and those on a GPU. Each record has its own machine and commit, which the last table names.

import { PLAIN_TREE, RAPIER_SIMD_BROAD } from '../broad-phase/ask.ts';
import type { CrowdResult } from '../broad-phase/suite.ts';
import type { BrowserRow } from '../browser/experiment.ts';
import type { ClashRecord } from '../clash/gearbox.ts';
import type { DepthRow } from '../depth/run.ts';
import type { PileResult } from '../dynamics/piles.ts';
import {
  BROAD_PHASE_GOAL,
  CLASH_DEPTHS_GOAL,
  CLASH_YES_NO_GOAL,
  DEPTH_GOALS,
  DYNAMICS_CONVEX_GOALS,
  DYNAMICS_RINGS_GOAL,
  type Goal,
  ROBOT_PATH_GOALS,
  SELF_COLLIDE_GOAL,
} from '../goals.ts';
import { type BenchRecord, PEERS } from '../record.ts';
import type { PathRow } from '../robot-paths/experiment.ts';
import type { SelfRow } from '../self-collide/experiment.ts';
import { median } from '../statistics.ts';
import { markdownTable, number, ratio } from './format.ts';
import { partAndGoal } from './part-and-goal.ts';

/** What scripts/gpu-bench.mjs has recorded on a machine with a GPU. */
const GPU = 'gpu';

interface GpuRecord {
  readonly adapter: string;
  readonly figures: readonly GpuFigure[];
}

interface GpuFigure {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
}

/** A query beside its peer; null where it was not measured so. */
interface Comparison {
  readonly query: string;
  readonly unit: string;
  readonly plain: number | null;
  readonly simd: number | null;
  readonly peer: string;
  readonly theirs: number | null;
  readonly goal?: Goal | undefined;
}

type Reader = (data: never) => readonly Comparison[];

const READERS: Readonly<Record<string, Reader>> = {
  depth: readDepths,
  'self-collide': readSelf,
  'broad-phase': readCrowds,
  dynamics: readPiles,
  clash: readClash,
  'robot-paths': readPaths,
};

const BROWSER = 'browser';
const NONE = '–';

/** Tables by their names, of what has a record. */
export function recordedTables(records: readonly BenchRecord[]): Readonly<Record<string, string>> {
  const shown = records.filter(({ name }) => name in READERS || [PEERS, BROWSER, GPU].includes(name));
  const dataOf = (name: string): unknown => shown.find((record) => record.name === name)?.data;
  const rows = Object.entries(READERS).flatMap(([name, read]) => {
    const data = dataOf(name);
    return data === undefined ? [] : read(data as never);
  });
  return {
    others: othersTable(rows),
    browser: browserTable((dataOf(BROWSER) ?? []) as readonly BrowserRow[]),
    gpu: gpuTable((dataOf(GPU) as GpuRecord | undefined)?.figures ?? []),
    records: recordsTable(shown),
  };
}

function othersTable(rows: readonly Comparison[]): string {
  const shown = (value: number | null): string => (value === null ? NONE : number(value));
  return markdownTable([
    ['query', 'unit', 'nearmiss', 'with kernels', 'peer', 'its figure', 'part of it', 'goal'],
    ...rows.map(({ query, unit, plain, simd, peer, theirs, goal }) => {
      const own = simd ?? plain;
      const part = own === null || theirs === null ? null : own / theirs;
      return [query, unit, shown(plain), shown(simd), peer, shown(theirs), ...partAndGoal(part, goal)];
    }),
  ]);
}

function browserTable(rows: readonly BrowserRow[]): string {
  return markdownTable([
    ['workload', 'kernels', 'µs in Node', 'µs in Chromium', 'Chromium / Node'],
    ...rows.map(({ workload, kernels, node, chromium }) => [
      `\`${workload}\``,
      kernels ? 'yes' : 'no',
      number(Math.min(...node)),
      number(Math.min(...chromium)),
      ratio(median(node.map((time, round) => chromium[round] / time))),
    ]),
  ]);
}

function gpuTable(figures: readonly GpuFigure[]): string {
  return markdownTable([
    ['on the GPU', 'figure', 'unit'],
    ...figures.map(({ what, figure, unit }) => [what, number(figure), unit]),
  ]);
}

function recordsTable(records: readonly BenchRecord[]): string {
  return markdownTable([
    ['record', 'machine', 'cores', 'Node', 'date', 'commit'],
    ...records.map(({ name, machine, date, commit, data }) => [
      `\`bench/data/${name}.json\``,
      name === GPU ? `${(data as GpuRecord).adapter}, ${machine.cpu}` : machine.cpu,
      `${machine.cores}`,
      machine.node,
      date.slice(0, 10),
      commit ?? NONE,
    ]),
  ]);
}

function readDepths(rows: readonly DepthRow[]): Comparison[] {
  const timeOf = (model: string, method: DepthRow['method']): number | null => {
    const row = rows.find((one) => one.model === model && one.method === method);
    return row === undefined ? null : median(row.micros);
  };
  return [...new Set(rows.map(({ model }) => model))].map((model) => {
    const fcl = rows.find((row) => row.model === model)?.fcl ?? null;
    return {
      query: `depth of meshes, ${model}`,
      unit: 'µs',
      plain: timeOf(model, 'plain'),
      simd: timeOf(model, 'simd'),
      peer: 'FCL, distance',
      theirs: fcl === null ? null : median(fcl),
      goal: DEPTH_GOALS[model],
    };
  });
}

function readSelf(rows: readonly SelfRow[]): Comparison[] {
  return rows.map(({ model, nearmiss, simd, cgal }) => ({
    query: `one mesh with itself, ${model}`,
    unit: 'ms',
    plain: median(nearmiss),
    simd: median(simd),
    peer: 'CGAL',
    theirs: median(cgal),
    goal: SELF_COLLIDE_GOAL,
  }));
}

/** Boxes of the crowd that has a goal. */
const JUDGED_CROWD = 10_000;

/** Mean steps of the structure that a World takes by default. */
function readCrowds({ counts, rows }: CrowdResult): Comparison[] {
  const meanOf = (keeper: string, size: number): number | null =>
    rows.find((row) => row.keeper === keeper)?.answers[size].mean ?? null;
  return counts.map((count, size) => ({
    query: `broad phase, ${count.toLocaleString('en-US')} boxes`,
    unit: 'ms a step',
    plain: meanOf(PLAIN_TREE, size),
    simd: meanOf(rows[0].keeper, size),
    peer: RAPIER_SIMD_BROAD,
    theirs: meanOf(RAPIER_SIMD_BROAD, size),
    goal: count === JUDGED_CROWD ? BROAD_PHASE_GOAL : undefined,
  }));
}

const OWN_ENGINE = 'nearmiss impulses';

const PILE_GOALS: Readonly<Partial<Record<string, Goal>>> = {
  '500 convex bodies, crashcat': DYNAMICS_CONVEX_GOALS.crashcat,
  '500 convex bodies, rapier simd': DYNAMICS_CONVEX_GOALS.rapierSimd,
  '200 rings of 576 triangles, rapier trimesh': DYNAMICS_RINGS_GOAL,
};

function readPiles(rows: readonly PileResult[]): Comparison[] {
  const milliseconds = (scene: string, engine: string): number | null => {
    const row = rows.find((one) => one.scene === scene && one.engine === engine);
    return row === undefined ? null : 1000 / row.stepsPerSecond;
  };
  return rows
    .filter(({ engine }) => !engine.startsWith('nearmiss'))
    .map(({ scene, engine }) => {
      const own = engine === 'rapier convex parts' ? `${OWN_ENGINE}, medial` : OWN_ENGINE;
      const plain = milliseconds(scene, own);
      const simd = milliseconds(scene, `${own}, simd`);
      const goal = PILE_GOALS[`${scene}, ${engine}`];
      return { query: scene, unit: 'ms a step', plain, simd, peer: engine, theirs: milliseconds(scene, engine), goal };
    });
}

function readClash({ assembly, nearmiss, fcl, depths }: ClashRecord): Comparison[] {
  const seconds = (runs: readonly { readonly build: number; readonly ask: number }[]): number =>
    median(runs.map(({ build, ask }) => build + ask)) / 1000;
  const theirs = fcl === null ? null : seconds(fcl);
  const both = { unit: 's', simd: null, peer: 'FCL, build and yes or no', theirs };
  return [
    { query: `${assembly}, build and yes or no`, plain: seconds(nearmiss), ...both, goal: CLASH_YES_NO_GOAL },
    {
      query: `${assembly}, all depths, each of two workers`,
      plain: median(depths.map(({ processor }) => processor)) / 2000,
      ...both,
      goal: CLASH_DEPTHS_GOAL,
    },
  ];
}

const PATH_QUERIES: Readonly<Record<PathRow['question'], string>> = {
  free: 'a free path',
  contact: 'a path in contact',
  edges: 'an edge of a planner',
};

function readPaths(rows: readonly PathRow[]): Comparison[] {
  return rows.map(({ robot, question, nearmiss, fcl }) => ({
    query: `${robot}, ${PATH_QUERIES[question]}`,
    unit: 'ms',
    plain: nearmiss,
    simd: null,
    peer: 'FCL at samples',
    theirs: fcl,
    goal: ROBOT_PATH_GOALS[question],
  }));
}
