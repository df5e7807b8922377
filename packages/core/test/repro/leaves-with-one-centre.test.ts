// Leaves whose volumes have the same centre were dismissed as soon as the search had a limit: the line between their
// centres has no length, and 0 ≥ limit · 0. A triangle was then "beyond" any distance from itself.

import { expect, test } from 'vitest';
import { distance, Mesh, Model, Pair, tolerance } from '../../src/index.ts';

const triangle = Model.build(new Mesh([-1, -1, 0, 3, -1, 0, -1, 3, 0], [0, 1, 2]));

/** A tetrahedron about the origin: one leaf, its centre the same at every size. */
const tetrahedron = (s: number): Model =>
  Model.build(new Mesh([s, s, s, -s, -s, s, -s, s, -s, s, -s, -s], [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]));

test('a triangle is at no distance from itself, whatever the limit', () => {
  expect(distance(triangle, {}, triangle, {}, { maxDistance: 1 }).status).toBe('touching');
  expect(distance(triangle, {}, triangle, {}, { maxDistance: 0 }).status).toBe('touching');
  expect(tolerance(triangle, {}, triangle, {}, { tolerance: 1e-20 }).status).toBe('within');
  expect(new Pair(triangle, triangle).distance({}, {}, { maxDistance: 1 }).status).toBe('touching');
});

test('concentric bodies of one leaf each', () => {
  const apart = distance(tetrahedron(1), {}, tetrahedron(10), {}, { solid: false, maxDistance: 5.2 });
  expect(apart.status).toBe('separated');
  expect(apart.distance).toBeCloseTo(9 / Math.sqrt(3), 12);
});
