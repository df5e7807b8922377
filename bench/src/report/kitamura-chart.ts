// The paper's figures, each a panel.

import type { MethodName } from '../kitamura/method.ts';
import { type Figure, meanWhileTouching, type Run } from '../kitamura/suite.ts';
import { mean } from '../statistics.ts';
import { type Panel, panelsChart, type Series } from './panels.ts';
import type { Machine } from './results.ts';

const NAMES: Readonly<Record<MethodName, string>> = {
  paper: "the paper's settings",
  octree: 'octree, own depth',
  nearmiss: 'nearmiss',
  planes: 'separating planes',
  update: 'octree update',
  distance: 'distance-based',
};
const STYLES: Readonly<Record<MethodName, Series['style']>> = {
  paper: 'plain',
  octree: 'faint',
  nearmiss: 'met',
  planes: 'missed',
  update: 'missed',
  distance: 'missed',
};
const SIZE_STYLES: readonly Series['style'][] = ['missed', 'plain', 'met', 'faint'];
/** Points of a curve at most: of neighbouring cycles the longest is drawn. */
const MOST_POINTS = 250;

export function kitamuraChart(figures: readonly Figure[], { cpu, node }: Pick<Machine, 'cpu' | 'node'>): string {
  const runsOf = (name: string): readonly Run[] => figures.find((figure) => figure.name === name)?.runs ?? [];
  const approach = runsOf('approach');
  const largest = [...new Set(approach.map(({ size }) => size))].filter((size) => size >= 168).slice(-7);
  const chosen = [3968, 960, 528, 168].filter((size) => largest.includes(size));
  const bySize = (method: MethodName): Series[] =>
    chosen.map((size, k) => ({
      name: `${size} faces`,
      style: SIZE_STYLES[k],
      points: overCycles(approach.find((run) => run.method === method && run.size === size)),
    }));
  const distance = runsOf('distance');
  const ofFaces = (size: number): Run[] => distance.filter((run) => run.size === size);
  const panels: Panel[] = [
    cyclePanel("Fig. 6, the paper's settings: two spheres approach", bySize('paper')),
    cyclePanel('Fig. 6, nearmiss: two spheres approach', bySize('nearmiss')),
    sizePanel(
      'Fig. 7: the last cycle, in which they touch',
      'faces',
      approach,
      (run) => run.cycles[run.cycles.length - 1],
    ),
    cyclePanel(
      'Fig. 8: 15 knots of 528 faces, and 2 of them',
      runsOf('knots').map((run, k) => ({
        name: `${run.size}, ${run.method === 'paper' ? 'paper' : 'nearmiss'}`,
        style: SIZE_STYLES[k],
        points: overCycles(run),
      })),
    ),
    cyclePanel('Fig. 12: deforming hands and ball, solids', methodSeries(runsOf('interactive'))),
    sizePanel('Fig. 13: spheres of 528 faces', 'bodies', runsOf('planes'), (run) => mean(run.cycles)),
    cyclePanel('Fig. 14: four bodies', methodSeries(runsOf('update')), true),
    cyclePanel('Fig. 16: 15 spheres of 168 faces', methodSeries(ofFaces(168))),
    cyclePanel('Fig. 17: 15 spheres of 960 faces', methodSeries(ofFaces(960))),
    sizePanel('Fig. 18: 15 spheres, mean of all cycles', 'faces', distance, (run) => mean(run.cycles)),
    sizePanel('Fig. 18: 15 spheres, mean of cycles with contact', 'faces', distance, meanWhileTouching),
  ];
  return panelsChart(
    'The experiments of Kitamura et al. (1998)',
    `Time a cycle for all bodies, positions updated. ${cpu}, Node ${node}`,
    panels.filter(({ series }) => series.some(({ points }) => points.length > 0)),
  );
}

function cyclePanel(title: string, series: readonly Series[], logY = false): Panel {
  return {
    title,
    xLabel: 'cycle',
    yLabel: 'milliseconds',
    logY,
    series: series.filter(({ points }) => points.length > 0),
  };
}

function methodSeries(runs: readonly Run[]): Series[] {
  return runs.map((run) => ({ name: NAMES[run.method], style: STYLES[run.method], points: overCycles(run) }));
}

function overCycles(run: Run | undefined): readonly (readonly [number, number])[] {
  if (run === undefined) return [];
  const stride = Math.ceil(run.cycles.length / MOST_POINTS);
  return Array.from({ length: Math.ceil(run.cycles.length / stride) }, (_, k) => [
    k * stride + 1,
    Math.max(...run.cycles.slice(k * stride, (k + 1) * stride)) / 1e3,
  ]);
}

function sizePanel(title: string, xLabel: string, runs: readonly Run[], value: (run: Run) => number): Panel {
  const methods = [...new Set(runs.map(({ method }) => method))];
  const series = methods.map((method): Series => {
    const points = runs
      .filter((run) => run.method === method)
      .map((run) => [run.size, value(run) / 1e3] as const)
      .filter(([, time]) => time > 0);
    return { name: NAMES[method], style: STYLES[method], points };
  });
  return { title, xLabel, yLabel: 'milliseconds', logX: true, logY: true, series };
}
