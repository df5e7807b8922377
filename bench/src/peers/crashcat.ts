// crashcat: GJK and EPA after Jolt, in JavaScript. Asked through the functions its own narrow phase calls, with the tolerance
// it has by default. Its frame is that of the body at rest, so that a pose costs it nothing but twelve numbers.

import {
  convexHull,
  createGjkClosestPoints,
  createPenetrationDepth,
  createSimplex,
  createSupport,
  gjkClosestPoints,
  penetrationDepthStepEPA,
  penetrationDepthStepGJK,
  SupportFunctionMode,
  setHullSupport,
} from 'crashcat';
import type { BodyPose } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { type ConvexKind, isConvexKind } from '../workload.ts';
import { warmSession } from './nearmiss.ts';
import type { Peer } from './peer.ts';
import { timeEach } from './time-each.ts';

/** Its default for collisions, in model sizes. */
const TOLERANCE = 1e-4;

export const CRASHCAT: Peer = {
  name: 'crashcat',
  answers: isConvexKind,
  open: async (workload) => {
    const { kind, mesh } = workload;
    if (!isConvexKind(kind)) throw new Error(`crashcat does not answer ${kind}.`);
    const ask = queryOf(kind, mesh);
    return warmSession(workload, (poses) => {
      const { microseconds, results } = timeEach(poses, ask);
      return { microseconds, answers: Float64Array.from(results), contradictions: 0 };
    });
  },
};

function queryOf(kind: ConvexKind, { positions }: TriangleMesh): (pose: BodyPose) => number {
  // No rounding of the hull's edges, and no vertex left out of it.
  const hull = convexHull.create({ positions: [...positions], convexRadius: 0, hullTolerance: 0 });
  const [resting, moving] = [createSupport(), createSupport()];
  const closest = createGjkClosestPoints();
  const depth = createPenetrationDepth();
  const simplex = createSimplex();
  const place = ({ row }: BodyPose): void => {
    setHullSupport(resting, hull, SupportFunctionMode.INCLUDE_CONVEX_RADIUS, [1, 1, 1]);
    setHullSupport(moving, hull, SupportFunctionMode.INCLUDE_CONVEX_RADIUS, [1, 1, 1]);
    moving.hasTransform = true;
    const m = moving.transform;
    for (let k = 0; k < 12; k++) m[k < 9 ? 4 * (k % 3) + Math.floor(k / 3) : k + 3] = row[k];
  };
  if (kind !== 'W5pen') {
    return (pose) => {
      place(pose);
      const [x, y, z] = pose.position;
      gjkClosestPoints(closest, resting, moving, TOLERANCE, [x, y, z], Number.MAX_VALUE);
      return Math.sqrt(closest.squaredDistance);
    };
  }
  return (pose) => {
    place(pose);
    const [x, y, z] = pose.position;
    penetrationDepthStepGJK(depth, simplex, resting, moving, 0, 0, [x, y, z], TOLERANCE);
    if (!penetrationDepthStepEPA(depth, resting, moving, TOLERANCE, simplex)) return Number.NaN;
    const { pointA, pointB } = depth;
    return Math.hypot(pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]);
  };
}
