import { expect, test } from 'vitest';
import { enclosingTriangle } from '../../../src/lab/volumes/enclosing-triangle.ts';
import { seededRandom } from '../../../src/scalar/random.ts';
import { spread } from '../../bounds/samples.ts';

type Point = readonly [number, number];

function around(points: readonly Point[]): Point[] {
  const out = new Float64Array(6).fill(Number.NaN);
  enclosingTriangle(Float64Array.from(points.flatMap(([x, y]) => [x, y, 7])), points.length, 0, out);
  return [0, 2, 4].map((k) => [out[k], out[k + 1]]);
}

const cross = (o: Point, p: Point, q: Point): number => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
const area = ([a, b, c]: readonly Point[]): number => Math.abs(cross(a, b, c)) / 2;

/** How far a point is outside, by the side it is farthest beyond. */
function outside(triangle: readonly Point[], p: Point): number {
  const sense = Math.sign(cross(triangle[0], triangle[1], triangle[2]));
  const heights = triangle.map((a, k) => {
    const b = triangle[(k + 1) % 3];
    return (sense * cross(a, b, p)) / Math.hypot(b[0] - a[0], b[1] - a[1]);
  });
  return -Math.min(...heights);
}

/** The middle of the box of the points, and its diagonal. */
function boxOf(points: readonly Point[]): { readonly middle: Point; readonly diagonal: number } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { middle: [(left + right) / 2, (bottom + top) / 2], diagonal: Math.hypot(right - left, top - bottom) };
}

test('holds every point, and no corner is far off', () => {
  const random = seededRandom(1);
  for (let run = 0; run < 600; run++) {
    const flatness = 10 ** (-4 * random());
    const points = Array.from({ length: 4 + (run % 40) }, (): Point => [spread(random), flatness * spread(random)]);
    const triangle = around(points);
    const { middle, diagonal } = boxOf(points);
    for (const p of points) expect(outside(triangle, p)).toBeLessThan(1e-12);
    for (const [x, y] of triangle) expect(Math.hypot(x - middle[0], y - middle[1])).toBeLessThan(1.001 * diagonal);
  }
});

test('sides that meet far away make no corner', () => {
  const strip: Point[] = [
    [0, 0],
    [1, 0],
    [1, 0.9e-3],
    [0, 1e-3],
  ];
  for (const [x, y] of around(strip)) expect(Math.hypot(x - 0.5, y)).toBeLessThan(1.001);
});

test('a triangle is its own, whatever lies in it; a square needs little more than twice its area', () => {
  const corners: Point[] = [
    [0.1, 0.2],
    [3, 0.7],
    [1, 2.3],
  ];
  const inner: Point[] = [
    [1, 1],
    [1.2, 0.9],
  ];
  expect(new Set(around([...inner, ...corners]).map(String))).toEqual(new Set(corners.map(String)));
  const square: Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  expect(area(around(square))).toBeLessThan(2.02);
});

test('segments and points', () => {
  expect(
    around([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ]),
  ).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  expect(
    new Set(
      around([
        [0, 0],
        [1, 1],
        [3, 3],
        [2, 2],
      ]).map(String),
    ),
  ).toEqual(new Set(['0,0', '3,3']));
});
