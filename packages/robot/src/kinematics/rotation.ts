// Quaternions x, y, z, w, and transforms as seven numbers: position, then quaternion. Sines and cosines are those of the library, the
// same on every engine.

import { sinCos } from 'nearmiss/bodies';

/** Numbers of a transform. */
export const TRANSFORM = 7;

/** The rotation of URDF's roll, pitch, yaw: about the fixed axes x, y, z in this order. */
export function rotationOfAngles(roll: number, pitch: number, yaw: number): [number, number, number, number] {
  const out = new Float64Array(2);
  sinCos(roll / 2, out);
  const [sr = 0, cr = 1] = out;
  sinCos(pitch / 2, out);
  const [sp = 0, cp = 1] = out;
  sinCos(yaw / 2, out);
  const [sy = 0, cy = 1] = out;
  return unitRotation([
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ]);
}

/** A quaternion divided by its length: unit to 4u. */
export function unitRotation([x, y, z, w]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

/** out[o…] = a[i…] · b[j…], both quaternions; `out` is another array or another part. */
export function multiplyRotations(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out[o…] = the vector v[j…] turned by the quaternion q[i…], which is unit to rounding. */
export function rotate(q: Float64Array, i: number, v: Float64Array, j: number, out: Float64Array, o: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const vx = v[j];
  const vy = v[j + 1];
  const vz = v[j + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o] = vx + w * tx + (y * tz - z * ty);
  out[o + 1] = vy + w * ty + (z * tx - x * tz);
  out[o + 2] = vz + w * tz + (x * ty - y * tx);
}

/** out[o…] = a[i…] · b[j…], both transforms; `out` is another array or another part. */
export function multiplyTransforms(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  rotate(a, i + 3, b, j, out, o);
  out[o] += a[i];
  out[o + 1] += a[i + 1];
  out[o + 2] += a[i + 2];
  multiplyRotations(a, i + 3, b, j + 3, out, o + 3);
}
