import { NearmissError, textOf } from '../error.ts';
import { buildTree } from './build-tree.ts';
import { SPLIT_RULES, type SplitRule } from './split.ts';
import type { Tree } from './tree.ts';
import { treeDefect } from './validate-tree.ts';

/** A method to build a tree other than by top-down splitting: `nearmiss/lab` has some. See {@link TREE_RULES}. */
export interface TreeRule {
  readonly name: string;
  /**
   * Builds the tree of triangles (9 doubles each, in input order; they may be reordered in place). `isSolid`: whether they bound a
   * solid.
   *
   * @internal
   */
  build(triangles: Float64Array, isSolid: boolean): Tree;
}

/** How a tree is built: by top-down splitting, or by a rule of its own. See {@link BuildOptions}. */
export type Split = SplitRule | TreeRule;

export function requireSplit(split: Split): void {
  // A structure also has a `build`, but a `read` as well.
  if (typeof split === 'object' && typeof split?.build === 'function' && !('read' in split)) return;
  if (SPLIT_RULES.some((rule) => rule === split)) return;
  const known = SPLIT_RULES.map((rule) => `"${rule}"`).join(', ');
  const others = 'TREE_RULES of nearmiss/lab has others by name';
  throw new NearmissError(
    'options/bad-value',
    `split is ${textOf(split)}; it is ${known} or a rule such as tiles: ${others}.`,
  );
}

/** Builds the tree of triangles (9 doubles each, in input order; a rule of its own may reorder them in place). */
export function buildTreeBy(split: Split, triangles: Float64Array, isSolid = false): Tree {
  if (typeof split === 'string') return buildTree(triangles, split);
  const tree = split.build(triangles, isSolid);
  const defect = treeDefect(tree, triangles.length / 9);
  if (defect === null) return tree;
  throw new NearmissError('options/bad-value', `split "${split.name}" built no tree over the triangles: ${defect}.`);
}
