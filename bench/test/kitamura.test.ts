import { expect, test } from 'vitest';
import { figureTable, triangleBoxTable } from '../src/kitamura/experiment.ts';
import { approach } from '../src/kitamura/rigid-scene.ts';
import { countContradictions, type Figure, runFigures } from '../src/kitamura/suite.ts';
import { timeTriangleBox } from '../src/kitamura/triangle-box.ts';
import { kitamuraChart } from '../src/report/kitamura-chart.ts';

test('in every experiment of the paper all methods agree on who touches', () => {
  const figures = runFigures({
    rounds: 1,
    approachCycles: 12,
    roamingCycles: 60,
    faces: [48, 168, 960],
    bodies: [10, 20],
  });
  expect(figures.map(({ name }) => name)).toEqual(['approach', 'knots', 'interactive', 'planes', 'update', 'distance']);
  for (const figure of figures) {
    expect([figure.name, countContradictions(figure)]).toEqual([figure.name, 0]);
  }
  const contactStatus = figures.filter(({ runs }) => runs.some(({ touching }) => touching.some((count) => count > 0)));
  expect(contactStatus.map(({ name }) => name)).toEqual(['approach', 'interactive', 'update', 'distance']);
  // Two spheres touch in their last cycle and not before.
  for (const { touching } of figures[0].runs) expect(touching.join('')).toBe('000000000001');
  expect(figureTable(figures[5])).toContain('all methods agree');
  const svg = kitamuraChart(figures, { cpu: 'a machine', node: 'v20' });
  expect(svg).not.toContain('NaN');
  expect(svg.match(/class="heading"/g)).toHaveLength(11);
});

test('a contradiction is counted', () => {
  const run = { method: 'paper', size: 1, cycles: [1, 1], touching: [0, 1] } as const;
  const figure: Figure = { name: 'made up', runs: [run, { ...run, method: 'planes', touching: [0, 0] }] };
  expect(countContradictions(figure)).toBe(1);
  expect(figureTable(figure)).toContain('1 cycles contradict');
});

test('approaching spheres keep their distance until the end', () => {
  const { cycles } = approach(48, 10);
  const gaps = cycles.map(([a, b]) => b[9] - a[9]);
  expect(gaps.every((gap, k) => k === 0 || gap < gaps[k - 1])).toBe(true);
  expect(gaps[8]).toBeGreaterThan(1);
});

test('clipping and separating axes agree on triangles and boxes', () => {
  const times = timeTriangleBox(1);
  for (const { differing, contactStatus } of times) {
    expect(differing).toBe(0);
    expect(contactStatus).toBeGreaterThan(0.2);
    expect(contactStatus).toBeLessThan(0.9);
  }
  expect(triangleBoxTable(times)).toContain('clipping');
});
