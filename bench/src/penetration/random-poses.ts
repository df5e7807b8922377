// Table I of PolyDepth: a model in a copy of itself, at random. The poses are those of W2 whose surfaces touch; the measure of
// time is the same model's distance query on W1, in the same round.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collide, type Model, type PenetrationStart, penetration } from 'nearmiss';
import type { BodyPose } from '../body-pose.ts';
import { triangleCount } from '../mesh-file.ts';
import { modelOf } from '../peers/nearmiss.ts';
import { dataOf, numbersOf } from '../shared-workloads.ts';
import { mean } from '../statistics.ts';
import type { Workload } from '../workload.ts';
import { type EachPose, IDENTITY, type Measured, type Method, measureTranslations } from './measured-translations.ts';

/** `coherent` needs a path: led-paths.ts. */
const STARTS: readonly PenetrationStart[] = ['centroid', 'clear', 'random', 'sampling', 'auto'];
/** Poses asked before a pass. */
const WARM_UP = 60;

export interface RandomPoses extends Measured<PenetrationStart> {
  readonly model: string;
  readonly triangles: number;
  readonly poses: number;
  /** Whether goals are set for it. */
  readonly judged: boolean;
  readonly polydepth: PolyDepthAnswers | null;
}

/** What the authors' own program answers on the same poses. */
interface PolyDepthAnswers {
  readonly depths: number;
  readonly iterations: number;
  readonly each: Pick<EachPose, 'upper' | 'iterations'>;
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
  const touching = { poses, warmUp: mixed.warmUp.slice(0, WARM_UP) };
  const methods = STARTS.map((start) => fromStart(model, model, start));
  return {
    model: mixed.model,
    triangles: triangleCount(mixed.mesh),
    poses: poses.length,
    judged: mixed.judged,
    polydepth: polydepthOf(dir, mixed.model, isTouching),
    ...(await measureTranslations([model, model], touching, apart, methods, rounds)),
  };
}

/** Asks afresh each time. */
export function fromStart<Start extends PenetrationStart>(a: Model, b: Model, start: Start): Method<Start> {
  return { name: start, open: (options) => (pose) => penetration(a, pose, b, IDENTITY, { ...options, start }) };
}

function touches(model: Model, pose: BodyPose, known: number | undefined): boolean {
  return known === undefined ? collide(model, pose, model, IDENTITY, { solid: false }).colliding === true : known === 1;
}

function polydepthOf(dir: string, model: string, isTouching: readonly boolean[]): PolyDepthAnswers | null {
  const path = join(dir, 'workloads', `W2.${model}.polydepth.json`);
  if (!existsSync(path)) return null;
  const answers = dataOf(path)
    .map(numbersOf)
    .filter((_, k) => isTouching[k]);
  const upper = answers.map(([, depth]) => depth);
  const iterations = answers.map(([, , number]) => number);
  return {
    depths: upper.reduce((sum, depth) => sum + depth, 0),
    iterations: mean(iterations),
    each: { upper, iterations },
  };
}
