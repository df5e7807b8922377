// The distance of two convex bodies, by the kernels: the result of the plain library's GJK to the bit.

import type { ConvexResult } from '../convex/gjk.ts';
import type { ConvexScratch } from '../query/convex-scratch.ts';
import type { Workspace } from '../query/workspace.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import {
  BODY_Q_AT,
  BODY_R_AT,
  DECIDED,
  ENOUGH_AT,
  FACE_Q_AT,
  FACE_R_AT,
  FEATURE_Q_AT,
  FEATURE_R_AT,
  LOWER_AT,
  NORMAL_AT,
  POINTS_AT,
  POSE,
  POSE_WANTED,
  SIGN_AT,
  SIZE_AT,
  STEPS_AT,
  UPPER_AT,
  WORLD_POINTS_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './convex-layout.ts';
import type { Kernel } from './kernel.ts';
import type { UploadedBody } from './uploaded-body.ts';

/** Same as `Acceleration.convexDistance`, for two uploaded bodies and the block of a query. */
export function convexDistance(
  { doubles, ints, exports }: Kernel,
  at: number,
  { pose, convexScratch }: Workspace,
  bodyQ: UploadedBody,
  bodyR: UploadedBody,
): boolean {
  const d = at / 8;
  const i = at / 4;
  for (let k = 0; k < POSE; k++) doubles[d + k] = pose[k];
  doubles[d + ENOUGH_AT] = convexScratch.enough[0];
  ints[i + BODY_Q_AT] = bodyQ.at;
  ints[i + BODY_R_AT] = bodyR.at;
  if (exports.convexDistance(at) !== DECIDED) return false;
  readResult(doubles, ints, at, convexScratch.own);
  return true;
}

/** Same as `Acceleration.nearestConvex`. */
export function nearestConvex(
  { doubles, ints, exports }: Kernel,
  at: number,
  w: Workspace,
  bodyQ: UploadedBody,
  bodyR: UploadedBody,
): boolean {
  const d = at / 8;
  const i = at / 4;
  const { convexScratch, queryPose, referencePose } = w;
  for (let k = 0; k < POSE_SIZE; k++) {
    doubles[d + WORLD_Q_AT + k] = queryPose[k];
    doubles[d + WORLD_R_AT + k] = referencePose[k];
  }
  doubles[d + ENOUGH_AT] = convexScratch.enough[0];
  doubles[d + SIGN_AT] = w.swapped ? -1 : 1;
  ints[i + BODY_Q_AT] = bodyQ.at;
  ints[i + BODY_R_AT] = bodyR.at;
  let end = exports.nearestConvex(at, 0);
  if (end === POSE_WANTED) {
    w.relateBodies();
    for (let k = 0; k < POSE; k++) doubles[d + k] = w.pose[k];
    end = exports.nearestConvex(at, 1);
  }
  if (end !== DECIDED) return false;
  readNearest(doubles, ints, at, convexScratch);
  return true;
}

/** What `nearestConvex` has found: the bracket, the points and faces; the rest only if a face is −1. */
export function readNearest(
  doubles: Float64Array,
  ints: Int32Array,
  at: number,
  { own, world, faces }: ConvexScratch,
): void {
  const d = at / 8;
  const i = at / 4;
  for (let k = 0; k < 9; k++) world[k] = doubles[d + WORLD_POINTS_AT + k];
  faces[0] = ints[i + FACE_Q_AT];
  faces[1] = ints[i + FACE_R_AT];
  if (faces[0] < 0 || faces[1] < 0) readResult(doubles, ints, at, own);
  own.lower = doubles[d + LOWER_AT];
  own.upper = doubles[d + UPPER_AT];
}

function readResult(doubles: Float64Array, ints: Int32Array, at: number, out: ConvexResult): void {
  const d = at / 8;
  const i = at / 4;
  const { normal, points, verticesA, verticesB } = out;
  out.status = 'separated';
  out.lower = doubles[d + LOWER_AT];
  out.upper = doubles[d + UPPER_AT];
  for (let k = 0; k < 3; k++) {
    normal[k] = doubles[d + NORMAL_AT + k];
    verticesA[k] = ints[i + FEATURE_Q_AT + k];
    verticesB[k] = ints[i + FEATURE_R_AT + k];
  }
  for (let k = 0; k < 6; k++) points[k] = doubles[d + POINTS_AT + k];
  out.iterations = ints[i + STEPS_AT];
  out.featureSize = ints[i + SIZE_AT];
  out.handedOver = false;
}
