// W3: one model against itself, A meanwhile past B or into it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BodyPose, poseFromRow } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { dataOf, numbersOf } from '../shared-workloads.ts';
import { type BodyMotion, generateMotions, type MotionCounts, PAPER_COUNTS } from './motion.ts';

/** Bodies this near are in contact, in model sizes: "throughout all the experiments" of the paper. */
export const THRESHOLD = 0.001;

export interface ContactReference {
  /** Whether A comes as near as the threshold. */
  readonly hits: boolean;
  /** When it does: no answer is earlier, but for the accuracy of this one. */
  readonly earliest: number;
  /** When A touches B, and no answer is later; above 1 where it never does. */
  readonly latest: number;
}

export interface MotionWorkload {
  /** `W3.bunny`: kind and model. */
  readonly name: string;
  readonly model: string;
  readonly mesh: TriangleMesh;
  readonly motions: readonly BodyMotion[];
  /** So many of the motions, the first, do not turn. */
  readonly translations: number;
  /** Other motions of the same sort, to warm up on. */
  readonly warmUp: readonly BodyMotion[];
  /** One a motion; null where nobody has stored any. */
  readonly references: readonly ContactReference[] | null;
}

const SEED = 7;
const WARM_UP_SEED = 20_240;
const WARM_UP_COUNTS: MotionCounts = { translations: 20, turning: 30 };
const ROW_LENGTH = 24;

export function hasSharedMotions(dir: string, model: string): boolean {
  return existsSync(motionsPath(dir, model)) && existsSync(referencesPath(dir, model));
}

export function loadSharedMotions(dir: string, model: string, mesh: TriangleMesh): MotionWorkload {
  const path = motionsPath(dir, model);
  const motions = dataOf(path).map((row, i) => motionFromRow(numbersOf(row), `Row ${i} of ${path}`));
  const references = dataOf(referencesPath(dir, model)).map((row) => {
    const [hit, earliest, latest] = numbersOf(row);
    return { hits: hit === 1, earliest, latest };
  });
  if (references.length !== motions.length) {
    throw new Error(`${path} has ${motions.length} motions, and there are ${references.length} answers.`);
  }
  return { ...workload(model, mesh, motions, PAPER_COUNTS), references };
}

/** The recipe of the paper, anew; `counts` may be smaller than the paper's. */
export function generateMotionWorkload(
  model: string,
  mesh: TriangleMesh,
  counts: MotionCounts = PAPER_COUNTS,
): MotionWorkload {
  return workload(model, mesh, generateMotions(counts, SEED), counts);
}

function workload(
  model: string,
  mesh: TriangleMesh,
  motions: readonly BodyMotion[],
  { translations }: MotionCounts,
): MotionWorkload {
  const warmUp = generateMotions(WARM_UP_COUNTS, WARM_UP_SEED);
  return { name: `W3.${model}`, model, mesh, motions, translations, warmUp, references: null };
}

function motionFromRow(row: readonly number[], what: string): BodyMotion {
  if (row.length !== ROW_LENGTH) throw new Error(`${what} has ${row.length} numbers; a motion has ${ROW_LENGTH}.`);
  const from = poseFromRow(row.slice(0, 12), what);
  const to = poseFromRow(row.slice(12), what);
  return { from, to };
}

/** Start, end, start, end, …: the form in which motions are handed to FCL. */
export function posesInTwos(motions: readonly BodyMotion[]): BodyPose[] {
  return motions.flatMap(({ from, to }) => [from, to]);
}

const motionsPath = (dir: string, model: string): string => join(dir, 'workloads', `W3.${model}.json`);
const referencesPath = (dir: string, model: string): string => join(dir, 'workloads', `W3.${model}.ref.json`);
