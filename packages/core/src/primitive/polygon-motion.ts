// A polygon whose corners move linearly over time [0, 1], and what is certain about it and the origin over an interval.
//
// Two elements touch when the origin is in the set of differences of their points. For a vertex and a face that is a triangle, for
// two edges a parallelogram: planar at every time, corners in order, each the difference of a point of one element and a point of
// the other, so moving linearly. All queries about elements over time become queries about such a polygon.
//
// Rounding. Differences of doubles are right to u of themselves, however far from the origin the elements are; and
// corners are scaled by a power of two so that 1/2 ≤ |coordinate| < 1 for the largest, at either end. A corner at a time
// t, (1 − t)·from + t·to, then errs by at most u for the difference, 2u for (1 − t)·from, u for t·to and u for the sum:
// δ = 5u a coordinate. Let m ≥ all coordinates at both ends of an interval, computed or exact (`reach`; m ≤ 1 + δ). Then
//   a determinant of three corners changes by 6(m³ − (m − δ)³) ≤ 18δm², a turn of two by 4δm, and is evaluated with at most
//   46um³ ≤ 9.2δm² and 6um² ≤ 1.2δm more: 32δm² and 8δm cover both, with space for terms in δ²;
//   d·corner for |d|∞ = 1 errs by (δ + 4um)·|d|₁ ≤ 2δ|d|₁.

import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { closestPointTriangle } from './point-triangle.ts';

/** δ, the error of a coordinate of a scaled corner at any time. A part of the polygon's size. */
export const CORNER_ERROR: number = 5 * UNIT_ROUNDOFF;
const VOLUME_ERROR = 32 * CORNER_ERROR;
const TURN_ERROR = 8 * CORNER_ERROR;
const SUPPORT_ERROR = 2 * CORNER_ERROR;
/** Times are computed in four roundings of numbers below 1. */
const TIME_ERROR = 8 * UNIT_ROUNDOFF;

/** Coordinates of a polygon, four corners at most. */
const SIZE = 12;

export class PolygonMotion {
  /** Three corners or four. */
  count = 3;
  /** Corners at times 0 and 1. */
  readonly from: Float64Array = new Float64Array(SIZE);
  readonly to: Float64Array = new Float64Array(SIZE);
  /** The interval tested, its corners at both ends, and m. */
  readonly interval: Float64Array = new Float64Array(2);
  readonly atStart: Float64Array = new Float64Array(SIZE);
  readonly atEnd: Float64Array = new Float64Array(SIZE);
  readonly reach: Float64Array = new Float64Array(1);
  /** The volume of the origin and corners 0, 1, 2 over the interval: Bernstein coefficients, and their error. */
  readonly volume: Float64Array = new Float64Array(5);
  /** Closest point of the polygon to the origin at the start of the interval, and the squared distance. */
  readonly foot: Float64Array = new Float64Array(4);
  /** The time until which the polygon is known to miss the origin. */
  readonly clearUntil: Float64Array = new Float64Array(1);
}

/** Whether all corners stay on one side of the origin along an axis: no rounding, differences keep their sign. */
export function isAsideOnAxis({ count, from, to }: PolygonMotion): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < 3 * count; k += 3) {
      low = Math.min(low, from[k], to[k]);
      high = Math.max(high, from[k], to[k]);
    }
    if (low > 0 || high < 0) return true;
  }
  return false;
}

/** Scales to size 1 and returns the power of two of the size; 0 for a polygon that is the origin all the time. */
export function scaleToUnit({ count, from, to }: PolygonMotion, size: Float64Array): void {
  let largest = 0;
  for (let k = 0; k < 3 * count; k++) largest = Math.max(largest, Math.abs(from[k]), Math.abs(to[k]));
  size[0] = 0;
  if (largest === 0) return;
  const exponent = exponentAbove(largest);
  const factor = powerOfTwo(-exponent);
  for (let k = 0; k < 3 * count; k++) {
    from[k] *= factor;
    to[k] *= factor;
  }
  size[0] = powerOfTwo(exponent);
}

