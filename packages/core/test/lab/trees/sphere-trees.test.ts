// The methods of the lectures to build trees of spheres: every sphere of every node holds the triangles below it, and every group of a cover
// is held by its ball.

import { seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { firstTriangle, nodeCount, triangleCount } from '../../../src/bvh/tree.ts';
import { sphereVolume } from '../../../src/entries/lab.ts';
import { box, gear, icosphere, torusKnot } from '../../../src/entries/shapes.ts';
import { type Mesh, Model, NearmissError } from '../../../src/index.ts';
import { TREE_RULES } from '../../../src/lab/trees/tree-rules.ts';
import { coverByVertices } from '../../../src/lab/trees/vertex-cover.ts';
import { soup } from '../../query/bodies.ts';

const MESHES: Readonly<Record<string, Mesh>> = {
  box: box(),
  icosphere: icosphere({ subdivisions: 3 }),
  knot: torusKnot({ triangles: 720 }),
  gear: gear(),
  soup: soup(seeded(5), 120),
};

/** Rounding of distances between corners and centres, in the frame of a model. */
const ROUNDING = 1e-14;

const farthest = (corners: Float64Array, [x, y, z]: ArrayLike<number> & Iterable<number>): number => {
  let reach = 0;
  for (let k = 0; k < corners.length; k += 3) {
    reach = Math.max(reach, Math.hypot(corners[k] - x, corners[k + 1] - y, corners[k + 2] - z));
  }
  return reach;
};

describe.each(Object.keys(MESHES))('%s', (name) => {
  test.each(['tiles', 'vertices', 'octree', 'medial'] as const)('%s: spheres hold what is below them', (split) => {
    const model = Model.build(MESHES[name], { split: TREE_RULES[split], branching: 2, with: [sphereVolume] });
    const { tree } = model;
    const spheres = model.volumes(sphereVolume);
    expect(nodeCount(tree)).toBeGreaterThan(2);
    for (let node = 0; node < nodeCount(tree); node++) {
      const first = firstTriangle(tree.links, node);
      const sphere = spheres.subarray(4 * node, 4 * node + 4);
      const corners = tree.triangles.subarray(9 * first, 9 * (first + triangleCount(tree.links, node)));
      // A tile is less than its triangle.
      if (split !== 'tiles' && farthest(corners, sphere) > sphere[3] + ROUNDING) expect.fail(`node ${node}`);
    }
  });

  test('balls around vertices hold their groups, one ball a triangle, each on a corner of its own', () => {
    const { triangles } = Model.build(MESHES[name]).tree;
    const { spheres, owners } = coverByVertices(triangles);
    const balls = spheres.length / 4;
    const owned = new Int32Array(balls);
    owners.forEach((ball, t) => {
      owned[ball]++;
      const sphere = spheres.subarray(4 * ball, 4 * ball + 4);
      const corners = triangles.subarray(9 * t, 9 * t + 9);
      expect(farthest(corners, sphere)).toBeLessThanOrEqual(sphere[3] + ROUNDING);
      const isCorner = [0, 3, 6].some((k) => [0, 1, 2].every((c) => corners[k + c] === sphere[c]));
      expect(isCorner).toBe(true);
    });
    expect(Math.min(...owned)).toBeGreaterThan(0);
    if (name !== 'soup') expect(balls).toBeLessThan(owners.length / 2);
  });
});

test('knows eight methods and refuses a ninth', () => {
  expect(Object.keys(TREE_RULES).length).toBe(8);
  expect(() => Model.build(box(), { split: 'kd-tree' as never })).toThrow(NearmissError);
});
