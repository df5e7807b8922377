// nearmiss on convex bodies: from two poses as a user has them to a result in the world, through the kernels of core.

import type { BodyPose } from '../body-pose.ts';
import {
  buildConvexBody,
  ConvexResult,
  ConvexWorkspace,
  epaDepth,
  gjkDistance,
  POSE_SIZE,
  pointToWorld,
  RELATIVE_SCALE,
  RELATIVE_SCRATCH_SIZE,
  RELATIVE_SIZE,
  readPose,
  relativePose,
} from '../core-rooms.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { type ConvexKind, isConvexKind } from '../workload.ts';
import type { Pass, Peer } from './peer.ts';
import { timeEach } from './time-each.ts';
import { warmSession } from './warm-session.ts';

const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
const CENTRE = new Float64Array(3);

/** How far the bracket may be open, and witness points off it, in model sizes. */
const BRACKET_SLACK = 1e-12;

/** Each search starts where the last one ended. */
export const COHERENT: Peer = {
  name: 'nearmiss, coherent',
  answers: isConvexKind,
  open: async (workload) => {
    const { kind, mesh } = workload;
    if (!isConvexKind(kind)) throw new Error(`${kind} is not about convex bodies.`);
    return warmSession(workload, convexPass(kind, mesh, true));
  },
};

interface Answer {
  readonly lower: number;
  readonly upper: number;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
}

export function convexPass(
  kind: ConvexKind,
  { positions }: TriangleMesh,
  isCoherent: boolean,
): (poses: readonly BodyPose[]) => Pass {
  const body = buildConvexBody(positions);
  const work = new ConvexWorkspace();
  const found = new ConvexResult();
  const poseA = new Float64Array(POSE_SIZE);
  const poseB = new Float64Array(POSE_SIZE);
  const relative = new Float64Array(RELATIVE_SIZE);
  const world = new Float64Array(6);
  const scratch = new Float64Array(RELATIVE_SCRATCH_SIZE);
  relative[RELATIVE_SCALE] = 1;
  const search = kind === 'W5pen' ? epaDepth : gjkDistance;

  const ask = (pose: BodyPose): Answer => {
    readPose(pose, poseA, 'Pose A');
    readPose(IDENTITY, poseB, 'Pose B');
    relativePose(poseA, CENTRE, poseB, CENTRE, relative, scratch);
    if (!isCoherent) found.featureSize = 0;
    search(work, body, body, relative, found);
    pointToWorld(poseB, CENTRE, 1, found.points, 0, world, 0);
    pointToWorld(poseB, CENTRE, 1, found.points, 3, world, 3);
    return {
      lower: found.lower,
      upper: found.upper,
      pointA: [world[0], world[1], world[2]],
      pointB: [world[3], world[4], world[5]],
    };
  };

  return (poses) => {
    found.featureSize = 0;
    const { microseconds, results } = timeEach(poses, ask);
    return {
      microseconds,
      answers: Float64Array.from(results, ({ upper }) => upper),
      contradictions: results.filter(contradictsItself).length,
    };
  };
}

function contradictsItself({ lower, upper, pointA, pointB }: Answer): boolean {
  const gap = Math.hypot(...pointA.map((x, k) => x - pointB[k]));
  return !(lower > 0 && upper - lower <= BRACKET_SLACK && Math.abs(gap - upper) <= BRACKET_SLACK);
}
