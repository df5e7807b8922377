import { expect, test } from 'vitest';
import { openScene } from '../src/curved/ask.ts';
import { type CurvedResult, runCurved } from '../src/curved/suite.ts';
import { curvedChart } from '../src/report/curved-chart.ts';
import { curvedTable } from '../src/report/curved-table.ts';

/** In this thread and without a warm-up: counts and answers are what is tested here. */
const here = (scenes: string[], gaps: number[]): Promise<CurvedResult[]> =>
  runCurved(1, scenes, gaps, (setting) => {
    const ask = openScene(setting, 0);
    return { ask: async (asked) => ask(asked), close: async () => {} };
  });

test('all volumes agree; shells need few tests where spheres are parallel, and their number hardly grows', async () => {
  const results = await here(['spheres'], [0.1, 0.03]);
  expect(results.map(({ question }) => question)).toEqual(['apart', 'distance']);
  const [apart, distance] = results;
  const row = (volume: string) => apart.rows.find((r) => r.volume === volume) ?? apart.rows[0];
  for (const { strays } of results) expect(strays).toEqual([]);
  expect(distance.rows[0].answers[0].checksum).toBeCloseTo(5 * 0.07, 2);
  expect(apart.rows[0].answers[0].checksum).toBe(0);
  expect(row('shell').answers[1].volumeTests).toBeLessThan(row('obb').answers[1].volumeTests / 20);
  expect(row('shell').slope).toBeGreaterThan(-0.5);
  expect(row('obb').slope).toBeLessThan(-0.8);

  const table = curvedTable(apart);
  expect(table).toContain('curved.spheres');
  expect(table).toContain('all answers agree');
  expect(curvedTable({ ...apart, strays: ['shell'] })).toContain('answers that differ: shell');
  const svg = curvedChart(results, { node: 'v20' });
  expect(svg).toContain('>ellipsoid</text>');
  expect(svg.match(/aria-label="line"/g)).toHaveLength(7);
  expect(svg).not.toContain('NaN');
});
