// Line-swept spheres, or capsules (Larsen, Gottschalk, Lin & Manocha, "Fast proximity queries with swept sphere
// volumes", UNC TR99-018, 1999): all points within `radius` of a segment.
// Layout: centre of the segment x, y, z, unit axis, half length, radius.
//
// As a set: { p : |p − centre − s·axis| ≤ radius for some |s| ≤ half } with the stored doubles.
//
// Departure from the paper, which takes axis, length and radius from the principal axes: of two directions, the longest
// principal axis and the line between two far points, the one with the smaller capsule is kept. The radius is that of the
// smallest cylinder along it, and the ends of the segment are moved in until a point leaves its half sphere.

import { moveDisc } from '../../bounds/disc.ts';
import { extentOfAxis, extentOfBall } from '../../bounds/extent.ts';
import { inflateLast } from '../../bounds/inflate.ts';
import { farthest, fitSphere } from '../../bounds/sphere.ts';
import { surfaceCovariance } from '../../bounds/surface-covariance.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { symmetricEigen } from '../../scalar/eigen.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { SEGMENT_BOUND_ROUNDING, segmentBound } from './segment-bound.ts';
import { sweptMeasure } from './swept-measure.ts';

export const LSS = 8;
const HALF = 6;
const RADIUS = 7;

/**
 * Enlargement of a distance e from the point s of the segment by a fit, in parts of |d|₁ + e, d the offset from the centre. A
 * coordinate of d − s·axis errs by u of d, of s·axis and of itself, and |s·axis| ≤ |d| + e: 2u·|d|₁ + 2u·e. The length errs by 4u
 * of itself. Any s is valid, so its own rounding does not count. Dimensionless.
 */
const FIT_ROUNDING = 8 * UNIT_ROUNDOFF;

/** More than the root of three squares that underflow, a length. */
const UNDERFLOW_LENGTH = 2 ** -535;

/**
 * Enlargement of the radius by a move, in units of the pose's error bound, which bounds the error of a coordinate of a moved point:
 * √3 for the centre and as much for each axis times its half length, all of them points of the body.
 */
export const MOVE_ERRORS = 6;

const covariance: Float64Array = new Float64Array(6);
const principal: Float64Array = new Float64Array(9);
const spreads: Float64Array = new Float64Array(3);
const trial: Float64Array = new Float64Array(LSS);
/** The smallest circle around the points projected along the axis: centre relative to the first point, radius. */
const circle: Float64Array = new Float64Array(4);
/** Lower and upper end of the segment along the axis. */
const ends: Float64Array = new Float64Array(2);
/** Corners relative to the first one, less their part along the axis; and that part of each. */
let flattened: Float64Array = new Float64Array(0);
let heights: Float64Array = new Float64Array(0);

export function fitLss(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  surfaceCovariance(triangles, first, count, covariance);
  symmetricEigen(covariance, principal, spreads);
  fitAlong(triangles, first, count, principal[0], principal[1], principal[2]);
  for (let k = 0; k < LSS; k++) out[at + k] = trial[k];

  const begin = 9 * first;
  const end = begin + 9 * count;
  const a = farthest(triangles, begin, end, triangles[begin], triangles[begin + 1], triangles[begin + 2]);
  const b = farthest(triangles, begin, end, triangles[a], triangles[a + 1], triangles[a + 2]);
  const x = triangles[b] - triangles[a];
  const y = triangles[b + 1] - triangles[a + 1];
  const z = triangles[b + 2] - triangles[a + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length <= UNDERFLOW_LENGTH) return;
  fitAlong(triangles, first, count, x / length, y / length, z / length);
  if (lssMeasure(trial, 0) >= lssMeasure(out, at)) return;
  for (let k = 0; k < LSS; k++) out[at + k] = trial[k];
}

/** The measure of the capsule (swept-measure.ts). */
export function lssMeasure(lss: Float64Array, at: number): number {
  return sweptMeasure(0, 4 * lss[at + HALF], lss[at + RADIUS]);
}

/** A small capsule along a unit axis, into `trial`. */
function fitAlong(triangles: Float64Array, first: number, count: number, x: number, y: number, z: number): void {
  const begin = 9 * first;
  const length = 9 * count;
  if (flattened.length < length) {
    flattened = new Float64Array(2 * length);
    heights = new Float64Array(2 * length);
  }
  trial[3] = x;
  trial[4] = y;
  trial[5] = z;
  flatten(triangles, begin, length);
  fitSphere(flattened, 0, count, circle, 0);
  ends[0] = Infinity;
  ends[1] = -Infinity;
  moveEndsIn(length);
  // If the ends have passed each other, any point between them works.
  const middle = (ends[0] + ends[1]) / 2;
  for (let k = 0; k < 3; k++) trial[k] = triangles[begin + k] + (circle[k] + middle * trial[3 + k]);
  trial[HALF] = Math.max(0, (ends[1] - ends[0]) / 2);
  // Measured from the segment as stored, so that the steps before need not be exact.
  trial[RADIUS] = enclosingRadius(triangles, begin, begin + length) + UNDERFLOW_LENGTH;
}

