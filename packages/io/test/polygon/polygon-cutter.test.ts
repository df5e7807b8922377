import { seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { type CutStatus, PolygonCutter } from '../../src/polygon/polygon-cutter.ts';
import { processorMs } from '../help.ts';

type Point = readonly number[];

interface Split {
  readonly status: CutStatus;
  readonly triangles: readonly (readonly [number, number, number])[];
}

function split(points: readonly Point[]): Split {
  const n = points.length;
  const triangles = new Uint32Array(3 * (n - 2));
  const cutter = new PolygonCutter(Float64Array.from(points.flatMap(([x = 0, y = 0, z = 0]) => [x, y, z])), triangles);
  const corners = Uint32Array.from(points, (_, i) => i);
  const status = cutter.split(corners, 0, n);
  const list = Array.from({ length: cutter.triangleCount }, (_, t): [number, number, number] => [
    triangles[3 * t] ?? -1,
    triangles[3 * t + 1] ?? -1,
    triangles[3 * t + 2] ?? -1,
  ]);
  return { status, triangles: list };
}

/** Twice the area in the xy plane, exact for small whole coordinates. */
function doubleArea(points: readonly Point[], corners: readonly number[]): number {
  let sum = 0;
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length] ?? 0;
    const [ax = 0, ay = 0] = points[a] ?? [];
    const [bx = 0, by = 0] = points[b] ?? [];
    sum += ax * by - ay * bx;
  }
  return sum;
}

/**
 * The laws of a triangulation: n − 2 triangles; the outline once, every inner edge once in each direction; and, for polygons in the xy
 * plane, triangles all of the outline's sense whose areas add up to its area, so none overlap.
 */
function checkSplit(points: readonly Point[], { triangles }: Split): void {
  const n = points.length;
  expect(triangles.length).toBe(n - 2);
  const edges = new Map<string, number>();
  for (const [a, b, c] of triangles) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  for (let i = 0; i < n; i++) expect(edges.get(`${i} ${(i + 1) % n}`)).toBe(1);
  for (const [edge, count] of edges) {
    const [from = 0, to = 0] = edge.split(' ').map(Number);
    expect(count).toBe(1);
    if ((from + 1) % n !== to) expect(edges.get(`${to} ${from}`)).toBe(1);
  }

  const outline = doubleArea(
    points,
    points.map((_, i) => i),
  );
  let sum = 0;
  for (const triangle of triangles) {
    const area = doubleArea(points, triangle) * Math.sign(outline);
    expect(area).toBeGreaterThan(0);
    sum += area;
  }
  expect(sum).toBeCloseTo(Math.abs(outline), 9);
}

/** Points in the xy plane, written "x,y x,y …". */
const outline = (text: string): Point[] => text.split(' ').map((pair) => pair.split(',').map(Number));

const SHAPES: Readonly<Record<string, string>> = {
  'a square': '0,0 1,0 1,1 0,1',
  'an arrowhead, bent at the second corner': '0,0 1,1 2,0 1,3',
  'an arrowhead, bent at the third corner': '1,3 0,0 1,1 2,0',
  'an L': '0,0 2,0 2,1 1,1 1,2 0,2',
  'a hexagon': '2,0 1,2 -1,2 -2,0 -1,-2 1,-2',
  'a triangle with a corner in the middle of a side': '0,0 2,0 4,0 0,4 0,2',
  'a triangle with many corners on its sides': '0,0 1,0 2,0 3,0 4,0 3,1 2,2 1,3 0,4 0,3 0,2 0,1',
  'a comb': '0,0 1,5 2,0 3,5 4,0 5,5 6,0 7,5 8,0 9,5 10,0 10,9 0,9',
  'a frame, its hole reached by a bridge': '0,0 4,0 4,4 0,4 0,0 1,1 1,3 3,3 3,1 1,1',
  'a square that starts at a straight corner': '1,0 2,0 2,2 0,2 0,0',
  'a spiral': '0,0 9,0 9,9 0,9 0,2 7,2 7,7 2,7 2,4 5,4 5,5 3,5 3,6 6,6 6,3 1,3 1,8 8,8 8,1 0,1',
};

