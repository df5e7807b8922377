// The radius of a core triangle, judged in rational arithmetic: no corner of the node is farther from the core, not by the last bit.

import {
  compare,
  fromNumber,
  liftTriangle,
  liftVector,
  mul,
  pointTriangleSquaredDistanceExactly,
  randomBetween,
  randomInteger,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { fitCoreTriangles } from '../../src/bvh/core-triangles.ts';
import { LINKS, type Tree } from '../../src/bvh/tree.ts';
import { Mesh, Model } from '../../src/index.ts';
import { concentricTriangles, copies, UGLY_MESHES } from '../corners/ugly-bodies.ts';

/** How many corners are farther from the core of their node than its radius, of every `step`th. */
function countOutside(tree: Tree, step: number): { outside: number; asked: number } {
  const { slots, radii } = fitCoreTriangles(tree);
  let outside = 0;
  let asked = 0;
  for (let node = 0; node < slots.length; node++) {
    const first = 9 * tree.links[LINKS * node + 1];
    const end = first + 9 * tree.links[LINKS * node + 2];
    const core = liftTriangle(tree.triangles, 9 * slots[node]);
    const radius = fromNumber(radii[node]);
    const radiusSq = mul(radius, radius);
    for (let k = first + 3 * (node % step); k < end; k += 3 * step) {
      asked++;
      const sq = pointTriangleSquaredDistanceExactly(liftVector(tree.triangles, k), core);
      if (compare(sq, radiusSq) > 0) outside++;
    }
  }
  return { outside, asked };
}

const between = (random: SeededRandom, size: number): number => randomBetween(random, -size, size);

/** How the second triangle of a node lies to the first, which is the larger. */
const KINDS: Readonly<Record<string, (random: SeededRandom, core: Float64Array) => number[]>> = {
  anywhere: (random) => Array.from({ length: 9 }, () => between(random, 0.3)),
  'in its plane': (random, t) =>
    [0, 1, 2].flatMap(() => {
      const [s, r] = [randomBetween(random, 0, 0.5), randomBetween(random, 0, 0.5)];
      return [0, 1, 2].map((c) => t[c] + s * (t[3 + c] - t[c]) + r * (t[6 + c] - t[c]));
    }),
  'at its centroid': (random, t) => {
    const size = 2 ** -randomInteger(random, 3, 60);
    return Array.from(
      { length: 9 },
      (_, k) => (t[k % 3] + t[3 + (k % 3)] + t[6 + (k % 3)]) / 3 + between(random, size),
    );
  },
  'on its edges': (random, t) =>
    [0, 3, 6].flatMap((k) => {
      const s = randomBetween(random, 0.1, 0.9);
      return [0, 1, 2].map((c) => t[k + c] + s * (t[((k + 3) % 9) + c] - t[k + c]));
    }),
  'beside its corners': (random, t) =>
    [...t].map((x) => 0.999 * x + between(random, 2 ** -randomInteger(random, 10, 60))),
  'near the middle of the frame': (random) => {
    const size = 2 ** -randomInteger(random, 2, 540);
    return Array.from({ length: 9 }, () => between(random, size));
  },
};

/** Through the middle of the frame, to rounding. */
function centred(t: Float64Array): Float64Array {
  for (let c = 0; c < 3; c++) t[6 + c] = -t[c] - t[3 + c];
  return t;
}

const CORES: Readonly<Record<string, (random: SeededRandom) => Float64Array>> = {
  plain: (random) => Float64Array.from({ length: 9 }, () => between(random, 1)),
  sliver: (random) => {
    const t = Float64Array.from({ length: 9 }, () => between(random, 1));
    const width = 2 ** -randomInteger(random, 5, 50);
    for (let c = 0; c < 3; c++) t[6 + c] = (t[c] + t[3 + c]) / 2 + between(random, width);
    return t;
  },
  'about the middle of the frame': (random) => centred(Float64Array.from({ length: 9 }, () => between(random, 0.5))),
  flat: (random) => Float64Array.from({ length: 9 }, (_, k) => (k % 3 === 2 ? 0 : between(random, 1))),
};

test('no corner is outside, however two triangles lie', () => {
  const random = seeded(11);
  const counts: Record<string, number> = {};
  for (let run = 0; run < 240; run++) {
    for (const [shape, makeCore] of Object.entries(CORES)) {
      const kinds = Object.keys(KINDS);
      const kind = kinds[run % kinds.length];
      const core = makeCore(random);
      const triangles = Float64Array.of(...core, ...KINDS[kind](random, core));
      // One leaf with both triangles.
      const faces = Uint32Array.of(0, 1);
      const tree: Tree = { links: Int32Array.of(0, 0, 2, 0), faces, triangles, depth: 0, branching: 2 };
      const { outside } = countOutside(tree, 1);
      const name = `${shape}, ${kind}`;
      expect(outside, `${name}, run ${run}`).toBe(0);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  expect(Object.keys(counts).length).toBe(Object.keys(KINDS).length * Object.keys(CORES).length);
  expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(40);
});

test('no corner is outside, in any node of any kind of ugly body, far from the origin as well', () => {
  const meshes = [...Object.values(UGLY_MESHES).map((make) => make()), copies(concentricTriangles(40), 3)];
  let most = 0;
  for (const mesh of meshes) {
    for (const far of [0, 1e6]) {
      const moved = new Mesh(
        mesh.positions.map((x) => x + far),
        mesh.triangles,
      );
      const { tree } = Model.build(moved);
      const corners = (9 * tree.triangles.length) / 27;
      const { outside, asked } = countOutside(tree, 1 + Math.floor(corners / 20));
      expect(outside).toBe(0);
      most = Math.max(most, asked);
    }
  }
  expect(most).toBeGreaterThan(100);
});
