// Rotations as unit quaternions x, y, z, w in Float64Arrays, by operations that are the same on every engine.

import { sinCos } from 'nearmiss/bodies';

/** Leaf scratch. */
const both = new Float64Array(2);

/** Writes the matrix of the quaternion q[k…], row by row. */
export function writeMatrix(q: Float64Array, k: number, out: Float64Array): void {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = q[k + 3];
  const n = 2 / (x * x + y * y + z * z + w * w);
  out[0] = 1 - n * (y * y + z * z);
  out[1] = n * (x * y - w * z);
  out[2] = n * (x * z + w * y);
  out[3] = n * (x * y + w * z);
  out[4] = 1 - n * (x * x + z * z);
  out[5] = n * (y * z - w * x);
  out[6] = n * (x * z - w * y);
  out[7] = n * (y * z + w * x);
  out[8] = 1 - n * (x * x + y * y);
}

/** out = m v, of three numbers of `v` from `i` on. */
export function turn(m: Float64Array, v: Float64Array, i: number, out: Float64Array, o: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = m[0] * x + m[1] * y + m[2] * z;
  out[o + 1] = m[3] * x + m[4] * y + m[5] * z;
  out[o + 2] = m[6] * x + m[7] * y + m[8] * z;
}

/** out = mᵀ v. */
export function turnBack(m: Float64Array, v: Float64Array, i: number, out: Float64Array, o: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = m[0] * x + m[3] * y + m[6] * z;
  out[o + 1] = m[1] * x + m[4] * y + m[7] * z;
  out[o + 2] = m[2] * x + m[5] * y + m[8] * z;
}

/** out = p q, the rotation q first. `out` may be either. */
export function multiply(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array, o: number): void {
  const px = p[i];
  const py = p[i + 1];
  const pz = p[i + 2];
  const pw = p[i + 3];
  const qx = q[j];
  const qy = q[j + 1];
  const qz = q[j + 2];
  const qw = q[j + 3];
  out[o] = pw * qx + px * qw + py * qz - pz * qy;
  out[o + 1] = pw * qy - px * qz + py * qw + pz * qx;
  out[o + 2] = pw * qz + px * qy - py * qx + pz * qw;
  out[o + 3] = pw * qw - px * qx - py * qy - pz * qz;
}

/** Makes a quaternion one of length 1. */
export function normalise(q: Float64Array, k: number): void {
  const n = 1 / Math.sqrt(q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3]);
  for (let c = k; c < k + 4; c++) q[c] *= n;
}

/** Writes the quaternion of a turn by the rotation vector (x, y, z), axis times radians. */
export function writeTurn(x: number, y: number, z: number, out: Float64Array): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  sinCos(angle / 2, both);
  const s = angle > 0 ? both[0] / angle : 0.5;
  out[0] = s * x;
  out[1] = s * y;
  out[2] = s * z;
  out[3] = both[1];
}

/** An upper bound of the angle between two rotations, in radians. */
export function angleBound(p: Float64Array, i: number, q: Float64Array, j: number): number {
  let near = 0;
  let far = 0;
  for (let k = 0; k < 4; k++) {
    near += (p[i + k] - q[j + k]) * (p[i + k] - q[j + k]);
    far += (p[i + k] + q[j + k]) * (p[i + k] + q[j + k]);
  }
  // |p − q| = 2 sin(φ/4); φ ≤ 4.45 sin(φ/4) up to half a turn, and φ ≤ 4.06 sin(φ/4) below 0.96 radians.
  const sine = Math.sqrt(Math.min(near, far)) / 2;
  return (sine < 0.24 ? 4.06 : 4.45) * sine;
}

/** Writes the third column of the matrix of q[k…]: where the z axis of the body points. */
export function writeAxis(q: Float64Array, k: number, out: Float64Array, o: number): void {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = q[k + 3];
  out[o] = 2 * (x * z + w * y);
  out[o + 1] = 2 * (y * z - w * x);
  out[o + 2] = 1 - 2 * (x * x + y * y);
}
