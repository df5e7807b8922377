// PolyDepth's own pipeline (docs/lab/polydepth.md has what came of it).

import type { Experiment, Findings } from '../experiment.ts';
import { alignColumns, markdownTable, number, ratio } from '../report/format.ts';
import { type PolyDepthRow, runPolyDepth } from './run.ts';

export const polyDepthPipeline: Experiment = {
  name: 'polydepth',
  run: async () => present(runPolyDepth()),
};

function present(rows: readonly PolyDepthRow[]): Findings {
  const cells = polyDepthCells(rows);
  return {
    table: `polydepth: the paper's pipeline on the touching poses of W2\n${alignColumns(cells)}`,
    page: rows.length === 0 ? null : { name: 'polydepth', tables: { poses: markdownTable(cells) } },
    data: rows,
    goals: [],
    mistakes: rows.reduce((sum, { wrong }) => sum + wrong, 0),
  };
}

function polyDepthCells(rows: readonly PolyDepthRow[]): string[][] {
  const known = (value: number, format: (value: number) => string): string =>
    Number.isNaN(value) ? '–' : format(value);
  return [
    [
      'model',
      'poses',
      'method',
      'sum of depths',
      '> 1 % deeper',
      'shallower',
      'iterations',
      'contacts',
      'MDD steps',
      'time / distance',
      'wrong',
    ],
    ...rows.map((row) => [
      row.model,
      String(row.poses),
      row.method,
      row.depths.toFixed(2),
      String(row.deeper),
      String(row.shallower),
      row.iterations.toFixed(2),
      known(row.contacts, number),
      known(row.steps, (value) => value.toFixed(2)),
      known(row.ratio, ratio),
      String(row.wrong),
    ]),
  ];
}
