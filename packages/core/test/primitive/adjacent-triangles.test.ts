import {
  intersectBeyondSharedExactly,
  liftTriangle,
  randomInteger,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { intersectBeyondShared } from '../../src/primitive/adjacent-triangles.ts';
import { DoubleCorners } from '../../src/primitive/exact-corners.ts';

const SHARED = [1, 2, 3] as const;

/** Two triangles on a lattice, their first corners equal. */
function neighbours(random: SeededRandom, reach: number, shared: number): readonly [Float64Array, Float64Array] {
  const draw = (): Float64Array => Float64Array.from({ length: 9 }, () => randomInteger(random, -reach, reach));
  const [a, b] = [draw(), draw()];
  b.set(a.subarray(0, 3 * shared));
  return [a, b];
}

function intersect(a: Float64Array, b: Float64Array, shared: 1 | 2 | 3): boolean {
  const points = new DoubleCorners(6);
  points.xyz.set(a);
  points.xyz.set(b, 9);
  return intersectBeyondShared(points, shared);
}

// On so coarse a lattice most triangles are flat, coplanar or fold onto each other.
test.each(SHARED)('neighbours with %i common corners are judged as by cutting in fractions', (shared) => {
  const random = seeded(40 + shared);
  const verdicts = new Set<string>();
  let hits = 0;
  for (let n = 0; n < 1500; n++) {
    const [a, b] = neighbours(random, n % 3 === 0 ? 3 : 1, shared);
    const expected = intersectBeyondSharedExactly(liftTriangle(a), liftTriangle(b), shared);
    if (intersect(a, b, shared) !== expected) verdicts.add(`${a} | ${b} | ${expected}`);
    if (intersect(b, a, shared) !== expected) verdicts.add(`${b} | ${a} | ${expected}`);
    if (expected) hits++;
  }
  expect([...verdicts]).toEqual([]);
  if (shared === 3) expect(hits).toBe(0);
  else expect(hits).toBeGreaterThan(100);
});

test('a fold onto the neighbour is a collision, a flat continuation is not', () => {
  const a = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  expect(intersect(a, Float64Array.of(0, 0, 0, 1, 0, 0, 1, -1, 0), 2)).toBe(false);
  expect(intersect(a, Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0), 2)).toBe(true);
  expect(intersect(a, Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 2 ** -40), 2)).toBe(false);
});

test('a neighbour at a corner that pierces is found, one that only has the corner is not', () => {
  const a = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
  expect(intersect(a, Float64Array.of(0, 0, 0, 1, 1, 1, 1, 1, -1), 1)).toBe(true);
  expect(intersect(a, Float64Array.of(0, 0, 0, 1, 1, 1, 1, 1, 0.5), 1)).toBe(false);
  // Its far corner lies on the face.
  expect(intersect(a, Float64Array.of(0, 0, 0, 1, 1, 0, 1, 1, 5), 1)).toBe(true);
});
