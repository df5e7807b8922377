import type { Experiment } from '../experiment.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { hullTreesChart } from '../report/hull-trees-chart.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import { generatedSource, sharedSource } from '../workload-source.ts';
import { type HullTreeRow, runFamilies, runWorkloads } from './suite.ts';
import { COMPARISONS, runWalks, type WalkRow } from './walks.ts';

export const hullTrees: Experiment = {
  name: 'hull-trees',
  run: async (rounds) => {
    const source = hasSharedWorkloads(SHARED_BENCH_DIR) ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
    const families = await runFamilies(rounds);
    const workloads = await runWorkloads(rounds, source);
    const walks = await runWalks(rounds);
    return {
      table: [
        'hull-trees: distance on trees of convex hulls beside trees of discs, separated poses',
        hullTreesTable(families),
        `  the workloads of the benchmark: ${source.description}`,
        hullTreesTable(workloads),
        '  bodies that walk by each other, by how hulls are compared again',
        walksTable(walks),
      ].join('\n'),
      data: { families, workloads, walks },
      goals: [],
      mistakes: [...families, ...workloads, ...walks].reduce((sum, { wrong }) => sum + wrong, 0),
    };
  },
  draw: ({ families }: { families: readonly HullTreeRow[] }, machine) => ({
    'hull-trees': hullTreesChart(families, machine),
  }),
};

export function hullTreesTable(rows: readonly HullTreeRow[]): string {
  return alignColumns([
    ['', 'triangles', 'leaves', 'a leaf', 'build ms', 'discs µs', 'hulls µs', 'hulls / discs', 'hull tests', 'wrong'],
    ...rows.map((row) => [
      row.name,
      row.triangles.toLocaleString('en-US'),
      row.leaves.toLocaleString('en-US'),
      number(row.triangles / row.leaves),
      number(row.buildMs),
      number(row.volumesUs),
      number(row.hullsUs),
      ratio(row.ratio),
      number(row.hullTests),
      String(row.wrong),
    ]),
  ]);
}

export function walksTable(rows: readonly WalkRow[]): string {
  return alignColumns([
    ['', 'pace', ...COMPARISONS.map((again) => `${again} µs`), 'wrong'],
    ...rows.map(({ name, pace, microseconds, wrong }) => [
      name,
      String(pace),
      ...COMPARISONS.map((again) => number(microseconds[again])),
      String(wrong),
    ]),
  ]);
}
