// Trees and discs of the kernels against those of the plain library, which test/bvh judges: the same bits, for every kind of mesh.

import { afterEach, describe, expect, test } from 'vitest';
import { aabbVolume } from '../../src/bounds/aabb.ts';
import { discVolume } from '../../src/bounds/disc.ts';
import { buildTree } from '../../src/bvh/build-tree.ts';
import { fitDiscs } from '../../src/bvh/fit-discs.ts';
import { LINKS, type Tree } from '../../src/bvh/tree.ts';
import { fitVolumes } from '../../src/bvh/volumes.ts';
import { widenTree } from '../../src/bvh/widen.ts';
import { makeShape } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { Mesh, Model, NearmissError, use } from '../../src/index.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { SOUPS } from '../bvh/soups.ts';
import { kernelsWith } from './kernels-with.ts';

/** Counts what the kernels have built. */
const served = { trees: 0, boxes: 0, discs: 0, models: 0, refitted: 0 };
const counting = kernelsWith({
  buildTree: (triangles, leafSize, level) => {
    const tree = simd.buildTree(triangles, leafSize, level);
    if (tree !== null) served.trees++;
    return tree;
  },
  fitBoxes: (links, triangles, out) => {
    const isDone = simd.fitBoxes(links, triangles, out);
    if (isDone) served.boxes++;
    return isDone;
  },
  fitDiscs: (links, triangles, out, rootMoments) => {
    const isDone = simd.fitDiscs(links, triangles, out, rootMoments);
    if (isDone) served.discs++;
    return isDone;
  },
  buildParts: (mesh, steps) => {
    const parts = simd.buildParts(mesh, steps);
    if (parts !== null) served.models++;
    return parts;
  },
  refitParts: (mesh, tree, steps) => {
    const parts = simd.refitParts(mesh, tree, steps);
    if (parts !== null) served.refitted++;
    return parts;
  },
});

afterEach(() => use(null));

/** Without and with the kernels. */
function both<T>(make: () => T): readonly [T, T] {
  use(null);
  const plain = make();
  use(counting);
  const fast = make();
  use(null);
  return [plain, fast];
}

const bitsOf = (numbers: Float64Array): string =>
  Buffer.from(new Uint8Array(numbers.slice().buffer)).toString('base64');

function expectSameTrees(triangles: Float64Array): Tree {
  const [plain, fast] = both(() => buildTree(triangles, 'sah'));
  expect(fast.links).toEqual(plain.links);
  expect(fast.faces).toEqual(plain.faces);
  expect(fast.depth).toBe(plain.depth);
  expect(bitsOf(fast.triangles)).toBe(bitsOf(plain.triangles));
  for (const branching of [2, 4, 8] as const) {
    const { links, triangles: corners } = widenTree(plain, branching);
    const [discs, fastDiscs] = both(() => {
      const out = new Float64Array((discVolume.stride * links.length) / LINKS);
      fitDiscs(links, corners, out);
      return out;
    });
    expect(bitsOf(fastDiscs)).toBe(bitsOf(discs));
    const [boxes, fastBoxes] = both(() => fitVolumes({ ...plain, links }, aabbVolume));
    expect(bitsOf(fastBoxes)).toBe(bitsOf(boxes));
  }
  return plain;
}

/** Meshes as they should not be, as positions and triangles. */
const UGLY: Record<string, (random: Random) => { positions: number[]; triangles: number[] }> = {
  'one triangle': () => ({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }),
  'every triangle twice': (random) => {
    const { positions, triangles } = makeShape('icosphere(subdivisions=2)');
    const all = [...triangles, ...triangles].map((v) => v);
    return { positions: Array.from(positions, (x) => x + 1e-3 * random()), triangles: all };
  },
  'flat, with zeros of both signs': () => {
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let k = 0; k < 144; k++) positions.push(k % 12, Math.floor(k / 12), k % 2 ? 0 : -0);
    for (let k = 0; k < 131; k++) if (k % 12 < 11) triangles.push(k, k + 1, k + 12, k + 1, k + 13, k + 12);
    return { positions, triangles };
  },
  'some triangles without area': (random) => {
    const positions = Array.from({ length: 600 }, () => random());
    const triangles = Array.from({ length: 900 }, () => Math.floor(200 * random()));
    for (let k = 0; k < 450; k += 3) triangles[k + 2] = triangles[k];
    return { positions, triangles };
  },
  'no triangle with area': (random) => {
    const positions = Array.from({ length: 600 }, () => random());
    return { positions, triangles: Array.from({ length: 900 }, (_, k) => (k % 3 === 2 ? 7 : Math.floor(k / 3) % 200)) };
  },
  'many triangles at one edge': (random) => ({
    positions: [0, 0, 0, 0, 0, 1, ...Array.from({ length: 900 }, () => random())],
    triangles: Array.from({ length: 300 }, (_, k) => [0, 1, 2 + k]).flat(),
  }),
  'two bodies and vertices that nothing uses': (random) => {
    const { positions, triangles } = makeShape('icosphere(subdivisions=3)');
    const count = positions.length / 3;
    const apart = Array.from(positions, (x, k) => (k % 3 === 0 ? x + 3 : x));
    const unused = Array.from({ length: 30 }, () => 100 * random());
    return {
      positions: [...unused, ...positions, ...apart],
      triangles: [...triangles].flatMap((v) => [v + 10]).concat(Array.from(triangles, (v) => v + 10 + count)),
    };
  },
  'closed, but some triangles turned over': (random) => {
    const { positions, triangles } = makeShape('icosphere(subdivisions=3)');
    const turned = Array.from({ length: triangles.length / 3 }, (_, t) => {
      const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
      return random() < 0.1 ? [a, c, b] : [a, b, c];
    });
    return { positions: [...positions], triangles: turned.flat() };
  },
  'corners of their own, with zeros of both signs': (random) => {
    const { positions, triangles } = makeShape('icosphere(subdivisions=3)');
    const corners = Array.from(triangles, (v) => [...positions.subarray(3 * v, 3 * v + 3)]).flat();
    return {
      positions: corners.map((x) => (x === 0 && random() < 0.5 ? -0 : x)),
      triangles: Array.from(triangles, (_, k) => k),
    };
  },
  'with a border': () => {
    const { positions, triangles } = makeShape('icosphere(subdivisions=3)');
    return { positions: [...positions], triangles: [...triangles.subarray(0, 3 * 700)] };
  },
  'far from the origin, of many sizes': (random) => ({
    positions: Array.from({ length: 3000 }, (_, k) => 1e6 + 10 ** (6 * random() - 6) * (k % 7)),
    triangles: Array.from({ length: 3000 }, (_, k) => k % 1000),
  }),
};

