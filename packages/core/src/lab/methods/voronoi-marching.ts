import type { DistanceMethod } from '../../query/distance/distance-method.ts';
import { forEachOnHullFront, hullNodesOf, hullStats, searchNearestHulls } from '../../query/distance/hulls-distance.ts';
import { hullScratchOf } from '../../query/hull-scratch.ts';

/**
 * Trees of convex hulls with Voronoi marching at every node, as in the papers, for `distance`; a convex body is one node.
 *
 * @example
 * const model = Model.build(box(), { with: [hullTree] });
 * const { status } = distance(model, {}, model, { position: [3, 0, 0] }, { method: voronoiMarching });
 * console.log(status); // separated
 */
export const voronoiMarching: DistanceMethod = {
  name: 'voronoi-marching',
  answers: { distance: true },
  searchNearest: (w, memory) => searchNearestHulls(w, memory, true),
  stats: (w, memory) => {
    const [marches, marchSteps, handedOver] = hullScratchOf(w).marchingCounts;
    return { ...hullStats(w, memory), marches, marchSteps, handedOver };
  },
  nodesOf: hullNodesOf,
  forEachOnFront: forEachOnHullFront,
};