describe('shapes', () => {
  test.each(Object.entries(SHAPES))('%s, from every corner, in both orders', (_name, text) => {
    const points = outline(text);
    for (const sense of [points, points.toReversed()]) {
      for (let start = 0; start < sense.length; start++) {
        const turned = [...sense.slice(start), ...sense.slice(0, start)];
        const result = split(turned);
        expect(result.status).toBe('done');
        checkSplit(turned, result);
      }
    }
  });

  test('in every plane', () => {
    const points = outline('0,0 2,0 2,1 1,1 1,2 0,2');
    const inXy = split(points).triangles;
    expect(split(points.map(([x = 0, y = 0]) => [0, x, y])).triangles).toEqual(inXy);
    expect(split(points.map(([x = 0, y = 0]) => [y, 0, x])).triangles).toEqual(inXy);
    expect(split(points.map(([x = 0, y = 0]) => [x, y, x + 2 * y + 1e6])).triangles.length).toBe(4);
  });

  test('a saddle of four corners', () => {
    const { status, triangles } = split([
      [0, 0, 0],
      [1, 0, 1],
      [1, 1, 0],
      [0, 1, 1],
    ]);
    expect(status).toBe('done');
    expect(triangles).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
  });

  test.each([
    ['corners on a line', '0,0 1,0 2,0 3,0 1.5,0'],
    ['corners at one position', '1,1 1,1 1,1 1,1 1,1 1,1'],
  ])('%s', (_name, text) => {
    const points = outline(text);
    const { status, triangles } = split(points);
    expect(status).toBe('done');
    expect(triangles.length).toBe(points.length - 2);
  });

  test.each([
    ['a bow tie', '0,0 3,1 3,0 0,2'],
    ['a pentagram', '10,0 -8,6 3,-10 3,10 -8,-6'],
    ['a bow tie with six corners', '0,0 4,4 4,3 4,0 0,3 0,1'],
  ])('%s is told, and keeps its outline', (_name, text) => {
    const points = outline(text);
    const { status, triangles } = split(points);
    expect(status).toBe('crossing');
    expect(triangles.length).toBe(points.length - 2);
    const edges = new Set(triangles.flatMap(([a, b, c]) => [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]));
    for (let i = 0; i < points.length; i++) expect(edges).toContain(`${i} ${(i + 1) % points.length}`);
  });
});

/** A random polygon of whole coordinates that goes around the origin in steps of less than a half turn, so it is simple. */
function starShaped(random: () => number, n: number): Point[] {
  const points = new Map<string, readonly [number, number]>();
  const add = (x: number, y: number): unknown => points.set(String(Math.atan2(y, x)), [x, y]);
  for (const [x, y] of [
    [5, 0],
    [0, 5],
    [-5, 0],
    [0, -5],
  ] as const)
    add(x, y);
  while (points.size < n) {
    const x = Math.floor(random() * 41) - 20;
    const y = Math.floor(random() * 41) - 20;
    // One point a direction keeps the outline simple; corners may still be straight.
    if (x !== 0 || y !== 0) add(x, y);
  }
  const around = [...points.values()].sort(([ax, ay], [bx, by]) => Math.atan2(ay, ax) - Math.atan2(by, bx));
  return around;
}

test('random polygons are split without overlap', () => {
  const random = seeded(3);
  let concave = 0;
  for (let run = 0; run < 400; run++) {
    const points = starShaped(random, 12 + Math.floor(random() * 40));
    const result = split(points);
    expect(result.status).toBe('done');
    checkSplit(points, result);
    const turns = points.map((_, i) => doubleArea(points, [i, (i + 1) % points.length, (i + 2) % points.length]));
    if (turns.some((turn) => turn < 0)) concave++;
  }
  expect(concave).toBeGreaterThan(350);
});

test.each<[string, number, (i: number) => Point]>([
  ['a gear', 40000, (i) => polar(i % 4 < 2 ? 1000 : 999, (i * Math.PI) / 20000)],
  ['a rack', 10000, (i) => (i < 9998 ? [i, i % 4 < 2 ? 0 : 5] : [i === 9998 ? 9997 : 0, 9])],
  ['a rack on end', 10000, (i) => (i < 9998 ? [i % 4 < 2 ? 0 : -5, i] : [-9, i === 9998 ? 9997 : 0])],
])('%s of %i corners is split in good time', (_name, count, point) => {
  const points = Array.from({ length: count }, (_, i) => point(i));
  const start = processorMs();
  const { status, triangles } = split(points);
  expect(status).toBe('done');
  expect(triangles.length).toBe(count - 2);
  expect(processorMs() - start).toBeLessThan(4000);
});

const polar = (radius: number, angle: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];

test.each<[string, number, (i: number, random: () => number) => Point]>([
  ['a tangle', 60000, (_i, random) => [random(), random()]],
  ['a triangle gone around very often', 600000, (i) => [Math.floor((i % 3) / 2), (i % 3) % 2]],
  ['a star of many turns', 100000, (i) => [i * Math.cos(i), i * Math.sin(i)]],
  ['a line to and fro', 300001, (i) => [i === 0 ? 0 : i % 2, i === 0 ? 1 : 0]],
])('%s is split or given up in good time', (_name, count, point) => {
  const random = seeded(4);
  const points = Array.from({ length: count }, (_, i) => point(i, random));
  const start = processorMs();
  expect(['crossing', 'too-much-work']).toContain(split(points).status);
  expect(processorMs() - start).toBeLessThan(5000);
});
