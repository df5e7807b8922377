import { describe, expect, test } from 'vitest';
import { buildTree } from '../../src/bvh/build-tree.ts';
import type { SplitRule } from '../../src/bvh/split.ts';
import { firstChild, firstTriangle, LEAF_SIZE, nodeCount, type Tree, triangleCount } from '../../src/bvh/tree.ts';
import { treeDefect } from '../../src/bvh/validate-tree.ts';
import { makeShape } from '../../src/entries/shapes.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { repeat, SOUPS } from './soups.ts';

const RULES: readonly SplitRule[] = ['sah', 'mean', 'median'];

/** The depth from which build.ts forces halves. */
const BALANCED_BELOW = 48;

/** What no tree over `count` triangles may exceed. */
const depthLimit = (count: number): number => BALANCED_BELOW + Math.ceil(Math.log2(count));

interface Built {
  readonly tree: Tree;
  /** The triangles as they were given. */
  readonly given: Float64Array;
}

function build(triangles: Float64Array, rule: SplitRule): Built {
  const given = triangles.slice();
  return { tree: buildTree(triangles, rule), given };
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
