// Conversions between the world, where A is moved, and the reference frame, where a workspace computes.

import type { PosedPair } from '../posed-pair.ts';

/**
 * Directions and translations in both frames. If A is the reference body, moving A by x is moving B by −x: the sign is part of the
 * matrix, so that a direction from the query body to the reference body becomes one from A to B.
 */
export class ReferenceFrame {
  /** Rows of the rotation from the reference frame to the world, times −1 where A is the reference body. */
  readonly rows: Float64Array = new Float64Array(9);
  /** The reference frame's unit, in the world's. */
  unit = 1;

  /** Reads the poses of a pair. */
  set({ swapped, referencePose: pose, unit }: PosedPair): void {
    const sign = swapped ? -1 : 1;
    const qx = pose[3];
    const qy = pose[4];
    const qz = pose[5];
    const qw = pose[6];
    const s = (2 * sign) / (qx * qx + qy * qy + qz * qz + qw * qw);
    const { rows } = this;
    rows[0] = sign - s * (qy * qy + qz * qz);
    rows[1] = s * (qx * qy - qw * qz);
    rows[2] = s * (qx * qz + qw * qy);
    rows[3] = s * (qx * qy + qw * qz);
    rows[4] = sign - s * (qx * qx + qz * qz);
    rows[5] = s * (qy * qz - qw * qx);
    rows[6] = s * (qx * qz - qw * qy);
    rows[7] = s * (qy * qz + qw * qx);
    rows[8] = sign - s * (qx * qx + qy * qy);
    this.unit = unit[0];
  }

  /** A direction (3 doubles at v[i]) from the reference frame to the world. */
  toWorld(v: Float64Array, i: number, out: Float64Array, o: number): void {
    const { rows } = this;
    const x = v[i];
    const y = v[i + 1];
    const z = v[i + 2];
    for (let k = 0; k < 3; k++) out[o + k] = rows[3 * k] * x + rows[3 * k + 1] * y + rows[3 * k + 2] * z;
  }

  /** The displacement of the query body, in the reference frame and its unit, when A is moved by x in the world. */
  toRest(x: Float64Array, out: Float64Array): void {
    const { rows } = this;
    for (let k = 0; k < 3; k++) out[k] = (rows[k] * x[0] + rows[3 + k] * x[1] + rows[6 + k] * x[2]) / this.unit;
  }
}
