// crashcat: GJK and EPA after Jolt, in JavaScript. Asked through the functions its own narrow phase calls,
// from a pose with a quaternion to a result with two points. Its frame is that of the body at rest, so
// that one matrix does; its own entry point makes two.

import {
  convexHull,
  createGjkClosestPoints,
  createPenetrationDepth,
  createSimplex,
  createSupport,
  gjkClosestPoints,
  penetrationDepthStepEPA,
  penetrationDepthStepGJK,
  type Support,
  SupportFunctionMode,
  setHullSupport,
} from 'crashcat';
import type { BodyPose } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { type ConvexKind, isConvexKind } from '../workload.ts';
import type { Peer } from './peer.ts';
import { timeEach } from './time-each.ts';
import { warmSession } from './warm-session.ts';

/** No error allowed, as for FCL; its default, 1e-4, is not faster. */
const TOLERANCE = 1e-12;

export const CRASHCAT: Peer = {
  name: 'crashcat',
  answers: isConvexKind,
  open: async (workload) => {
    const { kind, mesh } = workload;
    if (!isConvexKind(kind)) throw new Error(`crashcat does not answer ${kind}.`);
    const ask = queryOf(kind, mesh);
    return warmSession(workload, (poses) => {
      const { microseconds, results } = timeEach(poses, ask);
      return { microseconds, answers: Float64Array.from(results, pointDistance), contradictions: 0 };
    });
  },
};

interface PointPair {
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
}

function queryOf(kind: ConvexKind, { positions }: TriangleMesh): (pose: BodyPose) => PointPair | null {
  // No rounding of the hull's edges, and as few vertices left out of it as it allows.
  const hull = convexHull.create({ positions: [...positions], convexRadius: 0, hullTolerance: 0 });
  const [reference, queryBody] = [createSupport(), createSupport()];
  const closest = createGjkClosestPoints();
  const depth = createPenetrationDepth();
  const simplex = createSimplex();
  const scale: [number, number, number] = [1, 1, 1];
  const axis: [number, number, number] = [0, 0, 0];
  const setPose = (pose: BodyPose): void => {
    setHullSupport(reference, hull, SupportFunctionMode.INCLUDE_CONVEX_RADIUS, scale);
    setHullSupport(queryBody, hull, SupportFunctionMode.INCLUDE_CONVEX_RADIUS, scale);
    writeTransform(pose, queryBody);
    for (let k = 0; k < 3; k++) axis[k] = pose.position[k];
  };
  if (kind !== 'W5pen') {
    return (pose) => {
      setPose(pose);
      gjkClosestPoints(closest, reference, queryBody, TOLERANCE, axis, Number.MAX_VALUE);
      return { pointA: [...closest.pointA], pointB: [...closest.pointB] };
    };
  }
  return (pose) => {
    setPose(pose);
    penetrationDepthStepGJK(depth, simplex, reference, queryBody, 0, 0, axis, TOLERANCE);
    if (!penetrationDepthStepEPA(depth, reference, queryBody, TOLERANCE, simplex)) return null;
    return { pointA: [...depth.pointA], pointB: [...depth.pointB] };
  };
}

function pointDistance(points: PointPair | null): number {
  if (points === null) return Number.NaN;
  const { pointA, pointB } = points;
  return Math.hypot(pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]);
}

/** Its matrices go column by column. */
function writeTransform({ position, rotation }: BodyPose, support: Support): void {
  const [x, y, z, w] = rotation;
  const m = support.transform;
  support.hasTransform = true;
  m[0] = 1 - 2 * (y * y + z * z);
  m[1] = 2 * (x * y + z * w);
  m[2] = 2 * (x * z - y * w);
  m[4] = 2 * (x * y - z * w);
  m[5] = 1 - 2 * (x * x + z * z);
  m[6] = 2 * (y * z + x * w);
  m[8] = 2 * (x * z + y * w);
  m[9] = 2 * (y * z - x * w);
  m[10] = 1 - 2 * (x * x + y * y);
  m[12] = position[0];
  m[13] = position[1];
  m[14] = position[2];
}
