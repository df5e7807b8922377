import type { Experiment } from '../experiment.ts';
import { BROAD_PHASE_GOAL, type JudgedGoal, judge, STEP_EXPONENT_GOAL, WORLD_SIZE_GOAL } from '../goals.ts';
import { crowdChart } from '../report/crowd-chart.ts';
import { alignColumns, number } from '../report/format.ts';
import { RAPIER_SIMD_BROAD, RAPIER_STEP, STRUCTURES, WORLD } from './ask.ts';
import { type CrowdResult, type CrowdRow, runCrowds } from './suite.ts';

const MEGABYTE = 1e6;

export const broadPhase: Experiment = {
  name: 'broad-phase',
  run: async (rounds) => {
    const data = await runCrowds(rounds);
    return {
      table: crowdTable(data),
      data,
      goals: crowdGoals(data),
      mistakes: data.strays,
    };
  },
  draw: (data: CrowdResult, machine) => ({ 'broad-phase': crowdChart(data, machine) }),
};

export function crowdTable({ counts, rows, strays }: CrowdResult): string {
  const head = ['milliseconds a step', ...counts.map((count) => count.toLocaleString('en-US')), 'exponent', 'MB'];
  const cells = rows.map(({ keeper, answers, exponent }) => [
    keeper,
    ...answers.map(({ mean, median }) => `${number(mean)} (${number(median)})`),
    exponent.toFixed(2),
    answers.at(-1)?.bytes === 0 ? '–' : ((answers.at(-1)?.bytes ?? 0) / MEGABYTE).toFixed(0),
  ]);
  const pairs = rows[0].answers.map((answer) => answer.pairs?.toLocaleString('en-US') ?? '–');
  const agreement = strays === 0 ? 'all counts of pairs agree' : `${strays} counts of pairs differ`;
  return [
    'broad-phase: crowds of boxes, every one moving; mean (median) of a step',
    alignColumns([head, ...cells]),
    `  ${agreement}: ${pairs.join(', ')}`,
  ].join('\n');
}

export function crowdGoals({ counts, rows }: CrowdResult): JudgedGoal[] {
  const row = (name: string): CrowdRow | undefined => rows.find(({ keeper }) => keeper === name);
  const at = (name: string, count: number): number => row(name)?.answers[counts.indexOf(count)]?.mean ?? Number.NaN;
  const exponent = (name: string): number => row(name)?.exponent ?? Number.NaN;
  const bytes = row(WORLD)?.answers[counts.indexOf(100_000)]?.bytes ?? Number.NaN;
  return [
    judge(BROAD_PHASE_GOAL, at(STRUCTURES[0], 10_000) / at(RAPIER_SIMD_BROAD, 10_000)),
    judge(STEP_EXPONENT_GOAL, exponent(WORLD) - exponent(RAPIER_STEP)),
    judge(WORLD_SIZE_GOAL, bytes / MEGABYTE),
  ];
}
