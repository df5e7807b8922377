import { NearmissError, textOf } from '../error.ts';
import type { Model } from '../model/model.ts';
import { requireModel } from '../model/require-model.ts';
import { hullTree } from './hull-structure.ts';
import { HULL_FACE_COUNT, HULL_FIRST_FACE, HULL_LINKS, hullChild } from './hull-tree.ts';

/** A node of a model's tree of convex hulls. See {@link hullNodes}. */
export interface HullNode {
  /** Its number, as in `Pair.front` and `nodeFaces`; the root is 0. */
  readonly node: number;
  /** Its depth below the root. */
  readonly level: number;
  /** The faces below it. */
  readonly faces: Uint32Array;
  /** The triangles of its hull: three vertices of the mesh each, counter-clockwise from outside. A flat one has two sides. */
  readonly triangles: Uint32Array;
}

/**
 * The nodes of a model's tree of convex hulls that are `deepest` steps below the root, and the leaves above them: together they
 * cover every face once. Without a level, all leaves.
 *
 * @example
 * const model = Model.build(torus(), { with: [hullTree] });
 * console.log(hullNodes(model, 0).length); // 1
 */
export function hullNodes(model: Model, deepest: number = Infinity): HullNode[] {
  requireModel(model, 'The body');
  if (!(deepest === Infinity || (Number.isInteger(deepest) && deepest >= 0))) {
    throw new NearmissError('options/bad-value', `level is ${textOf(deepest)}; it is a whole number, 0 or more.`);
  }
  const tree = model.structure(hullTree);
  const { links, faces } = tree.arrays;
  const found: HullNode[] = [];
  const open: [node: number, level: number][] = [[0, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, level] = next;
    const child = hullChild(links, node);
    if (child !== 0 && level < deepest) {
      open.push([child + 1, level + 1], [child, level + 1]);
      continue;
    }
    const first = links[HULL_LINKS * node + HULL_FIRST_FACE];
    const { source, triangles } = tree.body(node);
    found.push({
      node,
      level,
      faces: faces.slice(first, first + links[HULL_LINKS * node + HULL_FACE_COUNT]),
      triangles: triangles.map((v) => source[v]),
    });
  }
  return found;
}
