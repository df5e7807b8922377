// Plants of growing size, in themselves, with all depths on two workers: how time and memory grow.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantGlb } from '@nearmiss/fixtures';
import type { Experiment, Findings } from '../experiment.ts';
import { judge, PLANT_MEMORY_GOAL } from '../goals.ts';
import { DEFAULT_OUT_DIR } from '../paths.ts';
import { alignColumns } from '../report/format.ts';
import { panelsChart } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { runClash } from './run-clash.ts';

const SIZES = [1250, 5000, 20_000];
const WORKERS = 2;
const MEGABYTE = 1e6;

interface PlantRow {
  readonly elements: number;
  readonly pairs: number;
  readonly clashes: number;
  readonly undecided: number;
  /** Seconds, and bytes at most. */
  readonly wall: number;
  readonly processor: number;
  readonly memory: number;
}

export const clashPlant: Experiment = {
  name: 'clash-plant',
  // One round: the largest takes minutes.
  run: async () => findingsOf(SIZES.map(measure)),
  draw: (data: readonly PlantRow[], machine) => ({ 'clash-plant': plantChart(data, machine) }),
  redraw: (data: readonly PlantRow[]) => findingsOf(data),
};

function measure(elements: number): PlantRow {
  mkdirSync(DEFAULT_OUT_DIR, { recursive: true });
  const setFile = join(DEFAULT_OUT_DIR, 'plant.json');
  writeFileSync(join(DEFAULT_OUT_DIR, 'plant.glb'), plantGlb({ elements }));
  const tests = [{ name: 'itself', mode: 'hard', a: { model: 'plant' } }];
  writeFileSync(setFile, JSON.stringify({ models: { plant: 'plant.glb' }, tests }));
  const { wall, processor, memory, clashes, summary } = runClash(setFile, WORKERS);
  const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;
  return {
    elements,
    pairs: summary.pairs,
    clashes: clashes.length,
    undecided: summary.undecided,
    wall: seconds(wall),
    processor: seconds(processor),
    memory,
  };
}

function findingsOf(rows: readonly PlantRow[]): Findings {
  const cells = [
    ['elements', 'pairs', 'clashes', 'undecided', 'seconds', 'of the processor', 'MB'],
    ...rows.map(({ elements, pairs, clashes, undecided, wall, processor, memory }) => [
      ...[elements, pairs, clashes, undecided].map((count) => count.toLocaleString('en-US')),
      wall.toFixed(1),
      processor.toFixed(1),
      (memory / MEGABYTE).toFixed(0),
    ]),
  ];
  const most = Math.max(...rows.map(({ memory }) => memory)) / MEGABYTE;
  return {
    table: `clash-plant: pipes through walls, all depths, two workers\n${alignColumns(cells)}`,
    data: rows,
    goals: [judge(PLANT_MEMORY_GOAL, most)],
    mistakes: 0,
  };
}

function plantChart(rows: readonly PlantRow[], { cpu, node }: Machine): string {
  const panel = (title: string, value: (row: PlantRow) => number, name: string) => ({
    title,
    xLabel: 'elements',
    logX: true,
    logY: true,
    dots: true,
    series: [{ name, style: 'met' as const, points: rows.map((row) => [row.elements, value(row)] as const) }],
  });
  return panelsChart(
    'A plant in itself: time and memory over its elements',
    `252 triangles a pipe, every pipe different; two workers. ${cpu}, Node ${node}`,
    [
      panel('seconds of the processor', ({ processor }) => processor, 'all depths'),
      panel('megabytes', ({ memory }) => memory / MEGABYTE, 'most memory'),
    ],
  );
}
