// `penetration` on the poses of W2 whose surfaces touch, plain and with the kernels, beside FCL's distance of the same model in turn: the
// three answer pass after pass, and ratios are made of times of the same round.

import { existsSync } from 'node:fs';
import { type Model, PenetrationResult, penetration, use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import type { BodyPose } from '../body-pose.ts';
import { triangleCount } from '../mesh-file.ts';
import { DEFAULT_OUT_DIR, SHARED_BENCH_DIR } from '../paths.ts';
import { fclPeer } from '../peers/fcl.ts';
import { compileFcl } from '../peers/native-binary.ts';
import { modelOf } from '../peers/nearmiss.ts';
import type { Session } from '../peers/peer.ts';
import { timeEach } from '../peers/time-each.ts';
import { isWrong } from '../penetration/check.ts';
import { IDENTITY } from '../penetration/measured-translations.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import { median } from '../statistics.ts';
import { distancesOf, sharedSource } from '../workload-source.ts';

/** Models that depths are measured on. */
const MODELS: readonly string[] = ['bunny', 'knot11k', 'knot34k'];

export interface DepthRow {
  readonly model: string;
  readonly triangles: number;
  readonly poses: number;
  readonly method: 'simd' | 'plain';
  /** Median of a query in microseconds by round, and FCL's median of a distance; null without FCL. */
  readonly micros: readonly number[];
  readonly fcl: readonly number[] | null;
  /** Sums over all poses. */
  readonly upper: number;
  readonly lower: number;
  /** Answers with a bound from below, and wrong ones: the exact test finds an overlap after the translation, or the bracket is none. */
  readonly bounded: number;
  readonly wrong: number;
}

/** Nothing where the stored poses are not there. */
export async function runDepths(rounds: number): Promise<DepthRow[]> {
  if (!hasSharedWorkloads(SHARED_BENCH_DIR) || !existsSync(SHARED_BENCH_DIR)) return [];
  const source = sharedSource(SHARED_BENCH_DIR);
  const binary = compileFcl(DEFAULT_OUT_DIR);
  const rows: DepthRow[] = [];
  for (const entry of source.entries.filter(({ kind, model }) => kind === 'W2a' && MODELS.includes(model))) {
    const { mesh, poses, expected } = source.load(entry);
    const touching = poses.filter((_, k) => expected?.[k] === 1);
    const model = modelOf(mesh);
    const fcl = 'path' in binary ? await fclPeer(binary.path).open(distancesOf(source, entry.model)) : null;
    try {
      rows.push(...(await measure(model, touching, fcl, rounds, entry.model, triangleCount(mesh))));
    } finally {
      await fcl?.close();
    }
  }
  return rows;
}

async function measure(
  model: Model,
  poses: readonly BodyPose[],
  fcl: Session | null,
  rounds: number,
  name: string,
  triangles: number,
): Promise<DepthRow[]> {
  const methods = ['simd', 'plain'] as const;
  const micros: Record<DepthRow['method'], number[]> = { simd: [], plain: [] };
  const results: Record<DepthRow['method'], readonly PenetrationResult[]> = { simd: [], plain: [] };
  const distances: number[] = [];
  // One round more than counts, in which all code is compiled.
  for (let round = -1; round < rounds; round++) {
    for (const method of round % 2 === 0 ? methods : [...methods].reverse()) {
      const pass = askAll(model, poses, method);
      results[method] = pass.results;
      if (round >= 0) micros[method].push(median(pass.microseconds));
    }
    const distance = fcl === null ? null : await fcl.pass();
    if (distance !== null && round >= 0) distances.push(median(distance.microseconds));
  }
  return methods.map((method) => ({
    model: name,
    triangles,
    poses: poses.length,
    method,
    micros: micros[method].map(rounded),
    fcl: fcl === null ? null : distances.map(rounded),
    upper: sum(results[method].map(({ upper }) => upper)),
    lower: sum(results[method].map(({ lower }) => lower)),
    bounded: results[method].filter(({ lower, status }) => lower > 0 && status === 'overlapping').length,
    wrong: poses.filter((pose, k) => isWrong(model, pose, model, IDENTITY, results[method][k])).length,
  }));
}

function askAll(model: Model, poses: readonly BodyPose[], method: DepthRow['method']) {
  use(method === 'simd' ? simd : null);
  try {
    return timeEach(poses, (pose) => penetration(model, pose, model, IDENTITY, undefined, new PenetrationResult()));
  } finally {
    use(null);
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
