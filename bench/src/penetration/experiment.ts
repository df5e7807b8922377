// The tables and figures of PolyDepth (Je, Tang, Lee, Lee, Kim 2012, section 7); docs/lab/penetration-experiments.md has them.

import type { Experiment, Findings } from '../experiment.ts';
import {
  DEPTH_ERROR_GOALS,
  DEPTH_TIGHTNESS_GOALS,
  DEPTH_TIME_GOALS,
  depthSumGoal,
  type Goal,
  type JudgedGoal,
  judge,
} from '../goals.ts';
import { alignColumns, markdownTable } from '../report/format.ts';
import { depthsChart, exactChart, pathsChart, randomChart } from '../report/penetration-chart.ts';
import { penetrationPictures } from '../report/penetration-pictures.ts';
import { errorSummary } from './depth-errors.ts';
import type { KnownDepths } from './known-depths.ts';
import type { PathResult } from './led-paths.ts';
import { holedScenes, spoonScenes } from './plotted-translations.ts';
import type { RandomPoses } from './random-poses.ts';
import { mistakesIn, type PenetrationRun, runPenetration } from './run.ts';
import { tablesOf } from './tables.ts';

export const penetrationTables: Experiment = {
  name: 'penetration',
  run: async (rounds, machine) => present(await runPenetration(rounds, machine)),
  redraw: (run: PenetrationRun) => present(run),
  draw: (run: PenetrationRun) => ({
    penetration: depthsChart(run),
    'penetration-random': randomChart(run),
    'penetration-exact': exactChart(run),
    'penetration-fall': pathsChart(run),
    'penetration-holes': penetrationPictures('Separating translations of bodies with holes', holedScenes(), run.holed),
    'penetration-spoon': penetrationPictures('A spoon that passes through a cup', spoonScenes(), run.spoon),
  }),
};

function present(run: PenetrationRun): Findings {
  const tables = tablesOf(run);
  return {
    table: [
      'penetration: the tables of PolyDepth; times are processor time',
      ...run.leftOut.map((what) => `  left out: ${what}`),
      ...tables.map(({ title, rows }) => `  ${title}\n${alignColumns(rows)}`),
    ].join('\n'),
    page:
      run.leftOut.length > 0
        ? null
        : {
            name: 'penetration-experiments',
            tables: Object.fromEntries(tables.map(({ name, rows }) => [name, markdownTable(rows)])),
          },
    data: run,
    goals: [...run.random.flatMap(goalsOfModel), ...run.known.flatMap(goalsOfErrors), ...goalsOfPath(run.paths[0])],
    mistakes: mistakesIn(run),
  };
}

function goalsOfModel({ model, judged, polydepth, methods }: RandomPoses): JudgedGoal[] {
  if (!judged) return [];
  const own = (goal: Goal, value: number): JudgedGoal => judge({ ...goal, what: `${model}, ${goal.what}` }, value);
  const goals: JudgedGoal[] = [];
  for (const { name, ratio, depths, tightness } of methods) {
    if (name === 'centroid') goals.push(own(DEPTH_TIME_GOALS.oneStart, ratio));
    if (name !== 'auto') continue;
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

function goalsOfPath({ name, methods }: PathResult): JudgedGoal[] {
  const goal = { ...DEPTH_TIME_GOALS.coherent, what: `${name}, ${DEPTH_TIME_GOALS.coherent.what}` };
  return methods.filter((method) => method.name === 'pair').map(({ ratio }) => judge(goal, ratio));
}
