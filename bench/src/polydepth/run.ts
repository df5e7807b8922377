// PolyDepth's pipeline as published, on the poses of W2 whose surfaces touch, beside the answers of the authors' own program and beside
// `penetration`. Everything is plain data.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { distance, type Model, type PenetrationResult, type PenetrationStart, penetration } from 'nearmiss';
import { PolyDepthResult, polyDepth } from 'nearmiss/lab';
import type { BodyPose } from '../body-pose.ts';
import { triangleCount } from '../mesh-file.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import { modelOf } from '../peers/nearmiss.ts';
import { processorTime } from '../peers/time-each.ts';
import { isWrong } from '../penetration/check.ts';
import { IDENTITY } from '../penetration/measured-translations.ts';
import { dataOf, hasSharedWorkloads, numbersOf } from '../shared-workloads.ts';
import { median } from '../statistics.ts';
import { distancesOf, sharedSource } from '../workload-source.ts';

/** Poses that a translation is warmed up on. */
const WARM_UP = 20;
/** Deeper than the program by more than this part is counted. */
const DEEPER = 0.01;

export interface PolyDepthRow {
  readonly model: string;
  readonly triangles: number;
  readonly poses: number;
  readonly method: string;
  /** Sum of the depths. */
  readonly depths: number;
  /** Poses at which it is more than a hundredth deeper, or shallower, than the program. */
  readonly deeper: number;
  readonly shallower: number;
  /** Means: in-projections a query, contacts an in-projection, steps of a directional distance; NaN where a translation does not count them. */
  readonly iterations: number;
  readonly contacts: number;
  readonly steps: number;
  /** Processor time by that of a distance query of the same model. */
  readonly ratio: number;
  readonly wrong: number;
}

interface Method {
  readonly name: string;
  ask(model: Model, pose: BodyPose): PenetrationResult;
}

/** Thresholds in units of the models, which are about 1 in size. */
const THRESHOLDS = [1e-3, 1e-4, 1e-6] as const;
const STARTS: readonly PenetrationStart[] = ['clear', 'random', 'sampling', 'auto'];

const METHODS: readonly Method[] = [
  ...THRESHOLDS.map(
    (threshold): Method => ({
      name: `polyDepth, ${threshold}`,
      ask: (model, pose) => polyDepth(model, pose, model, IDENTITY, { threshold }),
    }),
  ),
  ...STARTS.map(
    (start): Method => ({
      name: `polyDepth, ${start}`,
      ask: (model, pose) => polyDepth(model, pose, model, IDENTITY, { start }),
    }),
  ),
  {
    name: 'penetration, centroid',
    ask: (model, pose) => penetration(model, pose, model, IDENTITY, { start: 'centroid' }),
  },
  { name: 'penetration, auto', ask: (model, pose) => penetration(model, pose, model, IDENTITY) },
];

/** Nothing where the stored poses are not there. */
export function runPolyDepth(): PolyDepthRow[] {
  if (!hasSharedWorkloads(SHARED_BENCH_DIR)) return [];
  const source = sharedSource(SHARED_BENCH_DIR);
  const rows: PolyDepthRow[] = [];
  for (const entry of source.entries.filter(({ kind }) => kind === 'W2a')) {
    const path = join(SHARED_BENCH_DIR, 'workloads', `W2.${entry.model}.polydepth.json`);
    if (!existsSync(path)) continue;
    const { mesh, poses, expected } = source.load(entry);
    const program = dataOf(path).map(numbersOf);
    const touching = poses.flatMap((pose, k) => (expected?.[k] === 1 ? [{ pose, program: program[k] }] : []));
    const model = modelOf(mesh);
    const unit = distanceTime(model, distancesOf(source, entry.model).poses);
    const common = { model: entry.model, triangles: triangleCount(mesh), poses: touching.length };
    rows.push({
      ...common,
      method: 'the authors’ program',
      depths: sum(touching.map(({ program }) => program[1])),
      deeper: 0,
      shallower: 0,
      iterations: sum(touching.map(({ program }) => program[2])) / touching.length,
      contacts: Number.NaN,
      steps: Number.NaN,
      ratio: Number.NaN,
      wrong: 0,
    });
    for (const method of METHODS) rows.push({ ...common, ...measure(model, touching, method, unit) });
  }
  return rows;
}

function distanceTime(model: Model, poses: readonly BodyPose[]): number {
  for (const pose of poses.slice(0, WARM_UP)) distance(model, pose, model, IDENTITY);
  const start = processorTime();
  for (const pose of poses) distance(model, pose, model, IDENTITY);
  return (processorTime() - start) / poses.length;
}

function measure(
  model: Model,
  touching: readonly { readonly pose: BodyPose; readonly program: readonly number[] }[],
  { name, ask }: Method,
  unit: number,
): Omit<PolyDepthRow, 'model' | 'triangles' | 'poses'> {
  for (const { pose } of touching.slice(0, WARM_UP)) ask(model, pose);
  const times: number[] = [];
  const results = touching.map(({ pose }) => {
    const start = processorTime();
    const result = ask(model, pose);
    times.push(processorTime() - start);
    return result;
  });
  const iterations = sum(results.map((result) => result.iterations));
  const counted = results.filter((result) => result instanceof PolyDepthResult);
  const part = (k: number): number => results[k].upper / touching[k].program[1];
  return {
    method: name,
    depths: sum(results.map(({ upper }) => upper)),
    deeper: results.filter((_, k) => part(k) > 1 + DEEPER).length,
    shallower: results.filter((_, k) => part(k) < 1 - DEEPER).length,
    iterations: iterations / results.length,
    contacts: sum(counted.map(({ contacts }) => contacts)) / (counted.length > 0 ? iterations : 0),
    steps: sum(counted.map(({ steps }) => steps)) / sum(counted.map(({ measured }) => measured)),
    ratio: median(times) / unit,
    wrong: touching.filter(({ pose }, k) => isWrong(model, pose, model, IDENTITY, results[k])).length,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
