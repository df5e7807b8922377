// The first queries of a process, before the engine has compiled anything: what a user sees who asks a few questions and
// leaves. Yes-or-no touching, since short queries show it most. FCL, which was compiled beforehand, gives the scale.

import { checkAnswers } from '../checks.ts';
import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { FCL_NAME, FclHost, readPass } from '../peers/fcl.ts';
import type { Pass } from '../peers/peer.ts';
import { mixedPoses } from '../pose-generator.ts';
import { median, summarise } from '../statistics.ts';
import type { Workload } from '../workload.ts';
import type { ColdSetting } from './worker.ts';

/** How many queries from the start on are tested. */
const WINDOWS: readonly number[] = [1, 500, 1500, 5000];
const LAST = 5000;
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

export interface ColdPeerResult {
  readonly label: string;
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
}

/** One life of a peer: the first pass is cold, the second is not. */
export interface Life {
  readonly cold: Pass;
  readonly warm: Pass;
}

/** `workload` is a W2a; its poses come first, generated ones follow. */
export async function runCold(
  workload: Workload,
  peers: ReadonlySet<string>,
  fclBinary: string | null,
  rounds: number,
): Promise<ColdResult> {
  const poses = [...workload.poses, ...mixedPoses(LAST - workload.poses.length, SEED)];
  const entrants: Entrant<Life>[] = [];
  if (peers.has('nearmiss')) entrants.push({ label: 'nearmiss', turn: () => liveNearmiss(workload, poses) });
  if (fclBinary !== null) entrants.push({ label: FCL_NAME, turn: () => liveFcl(fclBinary, workload, poses) });
  const lives = await interleave(entrants, Math.max(rounds, LEAST_ROUNDS));
  return {
    workload: workload.name,
    triangles: workload.mesh.triangles.length / 3,
    rounds: Math.max(rounds, LEAST_ROUNDS),
    peers: lives.map(({ label, turns }) => summariseLives(label, turns, workload)),
  };
}

export function summariseLives(label: string, lives: readonly Life[], workload: Workload): ColdPeerResult {
  const passes = lives.map(({ cold }) => cold);
  return {
    label,
    cold: WINDOWS.map((queries) => windowOf(passes, queries)),
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

async function liveNearmiss({ mesh, poses: first }: Workload, poses: Workload['poses']): Promise<Life> {
  const entry = new URL('./worker.js', import.meta.url);
  const isolate = new Isolate<ColdSetting, Workload['poses'], Pass>(entry, { mesh });
  try {
    return { cold: await isolate.ask(poses), warm: await isolate.ask(first) };
  } finally {
    await isolate.close();
  }
}

async function liveFcl(binary: string, { mesh, poses: first }: Workload, poses: Workload['poses']): Promise<Life> {
  const host = await FclHost.start(binary, mesh);
  try {
    await host.build('obb');
    await host.load('poses', poses);
    const cold = await readPass(host.server, 'first');
    await host.load('poses', first);
    return { cold, warm: await readPass(host.server, 'first') };
  } finally {
    await host.close();
  }
}
