import { describe, expect, test } from 'vitest';
import { buildTree } from '../../src/bvh/build-tree.ts';
import type { SplitRule } from '../../src/bvh/split.ts';
import { firstChild, firstTriangle, LEAF_SIZE, nodeCount, type Tree, triangleCount } from '../../src/bvh/tree.ts';
import { treeDefect } from '../../src/bvh/validate-tree.ts';
import { makeShape } from '../../src/entries/shapes.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { spread } from '../bounds/samples.ts';

const RULES: readonly SplitRule[] = ['sah', 'mean', 'median'];

/** The depth from which build.ts forces halves. */
const BALANCED_BELOW = 48;

/** What no tree over `count` triangles may exceed. */
const depthLimit = (count: number): number => BALANCED_BELOW + Math.ceil(Math.log2(count));

/** Small triangles about given centres. */
function about(random: Random, centres: readonly (readonly number[])[], size: number): Float64Array {
  return Float64Array.from(centres.flatMap((c) => [0, 1, 2].flatMap(() => c.map((x) => x + size * spread(random)))));
}

const repeat = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));

/** Inputs by what is hard about them. */
const SOUPS: Record<string, (random: Random, count: number) => Float64Array> = {
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

interface Built {
  readonly tree: Tree;
  /** The triangles as they were given. */
  readonly given: Float64Array;
}

function build(triangles: Float64Array, rule: SplitRule): Built {
  const given = triangles.slice();
  const faces = Uint32Array.from({ length: triangles.length / 9 }, (_, k) => k);
  return { tree: buildTree(triangles, faces, rule), given };
}

/** Everything that is promised of a tree, told without treeDefect. */
function expectSound({ tree, given }: Built): void {
  const count = given.length / 9;
  const { links, faces, triangles } = tree;
  expect(treeDefect(tree)).toBeNull();

  // Faces are a permutation, and corners went with them.
  expect(Array.from(faces).sort((a, b) => a - b)).toEqual(repeat(count, (k) => k));
  for (let slot = 0; slot < count; slot++) {
    const corners = triangles.subarray(9 * slot, 9 * slot + 9);
    expect(corners.every((x, k) => Object.is(x, given[9 * faces[slot] + k]))).toBe(true);
  }

  // Walked from the root: runs split in two, children after parents, every node once, the depth as told.
  const nodes = nodeCount(tree);
  const visits = new Int32Array(nodes);
  let deepest = 0;
  const waiting = [[0, 0, count, 0]];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const [node, first, size, depth] = step;
    visits[node]++;
    deepest = Math.max(deepest, depth);
    expect([firstTriangle(links, node), triangleCount(links, node)]).toEqual([first, size]);
    const left = firstChild(links, node);
    if (left === 0) {
      expect(size).toBeGreaterThanOrEqual(1);
      expect(size).toBeLessThanOrEqual(LEAF_SIZE);
      continue;
    }
    expect(left).toBeGreaterThan(node);
    const leftSize = triangleCount(links, left);
    waiting.push([left, first, leftSize, depth + 1], [left + 1, first + leftSize, size - leftSize, depth + 1]);
  }
  expect(visits.every((times) => times === 1)).toBe(true);
  expect(tree.depth).toBe(deepest);
  expect(tree.depth).toBeLessThanOrEqual(depthLimit(count));
  expect(nodes).toBeLessThanOrEqual(2 * count - 1);
}

describe('buildTree', () => {
  for (const rule of RULES) {
    describe(rule, () => {
      test('every number of triangles from 1 to 70', () => {
        const random = seededRandom(1);
        for (let count = 1; count <= 70; count++) expectSound(build(SOUPS['strewn in a ball'](random, count), rule));
      });

      test.each(Object.keys(SOUPS))('%s', (name) => {
        for (const count of [1, 2, 3, 4, 5, 8, 9, 33, 64, 65, 300]) {
          expectSound(build(SOUPS[name](seededRandom(count), count), rule));
        }
      });

      test('meshes', () => {
        for (const text of ['box', 'icosphere', 'torus', 'gear', 'cup', 'random-solid']) {
          const { positions, triangles } = makeShape(text);
          expectSound(build(soupOf(positions, triangles), rule));
        }
      });

      test('twenty thousand triangles, in good order and in bad', () => {
        for (const name of [
          'strewn in a ball',
          'sorted along a line',
          'sorted backwards',
          'up and down again',
          'all one point',
        ]) {
          const { tree } = build(SOUPS[name](seededRandom(3), 20000), rule);
          expect(treeDefect(tree)).toBeNull();
          // Evenly spread triangles make a nearly even tree under every rule.
          expect(tree.depth).toBeLessThanOrEqual(2 * Math.log2(20000));
        }
      });
    });
  }

  test('the same input gives the same tree', () => {
    for (const rule of RULES) {
      const [a, b] = [1, 2].map(() => build(SOUPS['strewn in a ball'](seededRandom(5), 500), rule).tree);
      expect(a).toEqual(b);
    }
  });

  test('halves are forced below depth 48, or exponential growth would make a list', () => {
    for (const [name, count] of [
      ['growing tenfold each', 140],
      ['growing by a half each', 500],
      ['shrinking to a point', 1000],
    ] as const) {
      for (const rule of RULES) {
        const built = build(SOUPS[name](seededRandom(6), count), rule);
        expectSound(built);
        if (rule === 'median') expect(built.tree.depth).toBe(Math.ceil(Math.log2(count / LEAF_SIZE)));
      }
    }
    // The rule that splits off the farthest one each time does reach the depth where halving begins.
    expect(build(SOUPS['growing tenfold each'](seededRandom(6), 140), 'mean').tree.depth).toBeGreaterThan(
      BALANCED_BELOW,
    );
  });

  test('the median rule is as shallow as can be', () => {
    for (const count of [5, 17, 64, 100, 1000]) {
      const { tree } = build(SOUPS['strewn in a ball'](seededRandom(7), count), 'median');
      expect(tree.depth).toBe(Math.ceil(Math.log2(count / LEAF_SIZE)));
    }
  });

  test('leaves hold about three triangles on average, of four they may', () => {
    const { positions, triangles } = makeShape('torus-knot(p=2,q=3,triangles=11520)');
    const { tree } = build(soupOf(positions, triangles), 'sah');
    let leaves = 0;
    for (let node = 0; node < nodeCount(tree); node++) if (firstChild(tree.links, node) === 0) leaves++;
    expect(leaves).toBeLessThan(0.36 * (triangles.length / 3));
  });

  test('splits part near from far: two clusters are the two children of the root', () => {
    for (const rule of RULES) {
      const { tree } = build(SOUPS['two clusters'](seededRandom(8), 64), rule);
      const left = firstChild(tree.links, 0);
      expect(triangleCount(tree.links, left)).toBe(32);
      const side = (slot: number): boolean => tree.triangles[9 * slot] > 0;
      for (let slot = 0; slot < 64; slot++) expect(side(slot)).toBe(slot < 32 ? side(0) : !side(0));
    }
  });
});

function soupOf(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const out = new Float64Array(3 * triangles.length);
  for (const [k, v] of triangles.entries()) out.set(positions.subarray(3 * v, 3 * v + 3), 3 * k);
  return out;
}
