import type { Experiment } from '../experiment.ts';
import { curvedChart } from '../report/curved-chart.ts';
import { curvedTable } from '../report/curved-table.ts';
import { runCurved } from './suite.ts';

export const curved: Experiment = {
  name: 'curved',
  run: async (rounds, machine) => {
    const data = await runCurved(rounds);
    return {
      table: data.map(curvedTable).join('\n\n'),
      plot: curvedChart(data, machine),
      data,
      goals: [],
      mistakes: data.reduce((sum, { strays }) => sum + strays.length, 0),
    };
  },
};
