import { contactKindExactly, liftTriangle, randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { filterTriangleTriangle } from '../../src/primitive/triangle-triangle-filter.ts';
import { COORDINATE_ERROR } from '../../src/scalar/tolerances.ts';
import { exactDistance, FAMILY_COUNT, largest, reordered, type TrianglePair, unitPairs } from './hard-cases.ts';

const CLAIMS = { '-1': 'disjoint', 1: 'crossing' } as const;

/** What the addition of an error itself rounds must not lead out of the promised range. */
const ALMOST = 1 - 2 ** -4;

/** Every coordinate moved by at most `error`: throughout up or down, or somewhere between. */
function perturbed(random: SeededRandom, t: Float64Array, error: number): Float64Array {
  const reach = ALMOST * error;
  return t.map((x) => x + (random() < 0.5 ? Math.sign(random() - 0.5) * reach : reach * randomBetween(random, -1, 1)));
}

/** All corners moved as far as allowed along the signs of a direction: the worst for planes square to it. */
function pushed(t: Float64Array, direction: readonly number[], error: number): Float64Array {
  return t.map((x, k) => x + ALMOST * error * Math.sign(direction[k % 3]));
}

/** Directions that decide: the normals, and the products of edges of the two. */
function* directions(a: Float64Array, b: Float64Array): Generator<readonly number[]> {
  const edges = (t: Float64Array): number[][] =>
    [0, 3, 6].map((k) => [0, 1, 2].map((c) => t[(k + 3 + c) % 9] - t[k + c]));
  const all = [...edges(a), ...edges(b)];
  for (const [k, u] of all.entries()) {
    for (const v of all.slice(k + 1)) {
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      yield normal;
      yield normal.map((x) => -x);
    }
  }
}

/** The errors corners come with: the least the filter allows for, and coarser. */
const ERRORS = [COORDINATE_ERROR, 1e-12, 1e-7, 1e-3];

/** Pairs in contact or nearly, moved apart or together by as much as decides at the given error. */
function* nearlyTouching(
  random: SeededRandom,
  pairs: Iterable<TrianglePair>,
): Generator<TrianglePair & { error: number }> {
  let n = 0;
  for (const { kind, a, b } of pairs) {
    const error = ERRORS[n++ % ERRORS.length] * largest(a, b);
    const shift = [0, 1, 2].map(() => 24 * error * randomBetween(random, -1, 1));
    yield { kind, a, b: n % 3 === 0 ? b : b.map((x, k) => x + shift[k % 3]), error };
  }
}

test('a claim holds for the given triangles and for all within the stated error of them', () => {
  const random = seeded(201);
  const kinds = new Set<string>();
  const claims = { '-1': 0, 0: 0, 1: 0 };
  for (const { kind, a, b, error } of nearlyTouching(random, unitPairs(202, 120, 1000))) {
    kinds.add(kind);
    const claim = filterTriangleTriangle(a, 0, b, 0, Float64Array.of(error)) as -1 | 0 | 1;
    claims[claim]++;
    if (claim === 0) continue;
    const found = new Set([contactKindExactly(liftTriangle(a), liftTriangle(b))]);
    for (let k = 0; k < 4; k++) {
      const p = perturbed(random, a, error);
      const q = perturbed(random, b, error);
      found.add(contactKindExactly(liftTriangle(p), liftTriangle(q)));
    }
    // The exact oracle is slow; the directions are for pairs that an error of this size can reach at all.
    if (exactDistance(a, b) <= 100 * error) {
      for (const direction of directions(a, b)) {
        const p = pushed(a, direction, error);
        const q = pushed(b, direction, -error);
        found.add(contactKindExactly(liftTriangle(p), liftTriangle(q)));
      }
    }
    found.delete(CLAIMS[claim]);
    if (found.size > 0) expect({ kind, a: [...a], b: [...b], error, found: [...found] }).toBe(CLAIMS[claim]);
  }
  expect(kinds.size).toBe(FAMILY_COUNT);
  expect(claims[1]).toBeGreaterThan(100);
  expect(claims[0]).toBeGreaterThan(100);
  expect(claims[-1]).toBeGreaterThan(100);
});

test('the claim is the same in both orders and for corners in any order, or left open', () => {
  for (const { kind, a, b } of unitPairs(203, 40, 200)) {
    const error = Float64Array.of(COORDINATE_ERROR * largest(a, b));
    const claims = new Set<number>();
    for (const order of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 1, 0],
    ]) {
      claims.add(filterTriangleTriangle(reordered(a, order), 0, b, 0, error));
      claims.add(filterTriangleTriangle(b, 0, reordered(a, order), 0, error));
    }
    if (claims.has(1) && claims.has(-1)) expect({ kind, a: [...a], b: [...b] }).toBe('decided in one direction');
  }
});

test('of random pairs it leaves less than one in a hundred open', () => {
  const random = seeded(204);
  const error = Float64Array.of(COORDINATE_ERROR);
  const triangles = new Float64Array(18);
  const claims = { '-1': 0, 0: 0, 1: 0 };
  const count = 50000;
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < 18; k++) triangles[k] = randomBetween(random, -1, 1);
    claims[filterTriangleTriangle(triangles, 0, triangles, 9, error) as -1 | 0 | 1]++;
  }
  expect(claims[0]).toBeLessThan(count / 100);
  expect(claims[1] / count).toBeGreaterThan(0.2);
  expect(claims[-1] / count).toBeGreaterThan(0.2);
});