/** Sets the `interval`: passed as numbers, its ends would be boxed. */
export function testInterval(polygon: PolygonMotion): void {
  const { from, to, interval, atStart, atEnd, reach, count } = polygon;
  const a = interval[0];
  const b = interval[1];
  const beforeA = 1 - a;
  const beforeB = 1 - b;
  let largest = 0;
  for (let k = 0; k < 3 * count; k++) {
    const x = beforeA * from[k] + a * to[k];
    const y = beforeB * from[k] + b * to[k];
    largest = Math.max(largest, Math.abs(x), Math.abs(y));
    atStart[k] = x;
    atEnd[k] = y;
  }
  reach[0] = largest + CORNER_ERROR;
  findVolume(polygon);
}

/** The volume is a cubic in time: det of three corners, each p + s(q − p) for s in [0, 1]. */
function findVolume({ atStart, atEnd, reach, volume }: PolygonMotion): void {
  const px = atStart[3];
  const py = atStart[4];
  const pz = atStart[5];
  const qx = atStart[6];
  const qy = atStart[7];
  const qz = atStart[8];
  const rx = atEnd[3];
  const ry = atEnd[4];
  const rz = atEnd[5];
  const sx = atEnd[6];
  const sy = atEnd[7];
  const sz = atEnd[8];
  // Corner 1 × corner 2: at the start, mixed, at the end.
  const ax = py * qz - pz * qy;
  const ay = pz * qx - px * qz;
  const az = px * qy - py * qx;
  const bx = py * sz - pz * sy + (ry * qz - rz * qy);
  const by = pz * sx - px * sz + (rz * qx - rx * qz);
  const bz = px * sy - py * sx + (rx * qy - ry * qx);
  const cx = ry * sz - rz * sy;
  const cy = rz * sx - rx * sz;
  const cz = rx * sy - ry * sx;
  const ox = atStart[0];
  const oy = atStart[1];
  const oz = atStart[2];
  const ex = atEnd[0];
  const ey = atEnd[1];
  const ez = atEnd[2];
  volume[0] = ox * ax + oy * ay + oz * az;
  volume[1] = (ex * ax + ey * ay + ez * az + (ox * bx + oy * by + oz * bz)) / 3;
  volume[2] = (ex * bx + ey * by + ez * bz + (ox * cx + oy * cy + oz * cz)) / 3;
  volume[3] = ex * cx + ey * cy + ez * cz;
  volume[4] = VOLUME_ERROR * reach[0] * reach[0];
}

/** 1: whenever the origin is in the polygon's plane it is inside; −1: it never is; 0: undecided. */
export type Containment = 1 | 0 | -1;

/**
 * In the projection along an axis, the origin is inside if every side turns around it in the same direction, and outside if two
 * turn in different directions. The former holds in the plane as well: a projection with an interior is one-to-one. Turns are
 * quadratic in time, bounded by their Bernstein coefficients.
 */
export function locateOrigin({ count, atStart, atEnd, reach }: PolygonMotion): Containment {
  const drop = widestProjection(atStart, atEnd);
  const u = drop === 0 ? 1 : 0;
  const v = drop === 2 ? 1 : 2;
  const error = TURN_ERROR * reach[0];
  let left = 0;
  let right = 0;
  for (let side = 0, k = 3 * count - 3, l = 0; side < count; side++, k = l, l += 3) {
    const px = atStart[k + u];
    const py = atStart[k + v];
    const qx = atStart[l + u];
    const qy = atStart[l + v];
    const rx = atEnd[k + u];
    const ry = atEnd[k + v];
    const sx = atEnd[l + u];
    const sy = atEnd[l + v];
    const first = px * qy - py * qx;
    const mixed = (px * sy - py * sx + (rx * qy - ry * qx)) / 2;
    const last = rx * sy - ry * sx;
    if (first > error && mixed > error && last > error) left++;
    else if (first < -error && mixed < -error && last < -error) right++;
  }
  if (left > 0 && right > 0) return -1;
  return left === count || right === count ? 1 : 0;
}

