// Trees grown from the triangles up, as rules to build a model by.

import type { Split, TreeRule } from '../../bvh/rules.ts';
import { growBottomUp, growMedial, growOctree, growTiled, growVertices } from './grow.ts';

/** Merges what fits into the smallest sphere. */
export const bottomUp: TreeRule = { name: 'bottom-up', build: growBottomUp };
/** Splits large triangles into tiles first: for meshes with a few large faces. */
export const tiles: TreeRule = { name: 'tiles', build: growTiled };
/** Groups triangles by balls around vertices. */
export const vertexBalls: TreeRule = { name: 'vertices', build: growVertices };
/** Merges the triangles of one cell of an octree. */
export const octreeCells: TreeRule = { name: 'octree', build: growOctree };
/** Groups triangles by the balls of the medial axis: for trees of spheres. */
export const medialBalls: TreeRule = { name: 'medial', build: growMedial };

export type TreeRuleName = 'sah' | 'mean' | 'median' | 'bottom-up' | 'tiles' | 'vertices' | 'octree' | 'medial';

/** How trees come about, by name: `split` of `Model.build`. docs/lab/volumes-sphere-trees.md compares them. */
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
