import { expect, test } from 'vitest';
import { openMethod } from '../src/marching/ask.ts';
import { marchingGoals, marchingTable } from '../src/marching/experiment.ts';
import { hullPoints } from '../src/marching/scenes.ts';
import { runMarching } from '../src/marching/suite.ts';
import { marchingChart } from '../src/report/marching-chart.ts';

test('all methods agree; slow motion takes few steps', async () => {
  // In this thread, once through the poses: counts and answers are what is tested here.
  const results = await runMarching(1, ['hull32', 'hull1000'], ['slow', 'anywhere'], 1, (method) => {
    const ask = openMethod(method);
    return { ask: async (asked) => ask(asked), close: async () => {} };
  });
  const [slow, anywhere] = results;
  for (const { strays, rows } of results) {
    expect(strays).toBe(0);
    expect(rows.map(({ answer }) => answer.handovers)).toEqual([0, 0, 0, 0, 0, 0]);
  }
  for (const { answer } of slow.rows) expect(answer.steps).toBeLessThan(0.2);
  for (const { answer } of anywhere.rows) expect(answer.steps).toBeGreaterThan(1);

  expect(marchingTable(slow)).toContain('hull1000, marching by levels');
  expect(marchingTable(slow)).toContain('all answers agree');
  expect(marchingTable({ ...slow, strays: 2 })).toContain('2 sums of distances differ');
  const [goal] = marchingGoals(results);
  expect(goal.value).toBeGreaterThan(0);
  expect(marchingGoals([])[0].met).toBe(false);
  const svg = marchingChart(results, { cpu: 'a machine', node: 'v20' });
  expect(svg.match(/<rect [^>]*fill="var\(--(met|plain|missed)\)"/g)).toHaveLength(12);
  expect(svg).not.toContain('NaN');
});

test('hulls are as large as they are called', () => {
  expect(hullPoints('hull128').length).toBe(3 * 128);
  const z = hullPoints('disc10000').filter((_, k) => k % 3 === 2);
  expect(Math.max(...z.map(Math.abs))).toBeLessThanOrEqual(0.025);
});
