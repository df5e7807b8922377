import { icosphere, makeShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { hullTreesTable, walksTable } from '../src/hull-trees/experiment.ts';
import { runFamilies, runWorkloads } from '../src/hull-trees/suite.ts';
import { runWalks } from '../src/hull-trees/walks.ts';
import { hullTreesChart } from '../src/report/hull-trees-chart.ts';
import { generatedSource } from '../src/workload-source.ts';

test('both methods agree, and a ball is one leaf', async () => {
  const rows = await runFamilies(1, [
    { name: 'ball', meshes: [() => icosphere({ subdivisions: 1 }), () => icosphere({ subdivisions: 2 })] },
    { name: 'gear', meshes: [() => makeShape('gear')] },
  ]);
  expect(rows.map(({ name, triangles, wrong }) => [name, triangles, wrong])).toEqual([
    ['ball', 80, 0],
    ['ball', 320, 0],
    ['gear', 512, 0],
  ]);
  expect(rows.map(({ leaves }) => leaves > 1)).toEqual([false, false, true]);
  expect(rows[0].hullTests).toBe(1);
  expect(hullTreesTable(rows)).toContain('gear');
  const svg = hullTreesChart(rows, { node: 'v20' });
  expect(svg.match(/aria-label="line"/g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(3);
  expect(svg).not.toContain('NaN');
});

test('the workloads of the benchmark, against brute force', async () => {
  const source = generatedSource();
  const small = { ...source, entries: source.entries.filter(({ model }) => model === 'torus-knot-300') };
  const rows = await runWorkloads(1, small);
  expect(rows.map(({ name, wrong }) => [name, wrong])).toEqual([
    ['W1.torus-knot-300', 0],
    ['W4.torus-knot-300', 0],
  ]);
});

test('marching at the nodes finds what GJK finds there', async () => {
  const rows = await runWalks(1, [{ name: 'gear', meshes: [() => makeShape('gear')] }]);
  expect(rows.map(({ name, pace, wrong }) => [name, pace, wrong])).toEqual([
    ['gear', 1, 0],
    ['gear', 0.1, 0],
    ['gear', 0.01, 0],
  ]);
  expect(walksTable(rows)).toContain('0.01');
});