/** The axis to project along: that of the largest component of the sum of the normals at both ends. */
function widestProjection(atStart: Float64Array, atEnd: Float64Array): number {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let end = 0; end < 2; end++) {
    const c = end === 0 ? atStart : atEnd;
    const ux = c[3] - c[0];
    const uy = c[4] - c[1];
    const uz = c[5] - c[2];
    const vx = c[6] - c[0];
    const vy = c[7] - c[1];
    const vz = c[8] - c[2];
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  x = Math.abs(x);
  y = Math.abs(y);
  z = Math.abs(z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

const origin = new Float64Array(3);
const otherHalf = new Float64Array(9);
const otherFoot = new Float64Array(4);
/** The current direction. */
const plane = new Float64Array(3);

/**
 * Finds the foot, and the time until which a plane that separates polygon and origin at the start still does. The planes tried are
 * orthogonal to the foot, to the polygon's own normal, and to the foot less its part along each side: near contact the foot itself
 * is too short to be a good direction.
 */
export function advance(polygon: PolygonMotion): void {
  const { count, atStart, interval, foot, clearUntil } = polygon;
  closestPointTriangle(origin, 0, atStart, 0, foot);
  if (count === 4) {
    // The other half of the parallelogram: corners 2, 3, 0.
    for (let k = 0; k < 9; k++) otherHalf[k] = atStart[k < 6 ? k + 6 : k - 6];
    closestPointTriangle(origin, 0, otherHalf, 0, otherFoot);
    if (otherFoot[3] < foot[3]) foot.set(otherFoot);
  }
  clearUntil[0] = interval[0];
  const x = foot[0];
  const y = foot[1];
  const z = foot[2];
  plane[0] = x;
  plane[1] = y;
  plane[2] = z;
  if (isClear(polygon)) return;

  const ux = atStart[3] - atStart[0];
  const uy = atStart[4] - atStart[1];
  const uz = atStart[5] - atStart[2];
  const vx = atStart[6] - atStart[0];
  const vy = atStart[7] - atStart[1];
  const vz = atStart[8] - atStart[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const towards = nx * x + ny * y + nz * z < 0 ? -1 : 1;
  plane[0] = towards * nx;
  plane[1] = towards * ny;
  plane[2] = towards * nz;
  if (isClear(polygon)) return;

  for (let side = 0, k = 3 * count - 3, l = 0; side < count; side++, k = l, l += 3) {
    const ex = atStart[l] - atStart[k];
    const ey = atStart[l + 1] - atStart[k + 1];
    const ez = atStart[l + 2] - atStart[k + 2];
    const lengthSq = ex * ex + ey * ey + ez * ez;
    if (!(lengthSq > 0)) continue;
    const along = (x * ex + y * ey + z * ez) / lengthSq;
    plane[0] = x - along * ex;
    plane[1] = y - along * ey;
    plane[2] = z - along * ez;
    if (isClear(polygon)) return;
  }
}

/**
 * Whether the plane orthogonal to `plane` separates polygon and origin for the whole interval; if not, `clearUntil` is the time
 * until which it does. Along a fixed direction corners move linearly, so what holds at both ends holds between them.
 */
function isClear({ count, atStart, atEnd, interval, clearUntil }: PolygonMotion): boolean {
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0)) return false;
  const dx = x / largest;
  const dy = y / largest;
  const dz = z / largest;
  const error = SUPPORT_ERROR * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  let share = Infinity;
  for (let k = 0; k < 3 * count; k += 3) {
    const first = dx * atStart[k] + dy * atStart[k + 1] + dz * atStart[k + 2] - error;
    const last = dx * atEnd[k] + dy * atEnd[k + 1] + dz * atEnd[k + 2] - error;
    if (!(first > 0)) return false;
    if (last <= 0) share = Math.min(share, first / (first - last));
  }
  if (share === Infinity) {
    clearUntil[0] = interval[1];
    return true;
  }
  clearUntil[0] = Math.max(clearUntil[0], interval[0] + (interval[1] - interval[0]) * share - TIME_ERROR);
  return false;
}
