// nearmiss on convex bodies, through its public API: from two poses as a user has them to a result in the world.

import {
  DISTANCE_DEFAULTS,
  DistanceResult,
  distance,
  type Model,
  Pair,
  PENETRATION_DEFAULTS,
  PenetrationResult,
  type Point,
  penetration,
} from 'nearmiss';
import { hull } from 'nearmiss/convex';
import type { BodyPose } from '../body-pose.ts';
import { type ConvexKind, isConvexKind, type Workload } from '../workload.ts';
import type { Pass, Peer, Session } from './peer.ts';
import { timeInto } from './time-each.ts';
import { warmSession } from './warm-session.ts';

const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

/** How far the bracket may be open, and witness points off it, in model sizes. */
const BRACKET_ERROR = 1e-12;

/** The hull of the mesh's points, in place of the mesh. */
export const HULL: Peer = {
  name: 'nearmiss, hull',
  answers: isConvexKind,
  open: async (workload) => convexSession(workload, hull(workload.mesh.positions), false),
};

/** A pair whose searches start where the last one ended. */
export const COHERENT: Peer = {
  name: 'nearmiss, coherent',
  answers: isConvexKind,
  open: async (workload) => convexSession(workload, hull(workload.mesh.positions), true),
};

function convexSession(workload: Workload, model: Model, isCoherent: boolean): Session {
  const { kind } = workload;
  if (!isConvexKind(kind)) throw new Error(`${kind} is not about convex bodies.`);
  return warmSession(workload, convexPass(kind, model, isCoherent));
}

export function convexPass(kind: ConvexKind, model: Model, isCoherent: boolean): (poses: readonly BodyPose[]) => Pass {
  if (kind === 'W5pen') {
    const out = new PenetrationResult();
    return (poses) =>
      answersOf(
        timeInto<BodyPose, Depth>(
          poses,
          out,
          (pose) => penetration(model, pose, model, IDENTITY, PENETRATION_DEFAULTS, out),
          copyDepth,
        ),
        isDepthWrong,
      );
  }
  const out = new DistanceResult();
  if (!isCoherent) {
    return (poses) =>
      answersOf(
        timeInto<BodyPose, Gap>(
          poses,
          out,
          (pose) => distance(model, pose, model, IDENTITY, DISTANCE_DEFAULTS, out),
          copyGap,
        ),
        isDistanceWrong,
      );
  }
  return (poses) => {
    // A fresh pair each pass: nothing is remembered from the last time these poses were met.
    const pair = new Pair(model, model);
    return answersOf(
      timeInto<BodyPose, Gap>(poses, out, (pose) => pair.distance(pose, IDENTITY, DISTANCE_DEFAULTS, out), copyGap),
      isDistanceWrong,
    );
  };
}

/** What is checked of a result. */
type Gap = Pick<DistanceResult, 'status' | 'lower' | 'upper' | 'pointA' | 'pointB' | 'faceA' | 'faceB'>;
type Depth = Pick<PenetrationResult, 'status' | 'certified' | 'lower' | 'upper' | 'local' | 'translation'>;

function copyGap({ status, lower, upper, pointA, pointB, faceA, faceB }: Gap): Gap {
  return { status, lower, upper, pointA: copyPoint(pointA), pointB: copyPoint(pointB), faceA, faceB };
}

function copyDepth({ status, certified, lower, upper, local, translation: [x, y, z] }: Depth): Depth {
  const copies = local.map(({ depth, normal, pointA, pointB }) => {
    return { depth, normal, pointA: copyPoint(pointA), pointB: copyPoint(pointB) };
  });
  return { status, certified, lower, upper, local: copies, translation: [x, y, z] };
}

function copyPoint<P extends Point | null>(point: P): P {
  return (point === null ? null : [point[0], point[1], point[2]]) as P;
}

function answersOf<Result extends { readonly upper: number }>(
  { microseconds, results }: { readonly microseconds: Float64Array; readonly results: readonly Result[] },
  contradictsItself: (result: Result) => boolean,
): Pass {
  return {
    microseconds,
    answers: Float64Array.from(results, ({ upper }) => upper),
    contradictions: results.filter(contradictsItself).length,
  };
}

function isDistanceWrong({ status, lower, upper, pointA, pointB, faceA, faceB }: Gap): boolean {
  if (status !== 'separated' || faceA === null || faceB === null) return true;
  return isBracketWrong(lower, upper, pointA, pointB);
}

function isDepthWrong({ status, certified, lower, upper, local, translation }: Depth): boolean {
  if (status !== 'overlapping' || !certified || local.length !== 1) return true;
  const [{ pointA, pointB }] = local;
  return (
    isBracketWrong(lower, upper, pointA, pointB) || !(Math.abs(Math.hypot(...translation) - upper) <= BRACKET_ERROR)
  );
}

function isBracketWrong(
  lower: number,
  upper: number,
  pointA: readonly number[] | null,
  pointB: readonly number[] | null,
): boolean {
  if (pointA === null || pointB === null) return true;
  const gap = Math.hypot(...pointA.map((x, k) => x - pointB[k]));
  return !(lower > 0 && upper - lower <= BRACKET_ERROR && Math.abs(gap - upper) <= BRACKET_ERROR);
}
