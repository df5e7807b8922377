import type { Experiment } from '../experiment.ts';
import { type JudgedGoal, judge, MARCHING_GOAL } from '../goals.ts';
import { alignColumns, number } from '../report/format.ts';
import { marchingChart } from '../report/marching-chart.ts';
import { type MarchingResult, runMarching } from './suite.ts';

export const marching: Experiment = {
  name: 'marching',
  run: async (rounds) => {
    const data = await runMarching(rounds);
    return {
      table: data.map(marchingTable).join('\n\n'),
      data,
      goals: marchingGoals(data),
      mistakes: data.reduce((sum, { strays }) => sum + strays, 0),
    };
  },
  draw: (data: readonly MarchingResult[], machine) => ({ marching: marchingChart(data, machine) }),
};

export function marchingTable({ motion, what, rows, strays }: MarchingResult): string {
  const cells = rows.map(({ hull, method, answer: { nanoseconds, steps, handovers } }) => [
    `${hull}, ${method}`,
    number(nanoseconds),
    steps.toFixed(2),
    handovers.toFixed(4),
  ]);
  const agreement = strays === 0 ? 'all answers agree' : `${strays} sums of distances differ`;
  return [
    `marching.${motion}: ${what}`,
    alignColumns([['hull, method', 'ns a query', 'steps', 'handed over'], ...cells]),
    `  ${agreement}`,
  ].join('\n');
}

export function marchingGoals(results: readonly MarchingResult[]): JudgedGoal[] {
  const rows = results.find(({ motion }) => motion === 'slow')?.rows ?? [];
  const time = (name: string): number =>
    rows.find(({ hull, method }) => hull === name && method === 'marching')?.answer.nanoseconds ?? Number.NaN;
  return [judge(MARCHING_GOAL, time('hull1000') / time('hull32'))];
}
