// Depths beside FCL's distances (docs/lab/depth.md has what came of it).

import type { Experiment, Findings } from '../experiment.ts';
import { DEPTH_GOALS, DEPTH_SUM_GOALS, judge } from '../goals.ts';
import { alignColumns, markdownTable, number, ratio } from '../report/format.ts';
import { median } from '../statistics.ts';
import { type DepthRow, runDepths } from './run.ts';

export const depth: Experiment = {
  name: 'depth',
  run: async (rounds) => present(await runDepths(rounds)),
  redraw: (rows: readonly DepthRow[]) => present(rows),
};

function present(rows: readonly DepthRow[]): Findings {
  const cells = [
    [
      'model',
      'poses',
      'kernels',
      'µs a depth',
      'µs of FCL’s distance',
      'ratio',
      'sum of depths',
      'of lower bounds',
      'bounded',
      'wrong',
    ],
    ...rows.map((row) => [
      row.model,
      String(row.poses),
      row.method,
      number(median(row.micros)),
      row.fcl === null ? '–' : number(median(row.fcl)),
      row.fcl === null ? '–' : ratio(ratioOf(row)),
      row.upper.toFixed(2),
      row.lower.toFixed(2),
      String(row.bounded),
      String(row.wrong),
    ]),
  ];
  const fast = rows.filter(({ method }) => method === 'simd');
  const goals = fast.flatMap((row) => [
    ...(row.fcl === null ? [] : [judge(DEPTH_GOALS[row.model], ratioOf(row))]),
    judge(DEPTH_SUM_GOALS[row.model], row.upper),
  ]);
  return {
    table: `depth: penetration on W2's touching poses, beside FCL's distances of W1\n${alignColumns(cells)}`,
    page: rows.length === 0 ? null : { name: 'depth', tables: { depth: markdownTable(cells) } },
    data: rows,
    goals,
    mistakes: rows.reduce((sum, { wrong }) => sum + wrong, 0),
  };
}

/** The median over the rounds of the ratio within each. */
function ratioOf({ micros, fcl }: DepthRow): number {
  return median(micros.map((time, round) => time / (fcl?.[round] ?? Number.NaN)));
}
