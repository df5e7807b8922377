// The Delaunay triangulation by its definition, judged with exact signs: no point inside a circumsphere, and the whole
// convex hull filled.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { insphere, orient3d } from 'robust-predicates';
import { describe, expect, test } from 'vitest';
import { convexHull } from '../../src/convex/quickhull.ts';
import { delaunay } from '../../src/medial/delaunay.ts';

const random = seeded(8);
const cloud = (count: number): number[] => Array.from({ length: 3 * count }, () => randomBetween(random, -1, 1));
const onSphere = (count: number): number[] =>
  Array.from({ length: count }, () => cloud(1)).flatMap((p) => p.map((x) => x / Math.hypot(...p)));
const lattice = (x: number, y: number, z: number): number[] =>
  Array.from({ length: x * y * z }, (_, i) => [i % x, Math.floor(i / x) % y, Math.floor(i / x / y)]).flat();

const threefold = (numbers: number[]): number[] => [...numbers, ...numbers, ...numbers];

const sets: readonly (readonly [string, readonly number[]])[] = [
  ['four points', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]],
  ['a cloud', cloud(200)],
  ['a sphere and its middle', [...onSphere(150), 0, 0, 0]],
  ['a lattice', lattice(6, 6, 6)],
  ['a cube', lattice(2, 2, 2)],
  ['every point three times', threefold(cloud(60))],
  ['a plane and one point above it', [...lattice(9, 9, 1), 4.25, 4.5, 1]],
  ['two planes', lattice(9, 9, 2)],
  ['a line of points and two aside', [...lattice(30, 1, 1), 3, 1, 0, 3, 0, 1]],
  ['far from the origin', cloud(200).map((x) => 1e6 + x)],
  ['nearly flat', cloud(200).map((x, k) => (k % 3 === 2 ? x * 2 ** -40 : x))],
];

function at(points: Float64Array, ...numbers: number[]): number[] {
  return numbers.flatMap((i) => Array.from(points.subarray(3 * i, 3 * i + 3)));
}

const orient = (points: Float64Array, [a, b, c, d]: Int32Array): number =>
  orient3d(...(at(points, a, b, c, d) as Parameters<typeof orient3d>));

const inSphere = (points: Float64Array, [a, b, c, d]: Int32Array, e: number): number =>
  insphere(...(at(points, a, b, c, d, e) as Parameters<typeof insphere>));

/** Six times the volume of a tetrahedron, in doubles. */
const volume = (points: Float64Array, corners: Int32Array): number => -orient(points, corners);

describe.each(sets)('%s', (_name, numbers) => {
  const points = Float64Array.from(numbers);
  const count = points.length / 3;
  const { corners, neighbours } = delaunay(points);
  const tetrahedra = Array.from({ length: corners.length / 4 }, (_, t) => corners.subarray(4 * t, 4 * t + 4));

  test('no tetrahedron is flat or turned over, and no point is inside its sphere', () => {
    expect(tetrahedra.length).toBeGreaterThan(0);
    let wrong = 0;
    for (const tetrahedron of tetrahedra) {
      if (orient(points, tetrahedron) >= 0) wrong++;
      for (let e = 0; e < count; e++) if (inSphere(points, tetrahedron, e) > 0) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test('every point is a corner, but for repetitions', () => {
    const used = new Set(Array.from(corners, (v) => at(points, v).join()));
    for (let i = 0; i < count; i++) expect(used.has(at(points, i).join())).toBe(true);
  });

  test('neighbours share a face, from both sides', () => {
    tetrahedra.forEach((tetrahedron, t) => {
      for (let k = 0; k < 4; k++) {
        const next = neighbours[4 * t + k];
        if (next < 0) continue;
        const back = neighbours.subarray(4 * next, 4 * next + 4).indexOf(t);
        expect(back).toBeGreaterThanOrEqual(0);
        const face = tetrahedron.filter((_, j) => j !== k).toSorted();
        expect(tetrahedra[next].filter((_, j) => j !== back).toSorted()).toEqual(face);
      }
    });
  });

  test('they fill the convex hull', () => {
    const { triangles } = convexHull(points);
    const middle = Math.max(...corners);
    let expected = 0;
    for (let k = 0; k < triangles.length; k += 3) {
      const [a, b, c] = triangles.subarray(k, k + 3);
      expected += Math.abs(volume(points, Int32Array.of(a, b, c, middle)));
    }
    const filled = tetrahedra.reduce((sum, tetrahedron) => sum + volume(points, tetrahedron), 0);
    expect(Math.abs(filled - expected)).toBeLessThanOrEqual(1e-9 * expected);
  });
});

test.each([
  ['one point', [1, 2, 3]],
  ['one point twice', [1, 2, 3, 1, 2, 3]],
  ['a line', lattice(7, 1, 1)],
  ['a plane', lattice(5, 5, 1)],
])('%s has no tetrahedra', (_name, numbers) => {
  expect(delaunay(Float64Array.from(numbers)).corners.length).toBe(0);
});

test('twelve thousand points are locally Delaunay, which is enough', () => {
  const points = Float64Array.from([...cloud(10_000), ...onSphere(2_000)]);
  const { corners, neighbours } = delaunay(points);
  let faces = 0;
  let wrong = 0;
  for (let t = 0; t < corners.length / 4; t++) {
    const tetrahedron = corners.subarray(4 * t, 4 * t + 4);
    for (let k = 0; k < 4; k++) {
      const next = neighbours[4 * t + k];
      if (next < t) continue;
      const beyond = corners[4 * next + neighbours.subarray(4 * next, 4 * next + 4).indexOf(t)];
      if (inSphere(points, tetrahedron, beyond) > 0) wrong++;
      faces++;
    }
  }
  expect(wrong).toBe(0);
  expect(faces).toBeGreaterThan(80_000);
});