// Loops over all points end their functions, for the reason in hull-surface.ts.

function flatten(triangles: Float64Array, begin: number, length: number): void {
  const ox = triangles[begin];
  const oy = triangles[begin + 1];
  const oz = triangles[begin + 2];
  const ax = trial[3];
  const ay = trial[4];
  const az = trial[5];
  for (let k = 0; k < length; k += 3) {
    const x = triangles[begin + k] - ox;
    const y = triangles[begin + k + 1] - oy;
    const z = triangles[begin + k + 2] - oz;
    const height = ax * x + ay * y + az * z;
    heights[k] = height;
    flattened[k] = x - height * ax;
    flattened[k + 1] = y - height * ay;
    flattened[k + 2] = z - height * az;
  }
}

function moveEndsIn(length: number): void {
  const radiusSq = circle[3] * circle[3];
  for (let k = 0; k < length; k += 3) {
    const x = flattened[k] - circle[0];
    const y = flattened[k + 1] - circle[1];
    const z = flattened[k + 2] - circle[2];
    // A point this far from the axis may stand beyond an end by so much.
    const reach = Math.sqrt(Math.max(0, radiusSq - (x * x + y * y + z * z)));
    ends[0] = Math.min(ends[0], heights[k] + reach);
    ends[1] = Math.max(ends[1], heights[k] - reach);
  }
}

function enclosingRadius(triangles: Float64Array, begin: number, end: number): number {
  const cx = trial[0];
  const cy = trial[1];
  const cz = trial[2];
  const ax = trial[3];
  const ay = trial[4];
  const az = trial[5];
  const half = trial[HALF];
  let radius = 0;
  for (let k = begin; k < end; k += 3) {
    const dx = triangles[k] - cx;
    const dy = triangles[k + 1] - cy;
    const dz = triangles[k + 2] - cz;
    const s = Math.max(-half, Math.min(half, ax * dx + ay * dy + az * dz));
    const x = dx - s * ax;
    const y = dy - s * ay;
    const z = dz - s * az;
    const distance = Math.sqrt(x * x + y * y + z * z);
    const offset = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    radius = Math.max(radius, distance + FIT_ROUNDING * (offset + distance));
  }
  return radius;
}

/** Its layout is that of a disc, and it is moved like one; the radius covers the rounding of both. */
export function moveLss(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  moveDisc(v, at, pose, out, outAt);
  out[outAt + RADIUS] += MOVE_ERRORS * pose[13];
}

/** False only if disjoint, rounding included. */
export function overlapLssLss(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const bound = segmentBound(a, i, b, j, HALF, RADIUS);
  if (bound <= 0) return true;
  const offset = Math.abs(b[j] - a[i]) + Math.abs(b[j + 1] - a[i + 1]) + Math.abs(b[j + 2] - a[i + 2]);
  const sizes = a[i + HALF] + a[i + RADIUS] + b[j + HALF] + b[j + RADIUS];
  return bound <= SEGMENT_BOUND_ROUNDING * (offset + sizes);
}

/** Distance of the segments less both radii; zero or less where the capsules may overlap. */
export function lowerBoundLssLss(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return segmentBound(a, i, b, j, HALF, RADIUS);
}

function extent(v: Float64Array, at: number, d: Float64Array, k: number): number {
  return v[at + HALF] * extentOfAxis(v, at + 3, d, k) + v[at + RADIUS] * extentOfBall(d, k);
}

/**
 * Segments swept by a sphere.
 *
 * @example
 * const model = Model.build(torus(), { with: [lss] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: lss }).status); // separated
 */
export const lssVolume: VolumeKind = {
  name: 'lss',
  stride: LSS,
  lengths: 2,
  // The offset of the centres is at most S, and half length and radius of a capsule at most the size of its body.
  rounding: 3 * SEGMENT_BOUND_ROUNDING,
  fit: fitLss,
  inflate: inflateLast(LSS, 1),
  move: moveLss,
  overlap: overlapLssLss,
  lowerBound: lowerBoundLssLss,
  extent,
};
