import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { requireModel } from '../../model/require-model.ts';
import type { DistanceMethod, SearchedNodes } from '../distance/distance-method.ts';
import { badMethod } from '../method.ts';

/** The tree that the nodes belong to: that of bounding volumes, or that of a method. See {@link nodeFaces}. */
export type NodesOption = 'volumes' | DistanceMethod;

/** The nodes that a method searches. */
export function nodesOf(model: Model, method: NodesOption): SearchedNodes {
  if (method === 'volumes') return model.tree;
  if (typeof method === 'object' && method?.nodesOf !== undefined) return method.nodesOf(model);
  throw badMethod(method, '"volumes"', 'hulls of nearmiss/convex or voronoiMarching of nearmiss/lab');
}

/**
 * The faces below a node of `Pair.front`: of the tree of bounding volumes or, with `hulls`, of that of convex hulls. (A tree over
 * tiles lists a face once for each tile.)
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
