// A lower bound of the distance of two convex meshes, by Voronoi marching from the features of the last result (the method of
// I-COLLIDE for convex bodies). It avoids the search of two trees; where it proves nothing, the trees decide.

import { ConvexResult, ConvexWorkspace } from '../convex/gjk.ts';
import { voronoiMarching } from '../convex/voronoi-march.ts';
import type { Model } from '../model/model.ts';
import { convexBodyOf } from '../patches/convex-model.ts';
import { borrowWorkspace, returnWorkspace } from '../query/workspace.ts';
import type { Pose } from '../scalar/pose.ts';
import { LEAST_DOUBLE } from '../scalar/tolerances.ts';

/** Ints that store the features of a pair: the number of vertices, three of one body, three of the other. */
export const FEATURES = 7;

const work = new ConvexWorkspace();
const found = new ConvexResult();

/**
 * A lower bound of the distance, 0 where none is proven; marching starts from the features at `at` and stores its last ones there.
 */
export function convexGap(a: Model, poseA: Pose, b: Model, poseB: Pose, features: Int32Array, at: number): number {
  const bodyA = convexBodyOf(a);
  const bodyB = convexBodyOf(b);
  if (bodyA === null || bodyB === null) return 0;
  const w = borrowWorkspace();
  try {
    w.setPair(a, poseA, b, poseB);
    found.featureSize = features[at];
    for (let k = 0; k < 3; k++) {
      found.verticesA[k] = features[at + 1 + k];
      found.verticesB[k] = features[at + 4 + k];
    }
    voronoiMarching(work, w.swapped ? bodyB : bodyA, w.swapped ? bodyA : bodyB, w.pose, found);
    features[at] = found.featureSize;
    for (let k = 0; k < 3; k++) {
      features[at + 1 + k] = found.verticesA[k];
      features[at + 4 + k] = found.verticesB[k];
    }
    return found.status === 'separated' ? Math.max(0, found.lower * w.unit[0] - LEAST_DOUBLE) : 0;
  } finally {
    returnWorkspace(w);
  }
}
