import { expect, test } from 'vitest';
import { openKeeper } from '../src/broad-phase/ask.ts';
import { crowdGoals, crowdTable } from '../src/broad-phase/experiment.ts';
import { runCrowds } from '../src/broad-phase/suite.ts';
import { crowdChart } from '../src/report/crowd-chart.ts';

test('all structures and the world find the same pairs; Rapier is timed beside them', async () => {
  const crowds = [100, 300].map((count) => ({ count, steps: 20, milliseconds: 10_000 }));
  const result = await runCrowds(1, crowds, undefined, (keeper) => ({
    ask: openKeeper(keeper),
    close: async () => {},
  }));
  expect(result.strays).toBe(0);
  const [{ answers }] = result.rows;
  expect(answers.map(({ steps }) => steps)).toEqual([20, 20]);
  expect(answers[0].pairs).toBeGreaterThan(30);
  expect(answers[1].pairs).toBeGreaterThan(100);
  for (const row of result.rows) for (const { mean } of row.answers) expect(mean).toBeGreaterThan(0);

  expect(crowdTable(result)).toContain('all counts of pairs agree');
  expect(crowdTable({ ...result, strays: 2 })).toContain('2 counts of pairs differ');
  expect(crowdGoals(result).map(({ met }) => met)).toContain(false); // sizes that were not asked for meet no goal
  const svg = crowdChart(result, { cpu: 'a machine', node: 'v20' });
  expect(svg.match(/aria-label="line"/g)).toHaveLength(result.rows.length);
  expect(svg).not.toContain('NaN');
});
