import { describe, expect, test } from 'vitest';
import { buildTree } from '../../src/bvh/build-tree.ts';
import { BRANCHINGS, type Branching, LEAF_SIZE, LINKS, type Tree, waitingNodes } from '../../src/bvh/tree.ts';
import { treeDefect } from '../../src/bvh/validate-tree.ts';
import { widenTree } from '../../src/bvh/widen.ts';
import { seededRandom } from '../../src/scalar/random.ts';

function smallTree(count: number, branching: Branching = 2): Tree {
  const random = seededRandom(count);
  const triangles = Float64Array.from({ length: 9 * count }, random);
  return widenTree(buildTree(triangles, count % 2 ? 'mean' : 'sah'), branching);
}

const withLinks = (tree: Tree, links: Int32Array): Tree => ({ ...tree, links });

/**
 * A traversal as the queries make it, with a stack sized by the depth and a limit on its steps. Returns how often each
 * triangle was met, or what went wrong.
 */
function traverse(tree: Tree): number[] | string {
  const { links, faces } = tree;
  const stack = new Int32Array(waitingNodes(tree));
  const met = Array.from(faces, () => 0);
  let top = 0;
  stack[top++] = 0;
  for (let steps = 0; top > 0; steps++) {
    if (steps > 4 * faces.length + 4) return 'does not end';
    const node = stack[--top];
    if (node < 0 || LINKS * node + 3 >= links.length) return 'reads past the links';
    const child = links[LINKS * node];
    const end = links[LINKS * node + 3];
    if (child === 0) {
      if (links[LINKS * node + 2] > LEAF_SIZE) return 'a leaf runs over its scratch';
      for (let k = 0; k < links[LINKS * node + 2]; k++) {
        const slot = links[LINKS * node + 1] + k;
        if (slot < 0 || slot >= faces.length) return 'reads past the faces';
        met[slot]++;
      }
      continue;
    }
    if (end <= child) return 'has children that end before they begin';
    if (top + end - child > stack.length) return 'runs out of its stack';
    for (let k = end - 1; k >= child; k--) stack[top++] = k;
  }
  return met;
}

