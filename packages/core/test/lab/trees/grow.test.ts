import { describe, expect, test } from 'vitest';
import { buildTreeBy } from '../../../src/bvh/rules.ts';
import { firstChild, firstTriangle, LEAF_SIZE, nodeCount, type Tree, triangleCount } from '../../../src/bvh/tree.ts';
import { treeDefect } from '../../../src/bvh/validate-tree.ts';
import { bottomUp, TREE_RULES, type TreeRuleName, VOLUMES } from '../../../src/entries/lab.ts';
import { icosphere, makeShape, torusKnot } from '../../../src/entries/shapes.ts';
import { collide, distance, type Mesh, Model } from '../../../src/index.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { spread } from '../../bounds/samples.ts';

const GROWN: readonly TreeRuleName[] = ['bottom-up', 'tiles', 'vertices', 'octree', 'medial'];

/** Rounds of free choice in agglomerate.ts; trees by balls are agglomerated twice, groups and then triangles. */
const FREE_ROUNDS = 48;
/** Three nodes for each level of an octree's cells. */
const CELL_LEVELS = 3 * 17;
const depthLimit = (rule: TreeRuleName, slots: number): number => {
  const agglomerated = FREE_ROUNDS + Math.ceil(Math.log2(slots));
  if (rule === 'octree') return CELL_LEVELS + agglomerated;
  return rule === 'medial' || rule === 'vertices' ? 2 * agglomerated : agglomerated;
};

/** A triangle of the given size about a point. */
const about = (random: Random, centre: readonly number[], size: number): number[] =>
  [0, 1, 2].flatMap(() => centre.map((x) => x + size * spread(random)));

const soup = (count: number, make: (k: number) => number[]): Float64Array =>
  Float64Array.from(Array.from({ length: count }, (_, k) => make(k)).flat());

/** Inputs by what is hard about them. */
const SOUPS: Record<string, (random: Random, count: number) => Float64Array> = {
  'strewn in a ball': (random, n) =>
    soup(n, () => about(random, [spread(random), spread(random), spread(random)], 0.1)),
  'all the same triangle': (_, n) => soup(n, () => [1, 0, 0, 0, 1, 0, 0, 0, 1]),
  'all one point': (_, n) => new Float64Array(9 * n).fill(0.3),
  'points on a line': (random, n) =>
    soup(n, () =>
      Array<number[]>(3)
        .fill([spread(random), 0, 0])
        .flat(),
    ),
  'one centroid, many sizes': (_, n) => soup(n, (k) => [k, -k, 0, -k, 0, k, 0, k, -k]),
  needles: (random, n) => soup(n, () => [...about(random, [0, 0, 0], 1).slice(0, 6), 1e-9, 0, 0]),
  'one huge among small': (random, n) => soup(n, (k) => about(random, [0, 0, 0], k === 0 ? 1e6 : 1e-3)),
  'growing tenfold each': (random, n) => soup(n, (k) => about(random, [10 ** (k % 140), 0, 0], 0.1)),
  'shrinking to a point': (random, n) => soup(n, (k) => about(random, [2 ** -k, 3 ** -k, 0], 0)),
  'on a lattice': (random, n) => Float64Array.from({ length: 9 * n }, () => Math.floor(3 * random())),
  'of size 1e-150': (random, n) => soup(n, () => about(random, [0, 0, 0], 1e-150)),
  'of size 1e150': (random, n) => soup(n, () => about(random, [0, 0, 0], 1e150)),
  'of size 1e-320': (random, n) => soup(n, () => about(random, [0, 0, 0], 1e-320)),
};

/** What is promised of a tree over `given`, told without treeDefect but for the links. */
function expectSound(tree: Tree, given: Float64Array, rule: TreeRuleName): void {
  const count = given.length / 9;
  expect(treeDefect(tree, count)).toBeNull();
  expect(tree.tiles !== undefined).toBe(rule === 'tiles');
  expect(tree.depth).toBeLessThanOrEqual(depthLimit(rule, tree.faces.length));
  expect(new Set(tree.faces).size).toBe(count);
  if (rule !== 'tiles') expect(tree.faces.length).toBe(count);
  // Corners went with their faces: whole triangles, whatever the tile.
  for (let slot = 0; slot < tree.faces.length; slot++) {
    const corners = tree.triangles.subarray(9 * slot, 9 * slot + 9);
    if (!corners.every((x, k) => Object.is(x, given[9 * tree.faces[slot] + k]))) throw new Error(`position ${slot}`);
  }
  for (let node = 0; node < nodeCount(tree); node++) {
    if (firstChild(tree.links, node) !== 0) continue;
    const first = firstTriangle(tree.links, node);
    const size = triangleCount(tree.links, node);
    const distinct = new Set(tree.faces.subarray(first, first + size)).size;
    if (size > LEAF_SIZE || distinct < size) throw new Error(`leaf ${node}: ${size} slots, ${distinct} faces`);
  }
}

