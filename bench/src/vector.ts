// Vectors as tuples, for what is made once: placements, motions, traces.

import type { Quaternion, Vector } from './body-pose.ts';

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vector, by: number): Vector => [by * a[0], by * a[1], by * a[2]];
export const unit = (a: Vector): Vector => scaled(a, 1 / Math.hypot(...a));
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function rotate([x, y, z, w]: Quaternion, point: Vector): Vector {
  const once = cross([x, y, z], point);
  return plus(plus(point, scaled(once, 2 * w)), scaled(cross([x, y, z], once), 2));
}
