import type { Experiment } from '../experiment.ts';
import { alignColumns, number } from '../report/format.ts';
import { kitamuraChart } from '../report/kitamura-chart.ts';
import { mean } from '../statistics.ts';
import { countContradictions, type Figure, FULL_EFFORT, meanWhileTouching, runFigures } from './suite.ts';
import { type TriangleBoxTimes, timeTriangleBox } from './triangle-box.ts';

export const kitamura: Experiment = {
  name: 'kitamura',
  run: async (rounds) => {
    const figures = runFigures({ ...FULL_EFFORT, rounds });
    const triangleBox = timeTriangleBox(rounds);
    return {
      table: [
        'kitamura: the experiments of the face octree paper',
        ...figures.map(figureTable),
        triangleBoxTable(triangleBox),
      ].join('\n'),
      data: { figures, triangleBox },
      goals: [],
      mistakes: figures.reduce((sum, figure) => sum + countContradictions(figure), 0),
    };
  },
  draw: ({ figures }: { figures: readonly Figure[] }, machine) => ({ kitamura: kitamuraChart(figures, machine) }),
};

export function triangleBoxTable(times: readonly TriangleBoxTimes[]): string {
  return [
    '  triangle and box, nanoseconds a test',
    alignColumns(
      [
        ['triangle / box', 'touching', 'clipping', 'separating axes', 'differing'],
        ...times.map((row) => [
          String(row.size),
          number(row.contactStatus),
          number(row.clipping),
          number(row.axes),
          String(row.differing),
        ]),
      ],
      '    ',
    ),
  ].join('\n');
}

export function figureTable(figure: Figure): string {
  const contradictions = countContradictions(figure);
  return [
    `  ${figure.name}: ${contradictions === 0 ? 'all methods agree' : `${contradictions} cycles contradict each other`}`,
    alignColumns(
      [
        ['', 'size', 'mean µs', 'longest µs', 'last µs', 'mean touching µs', 'cycles touching'],
        ...figure.runs.map((run) => [
          run.method,
          String(run.size),
          number(mean(run.cycles)),
          number(Math.max(...run.cycles)),
          number(run.cycles[run.cycles.length - 1]),
          number(meanWhileTouching(run)),
          String(run.touching.filter((count) => count > 0).length),
        ]),
      ],
      '    ',
    ),
  ].join('\n');
}
