// The tree of convex hulls as a structure: what a traversal may rely on.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { supportVertex } from '../../src/convex/convex-body.ts';
import { hulls, hullTree } from '../../src/entries/convex.ts';
import { bottomUp, tiles } from '../../src/entries/lab.ts';
import { icosphere, makeShape } from '../../src/entries/shapes.ts';
import { HULL_LINKS, hullChild, hullCount } from '../../src/hulls/hull-tree.ts';
import { hullTreeDefect } from '../../src/hulls/validate-hull-tree.ts';
import { disc, type Mesh, Model, nodeFaces } from '../../src/index.ts';
import { decompose } from '../../src/patches/decompose.ts';
import { comb, tShape, wholeU } from '../patches/hollow-shapes.ts';
import { latticeSoup, shifted, soup, union } from '../query/bodies.ts';

const random = seeded(311);

const meshes: readonly (readonly [string, Mesh])[] = [
  ...['box', 'gear', 'grate', 'torus-knot(triangles=480)', 'random-solid(triangles=320)'].map(
    (name) => [name, makeShape(name)] as const,
  ),
  ['u', wholeU],
  ['t', tShape],
  ['comb', comb],
  ['two balls', union(icosphere({ subdivisions: 2 }), shifted(icosphere({ subdivisions: 2 }), [3, 0, 0]))],
  ['far from the origin', shifted(makeShape('gear'), [1e6, -1e6, 3e5])],
  ['soup', soup(random, 40)],
  ['lattice soup', latticeSoup(random, 20)],
];

/** How far a point may stick out of the hull that holds it, in parts of the frame's unit: corners and climbs round. */
const ROUNDING = 32 * 2 ** -53;

describe.each(meshes)('%s', (_name, mesh) => {
  const model = Model.build(mesh);
  const tree = model.structure(hullTree);
  const { links, faces } = tree.arrays;
  const nodes = hullCount(tree.arrays);
  const nodeList = Array.from({ length: nodes }, (_, node) => node);

  test('is sound, and names every face once', () => {
    expect(hullTreeDefect(tree.arrays, mesh.triangleCount, mesh.vertexCount)).toBeNull();
    expect(Array.from(faces).sort((f, g) => f - g)).toEqual(Array.from({ length: mesh.triangleCount }, (_, f) => f));
  });

  test('a leaf is a filled patch or a single face', () => {
    const patches = decompose(mesh, model.tree, model.facts.closed && model.facts.oriented);
    const filled = new Set<string>();
    for (let p = 0; p < patches.count; p++) {
      const members = patches.faces.subarray(patches.faceStarts[p], patches.faceStarts[p + 1]);
      if (patches.filled[p] === 1) filled.add(members.toSorted().join());
    }
    const leaves = nodeList.filter((node) => hullChild(links, node) === 0);
    for (const leaf of leaves) {
      const members = nodeFaces(model, leaf, hulls).toSorted();
      if (members.length > 1) expect(filled.has(members.join())).toBe(true);
    }
    expect(leaves.length).toBe((nodes + 1) / 2);
  });

  test('every hull reaches as far as its faces in any direction, and no farther', () => {
    const { centre, unit, radius } = model.frame;
    for (const node of nodeList) {
      const body = tree.body(node);
      const corners = Array.from(nodeFaces(model, node, hulls))
        .flatMap((face) => Array.from(mesh.triangles.subarray(3 * face, 3 * face + 3)))
        .map((v) => [0, 1, 2].map((k) => (mesh.positions[3 * v + k] - centre[k]) / unit));
      for (let k = 0; k < 12; k++) {
        const d = [0, 1, 2].map(() => randomBetween(random, -1, 1));
        const along = (p: ArrayLike<number>): number => p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
        const v = supportVertex(body, Float64Array.of(...d), 0);
        const reach = along(body.vertices.subarray(3 * v, 3 * v + 3));
        const expected = Math.max(...corners.map(along));
        expect(Math.abs(reach - expected)).toBeLessThanOrEqual(ROUNDING * radius * Math.hypot(...d));
      }
    }
  });

  test('the vertices of a hull are vertices of the mesh, and of the hulls below', () => {
    const { centre, unit } = model.frame;
    for (const node of nodeList) {
      const { source, vertices, radius } = tree.body(node);
      const expected = Array.from(source).flatMap((v) =>
        [0, 1, 2].map((k) => (mesh.positions[3 * v + k] - centre[k]) / unit),
      );
      expect(Array.from(vertices)).toEqual(expected);
      expect(radius).toBeLessThanOrEqual(model.frame.radius);
      const child = hullChild(links, node);
      if (child === 0) continue;
      const below = new Set([...tree.body(child).source, ...tree.body(child + 1).source]);
      expect([...source].every((v) => below.has(v))).toBe(true);
      expect(tree.size(node)).toBeGreaterThan(0);
    }
  });
});

test('however the triangles are split into a tree, tiles included, the hulls are the same', () => {
  const mesh = makeShape('grate');
  const { arrays } = Model.build(mesh).structure(hullTree);
  for (const split of ['mean', bottomUp, tiles] as const) {
    expect(Model.build(mesh, { split, branching: 4 }).structure(hullTree).arrays).toEqual(arrays);
  }
});

test('the U of 28 faces is three boxes under two hulls', () => {
  const { arrays } = Model.build(makeShape('u-shape')).structure(hullTree);
  expect(hullCount(arrays)).toBe(5);
  expect([...arrays.links.filter((_, k) => k % HULL_LINKS === 3)]).toEqual([3, 3, 3, 3, 3]);
});

test('with: [hullTree] builds them at once, a query when it needs them, and refit anew', () => {
  const mesh = makeShape('gear');
  const model = Model.build(mesh, { with: [disc, hullTree] });
  expect(model.toBytes().length).toBeGreaterThan(2 * Model.build(mesh).toBytes().length);
  const longer = model.refit(mesh.positions.map((x, k) => (k % 3 === 0 ? 3 * x : x)));
  expect(longer.toBytes().length).toBe(Model.build(mesh).refit(mesh.positions).toBytes().length);
  expect(longer.structure(hullTree).arrays).toEqual(Model.build(longer.mesh).structure(hullTree).arrays);
});
