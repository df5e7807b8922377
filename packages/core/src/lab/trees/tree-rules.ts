// Bottom-up tree construction as rules for `Model.build`.

import type { Split, TreeRule } from '../../bvh/rules.ts';
import { growBottomUp, growMedial, growOctree, growTiled, growVertices } from './grow.ts';

/**
 * Merges clusters with the smallest common sphere.
 *
 * @example
 * const model = Model.build(icosphere({ subdivisions: 1 }), { split: bottomUp });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }).status); // separated
 */
export const bottomUp: TreeRule = { name: 'bottom-up', build: growBottomUp };
/**
 * Splits large triangles into tiles first: for meshes with a few large faces.
 *
 * @example
 * const model = Model.build(icosphere({ subdivisions: 1 }), { split: tiles });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }).status); // separated
 */
export const tiles: TreeRule = { name: 'tiles', build: growTiled };
/**
 * Groups triangles by balls around vertices.
 *
 * @example
 * const model = Model.build(icosphere({ subdivisions: 1 }), { split: vertexBalls });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }).status); // separated
 */
export const vertexBalls: TreeRule = { name: 'vertices', build: growVertices };
/**
 * Merges the triangles of one cell of an octree.
 *
 * @example
 * const model = Model.build(icosphere({ subdivisions: 1 }), { split: octreeCells });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }).status); // separated
 */
export const octreeCells: TreeRule = { name: 'octree', build: growOctree };
/**
 * Groups triangles by the balls of the medial axis: for trees of spheres.
 *
 * @example
 * const model = Model.build(icosphere({ subdivisions: 1 }), { split: medialBalls });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }).status); // separated
 */
export const medialBalls: TreeRule = { name: 'medial', build: growMedial };

/** The names of {@link TREE_RULES}. */
export type TreeRuleName = 'sah' | 'mean' | 'median' | 'bottom-up' | 'tiles' | 'vertices' | 'octree' | 'medial';

/** The methods to build a tree, by name: `split` of `Model.build`. docs/lab/volumes-sphere-trees.md compares them. */
export const TREE_RULES: Readonly<Record<TreeRuleName, Split>> = {
  sah: 'sah',
  mean: 'mean',
  median: 'median',
  'bottom-up': bottomUp,
  tiles,
  vertices: vertexBalls,
  octree: octreeCells,
  medial: medialBalls,
};
