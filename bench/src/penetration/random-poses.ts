// Table I of PolyDepth: a model in a copy of itself, at random. The poses are those of W2 whose surfaces touch; the measure of
// time is the same model's distance query on W1, in the same round.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  collide,
  distance,
  type Model,
  type PenetrationResult,
  type PenetrationStart,
  type PenetrationStep,
  penetration,
} from 'nearmiss';
import { type BodyPose, poseFromQuaternion } from '../body-pose.ts';
import { interleave } from '../interleave.ts';
import { triangleCount } from '../mesh-file.ts';
import { modelOf } from '../peers/nearmiss.ts';
import type { Timed } from '../peers/time-each.ts';
import { dataOf, numbersOf } from '../shared-workloads.ts';
import { mean, median } from '../statistics.ts';
import { warmPass } from '../time-of-contact/nearmiss.ts';
import type { Workload } from '../workload.ts';
import { isWrong } from './check.ts';

export const IDENTITY: BodyPose = poseFromQuaternion([0, 0, 0], [0, 0, 0, 1]);

/** `coherent` needs a path: led-paths.ts. */
const STARTS: readonly PenetrationStart[] = ['centroid', 'clear', 'random', 'sampling', 'auto'];
/** Poses asked before a pass. */
const WARM_UP = 60;

interface StartRow {
  readonly start: PenetrationStart;
  /** Microseconds of processor time, the median over the poses, of the best round. */
  readonly microseconds: number;
  /** That median by the distance query's, the median over the rounds. */
  readonly ratio: number;
  /** Means over the poses; contacts are those that an in-projection was made of. */
  readonly iterations: number;
  readonly contacts: number;
  /** Sum of the depths. */
  readonly depths: number;
  /** Median of lower by upper. */
  readonly tightness: number;
  readonly wrong: number;
}

export interface RandomPoses {
  readonly model: string;
  readonly triangles: number;
  readonly poses: number;
  readonly distanceUs: number;
  /** What the authors' own program answers on the same poses. */
  readonly polydepth: { readonly depths: number; readonly iterations: number } | null;
  readonly rows: readonly StartRow[];
}

/** `mixed` are poses of which some touch, `apart` separated ones of the same model. `dir` holds PolyDepth's answers. */
export async function runRandomPoses(
  mixed: Workload,
  apart: Workload,
  dir: string,
  rounds: number,
): Promise<RandomPoses> {
  const model = modelOf(mixed.mesh);
  const isTouching = mixed.poses.map((pose, k) => touches(model, pose, mixed.expected?.[k]));
  const poses = mixed.poses.filter((_, k) => isTouching[k]);
  const warmUp = mixed.warmUp.slice(0, WARM_UP);
  const distances = warmPass(apart.poses, apart.warmUp, (pose) => distance(model, pose, model, IDENTITY));
  const passes = STARTS.map((start) =>
    warmPass(poses, warmUp, (pose) => penetration(model, pose, model, IDENTITY, { start })),
  );
  const [measure, ...entrants] = await interleave<Timed<unknown> | Timed<PenetrationResult>>(
    [
      { label: 'distance', turn: async () => distances() },
      ...passes.map((pass, k) => ({ label: STARTS[k], turn: async () => pass() })),
    ],
    rounds,
  );
  const units = measure.turns.map(({ microseconds }) => median(microseconds));
  const rows = STARTS.map((start, k): StartRow => {
    const medians = entrants[k].turns.map(({ microseconds }) => median(microseconds));
    const results = poses.map((pose) => penetration(model, pose, model, IDENTITY, { start, trace: true }));
    return {
      start,
      microseconds: Math.min(...medians),
      ratio: median(medians.map((own, round) => own / units[round])),
      iterations: mean(results.map(({ iterations }) => iterations)),
      contacts: meanContacts(results),
      depths: sumOf(results.map(({ upper }) => upper)),
      tightness: median(results.map(({ lower, upper }) => (upper > 0 ? lower / upper : 1))),
      wrong: poses.filter((pose, i) => isWrong(model, pose, model, IDENTITY, results[i])).length,
    };
  });
  return {
    model: mixed.model,
    triangles: triangleCount(mixed.mesh),
    poses: poses.length,
    distanceUs: Math.min(...units),
    polydepth: polydepthOf(dir, mixed.model, isTouching),
    rows,
  };
}

function touches(model: Model, pose: BodyPose, known: number | undefined): boolean {
  return known === undefined ? collide(model, pose, model, IDENTITY, { solid: false }).colliding === true : known === 1;
}

/** Mean number of contact planes, over all in-projections that had any: a descent first tries the origin itself. */
export function meanContacts(results: readonly { readonly trace?: readonly PenetrationStep[] }[]): number {
  const steps = results.flatMap(({ trace = [] }) =>
    trace.filter(({ kind, contacts }) => kind === 'in' && contacts > 0),
  );
  return steps.length === 0 ? 0 : mean(steps.map(({ contacts }) => contacts));
}

function polydepthOf(dir: string, model: string, isTouching: readonly boolean[]): RandomPoses['polydepth'] {
  const path = join(dir, 'workloads', `W2.${model}.polydepth.json`);
  if (!existsSync(path)) return null;
  const answers = dataOf(path)
    .map(numbersOf)
    .filter((_, k) => isTouching[k]);
  return { depths: sumOf(answers.map((row) => row[1])), iterations: mean(answers.map((row) => row[2])) };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
