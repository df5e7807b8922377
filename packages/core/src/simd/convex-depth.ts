// The depth of two convex bodies, by the kernels: the result of the plain library's EPA to the bit.

import type { Workspace } from '../query/workspace.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import {
  BODY_Q_AT,
  BODY_R_AT,
  DECIDED,
  LOWER_AT,
  NORMAL_AT,
  POINTS_AT,
  POSE,
  STEPS_AT,
  UPPER_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './convex-layout.ts';
import type { Kernel } from './kernel.ts';
import type { UploadedBody } from './uploaded-body.ts';

/** Same as `Acceleration.convexDepth`, for two uploaded bodies and the block of a query. */
export function convexDepth(
  { doubles, ints, exports }: Kernel,
  at: number,
  { pose, convexScratch }: Workspace,
  bodyQ: UploadedBody,
  bodyR: UploadedBody,
): boolean {
  const d = at / 8;
  const i = at / 4;
  for (let k = 0; k < POSE; k++) doubles[d + k] = pose[k];
  ints[i + BODY_Q_AT] = bodyQ.at;
  ints[i + BODY_R_AT] = bodyR.at;
  if (exports.convexDepth(at) !== DECIDED) return false;
  const { own } = convexScratch;
  const { normal, points } = own;
  own.status = 'overlapping';
  own.lower = doubles[d + LOWER_AT];
  own.upper = doubles[d + UPPER_AT];
  for (let k = 0; k < 3; k++) normal[k] = doubles[d + NORMAL_AT + k];
  for (let k = 0; k < 6; k++) points[k] = doubles[d + POINTS_AT + k];
  own.iterations = ints[i + STEPS_AT];
  own.featureSize = 0;
  own.handedOver = false;
  return true;
}

/** Same as `Acceleration.separatesConvex`. */
export function separatesConvex(
  { doubles, ints, exports }: Kernel,
  at: number,
  { queryPose, referencePose, convexScratch }: Workspace,
  bodyQ: UploadedBody,
  bodyR: UploadedBody,
): boolean {
  const d = at / 8;
  const { normal } = convexScratch.own;
  for (let k = 0; k < POSE_SIZE; k++) {
    doubles[d + WORLD_Q_AT + k] = queryPose[k];
    doubles[d + WORLD_R_AT + k] = referencePose[k];
  }
  for (let k = 0; k < 3; k++) doubles[d + NORMAL_AT + k] = normal[k];
  ints[at / 4 + BODY_Q_AT] = bodyQ.at;
  ints[at / 4 + BODY_R_AT] = bodyR.at;
  return exports.separatesConvex(at) === DECIDED;
}
