// A second bound of pairs of nodes, for long searches: the distance of their core triangles less the radii around these. It costs
// as much as four bounds of discs. It rejects pairs early where triangles coincide, nest or lie in thin layers
// (bvh/core-triangles.ts). It is used only after several traversals' worth of tests, and is dropped where it rejects too few pairs.

import { type CoreTriangles, fitCoreTriangles } from '../bvh/core-triangles.ts';
import { LINKS } from '../bvh/tree.ts';
import type { Model } from '../model/model.ts';
import { perModel } from '../model/per-model.ts';
import { distanceTriangleTriangle, WITNESS_BOUND_SQ, WITNESS_LIMIT } from '../primitive/triangle-triangle-distance.ts';
import { RELATIVE_SCALE } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { TRIANGLE_TESTS, type Workspace } from './workspace.ts';

/** Number of volume tests before cores are used: a constant, and a number per node of the two trees. */
const CORES_AFTER = 1024;
const CORES_AFTER_NODE = 4;
/** Number of core tests before their use is judged, and the part of them that has to reject its pair. */
const TRIAL = 64;
const WORTH = 1 / 8;
/** Factor on the number of volume tests before rejected cores are tried again. */
const AGAIN_AFTER = 4;

/**
 * How far below the best distance a bound of cores may be for its pair to be pruned, in parts of S: coincident triangles are all
 * equally far, to rounding, and there may be any number of them. The largest actual difference is kept in w.sharpened and widens
 * the bracket. It is usually a rounding, far less than this. Dimensionless.
 */
const CORE_ERROR: number = 128 * UNIT_ROUNDOFF;

/**
 * Error bound of moving, scaling and adding the radii, and of subtracting them from a distance, in parts of both. Dimensionless.
 */
const REACH_ROUNDING: number = 16 * UNIT_ROUNDOFF;

const coreTrianglesOf: (model: Model) => CoreTriangles = /* @__PURE__ */ perModel(({ tree }) => fitCoreTriangles(tree));

/** Number of volume tests, from the current count on, after which a search uses cores. */
export function coresAfter(w: Workspace, tests: number): number {
  const { queryBody, reference, coreTrial } = w;
  coreTrial[0] = 0;
  coreTrial[1] = 0;
  const nodes = (queryBody.tree.links.length + reference.tree.links.length) / LINKS;
  return tests + CORES_AFTER + CORES_AFTER_NODE * nodes;
}

/** Number of volume tests after which cores are used again: at once, unless they reject too few pairs. */
export function coresAgain({ coreTrial }: Workspace, tests: number): number {
  if (coreTrial[0] < TRIAL) return tests;
  const isWorth = coreTrial[1] >= WORTH * coreTrial[0];
  coreTrial[0] = 0;
  coreTrial[1] = 0;
  return isWorth ? tests : AGAIN_AFTER * tests;
}

/**
 * Whether all triangles below two nodes are proven more than pruningBound[0] apart, which is at least w.contactThreshold. If a pair
 * was found at that distance (`isFound`), CORE_ERROR less is enough; before, a pair within the caller's limit would be lost. The
 * proven bound is then less than pruningBound[0] by at most w.sharpened. The bound, at least pruningBound[0], is written to
 * w.leafBound.
 */
export function apartByCores(
  w: Workspace,
  nodeQ: number,
  nodeR: number,
  pruningBound: Float64Array,
  isFound: boolean,
): boolean {
  const { queryBody, reference, pose, coreTriangle: posed, witness } = w;
  const m = coreTrianglesOf(queryBody);
  const r = coreTrianglesOf(reference);
  const scale = pose[RELATIVE_SCALE];
  const t = queryBody.tree.triangles;
  for (let k = 0, at = 9 * m.slots[nodeQ]; k < 9; k += 3, at += 3) {
    const x = t[at] * scale;
    const y = t[at + 1] * scale;
    const z = t[at + 2] * scale;
    posed[k] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    posed[k + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    posed[k + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
  const reach = m.radii[nodeQ] * scale + r.radii[nodeR];
  w.counters[TRIANGLE_TESTS]++;
  w.coreTrial[0]++;
  // More than is needed to prune the pair, since the reach is rounded up below.
  witness[WITNESS_LIMIT] = (1 + 2 * REACH_ROUNDING) * (pruningBound[0] + reach);
  distanceTriangleTriangle(posed, 0, reference.tree.triangles, 9 * r.slots[nodeR], witness);
  const gap = Math.sqrt(witness[WITNESS_BOUND_SQ]);
  const bound = reach === 0 ? gap : gap - reach - REACH_ROUNDING * (gap + reach);
  const errorBound = isFound ? CORE_ERROR * w.scale[0] : 0;
  const isApart = bound > Math.max(pruningBound[0] - errorBound, w.contactThreshold[0]);
  if (isApart) {
    w.coreTrial[1]++;
    w.leafBound[0] = Math.max(pruningBound[0], bound);
    // The best distance can only decrease from here on, and with it the widening of the bracket by this pair.
    if (pruningBound[0] - bound > w.sharpened[0]) w.sharpened[0] = pruningBound[0] - bound;
  }
  return isApart;
}
