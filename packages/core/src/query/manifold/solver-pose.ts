// Poses as a solver has them, in arrays of doubles, and contacts from the frame they were found in to the world.

import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { CONTACT } from './convex-contacts.ts';

/** A pose as a position and a unit quaternion, in arrays of doubles. See {@link SolverContacts}. */
export interface SolverPose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** Refuses poses and a distance that are not finite numbers. */
export function requireFinite({ position: p, rotation: q }: SolverPose, within: number): void {
  const sum = p[0] + p[1] + p[2] + q[0] + q[1] + q[2] + q[3];
  if (Number.isFinite(sum) && within >= 0 && within < Infinity) return;
  throw new NearmissError('options/bad-value', 'Poses and the distance of a search for contacts are finite numbers.');
}

/** Writes the matrix of a unit quaternion, row by row. */
export function writeMatrix(q: Float64Array, out: Float64Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** Writes A in B's frame and unit (scalar/pose.ts), in plain doubles; `matrix` is B's rotation. */
export function writeRelative(
  a: Model,
  poseA: SolverPose,
  b: Model,
  poseB: SolverPose,
  matrix: Float64Array,
  out: Float64Array,
): void {
  const { frame: own } = a;
  const { frame } = b;
  const { rotation: p } = poseB;
  const { rotation: q } = poseA;
  // The quaternion of A as B sees it.
  const x = p[3] * q[0] - p[0] * q[3] - p[1] * q[2] + p[2] * q[1];
  const y = p[3] * q[1] - p[1] * q[3] - p[2] * q[0] + p[0] * q[2];
  const z = p[3] * q[2] - p[2] * q[3] - p[0] * q[1] + p[1] * q[0];
  const w = p[3] * q[3] + p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
  const cx = own.centre[0];
  const cy = own.centre[1];
  const cz = own.centre[2];
  const dx = poseA.position[0] - poseB.position[0];
  const dy = poseA.position[1] - poseB.position[1];
  const dz = poseA.position[2] - poseB.position[2];
  for (let k = 0; k < 3; k++) {
    const offset = matrix[k] * dx + matrix[3 + k] * dy + matrix[6 + k] * dz;
    const centre = out[3 * k] * cx + out[3 * k + 1] * cy + out[3 * k + 2] * cz;
    out[9 + k] = (offset + centre - frame.centre[k]) / frame.unit;
  }
  out[12] = own.unit / frame.unit;
}

/**
 * Brings contacts from B's frame and unit to the world: points of A and B, normals, gaps. `matrix` is B's rotation, and `out` as long as
 * they need.
 */
export function writeToWorld(
  n: Float64Array,
  count: number,
  b: Model,
  poseB: SolverPose,
  matrix: Float64Array,
  out: Float64Array,
): void {
  const { unit, centre } = b.frame;
  const { position: t } = poseB;
  for (let o = 0; o < CONTACT * count; o += CONTACT) {
    for (let part = 0; part < 9; part += 3) {
      // Points from the frame to the body, then both to the world; a normal is turned only.
      const isPoint = part < 6;
      const x = isPoint ? centre[0] + unit * n[o + part] : n[o + part];
      const y = isPoint ? centre[1] + unit * n[o + part + 1] : n[o + part + 1];
      const z = isPoint ? centre[2] + unit * n[o + part + 2] : n[o + part + 2];
      out[o + part] = matrix[0] * x + matrix[1] * y + matrix[2] * z + (isPoint ? t[0] : 0);
      out[o + part + 1] = matrix[3] * x + matrix[4] * y + matrix[5] * z + (isPoint ? t[1] : 0);
      out[o + part + 2] = matrix[6] * x + matrix[7] * y + matrix[8] * z + (isPoint ? t[2] : 0);
    }
    out[o + 9] = unit * n[o + 9];
  }
}
