import type { Experiment } from '../experiment.ts';
import { type JudgedGoal, slopeGoal } from '../goals.ts';
import { alignColumns, number } from '../report/format.ts';
import { proximityChart } from '../report/proximity-chart.ts';
import { askEveryVolume, countTests, type GapAnswer, type ProximityResult, VOLUME_NAMES } from './suite.ts';

export const parallelProximity: Experiment = {
  name: 'parallel-proximity',
  run: async () => {
    const results = VOLUME_NAMES.map(countTests);
    const answers = askEveryVolume();
    return {
      table: proximityTable(results, answers),
      data: { results, answers },
      goals: results.flatMap(judgeSlope),
      mistakes: answers.filter(({ right }) => !right).length,
    };
  },
  draw: ({ results }: { results: readonly ProximityResult[] }) => ({ 'parallel-proximity': proximityChart(results) }),
};

/** A volume without a law has missed its goal: the slope of nothing is as far from any as can be. */
export function judgeSlope({ volume, law }: ProximityResult): JudgedGoal[] {
  const goal = slopeGoal(volume, law?.slope ?? -Infinity);
  return goal === null ? [] : [goal];
}

export function proximityTable(results: readonly ProximityResult[], answers: readonly GapAnswer[]): string {
  const rows = [
    ['volume', 'slope', 'gaps fitted', 'largest / smallest', 'triangles a sphere', 'tests at gap 1/8'],
    ...results.map(({ volume, law, triangles, counts }) => [
      volume,
      law === null ? '–' : law.slope.toFixed(3),
      String(law?.gaps ?? 0),
      law === null ? '–' : number(law.span),
      triangles.toLocaleString('en-US'),
      (counts.find(({ gap }) => gap === 1 / 8)?.tests ?? Number.NaN).toLocaleString('en-US'),
    ]),
  ];
  const wrong = answers.filter(({ right }) => !right).length;
  return [
    'parallel-proximity: volume tests between concentric spheres as the gap shrinks, log–log',
    alignColumns(rows),
    `  ${answers.length} answers of all volumes on small spheres, ${wrong} wrong or different from the others`,
  ].join('\n');
}
