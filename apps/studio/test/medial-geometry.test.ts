import { expect, test } from 'vitest';
import { coneSurfaces, coneVertices, SLAB_VERTICES, slabSurfaces } from '../src/page/view/medial-geometry.ts';

/** Single precision, of numbers up to 4. */
const ROUNDING = 4e-6;

const BALLS = Float32Array.of(0, 0, 0, 1, 3, 0, 0, 0.5, 0, 2.5, 1, 0.25, 0.1, 0, 0, 0.2);

/** How far the plane at a vertex is from touching a ball: 0 if it does. */
function planeToBall({ positions, normals }: ReturnType<typeof slabSurfaces>, vertex: number, ball: number): number {
  let height = 0;
  for (let k = 0; k < 3; k++) {
    height += (normals[3 * vertex + k] ?? 0) * ((positions[3 * vertex + k] ?? 0) - (BALLS[4 * ball + k] ?? 0));
  }
  return height - (BALLS[4 * ball + 3] ?? 0);
}

const lengths = (normals: Float32Array): number[] =>
  Array.from({ length: normals.length / 3 }, (_, k) => Math.hypot(...normals.subarray(3 * k, 3 * k + 3)));

test('planes on a truncated cone touch both balls', () => {
  const sides = 8;
  const surface = coneSurfaces(BALLS, Uint32Array.of(0, 1, 2, 0), sides);
  expect(surface.positions).toHaveLength(3 * 2 * coneVertices(sides));
  for (const length of lengths(surface.normals)) expect(length).toBeCloseTo(1, 5);
  for (let vertex = 0; vertex < 2 * coneVertices(sides); vertex++) {
    for (const ball of vertex < coneVertices(sides) ? [0, 1] : [2, 0]) {
      expect(Math.abs(planeToBall(surface, vertex, ball))).toBeLessThan(ROUNDING);
    }
  }
});

test('the triangles of a slab touch its three balls, on two sides', () => {
  const surface = slabSurfaces(BALLS, Uint32Array.of(0, 1, 2));
  for (let vertex = 0; vertex < SLAB_VERTICES; vertex++) {
    for (const ball of [0, 1, 2]) expect(Math.abs(planeToBall(surface, vertex, ball))).toBeLessThan(ROUNDING);
  }
  expect(surface.normals[2]).toBeGreaterThan(0);
  expect(surface.normals[3 * 3 + 2]).toBeLessThan(0);
});

test('what has no tangent planes is drawn together, and there are no other numbers', () => {
  for (const surface of [
    coneSurfaces(BALLS, Uint32Array.of(0, 3, 1, 1), 8), // a ball in another, and a ball alone
    slabSurfaces(BALLS, Uint32Array.of(0, 1, 3, 0, 1, 1)),
  ]) {
    expect(surface.positions.every(Number.isFinite)).toBe(true);
    expect(surface.normals.every((x) => x === 0)).toBe(true);
  }
});
