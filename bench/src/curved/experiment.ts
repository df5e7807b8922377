import type { Experiment } from '../experiment.ts';
import { curvedChart } from '../report/curved-chart.ts';
import { curvedTable } from '../report/curved-table.ts';
import { type CurvedResult, runCurved } from './suite.ts';

export const curved: Experiment = {
  name: 'curved',
  run: async (rounds) => {
    const data = await runCurved(rounds);
    return {
      table: data.map(curvedTable).join('\n\n'),
      data,
      goals: [],
      mistakes: data.reduce((sum, { strays }) => sum + strays.length, 0),
    };
  },
  draw: (data: readonly CurvedResult[], machine) => ({ curved: curvedChart(data, machine) }),
};
