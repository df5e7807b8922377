// Triangles that are hard to sort into a tree, by what is hard about them.

import type { Random } from '../../src/scalar/random.ts';
import { spread } from '../bounds/samples.ts';

/** Small triangles about given centres. */
function about(random: Random, centres: readonly (readonly number[])[], size: number): Float64Array {
  return Float64Array.from(centres.flatMap((c) => [0, 1, 2].flatMap(() => c.map((x) => x + size * spread(random)))));
}

export const repeat = <T>(count: number, make: (k: number) => T): T[] =>
  Array.from({ length: count }, (_, k) => make(k));

/** Inputs by what is hard about them. */
export const SOUPS: Record<string, (random: Random, count: number) => Float64Array> = {
  'strewn in a ball': (random, n) =>
    about(
      random,
      repeat(n, () => [spread(random), spread(random), spread(random)]),
      0.1,
    ),
  'all the same triangle': (_, n) => Float64Array.from(repeat(n, () => [1, 0, 0, 0, 1, 0, 0, 0, 1]).flat()),
  'all one point': (_, n) => new Float64Array(9 * n).fill(0.3),
  'one centroid, many sizes': (_, n) => Float64Array.from(repeat(n, (k) => [k, -k, 0, -k, 0, k, 0, k, -k]).flat()),
  'centroids on a line': (random, n) =>
    about(
      random,
      repeat(n, () => [spread(random), 0, 0].map((x) => x * 9)),
      0,
    ),
  'sorted along a line': (random, n) =>
    about(
      random,
      repeat(n, (k) => [k, 0, 0]),
      0.1,
    ),
  'sorted backwards': (random, n) =>
    about(
      random,
      repeat(n, (k) => [-k, 0, 0]),
      0.1,
    ),
  'up and down again': (random, n) =>
    about(
      random,
      repeat(n, (k) => [Math.min(k, n - k), 0, 0]),
      0,
    ),
  'two clusters': (random, n) =>
    about(
      random,
      repeat(n, (k) => [k % 2 ? 1e9 : -1e9, 0, 0]),
      1e-3,
    ),
  'one far from the rest': (random, n) =>
    about(
      random,
      repeat(n, (k) => [k === 0 ? 1e12 : 0, 0, 0]),
      1,
    ),
  'growing by a half each': (random, n) =>
    about(
      random,
      repeat(n, (k) => [1.5 ** (k % 500), 0, 0]),
      0.25,
    ),
  'growing tenfold each': (random, n) =>
    about(
      random,
      repeat(n, (k) => [10 ** (k % 140), 0, 0]),
      0.1,
    ),
  'shrinking to a point': (random, n) =>
    about(
      random,
      repeat(n, (k) => [2 ** -k, 3 ** -k, 0]),
      0,
    ),
  'on a lattice, centroids often equal': (random, n) =>
    Float64Array.from(repeat(9 * n, () => Math.floor(3 * random()))),
};
