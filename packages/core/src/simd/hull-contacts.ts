// The contacts of two convex bodies for a solver, by the kernels: those of the plain library to the bit.

import type { ConvexContactList, KernelPose } from '../query/acceleration.ts';
import {
  BODY_Q_AT,
  BODY_R_AT,
  CONTACTS_AT,
  HULL_Q_AT,
  HULL_R_AT,
  LOWER_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './convex-layout.ts';
import type { Kernel } from './kernel.ts';
import type { UploadedBody } from './uploaded-body.ts';
import type { UploadedHull } from './uploaded-hull.ts';

/** Numbers of a contact. */
const CONTACT = 10;

/** Writes a body and its pose to the block of a query, as its query body or its reference. */
export function writePosedHull(
  { doubles, ints }: Kernel,
  at: number,
  body: UploadedBody,
  hull: UploadedHull,
  { position, rotation }: KernelPose,
  isReference: boolean,
): void {
  const d = at / 8 + (isReference ? WORLD_R_AT : WORLD_Q_AT);
  const i = at / 4;
  for (let k = 0; k < 3; k++) doubles[d + k] = position[k];
  for (let k = 0; k < 4; k++) doubles[d + 3 + k] = rotation[k];
  ints[i + (isReference ? BODY_R_AT : BODY_Q_AT)] = body.at;
  ints[i + (isReference ? HULL_R_AT : HULL_Q_AT)] = hull.at;
}

/** Same as `Acceleration.convexContacts`, for bodies that are written already; `unit` is that of the reference. */
export function convexContacts(
  { doubles, exports }: Kernel,
  at: number,
  within: number,
  unit: number,
  out: ConvexContactList,
): boolean {
  const d = at / 8;
  const count = exports.convexContacts(at, within);
  if (count < 0) return false;
  const { numbers } = out;
  out.count = count;
  if (count === 0) out.lower = doubles[d + LOWER_AT] * unit;
  for (let k = 0; k < CONTACT * count; k++) numbers[k] = doubles[d + CONTACTS_AT + k];
  return true;
}
