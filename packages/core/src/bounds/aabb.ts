// Axis-aligned boxes. Layout: centre x, y, z, half extents x, y, z.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { inflateLast } from './inflate.ts';
import type { VolumeFit, VolumeKind } from './volume.ts';

export const AABB = 6;

/**
 * Relative rounding of the half extents: the stored centre is exact by definition, so only max − centre or centre − min
 * rounds, by 1u, and the enlarging itself. Dimensionless.
 */
const FIT_ROUNDING = 4 * UNIT_ROUNDOFF;

function fitAabb(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  const begin = 9 * first;
  const end = begin + 9 * count;
  for (let axis = 0; axis < 3; axis++) {
    const low = lowestCoordinate(triangles, begin + axis, end);
    const high = highestCoordinate(triangles, begin + axis, end);
    writeAabb(low, high, out, at, axis);
  }
}

/** Along one axis, the box at `at` from the lowest to the highest number. */
export function writeAabb(low: number, high: number, out: Float64Array, at: number, axis: number): void {
  // Half each before the sum: low + high may overflow, and near the smallest double only the extents must be right.
  const centre = low / 2 + high / 2;
  out[at + axis] = centre;
  out[at + 3 + axis] = Math.max(high - centre, centre - low) * (1 + FIT_ROUNDING);
}

function lowestCoordinate(triangles: Float64Array, begin: number, end: number): number {
  let low = Infinity;
  for (let k = begin; k < end; k += 3) low = Math.min(low, triangles[k]);
  return low;
}

function highestCoordinate(triangles: Float64Array, begin: number, end: number): number {
  let high = -Infinity;
  for (let k = begin; k < end; k += 3) high = Math.max(high, triangles[k]);
  return high;
}

/** The aligned box around the turned box: its half extents are |R| times the old ones. */
function moveAabb(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const scale = pose[12];
  const errorBound = pose[13];
  const x = v[at] * scale;
  const y = v[at + 1] * scale;
  const z = v[at + 2] * scale;
  const hx = v[at + 3] * scale;
  const hy = v[at + 4] * scale;
  const hz = v[at + 5] * scale;
  out[outAt] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
  out[outAt + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
  out[outAt + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  out[outAt + 3] = Math.abs(pose[0]) * hx + Math.abs(pose[1]) * hy + Math.abs(pose[2]) * hz + errorBound;
  out[outAt + 4] = Math.abs(pose[3]) * hx + Math.abs(pose[4]) * hy + Math.abs(pose[5]) * hz + errorBound;
  out[outAt + 5] = Math.abs(pose[6]) * hx + Math.abs(pose[7]) * hy + Math.abs(pose[8]) * hz + errorBound;
}

/**
 * False only if disjoint. No guard is needed: each side of a comparison is rounded once, and rounding is monotone, so
 * what is not greater in exact arithmetic is not greater here.
 */
export function overlapAabbAabb(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    Math.abs(b[j] - a[i]) <= a[i + 3] + b[j + 3] &&
    Math.abs(b[j + 1] - a[i + 1]) <= a[i + 4] + b[j + 4] &&
    Math.abs(b[j + 2] - a[i + 2]) <= a[i + 5] + b[j + 5]
  );
}

/**
 * Distance of the boxes; where they overlap, minus the shortest translation along an axis that separates them. At most 8u·(distance
 * of the centres + extents) too large.
 */
export function lowerBoundAabbAabb(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const gx = Math.abs(b[j] - a[i]) - (a[i + 3] + b[j + 3]);
  const gy = Math.abs(b[j + 1] - a[i + 1]) - (a[i + 4] + b[j + 4]);
  const gz = Math.abs(b[j + 2] - a[i + 2]) - (a[i + 5] + b[j + 5]);
  const largest = Math.max(gx, gy, gz);
  if (largest <= 0) return largest;
  const x = Math.max(gx, 0);
  const y = Math.max(gy, 0);
  const z = Math.max(gz, 0);
  return Math.sqrt(x * x + y * y + z * z);
}

function extent(v: Float64Array, at: number, d: Float64Array, k: number): number {
  return v[at + 3] * Math.abs(d[k]) + v[at + 4] * Math.abs(d[k + 1]) + v[at + 5] * Math.abs(d[k + 2]);
}

/** Boxes for queries of points and rays: centre and half extents. */
export const aabbFit: VolumeFit = { stride: AABB, fit: fitAabb, inflate: /* @__PURE__ */ inflateLast(AABB, 3) };

/**
 * Boxes along the axes of the body.
 *
 * @example
 * const model = Model.build(torus(), { with: [aabb] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: aabb }).status); // separated
 */
export const aabbVolume: VolumeKind = {
  ...aabbFit,
  name: 'aabb',
  lengths: 3,
  rounding: 8 * UNIT_ROUNDOFF,
  move: moveAabb,
  overlap: overlapAabbAabb,
  lowerBound: lowerBoundAabbAabb,
  extent,
};