describe.each(GROWN)('%s', (rule) => {
  test('every number of triangles from 1 to 40', () => {
    for (let count = 1; count <= 40; count++) {
      const given = SOUPS['strewn in a ball'](seededRandom(count), count);
      expectSound(buildTreeBy(TREE_RULES[rule], given.slice(), false), given, rule);
    }
  });

  test.each(Object.keys(SOUPS))('%s', (name) => {
    for (const count of [1, 2, 5, 33, 300]) {
      const given = SOUPS[name](seededRandom(count), count);
      for (const isSolid of [true, false])
        expectSound(buildTreeBy(TREE_RULES[rule], given.slice(), isSolid), given, rule);
    }
  });

  test('solids, turned inside out as well', () => {
    for (const text of ['box', 'icosphere', 'torus', 'gear', 'cup', 'random-solid']) {
      const { positions, triangles } = makeShape(text);
      for (const corners of [triangles, triangles.slice().reverse()]) {
        const given = Float64Array.from(Array.from(corners, (v) => [...positions.subarray(3 * v, 3 * v + 3)]).flat());
        expectSound(buildTreeBy(TREE_RULES[rule], given.slice(), true), given, rule);
      }
    }
  });

  test('the same input gives the same tree', () => {
    const [a, b] = [1, 2].map(() =>
      buildTreeBy(TREE_RULES[rule], SOUPS['strewn in a ball'](seededRandom(5), 500), false),
    );
    expect(a).toEqual(b);
  });

  test('coincident triangles make an even tree, soon', () => {
    for (const name of ['all one point', 'all the same triangle']) {
      const tree = buildTreeBy(TREE_RULES[rule], SOUPS[name](seededRandom(1), 20000), false);
      expect(tree.depth).toBeLessThanOrEqual(16);
    }
  });
});

test('sizes that grow exponentially do not make a list', () => {
  const given = SOUPS['growing tenfold each'](seededRandom(6), 140);
  const { depth } = buildTreeBy(bottomUp, given, false);
  expect(depth).toBeGreaterThan(40); // or the guard was never put to work
  expect(depth).toBeLessThanOrEqual(FREE_ROUNDS + 8);
});

describe('how good the trees are: mean volume tests of a query', () => {
  const knot = torusKnot({ triangles: 2880 });
  const ball = icosphere({ subdivisions: 3 });
  const random = seededRandom(9);
  const poses = Array.from({ length: 24 }, () => {
    const q = [0, 1, 2, 3].map(() => spread(random));
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    const [x, y, z, w] = q.map((v) => v / length);
    return { position: [spread(random), spread(random), spread(random)], rotation: [x, y, z, w] } as const;
  });

  interface Work {
    /** Of all-contacts queries with the bodies as they are. */
    readonly contacts: number;
    /** Of distance queries with the bodies drawn apart. */
    readonly distance: number;
  }

  function work(meshA: Mesh, meshB: Mesh, split: TreeRuleName, name: 'sphere' | 'disc'): Work {
    const volume = VOLUMES[name];
    const [a, b] = [meshA, meshB].map((mesh) => Model.build(mesh, { split: TREE_RULES[split], with: [volume] }));
    const options = { volume, stats: true, solid: false } as const;
    let contacts = 0;
    let near = 0;
    for (const { position, rotation } of poses) {
      const [x, y, z] = position;
      const r = 4.5 / Math.sqrt(x * x + y * y + z * z);
      contacts += collide(a, { position, rotation }, b, {}, { ...options, contacts: 'all' }).stats?.volumeTests ?? 0;
      near += distance(a, { position: [r * x, r * y, r * z], rotation }, b, {}, options).stats?.volumeTests ?? 0;
    }
    return { contacts: contacts / poses.length, distance: near / poses.length };
  }

  test.each([
    ['sphere', ball],
    ['disc', ball],
    ['sphere', knot],
    ['disc', knot],
  ] as const)('%s, a knot with another body', (volume, other) => {
    const split = (['sah', 'mean', 'median'] as const).map((rule) => work(knot, other, rule, volume));
    const [sah, , median] = split;
    const grownUp = work(knot, other, 'bottom-up', volume);
    const medial = work(knot, other, 'medial', volume);
    for (const ask of ['contacts', 'distance'] as const) {
      expect(sah[ask]).toBeGreaterThan(500); // or there was nothing to save
      // Better than halves, and about as good as the best splits.
      for (const grown of [grownUp, medial]) {
        expect(grown[ask]).toBeLessThan(median[ask]);
        expect(grown[ask]).toBeLessThan(1.2 * sah[ask]);
      }
      // Where there is an axis to follow, following it is best.
      if (other === knot) for (const rule of split) expect(medial[ask]).toBeLessThan(rule[ask]);
    }
  });
});
