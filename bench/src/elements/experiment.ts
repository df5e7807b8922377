// A vertex and a face, and two edges, over a linear step: ten thousand of each, every answer judged by exact arithmetic.
// docs/lab/continuous.md has what came of it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ElementKind, type FirstContact, firstContactExact, toNumber, uglyMotions } from '@nearmiss/fixtures';
import { ElementTimeResult, edgeEdgeTime, vertexFaceTime } from 'nearmiss';
import type { Experiment } from '../experiment.ts';
import { ELEMENTS_MEAN_GOAL, ELEMENTS_MEDIAN_GOAL, judge } from '../goals.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import { timeEach } from '../peers/time-each.ts';
import { alignColumns, number } from '../report/format.ts';
import { type Summary, summarise } from '../statistics.ts';

/** Twelve numbers each. */
export interface Step {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

export interface ElementsRow {
  readonly kind: ElementKind;
  readonly queries: number;
  /** Microseconds a query, of the round with the least median. */
  readonly times: Summary;
  /** Steps with a contact, and how many of these were called free or dated after it. */
  readonly hits: number;
  readonly missed: number;
  readonly late: number;
  /** Contacts claimed where there are none, and steps left undecided. */
  readonly wrong: number;
  readonly near: number;
}

const ASK = { 'vertex-face': vertexFaceTime, 'edge-edge': edgeEdgeTime };
const FILE = { 'vertex-face': 'W6.vf.json.gz', 'edge-edge': 'W6.ee.json.gz' };
const KINDS = ['vertex-face', 'edge-edge'] as const;
const GENERATED = 2000;
const SEED = 6;

export const elements: Experiment = {
  name: 'W6',
  run: async (rounds) => {
    const data = KINDS.map((kind) => runElements(kind, loadSteps(kind), rounds));
    return {
      table: elementsTable(data),
      data,
      goals: data.flatMap(({ times }) => [
        judge(ELEMENTS_MEDIAN_GOAL, times.median),
        judge(ELEMENTS_MEAN_GOAL, times.mean),
      ]),
      mistakes: data.reduce((sum, { missed, late, wrong }) => sum + missed + late + wrong, 0),
    };
  },
};

/** The stored steps, or seeded ones: half random, half built to touch. */
export function loadSteps(kind: ElementKind, folder: string = SHARED_BENCH_DIR, count: number = GENERATED): Step[] {
  const path = join(folder, 'workloads', FILE[kind]);
  if (existsSync(path)) {
    const { data }: { data: number[][] } = JSON.parse(gunzipSync(readFileSync(path)).toString());
    return data.map((row) => ({ start: Float64Array.from(row.slice(0, 12)), end: Float64Array.from(row.slice(12)) }));
  }
  const steps: Step[] = [];
  for (const { motion, kind: made, start, end } of uglyMotions(Number.POSITIVE_INFINITY, SEED)) {
    if (made === kind && (motion === 'random' || motion === 'built to touch')) steps.push({ start, end });
    if (steps.length === count) break;
  }
  return steps;
}

export function runElements(kind: ElementKind, steps: readonly Step[], rounds: number): ElementsRow {
  const result = new ElementTimeResult();
  const options = {};
  const ask = ({ start, end }: Step): ElementTimeResult => ASK[kind](start, end, options, result);
  const passes = Array.from({ length: rounds }, () => {
    // Backwards first, untimed: compiled, but not trained on the very order that counts.
    for (const step of [...steps].reverse()) ask(step);
    return summarise(timeEach(steps, ask).microseconds);
  });
  const judged = steps.map((step) => judgeAnswer(ask(step), firstContactExact(kind, step.start, step.end)));
  const count = (is: (verdict: Verdict) => boolean): number => judged.filter(is).length;
  return {
    kind,
    queries: steps.length,
    times: passes.reduce((best, pass) => (pass.median < best.median ? pass : best)),
    hits: count(({ isHit }) => isHit),
    missed: count(({ fault }) => fault === 'missed'),
    late: count(({ fault }) => fault === 'late'),
    wrong: count(({ fault }) => fault === 'wrong'),
    near: count(({ isNear }) => isNear),
  };
}

interface Verdict {
  readonly isHit: boolean;
  readonly isNear: boolean;
  readonly fault: 'missed' | 'late' | 'wrong' | null;
}

function judgeAnswer({ status, lower, upper }: ElementTimeResult, truth: FirstContact): Verdict {
  const isNear = status === 'near';
  if (truth === null) return { isHit: false, isNear, fault: status === 'contact' ? 'wrong' : null };
  if (status === 'free') return { isHit: true, isNear, fault: 'missed' };
  if (lower > toNumber(truth.above)) return { isHit: true, isNear, fault: 'late' };
  return { isHit: true, isNear, fault: upper !== null && upper < toNumber(truth.below) ? 'wrong' : null };
}

export function elementsTable(rows: readonly ElementsRow[]): string {
  const head = ['µs a query', 'median', 'mean', 'p99', 'queries', 'hits', 'missed', 'late', 'wrong', 'near'];
  const cells = rows.map(({ kind, times, queries, hits, missed, late, wrong, near }) => [
    kind,
    number(times.median),
    number(times.mean),
    number(times.p99),
    ...[queries, hits, missed, late, wrong, near].map((count) => count.toLocaleString('en-US')),
  ]);
  return `W6: first contact over a linear step\n${alignColumns([head, ...cells])}`;
}
