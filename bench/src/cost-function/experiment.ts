import type { Experiment } from '../experiment.ts';
import { costChart } from '../report/cost-chart.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { QUESTIONS } from '../workload.ts';
import { type CostPanel, MODEL, predicted, runCostFunction, strayVolumes } from './suite.ts';

export const costFunction: Experiment = {
  name: 'cost-function',
  run: async (rounds) => {
    const panels = await runCostFunction(rounds);
    return {
      table: panels.map(costTable).join('\n\n'),
      data: panels,
      goals: [],
      mistakes: panels.reduce((sum, panel) => sum + strayVolumes(panel).length, 0),
    };
  },
  draw: (panels: readonly CostPanel[], machine) => ({ 'cost-function': costChart(panels, machine) }),
};

export function costTable(panel: CostPanel): string {
  const { kind, poses, results } = panel;
  const rows = [
    [
      'volume',
      'N_u',
      'C_u ns',
      'N_bv',
      'C_bv ns',
      'N_p',
      'C_p ns',
      'leaf pairs',
      'F µs',
      'measured µs',
      'F / measured',
    ],
    ...results.map((result) => [
      result.volume,
      number(result.work.volumeUpdates),
      number(result.costs.update),
      number(result.work.volumeTests),
      number(result.costs.volumeTest),
      number(result.work.triangleTests),
      number(result.costs.triangleTest),
      number(result.leafPairs),
      number(predicted(result)),
      number(result.measured),
      ratio(predicted(result) / result.measured),
    ]),
  ];
  const stray = strayVolumes(panel);
  return [
    `cost-function: ${MODEL}, ${QUESTIONS[kind]}; means of ${poses} poses`,
    alignColumns(rows),
    stray.length === 0 ? '  all answers agree' : `  answers that differ: ${stray.join(', ')}`,
  ].join('\n');
}
