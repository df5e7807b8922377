// nearmiss on convex bodies, through its public API: from two poses as a user has them to a result in the world.

import { type DistanceResult, distance, type Model, Pair, type PenetrationResult, penetration } from 'nearmiss';
import { hull } from 'nearmiss/convex';
import type { BodyPose } from '../body-pose.ts';
import { type ConvexKind, isConvexKind, type Workload } from '../workload.ts';
import type { Pass, Peer, Session } from './peer.ts';
import { timeEach } from './time-each.ts';
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
    return (poses) =>
      answersOf(
        timeEach(poses, (pose) => penetration(model, pose, model, IDENTITY)),
        isDepthWrong,
      );
  }
  if (!isCoherent) {
    return (poses) =>
      answersOf(
        timeEach(poses, (pose) => distance(model, pose, model, IDENTITY)),
        isDistanceWrong,
      );
  }
  return (poses) => {
    // A fresh pair each pass: nothing is remembered from the last time these poses were met.
    const pair = new Pair(model, model);
    return answersOf(
      timeEach(poses, (pose) => pair.distance(pose, IDENTITY)),
      isDistanceWrong,
    );
  };
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

function isDistanceWrong({ status, lower, upper, pointA, pointB, faceA, faceB }: DistanceResult): boolean {
  if (status !== 'separated' || faceA === null || faceB === null) return true;
  return isBracketWrong(lower, upper, pointA, pointB);
}

function isDepthWrong({ status, certified, lower, upper, local, translation }: PenetrationResult): boolean {
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
