// A tree of triangles by an octree: "start with an octree and tweak" (Lin, proximity lectures, 2004; Palmer & Grimsdale, "Collision detection for
// animation using sphere-trees", 1995).
//
// The cube around the centroids of the triangles is split recursively into eight, down to cells with no more triangles than a leaf.
// In the original octree a cell is a sphere around the cube. The tweaks: cells with only one nonempty part are skipped; the eight
// parts are joined two by two, along z, y and x, so that the tree is binary; and volumes are fitted to the triangles below each
// node and not to the cubes.

import { agglomerate, type Forest } from '../../bvh/agglomerate.ts';
import type { ClusterSpheres } from '../../bvh/cluster-spheres.ts';
import { LEAF_SIZE } from '../../bvh/tree.ts';
import { cubeAround } from '../../bvh/z-order.ts';

/** Levels of cells: with 2⁻¹⁷ of the side, as fine as the order of z-order.ts. The contents of a last cell are merged bottom-up. */
const LEVELS = 17;

/** Merges the triangles of a forest, whose middles are `points` and whose order is that of the Z-curve, and returns the root. */
export function mergeByCells(
  forest: Forest,
  spheres: ClusterSpheres,
  points: Float64Array,
  order: Uint32Array,
): number {
  const { low, side } = cubeAround(points);
  return mergeCell(forest, spheres, points, order, low, side, LEVELS);
}

function mergeCell(
  forest: Forest,
  spheres: ClusterSpheres,
  points: Float64Array,
  members: Uint32Array,
  low: readonly number[],
  side: number,
  levels: number,
): number {
  // Sides beyond doubles, and those without length, cannot be split.
  if (members.length <= LEAF_SIZE || levels === 0 || !(side > 0 && side < Infinity)) {
    return agglomerate(forest, spheres, members);
  }
  const half = side / 2;
  const middle = low.map((x) => x + half);
  const parts: number[][] = Array.from({ length: 8 }, () => []);
  for (const t of members) {
    const [x, y, z] = points.subarray(3 * t, 3 * t + 3);
    parts[(x < middle[0] ? 0 : 4) + (y < middle[1] ? 0 : 2) + (z < middle[2] ? 0 : 1)].push(t);
  }
  let roots = parts.map((part, k) => {
    if (part.length === 0) return NONE;
    const corner = low.map((x, axis) => (((k >> (2 - axis)) & 1) === 0 ? x : middle[axis]));
    return mergeCell(forest, spheres, points, Uint32Array.from(part), corner, half, levels - 1);
  });
  while (roots.length > 1) {
    roots = Array.from({ length: roots.length / 2 }, (_, k) => {
      const pair = [roots[2 * k], roots[2 * k + 1]].filter((root) => root !== NONE);
      return pair.length === 0 ? NONE : agglomerate(forest, spheres, pair);
    });
  }
  return roots[0];
}

const NONE = -1;
