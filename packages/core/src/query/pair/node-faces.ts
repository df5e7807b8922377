import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { requireModel } from '../../model/require-model.ts';
import type { DistanceMethod, SearchedNodes } from '../distance/distance-method.ts';
import { badMethod } from '../method.ts';

/** Whose nodes are meant: those of the tree of bounding volumes, or of what a method searches instead. See {@link nodeFaces}. */
export type NodesOption = 'volumes' | DistanceMethod;

/** The nodes that a search by a method goes over. */
export function nodesOf(model: Model, method: NodesOption): SearchedNodes {
  if (method === 'volumes') return model.tree;
  if (typeof method === 'object' && method?.nodesOf !== undefined) return method.nodesOf(model);
  throw badMethod(method, '"volumes"', 'hulls of nearmiss/convex or voronoiMarching of nearmiss/lab');
}

/**
 * The faces below a node that `Pair.front` names: of the tree of bounding volumes or, with `hulls`, that of convex hulls. (A tree over
 * tiles names a face once for each tile.)
 *
 * @example
 * const cube = Model.build(box());
 * console.log(nodeFaces(cube, 0).length); // 12
 */
export function nodeFaces(model: Model, node: number, method: NodesOption = 'volumes'): Uint32Array {
  requireModel(model, 'The body');
  const { links, faces } = nodesOf(model, method);
  if (!(Number.isInteger(node) && node >= 0 && node < links.length / LINKS)) {
    throw new NearmissError('options/bad-value', `There is no node ${textOf(node)} of ${links.length / LINKS}.`);
  }
  const first = links[LINKS * node + FIRST_TRIANGLE];
  return faces.slice(first, first + links[LINKS * node + TRIANGLE_COUNT]);
}
