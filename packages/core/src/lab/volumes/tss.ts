// Triangle-swept spheres: all points within `radius` of a triangle.
// Layout: centroid of the triangle x, y, z, its three corners (9), radius.
//
// A patch of few triangles is itself nearly a triangle, and one triangle is one exactly. The core is a small triangle around the
// patch projected along its thinnest direction, in the middle of its thickness, shrunk about its incentre as far as enclosure
// allows. If a segment or a point makes a smaller volume, that is the core, as a degenerate triangle. The distance of two cores is
// that of two triangles (primitive/triangle-triangle-distance.ts).

import { hullFrame, projectOnFrame } from '../../bounds/hull-frame.ts';
import { inflateLast } from '../../bounds/inflate.ts';
import { fitSphere } from '../../bounds/sphere.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import {
  distanceTriangleTriangle,
  WITNESS_BOUND_SQ,
  WITNESS_LIMIT,
  WITNESS_SIZE,
} from '../../primitive/triangle-triangle-distance.ts';
import { DISTANCE_OVERSHOOT, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { enclosingTriangle } from './enclosing-triangle.ts';
import { fitLss, LSS, MOVE_ERRORS } from './lss.ts';
import { sweptMeasure } from './swept-measure.ts';

const STRIDE = 13;
const CORNERS = 3;
const RADIUS = 12;

/**
 * Enlargement of a distance by a fit, in parts of the sizes of the core's corners, of the point and of the distance: the nearest
 * point of the core is a sum of three terms of at most 4u each, their weights may exceed 1 by 2u, and the length errs by 4u of
 * itself. Dimensionless.
 */
const FIT_ROUNDING = 32 * UNIT_ROUNDOFF;

/** More than the root of three squares that underflow, a length. */
const UNDERFLOW_LENGTH = 2 ** -535;

/**
 * Rounding of the bound, times the size of all coordinates and radii: what the distance of triangles may be too large
 * by (docs/algorithms/rounding.md), and 4u for the root and the radii. Dimensionless.
 */
const BOUND_ROUNDING = DISTANCE_OVERSHOOT + 4 * UNIT_ROUNDOFF;

/** Bisections in the search for the smallest core. A count. */
const SHRINK_STEPS = 6;

const frame: Float64Array = new Float64Array(9);
let projected: Float64Array = new Float64Array(0);
const planar: Float64Array = new Float64Array(6);
const incentre: Float64Array = new Float64Array(3);
const full: Float64Array = new Float64Array(STRIDE);
const shrunk: Float64Array = new Float64Array(STRIDE);
const trial: Float64Array = new Float64Array(STRIDE);
const capsule: Float64Array = new Float64Array(LSS);
const closest: Float64Array = new Float64Array(4);
/** Lowest and highest point along the frame's last axis. */
const heights: Float64Array = new Float64Array(2);

function fitTss(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  const begin = 9 * first;
  const end = begin + 9 * count;
  fitTriangle(triangles, first, count);
  copyVolume(trial, out, at);

  fitLss(triangles, first, count, capsule, 0);
  setSegment(capsule[6]);
  measureRadius(triangles, begin, end, trial);
  if (tssMeasure(trial, 0) < tssMeasure(out, at)) copyVolume(trial, out, at);

  fitSphere(triangles, first, count, capsule, 0);
  setSegment(0);
  measureRadius(triangles, begin, end, trial);
  if (tssMeasure(trial, 0) < tssMeasure(out, at)) copyVolume(trial, out, at);
}

/** The volume with a proper triangle, into `trial`. */
function fitTriangle(triangles: Float64Array, first: number, count: number): void {
  const begin = 9 * first;
  const length = 9 * count;
  if (count === 1) {
    // Its own core, to the last bit.
    for (let k = 0; k < 9; k++) trial[CORNERS + k] = triangles[begin + k];
    setCentroid(trial);
    measureRadius(triangles, begin, begin + length, trial);
    return;
  }
  hullFrame(triangles, first, count, frame);
  if (projected.length < length) projected = new Float64Array(2 * length);
  projectOnFrame(triangles, begin, length, frame, projected);
  heights.fill(0);
  measureHeights(length);
  const middle = (heights[0] + heights[1]) / 2;
  enclosingTriangle(projected, 3 * count, (heights[1] - heights[0]) / 2, planar);
  for (let corner = 0; corner < 3; corner++) {
    const x = planar[2 * corner];
    const y = planar[2 * corner + 1];
    for (let k = 0; k < 3; k++) {
      trial[CORNERS + 3 * corner + k] =
        triangles[begin + k] + (x * frame[k] + y * frame[3 + k] + middle * frame[6 + k]);
    }
  }
  setCentroid(trial);
  measureRadius(triangles, begin, begin + length, trial);
  drawTogether(triangles, begin, begin + length);
}

/**
 * Moves the corners of `trial` towards the incentre while its radius is sufficient. Smaller cores lie in larger ones, so the radius
 * grows as the core shrinks, and bisection finds the limit.
 */
function drawTogether(triangles: Float64Array, begin: number, end: number): void {
  findIncentre();
  const allowed = trial[RADIUS];
  copyVolume(trial, full, 0);
  let fits = 0;
  let fails = 1;
  for (let step = 0; step < SHRINK_STEPS; step++) {
    const part = (fits + fails) / 2;
    for (let k = 0; k < 9; k++) {
      const corner = full[CORNERS + k];
      shrunk[CORNERS + k] = corner + part * (incentre[k % 3] - corner);
    }
    setCentroid(shrunk);
    measureRadius(triangles, begin, end, shrunk);
    if (shrunk[RADIUS] <= allowed) {
      fits = part;
      copyVolume(shrunk, trial, 0);
    } else fails = part;
  }
}

/** The incentre of `trial`: the mean of the corners weighted by the sides opposite to them. */
function findIncentre(): void {
  const a = side(trial, CORNERS + 3, CORNERS + 6);
  const b = side(trial, CORNERS + 6, CORNERS);
  const c = side(trial, CORNERS, CORNERS + 3);
  const perimeter = a + b + c;
  for (let k = 0; k < 3; k++) {
    const p = trial[CORNERS + k];
    const q = trial[CORNERS + 3 + k] - p;
    const r = trial[CORNERS + 6 + k] - p;
    incentre[k] = perimeter > 0 ? p + (b / perimeter) * q + (c / perimeter) * r : p;
  }
}

function side(v: Float64Array, i: number, j: number): number {
  const x = v[j] - v[i];
  const y = v[j + 1] - v[i + 1];
  const z = v[j + 2] - v[i + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** The segment of `capsule`, or with no half length the centre of its sphere, as the core of `trial`. */
function setSegment(half: number): void {
  for (let k = 0; k < 3; k++) {
    const reach = half === 0 ? 0 : half * capsule[3 + k];
    trial[k] = capsule[k];
    trial[CORNERS + k] = capsule[k] - reach;
    trial[CORNERS + 3 + k] = capsule[k] + reach;
    trial[CORNERS + 6 + k] = capsule[k] + reach;
  }
}

function setCentroid(v: Float64Array): void {
  for (let k = 0; k < 3; k++) v[k] = (v[CORNERS + k] + v[CORNERS + 3 + k] + v[CORNERS + 6 + k]) / 3;
}

function copyVolume(from: Float64Array, to: Float64Array, at: number): void {
  for (let k = 0; k < STRIDE; k++) to[at + k] = from[k];
}

/** The measure of the volume (swept-measure.ts). */
function tssMeasure(v: Float64Array, at: number): number {
  const i = at + CORNERS;
  const a = side(v, i, i + 3);
  const b = side(v, i + 3, i + 6);
  const c = side(v, i + 6, i);
  // Heron's formula; what rounding makes of a sliver does not matter here.
  const s = (a + b + c) / 2;
  const areaSq = s * (s - a) * (s - b) * (s - c);
  return sweptMeasure(Math.sqrt(Math.max(0, areaSq)), a + b + c, v[at + RADIUS]);
}

// Loops over all points end their functions, for the reason in hull-surface.ts.

function measureHeights(length: number): void {
  for (let k = 2; k < length; k += 3) {
    heights[0] = Math.min(heights[0], projected[k]);
    heights[1] = Math.max(heights[1], projected[k]);
  }
}

/** The radius from the corners as stored, so that the steps before need not be exact. */
function measureRadius(triangles: Float64Array, begin: number, end: number, v: Float64Array): void {
  const core = sizeOf(v, 0);
  v[RADIUS] = 0;
  for (let k = begin; k < end; k += 3) {
    closestPointTriangle(triangles, k, v, CORNERS, closest);
    const distance = Math.sqrt(closest[3]);
    const point = Math.abs(triangles[k]) + Math.abs(triangles[k + 1]) + Math.abs(triangles[k + 2]);
    const margin = FIT_ROUNDING * (core + point + distance) + UNDERFLOW_LENGTH;
    v[RADIUS] = Math.max(v[RADIUS], distance + margin);
  }
}

/** Sum of the largest coordinates of the core, each in its direction. */
function sizeOf(v: Float64Array, at: number): number {
  let size = 0;
  for (let k = at + CORNERS; k < at + CORNERS + 3; k++) {
    size += Math.max(Math.abs(v[k]), Math.abs(v[k + 3]), Math.abs(v[k + 6]));
  }
  return size;
}

function moveTss(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const scale = pose[12];
  for (let k = 0; k < RADIUS; k += 3) {
    const x = v[at + k] * scale;
    const y = v[at + k + 1] * scale;
    const z = v[at + k + 2] * scale;
    out[outAt + k] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    out[outAt + k + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    out[outAt + k + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
  out[outAt + RADIUS] = v[at + RADIUS] * scale + MOVE_ERRORS * pose[13];
}

const witness: Float64Array = new Float64Array(WITNESS_SIZE);

/** False only if disjoint, rounding included. */
export function overlapTssTss(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const guard = BOUND_ROUNDING * (sizeOf(a, i) + sizeOf(b, j) + a[i + RADIUS] + b[j + RADIUS]);
  return lowerBoundTssTss(a, i, b, j, guard) <= guard;
}

/**
 * Distance of the triangles less both radii; zero or less where the volumes may overlap. Too large by at most
 * BOUND_ROUNDING times the size of the coordinates. Ends with any bound above `enough`.
 */
export function lowerBoundTssTss(a: Float64Array, i: number, b: Float64Array, j: number, enough: number): number {
  const reach = a[i + RADIUS] + b[j + RADIUS];
  witness[WITNESS_LIMIT] = enough + reach;
  distanceTriangleTriangle(a, i + CORNERS, b, j + CORNERS, witness);
  return Math.sqrt(witness[WITNESS_BOUND_SQ]) - reach;
}

/**
 * Triangles swept by a sphere.
 *
 * @example
 * const model = Model.build(torus(), { with: [tss] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: tss }).status); // separated
 */
export const tssVolume: VolumeKind = {
  name: 'tss',
  stride: STRIDE,
  lengths: 1,
  // Corners of a core are at most three times as far from the centre as the body reaches (enclosing-triangle.ts).
  rounding: 3 * BOUND_ROUNDING,
  fit: fitTss,
  inflate: inflateLast(STRIDE, 1),
  move: moveTss,
  overlap: overlapTssTss,
  lowerBound: lowerBoundTssTss,
};
