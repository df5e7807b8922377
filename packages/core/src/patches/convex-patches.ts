import { buildTreeBy } from '../bvh/rules.ts';
import type { Tree } from '../bvh/tree.ts';
import type { Model } from '../model/model.ts';
import { requireModel } from '../model/require-model.ts';
import { decompose, type Patches } from './decompose.ts';

/** Some faces of a model that lie on the boundary of their own convex hull. See {@link convexPatches}. */
export interface ConvexPatch {
  readonly faces: Uint32Array;
  /** Whether their hull is proven to be part of the solid. */
  readonly filled: boolean;
}

/**
 * The convex patches of a surface: every face is in one of them. Computed at each call. A round shape is one patch, face 0.
 *
 * @example
 * console.log(convexPatches(Model.build(box())).length); // 1
 */
export function convexPatches(model: Model): ConvexPatch[] {
  requireModel(model, 'The body');
  if (model.round !== null) return [{ faces: Uint32Array.of(0), filled: true }];
  const { count, faces, faceStarts, filled } = decomposeModel(model);
  return Array.from({ length: count }, (_, p) => ({
    faces: faces.slice(faceStarts[p], faceStarts[p + 1]),
    filled: filled[p] === 1,
  }));
}

export function decomposeModel(model: Model): Patches {
  const { mesh, tree, facts } = model;
  return decompose(mesh, untiled(tree, mesh.triangleCount), facts.closed && facts.oriented);
}

/** A tree that lists every face once: for a tree over tiles, one over the faces instead. */
function untiled(tree: Tree, faceCount: number): Tree {
  if (tree.tiles === undefined) return tree;
  const inOrder = new Float64Array(9 * faceCount);
  for (let slot = 0; slot < tree.faces.length; slot++) {
    inOrder.set(tree.triangles.subarray(9 * slot, 9 * slot + 9), 9 * tree.faces[slot]);
  }
  return buildTreeBy('mean', inOrder);
}
