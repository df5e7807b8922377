import type { DistanceMethod } from '../distance/distance-method.ts';
import { forEachOnHullFront, hullNodesOf, hullStats, searchNearestHulls } from '../distance/hulls-distance.ts';
import { hullScratchOf } from '../hull-scratch.ts';
import { advanceBodies } from './advance-bodies.ts';
import { hullsStep } from './hulls-step.ts';
import type { AdvanceMethod } from './methods.ts';

/**
 * Trees of convex hulls over the convex patches of the surfaces: for `distance` and `timeOfContact`.
 *
 * @example
 * const model = Model.build(torus(), { with: [hullTree] });
 * console.log(distance(model, {}, model, { position: [3, 0, 0] }, { method: hulls }).status); // separated
 */
export const hulls: DistanceMethod & AdvanceMethod = {
  name: 'hulls',
  answers: { distance: true, timeOfContact: true },
  searchNearest: (w, memory) => searchNearestHulls(w, memory, false),
  stats: hullStats,
  nodesOf: hullNodesOf,
  forEachOnFront: forEachOnHullFront,
  takesBound: true,
  advance: (w, pairMotion, rounding, work, bound, volume) =>
    advanceBodies(w, pairMotion, rounding, work, { findStep: hullsStep, bound, volume }),
  frontSize: (w) => hullScratchOf(w).tree.frontSize,
};