describe('treeDefect', () => {
  test('finds nothing wrong with a tree that was built', () => {
    for (const branching of BRANCHINGS) {
      for (let count = 1; count <= 100; count++) {
        const tree = smallTree(count, branching);
        expect(treeDefect(tree)).toBeNull();
        expect(traverse(tree)).toEqual(Array.from({ length: count }, () => 1));
      }
    }
  });

  test('names every damage to one link, whatever its value; what it accepts can be traversed', () => {
    let accepted = 0;
    let named = 0;
    for (const [index, count] of [1, 2, 5, 9, 14, 23, 40, 14, 23, 40, 23, 40].entries()) {
      const tree = smallTree(count, index < 7 ? 2 : index < 10 ? 4 : 8);
      const nodes = tree.links.length / LINKS;
      const values = [-(2 ** 31), -nodes, -2, -1, nodes, count, 2 ** 30, 2 ** 31 - 2, 2 ** 31 - 1];
      for (let k = -3; k <= Math.max(nodes, count) + 3; k++) values.push(k);
      for (let slot = 0; slot < tree.links.length; slot++) {
        for (const value of values) {
          if (value === tree.links[slot]) continue;
          const links = tree.links.slice();
          links[slot] = value;
          const damaged = withLinks(tree, links);
          const defect = treeDefect(damaged);
          if (defect === null) {
            accepted++;
            expect(traverse(damaged)).toEqual(Array.from({ length: count }, () => 1));
          } else {
            named++;
            expect(defect).toMatch(/\w/);
          }
        }
      }
    }
    // A single link of a sound tree is bound by the others: there is no second sound tree one number away.
    expect(accepted).toBe(0);
    expect(named).toBeGreaterThan(5000);
  });

  test('accepts nothing that a traversal would stumble over, however many links are random', () => {
    const random = seededRandom(77);
    let accepted = 0;
    for (let run = 0; run < 60000; run++) {
      const count = 1 + (run % 9);
      const nodes = 1 + 2 * Math.floor(random() * count);
      const links = new Int32Array(LINKS * nodes);
      for (let k = 0; k < links.length; k++)
        links[k] = Math.floor(random() * (Math.max(nodes, count) + 1)) - (random() < 0.02 ? 2 : 0);
      // Often enough right to get past the first checks.
      links[1] = 0;
      links[2] = count;
      if (run % 2) {
        for (let node = 0; node < nodes; node++)
          if (random() < 0.5 || node + 2 >= nodes) links[LINKS * node] = links[LINKS * node + 3] = 0;
          else [links[LINKS * node], links[LINKS * node + 3]] = [node + 1, node + 3];
        if (nodes === 3)
          links.set([1, 0, count, 3, 0, 0, Math.ceil(count / 2), 0, 0, Math.ceil(count / 2), Math.floor(count / 2), 0]);
      }
      const faces = Uint32Array.from({ length: count }, (_, k) => k);
      const tree: Tree = {
        links,
        faces,
        triangles: new Float64Array(9 * count),
        depth: nodes === 1 ? 0 : Math.floor(3 * random()),
        branching: 2,
      };
      if (treeDefect(tree) !== null) continue;
      accepted++;
      expect(traverse(tree)).toEqual(Array.from({ length: count }, () => 1));
    }
    expect(accepted).toBeGreaterThan(200);
  });

  test('names damaged faces, a wrong depth and arrays of the wrong length', () => {
    const tree = smallTree(14);
    for (let slot = 0; slot < 14; slot++) {
      for (const face of [0, 1, 13, 14, 15, 2 ** 31, 2 ** 32 - 1]) {
        const faces = tree.faces.slice();
        if (faces[slot] === face) continue;
        faces[slot] = face;
        expect(treeDefect({ ...tree, faces })).toMatch(/^face \d+ is out of range or listed twice$/);
      }
    }
    for (const depth of [-1, 0, tree.depth - 1, tree.depth + 1, 255, 2 ** 32 - 1, Number.NaN]) {
      expect(treeDefect({ ...tree, depth })).toMatch(/^the depth is \d+, not /);
    }
    for (const length of [
      0,
      1,
      2,
      3,
      4,
      tree.links.length - LINKS,
      tree.links.length - 1,
      tree.links.length + 1,
      4 * 28,
    ]) {
      const links = new Int32Array(length);
      links.set(tree.links.subarray(0, Math.min(length, tree.links.length)));
      expect(treeDefect(withLinks(tree, links))).not.toBeNull();
    }
    expect(treeDefect({ ...tree, triangles: tree.triangles.subarray(9) })).toBe(
      '117 corner coordinates for 14 triangles',
    );
    expect(treeDefect({ ...tree, faces: tree.faces.subarray(1) })).not.toBeNull();
    const nothing: Tree = {
      links: new Int32Array(LINKS),
      faces: new Uint32Array(0),
      triangles: new Float64Array(0),
      depth: 0,
      branching: 2,
    };
    expect(treeDefect(nothing)).toBe('1 nodes for 0 triangles');
  });

  test('names each kind of damage by its own words', () => {
    const tree = smallTree(9);
    const damage = (at: number, value: number): string | null => {
      const links = tree.links.slice();
      links[at] = value;
      return treeDefect(withLinks(tree, links));
    };
    expect(damage(1, 1)).toBe('the root does not cover all triangles');
    expect(damage(2, 8)).toBe('the root does not cover all triangles');
    expect(damage(0, -1)).toBe('node 0 has its children from -1 to 3');
    expect(damage(0, tree.links.length / LINKS - 1)).toMatch(/^node 0 has its children from/);
    expect(damage(0, 0)).toBe('node 0 has its children from 0 to 3');
    expect(damage(3, 4)).toBe('node 0 has its children from 1 to 4');
    expect(treeDefect(withLinks(tree, tree.links.with(0, 0).with(3, 0)))).toBe('leaf 0 holds 9 triangles, more than 4');
    expect(damage(LINKS + 2, tree.links[LINKS + 2] + 1)).toBe('the children of node 0 do not split its run');
    // Two parents, four leaves: the second parent claims the leaves of the first.
    const even: Tree = {
      links: Int32Array.from(
        [
          [1, 0, 8, 3],
          [3, 0, 4, 5],
          [5, 4, 4, 7],
          [0, 0, 2, 0],
          [0, 2, 2, 0],
          [0, 4, 2, 0],
          [0, 6, 2, 0],
        ].flat(),
      ),
      faces: Uint32Array.from({ length: 8 }, (_, k) => k),
      triangles: new Float64Array(72),
      depth: 2,
      branching: 2,
    };
    expect(treeDefect(even)).toBeNull();
    expect(treeDefect(withLinks(even, even.links.with(LINKS * 2, 3).with(LINKS * 2 + 3, 5)))).toBe(
      'node 3 has two parents',
    );
    // Nodes behind the last that nobody claims.
    const longer = new Int32Array(tree.links.length + 2 * LINKS);
    longer.set(tree.links);
    expect(treeDefect(withLinks(tree, longer))).toBe(`node ${tree.links.length / LINKS} is nobody's child`);
  });

  test('one leaf too large for the scratch of a leaf is refused, one that just fits is not', () => {
    const leaf = (count: number): Tree => ({
      links: Int32Array.of(0, 0, count, 0),
      faces: Uint32Array.from({ length: count }, (_, k) => k),
      triangles: new Float64Array(9 * count),
      depth: 0,
      branching: 2,
    });
    expect(treeDefect(leaf(LEAF_SIZE))).toBeNull();
    expect(treeDefect(leaf(LEAF_SIZE + 1))).toBe(`leaf 0 holds ${LEAF_SIZE + 1} triangles, more than ${LEAF_SIZE}`);
  });
});
