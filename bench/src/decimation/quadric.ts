// Squared distances of a point to planes, summed (Garland and Heckbert, "Surface simplification using quadric error metrics", 1997):
// xᵀAx − 2bᵀx + c, six numbers of A row by row from the diagonal on, three of b, and c.

import type { Vector } from '../body-pose.ts';
import { dot } from '../vector.ts';

export const QUADRIC = 10;

/**
 * How strongly a point is held to where it was, in parts of the trace of A: along a flat face or a straight edge the planes do not mind
 * where it goes. Dimensionless.
 */
const HOLD = 1e-9;

/** Adds `weight` times the squared distance to the plane through `on` with the unit normal `normal`. */
export function addPlane(quadrics: Float64Array, at: number, normal: Vector, on: Vector, weight: number): void {
  const [x, y, z] = normal;
  const offset = dot(normal, on);
  const terms = [x * x, x * y, x * z, y * y, y * z, z * z, x * offset, y * offset, z * offset, offset * offset];
  for (let k = 0; k < QUADRIC; k++) quadrics[at + k] += weight * terms[k];
}

/** The sum of two quadrics. */
export function sumOf(quadrics: Float64Array, a: number, b: number): Float64Array {
  return quadrics.slice(a, a + QUADRIC).map((x, k) => x + quadrics[b + k]);
}

/** The value at a point; not below 0. */
export function quadricAt(q: Float64Array, [x, y, z]: Vector): number {
  const ax = q[0] * x + 2 * (q[1] * y + q[2] * z - q[6]);
  const ay = q[3] * y + 2 * (q[4] * z - q[7]);
  const az = q[5] * z - 2 * q[8];
  return Math.max(0, x * ax + y * ay + z * az + q[9]);
}

/** Where the quadric is least, held to `near`; `near` itself where there are no planes. */
export function leastPoint(q: Float64Array, near: Vector): Vector {
  const hold = HOLD * (q[0] + q[3] + q[5]);
  if (!(hold > 0)) return near;
  // Columns of A + hold·1, which is positive definite: Cramer's rule, around `near`.
  const a: Vector = [q[0] + hold, q[1], q[2]];
  const b: Vector = [q[1], q[3] + hold, q[4]];
  const c: Vector = [q[2], q[4], q[5] + hold];
  const [x, y, z] = near;
  const rest: Vector = [
    q[6] - q[0] * x - q[1] * y - q[2] * z,
    q[7] - q[1] * x - q[3] * y - q[4] * z,
    q[8] - q[2] * x - q[4] * y - q[5] * z,
  ];
  const whole = determinant(a, b, c);
  return [
    x + determinant(rest, b, c) / whole,
    y + determinant(a, rest, c) / whole,
    z + determinant(a, b, rest) / whole,
  ];
}

function determinant(a: Vector, b: Vector, c: Vector): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