describe('the same tree, discs and boxes to the bit', () => {
  test.each(Object.keys(SOUPS))('%s', (name) => {
    for (const count of [1, 2, 5, 63, 64, 65, 128, 129, 300, 1500]) {
      expectSameTrees(SOUPS[name](seededRandom(count), count));
    }
  });

  test('down to the depth where runs are halved', () => {
    const { depth } = expectSameTrees(SOUPS['growing tenfold each'](seededRandom(6), 140));
    const [deep] = [SOUPS['shrinking to a point'](seededRandom(6), 1000)].map((soup) => expectSameTrees(soup).depth);
    expect(Math.max(depth, deep)).toBeGreaterThan(20);
  });

  test('the kernels have built most of them', () => {
    served.trees = 0;
    served.boxes = 0;
    served.discs = 0;
    expectSameTrees(SOUPS['strewn in a ball'](seededRandom(1), 20000));
    expect(served).toMatchObject({ trees: 1, boxes: 3, discs: 3 });
    expectSameTrees(SOUPS['strewn in a ball'](seededRandom(1), 10));
    expect(served).toMatchObject({ trees: 1, boxes: 3, discs: 3 });
  });
});

describe('the same model to the bit', () => {
  test.each(Object.keys(UGLY))('%s', (name) => {
    for (let seed = 0; seed < 5; seed++) {
      const { positions, triangles } = UGLY[name](seededRandom(seed));
      const [plain, fast] = both(() => Model.build(new Mesh(positions, triangles)).toBytes());
      expect(Buffer.from(fast).equals(plain)).toBe(true);
    }
  });

  test.each(Object.keys(UGLY))('%s, after refit', (name) => {
    for (let seed = 0; seed < 3; seed++) {
      const random = seededRandom(seed);
      const { positions, triangles } = UGLY[name](random);
      const moved = positions.map((x) => x * (1 + 0.1 * random()));
      const [plain, fast] = both(() => Model.build(new Mesh(positions, triangles)).refit(moved).toBytes());
      expect(Buffer.from(fast).equals(plain)).toBe(true);
    }
  });

  test('whole models are built and refitted by the kernels', () => {
    const { positions, triangles } = makeShape('torus-knot(p=2,q=3,triangles=2880)');
    const mesh = new Mesh(positions, triangles);
    Object.assign(served, { models: 0, refitted: 0, trees: 0, discs: 0 });
    both(() => Model.build(mesh).refit(positions));
    expect(served).toMatchObject({ models: 1, refitted: 1, trees: 0, discs: 0 });
    // Any other rule or width is built in steps.
    const [plain, fast] = both(() => Model.build(mesh, { branching: 8 }).toBytes());
    expect(served).toMatchObject({ models: 1, trees: 1, discs: 1 });
    expect(Buffer.from(fast).equals(plain)).toBe(true);
  });

  test('after refit', () => {
    const { positions, triangles } = makeShape('torus-knot(p=2,q=3,triangles=2880)');
    const moved = positions.map((x, k) => x * (1 + 0.1 * Math.sin(k)));
    const [plain, fast] = both(() => Model.build(new Mesh(positions, triangles)).refit(moved).toBytes());
    expect(Buffer.from(fast).equals(plain)).toBe(true);
  });

  test('numbers that are none are refused before the kernels see them', () => {
    for (const bad of [Number.NaN, Infinity]) {
      const positions = Array.from({ length: 900 }, (_, k) => (k === 333 ? bad : k));
      for (const make of both(
        () => () =>
          Model.build(
            new Mesh(
              positions,
              Array.from({ length: 300 }, (_, k) => k),
            ),
          ),
      )) {
        expect(make).toThrow(NearmissError);
      }
    }
  });

  test('memory is given back', () => {
    use(simd);
    const { positions, triangles } = makeShape('torus-knot(p=2,q=3,triangles=2880)');
    const mesh = new Mesh(positions, triangles);
    for (let k = 0; k < 3; k++) Model.build(mesh);
    const held = simd.memorySize;
    for (let k = 0; k < 50; k++) Model.build(mesh);
    expect(simd.memorySize).toBe(held);
  });
});
