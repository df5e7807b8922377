// The first queries of a process, before the engine has compiled anything: what a user sees who asks a few questions and
// leaves. Yes-or-no touching, since short queries show it most, and distances; with and without the kernels of nearmiss/simd. FCL,
// which was compiled beforehand, gives the scale.

import { checkAnswers } from '../checks.ts';
import { COLD_GOAL, type JudgedGoal, judge } from '../goals.ts';
import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { FCL_NAME, FclHost, readPass } from '../peers/fcl.ts';
import type { Pass } from '../peers/peer.ts';
import { mixedPoses, separatedPoses } from '../pose-generator.ts';
import { median, summarise } from '../statistics.ts';
import type { Workload } from '../workload.ts';
import type { ColdSetting } from './worker.ts';

export const COLD_KINDS = ['W1', 'W2a'] as const;
export type ColdKind = (typeof COLD_KINDS)[number];

/** How many queries from the start on are summed up, the last all of them; and which are told by themselves. */
const WINDOWS: Readonly<Record<ColdKind, readonly number[]>> = { W1: [1, 100, 1000], W2a: [1, 500, 1500, 5000] };
const SINGLE: readonly number[] = [1, 2, 10, 100, 1000];
/** The query that is judged. */
export const JUDGED = 10;
/** FCL's tree and query for each kind. */
const FCL_QUERIES = { W1: { volume: 'rss', query: 'distance' }, W2a: { volume: 'obb', query: 'first' } } as const;
const SIMD = 'nearmiss, simd';
/** Not the seed of any workload or warm-up: every pose is met for the first time. */
const SEED = 5309;
/** A start is short, and its noise is that of the whole machine. */
const LEAST_ROUNDS = 5;

export interface Window {
  readonly queries: number;
  /** Microseconds a query, and the milliseconds of them all; medians over the rounds. */
  readonly median: number;
  readonly mean: number;
  readonly totalMs: number;
}

/** One query by itself, in microseconds: the median over the rounds. */
interface SingleQuery {
  readonly query: number;
  readonly microseconds: number;
}

export interface ColdPeerResult {
  readonly label: string;
  readonly single: readonly SingleQuery[];
  /** The first 1, 500, … queries. */
  readonly cold: readonly Window[];
  /** The first poses again after all others. */
  readonly warm: Window;
  readonly wrong: number;
}

export interface ColdResult {
  readonly workload: string;
  readonly triangles: number;
  readonly rounds: number;
  readonly peers: readonly ColdPeerResult[];
  readonly goals: readonly JudgedGoal[];
}

/** One life of a peer: the first pass is cold, the second is not. */
export interface Life {
  readonly cold: Pass;
  readonly warm: Pass;
}

/** The poses of the workload come first, generated ones follow. */
export async function runCold(
  workload: Workload,
  kind: ColdKind,
  peers: ReadonlySet<string>,
  fclBinary: string | null,
  rounds: number,
): Promise<ColdResult> {
  const more = Math.max(...WINDOWS[kind]) - workload.poses.length;
  const poses = [
    ...workload.poses,
    ...(kind === 'W1' ? separatedPoses(workload.mesh, more, SEED) : mixedPoses(more, SEED)),
  ];
  const entrants: Entrant<Life>[] = [];
  if (peers.has('nearmiss')) {
    entrants.push({ label: 'nearmiss', turn: () => liveNearmiss(workload, kind, false, poses) });
    entrants.push({ label: SIMD, turn: () => liveNearmiss(workload, kind, true, poses) });
  }
  if (fclBinary !== null) entrants.push({ label: FCL_NAME, turn: () => liveFcl(fclBinary, workload, kind, poses) });
  const lives = await interleave(entrants, Math.max(rounds, LEAST_ROUNDS));
  const results = lives.map(({ label, turns }) => summariseLives(label, turns, workload, kind));
  return {
    workload: workload.name,
    triangles: workload.mesh.triangles.length / 3,
    rounds: Math.max(rounds, LEAST_ROUNDS),
    peers: results,
    goals: judgeCold(results),
  };
}

function judgeCold(peers: readonly ColdPeerResult[]): JudgedGoal[] {
  const timeOf = (name: string): number | undefined =>
    peers.find(({ label }) => label === name)?.single.find(({ query }) => query === JUDGED)?.microseconds;
  const [own, fcl] = [timeOf(SIMD), timeOf(FCL_NAME)];
  return own === undefined || fcl === undefined ? [] : [judge(COLD_GOAL, own / fcl)];
}

export function summariseLives(
  label: string,
  lives: readonly Life[],
  workload: Workload,
  kind: ColdKind,
): ColdPeerResult {
  const passes = lives.map(({ cold }) => cold);
  return {
    label,
    single: SINGLE.map((query) => ({
      query,
      microseconds: median(passes.map(({ microseconds }) => microseconds[query - 1])),
    })),
    cold: WINDOWS[kind].map((queries) => windowOf(passes, queries)),
    warm: windowOf(
      lives.map(({ warm }) => warm),
      workload.poses.length,
    ),
    wrong: Math.max(...lives.map((life) => mistakes(life, workload))),
  };
}

function windowOf(passes: readonly Pass[], queries: number): Window {
  const summaries = passes.map(({ microseconds }) => summarise(microseconds.subarray(0, queries)));
  const mean = median(summaries.map((summary) => summary.mean));
  return {
    queries,
    median: median(summaries.map((summary) => summary.median)),
    mean,
    totalMs: (mean * queries) / 1000,
  };
}

/** Answers are known for the workload's own poses only; cold or warm, they must be these. */
function mistakes({ cold, warm }: Life, { kind, expected, poses }: Workload): number {
  const right = expected ?? cold.answers;
  const own = Int32Array.from(poses, (_, i) => i);
  return checkAnswers(kind, cold.answers, right, own).wrong + checkAnswers(kind, warm.answers, right, own).wrong;
}

async function liveNearmiss(
  { mesh, poses: first }: Workload,
  kind: ColdKind,
  withKernels: boolean,
  poses: Workload['poses'],
): Promise<Life> {
  const entry = new URL('./worker.js', import.meta.url);
  const isolate = new Isolate<ColdSetting, Workload['poses'], Pass>(entry, { mesh, kind, withKernels });
  try {
    return { cold: await isolate.ask(poses), warm: await isolate.ask(first) };
  } finally {
    await isolate.close();
  }
}

async function liveFcl(
  binary: string,
  { mesh, poses: first }: Workload,
  kind: ColdKind,
  poses: Workload['poses'],
): Promise<Life> {
  const { volume, query } = FCL_QUERIES[kind];
  const host = await FclHost.start(binary, mesh);
  try {
    await host.build(volume);
    await host.load('poses', poses);
    const cold = await readPass(host.server, query);
    await host.load('poses', first);
    return { cold, warm: await readPass(host.server, query) };
  } finally {
    await host.close();
  }
}
