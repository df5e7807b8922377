import type { Experiment } from '../experiment.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { overlapChart } from '../report/overlap-chart.ts';
import { LECTURE_NANOSECONDS, type MixResult, runObbOverlap } from './suite.ts';

export const obbOverlap: Experiment = {
  name: 'obb-overlap',
  run: async (rounds) => {
    const mixes = await runObbOverlap(rounds);
    return {
      table: overlapTable(mixes),
      data: mixes,
      goals: [],
      mistakes: mixes.reduce((sum, { disagreements }) => sum + disagreements, 0),
    };
  },
  draw: (mixes: readonly MixResult[], machine) => ({ 'obb-overlap': overlapChart(mixes, machine) }),
};

export function overlapTable(mixes: readonly MixResult[]): string {
  const pairMotion = LECTURE_NANOSECONDS['separating axes'];
  return mixes
    .map(({ mix, pairs, overlapping, nearlyTouching, disagreements, methods }) => {
      const rows = [
        ['ns a test', 'best', '/ separating axes', "the lectures'", 'by round'],
        ...methods.map(({ method, nanoseconds, ratio: multiple, rounds }) => [
          method,
          number(nanoseconds),
          ratio(multiple),
          ratio(LECTURE_NANOSECONDS[method] / pairMotion),
          rounds.map(number).join(' '),
        ]),
      ];
      const share = `${Math.round(100 * overlapping)} % overlap`;
      const agreement = `  ${disagreements} disagreements beyond rounding; ${nearlyTouching} pairs within it`;
      return [
        `obb-overlap: pairs ${mix}; ${pairs.toLocaleString('en-US')}, ${share}`,
        alignColumns(rows),
        agreement,
      ].join('\n');
    })
    .join('\n\n');
}
