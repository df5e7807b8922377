// The tables of PolyDepth (Je, Tang, Lee, Lee, Kim 2012, section 7); docs/penetration.md has what came of them.

import { join } from 'node:path';
import type { Experiment } from '../experiment.ts';
import {
  DEPTH_ERROR_GOALS,
  DEPTH_TIGHTNESS_GOALS,
  DEPTH_TIME_GOALS,
  depthSumGoal,
  type Goal,
  type JudgedGoal,
  judge,
} from '../goals.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import { penetrationChart } from '../report/penetration-chart.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import { distancesOf, generatedSource, sharedSource, type WorkloadSource } from '../workload-source.ts';
import { runInProjections } from './in-projections.ts';
import { errorSummary, type KnownDepths, runKnownDepths } from './known-depths.ts';
import { fallPastTwin, type PathResult, runPath, spoonInCup } from './led-paths.ts';
import { type RandomPoses, runRandomPoses } from './random-poses.ts';
import { inProjectionsTable, knownDepthsTable, pathTable, randomPosesTable } from './tables.ts';

const KNOWN_DEPTHS = join(SHARED_BENCH_DIR, '../cases/penetration/cases.json');

export const penetrationTables: Experiment = {
  name: 'penetration',
  run: async (rounds, machine) => {
    const source = hasSharedWorkloads(SHARED_BENCH_DIR) ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
    const random = await runModels(source, rounds);
    const known = runKnownDepths(KNOWN_DEPTHS);
    const twin = source.buildModel;
    const paths = [await runPath(spoonInCup(), rounds), await runPath(fallPastTwin(twin, source.mesh(twin)), rounds)];
    const projections = runInProjections(rounds);
    return {
      table: [
        'penetration: the tables of PolyDepth; microseconds of processor time, medians',
        '  Table I, random poses',
        ...random.map(randomPosesTable),
        '  Table II, solids whose depth is known, by both metrics',
        known.length === 0 ? '  (../shared/cases is not there)' : knownDepthsTable(known),
        '  Table III, paths',
        ...paths.map(pathTable),
        '  In-projection',
        inProjectionsTable(projections),
      ].join('\n'),
      plot: penetrationChart(paths, known, machine),
      data: { random, known, paths, projections },
      goals: [...random.flatMap(goalsOfModel), ...known.flatMap(goalsOfErrors), ...goalsOfPath(paths[0])],
      mistakes:
        [...random, ...paths].flatMap(({ rows }) => [...rows]).reduce((sum, { wrong }) => sum + wrong, 0) +
        known.flatMap(({ cases }) => cases).filter(({ isWrong }) => isWrong).length +
        projections.reduce((sum, { wrong }) => sum + wrong, 0),
    };
  },
};

/** Models too small for their times to matter are left out. */
async function runModels(source: WorkloadSource, rounds: number): Promise<RandomPoses[]> {
  const found: RandomPoses[] = [];
  for (const entry of source.entries.filter(({ kind }) => kind === 'W2a')) {
    const mixed = source.load(entry);
    if (!mixed.judged) continue;
    found.push(await runRandomPoses(mixed, distancesOf(source, entry.model), SHARED_BENCH_DIR, rounds));
  }
  return found;
}

function goalsOfModel({ model, polydepth, rows }: RandomPoses): JudgedGoal[] {
  const own = (goal: Goal, value: number): JudgedGoal => judge({ ...goal, what: `${model}, ${goal.what}` }, value);
  const goals: JudgedGoal[] = [];
  for (const { start, ratio, depths, tightness } of rows) {
    if (start === 'centroid') goals.push(own(DEPTH_TIME_GOALS.oneStart, ratio));
    if (start !== 'auto') continue;
    goals.push(own(DEPTH_TIME_GOALS.auto, ratio));
    if (polydepth !== null) goals.push(own(depthSumGoal(polydepth.depths), depths));
    const tight = DEPTH_TIGHTNESS_GOALS[model];
    if (tight !== undefined) goals.push(own(tight, tightness));
  }
  return goals;
}

function goalsOfErrors({ start, cases }: KnownDepths): JudgedGoal[] {
  if (start !== 'auto') return [];
  const { mean, median } = errorSummary(cases.map(({ error2 }) => error2));
  return [judge(DEPTH_ERROR_GOALS.mean, 100 * mean), judge(DEPTH_ERROR_GOALS.median, 100 * median)];
}

function goalsOfPath({ name, rows }: PathResult): JudgedGoal[] {
  const goal = { ...DEPTH_TIME_GOALS.coherent, what: `${name}, ${DEPTH_TIME_GOALS.coherent.what}` };
  return rows.filter(({ way }) => way === 'pair').map(({ ratio }) => judge(goal, ratio));
}
