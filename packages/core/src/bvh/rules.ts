import { buildTree } from './build.ts';
import { growBottomUp, growMedial, growOctree, growTiled, growVertices } from './grow.ts';
import type { SplitRule } from './split.ts';
import type { Tree } from './tree.ts';

/**
 * How a tree comes about. Cut from the whole down: a `SplitRule`. Grown from the triangles up: `bottom-up` merges what
 * fits into the smallest box; `tiles` cuts large triangles into tiles first; `vertices` groups triangles by balls around vertices;
 * `octree` merges those of one cell of an octree; `medial` groups triangles by the balls of the medial axis.
 */
export type TreeRule = SplitRule | 'bottom-up' | 'tiles' | 'vertices' | 'octree' | 'medial';

export const TREE_RULES: readonly TreeRule[] = [
  'sah',
  'mean',
  'median',
  'bottom-up',
  'tiles',
  'vertices',
  'octree',
  'medial',
];

/** Builds the tree of triangles (9 doubles each, in input order; they may be reordered in place). */
export function buildTreeBy(rule: TreeRule, triangles: Float64Array, isSolid: boolean): Tree {
  switch (rule) {
    case 'bottom-up':
      return growBottomUp(triangles);
    case 'tiles':
      return growTiled(triangles);
    case 'vertices':
      return growVertices(triangles);
    case 'octree':
      return growOctree(triangles);
    case 'medial':
      return growMedial(triangles, isSolid);
    default:
      return buildTree(
        triangles,
        Uint32Array.from({ length: triangles.length / 9 }, (_, k) => k),
        rule,
      );
  }
}
