import { describe, expect, test } from 'vitest';
import { buildTree } from '../../src/bvh/build-tree.ts';
import { childEnd, firstChild, nodeCount, type Tree, triangleCount } from '../../src/bvh/tree.ts';
import { treeDefect } from '../../src/bvh/validate-tree.ts';
import { widenTree } from '../../src/bvh/widen.ts';
import { seededRandom } from '../../src/scalar/random.ts';

function treeOf(count: number, rule: 'sah' | 'median' = 'sah'): Tree {
  const triangles = Float64Array.from({ length: 9 * count }, seededRandom(count));
  return buildTree(triangles, rule);
}

const childCounts = ({ links }: Tree): number[] =>
  Array.from({ length: links.length / 4 }, (_, node) => childEnd(links, node) - firstChild(links, node)).filter(
    (count) => count > 0,
  );

const leafRuns = ({ links }: Tree): number[] =>
  Array.from({ length: links.length / 4 }, (_, node) => node)
    .filter((node) => firstChild(links, node) === 0)
    .map((node) => links[4 * node + 1] * 1000 + triangleCount(links, node))
    .sort((a, b) => a - b);

describe('widenTree', () => {
  test.each([4, 8] as const)('up to %i children: a sound tree over the same leaves', (branching) => {
    for (const count of [1, 3, 4, 5, 8, 9, 17, 64, 65, 500]) {
      const narrow = treeOf(count);
      const wide = widenTree(narrow, branching);
      expect(treeDefect(wide)).toBeNull();
      expect(wide.branching).toBe(branching);
      expect(wide.faces).toBe(narrow.faces);
      expect(leafRuns(wide)).toEqual(leafRuns(narrow));
    }
  });

  test('an even tree becomes an even one: all nodes full, the depth divided', () => {
    const narrow = treeOf(4 * 64, 'median');
    expect(narrow.depth).toBe(6);
    for (const [branching, depth] of [
      [4, 3],
      [8, 2],
    ] as const) {
      const wide = widenTree(narrow, branching);
      expect(wide.depth).toBe(depth);
      expect(new Set(childCounts(wide))).toEqual(new Set([branching]));
    }
  });

  test('nodes are as full as the narrow tree allows: one with space has only leaves below', () => {
    const wide = widenTree(treeOf(500), 8);
    const { links } = wide;
    for (let node = 0; node < nodeCount(wide); node++) {
      if (firstChild(links, node) === 0 || childEnd(links, node) - firstChild(links, node) === 8) continue;
      for (let k = firstChild(links, node); k < childEnd(links, node); k++) expect(firstChild(links, k)).toBe(0);
    }
  });

  test('a tree that is wide enough is left alone', () => {
    const narrow = treeOf(50);
    expect(widenTree(narrow, 2)).toBe(narrow);
  });
});
