// k-dops, discrete orientation polytopes: how far a body reaches along k fixed directions ("Choices of k-dops in 3D" in
// Lin's proximity lectures, 2004; Klosowski et al., "Efficient collision detection using bounding volume hierarchies of
// k-DOPs", 1998). Layout: centre of the box x, y, z, then the support max d·p along each direction d and along −d, in
// turn. Directions are not unit, their coordinates are −1, 0 and 1, so that a support of a point costs additions only.
//
// A rotated k-dop is not a k-dop, so the node of a moving body needs a new one. The lectures name two methods; both are here:
// - `kdop14`, `kdop18`, `kdop26` put a new k-dop around the old one. A new direction, rotated back into the body's frame, lies in
//   the cone of three old ones, e = Σ αᵢdᵢ with αᵢ ≥ 0; so its support is at most Σ αᵢ·support(dᵢ). Cones and weights depend on the
//   rotation alone: they are computed once per query (kdop-directions.ts).
// - `kdop14-hull` and so on use the supports of the node's convex hull, which are minimal, by hill climbing (convex/hill-climb.ts):
//   a fifth to a quarter fewer tests, which cost less than the climbs (docs/lab/volumes-kdops.md).
//
// Rounding of a moved support along d, in parts of |d|₁·u, r the reach of the query body and t its offset: the exact
// corner is off the stored one by √3u·r, which makes 1.8r; R and t are rounded, 1.1(r + |t|); e and d·t are sums,
// 2(r + |t|); the weights are sums, 6r, on supports up to √3r; the combination of three products, 4r, since
// Σ αᵢ|dᵢ| ≤ 1.25|e|; the last sums, 2(r + |t|): together 17r + 6|t|, and 1.8 of the reference body's reach for its own
// stored corners. By hull it is less, as there are no weights. An error bound of 24|d|₁·u·S covers it: 3|d|₁ errors of a
// coordinate, COORDINATE_ERROR = 8u·S. So a moved k-dop holds the exact moved corners.

import { moveCentre } from '../../bounds/move-frame.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { writeHullSupports } from '../../convex/hill-climb.ts';
import type { HullGraphs } from '../../convex/hull-graph.ts';
import { RELATIVE_SCALE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import {
  AIM,
  AIM_ERROR,
  AIM_NEAREST,
  AIM_PLACES,
  AIM_SHIFT,
  AIM_WEIGHTS,
  aimDirections,
  DIRECTIONS_14,
  DIRECTIONS_18,
  DIRECTIONS_26,
  type DirectionSet,
} from './kdop-directions.ts';
import { nodeHulls } from './node-hulls.ts';

/** Offset of the supports. */
const SUPPORTS = 3;

/** Rounding of a fitted support in parts of the largest |x| + |y| + |z|: two sums, and the enlarging. Dimensionless. */
const FIT_ROUNDING = 4 * UNIT_ROUNDOFF;

const INVERSE_ROOT_3: number = 1 / Math.sqrt(3);

function kdop(name: string, directions: DirectionSet, byHull: boolean): VolumeKind {
  const { table, half, corners, edgePairs } = directions;
  const stride = SUPPORTS + 2 * half;

  function fit(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
    const begin = 9 * first;
    const end = begin + 9 * count;
    const supports = at + SUPPORTS;
    for (let k = 0; k < half; k++) writeExtent(triangles, begin, end, table, 3 * k, out, supports + 2 * k);
    for (let axis = 0; axis < 3; axis++) {
      out[at + axis] = out[supports + 2 * axis] / 2 - out[supports + 2 * axis + 1] / 2;
    }
    // Along the axes the supports are coordinates, and exact.
    const margin = FIT_ROUNDING * reachOf(triangles, begin, end);
    for (let k = supports + 6; k < at + stride; k++) out[k] += margin;
  }

  function move(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
    moveCentre(v, at, pose, out, outAt);
    const scale = pose[RELATIVE_SCALE];
    const from = at + SUPPORTS;
    let to = outAt + SUPPORTS;
    for (let k = 0, aim = RELATIVE_SIZE; k < half; k++, aim += AIM, to += 2) {
      const shift = pose[aim + AIM_SHIFT];
      const errorBound = pose[aim + AIM_ERROR];
      const p = pose[aim + AIM_WEIGHTS] * scale;
      const q = pose[aim + AIM_WEIGHTS + 1] * scale;
      const r = pose[aim + AIM_WEIGHTS + 2] * scale;
      const i = pose[aim + AIM_PLACES];
      const j = pose[aim + AIM_PLACES + 1];
      const l = pose[aim + AIM_PLACES + 2];
      out[to] = p * v[from + i] + q * v[from + j] + r * v[from + l] + shift + errorBound;
      out[to + 1] = p * v[from + (i ^ 1)] + q * v[from + (j ^ 1)] + r * v[from + (l ^ 1)] - shift + errorBound;
    }
  }

  function moveByHull(
    v: Float64Array,
    at: number,
    hulls: HullGraphs,
    pose: Float64Array,
    out: Float64Array,
    outAt: number,
  ): void {
    moveCentre(v, at, pose, out, outAt);
    const scale = pose[RELATIVE_SCALE];
    const node = at / stride;
    let to = outAt + SUPPORTS;
    for (let k = 0, aim = RELATIVE_SIZE; k < half; k++, aim += AIM, to += 2) {
      const shift = pose[aim + AIM_SHIFT];
      const errorBound = pose[aim + AIM_ERROR];
      writeHullSupports(hulls, node, pose, aim, pose[aim + AIM_NEAREST], out, to);
      out[to] = out[to] * scale + shift + errorBound;
      out[to + 1] = out[to + 1] * scale - shift + errorBound;
    }
  }

  /**
   * Disjoint along a direction if the support of one and that of the other along the opposite direction have a negative sum. No
   * guard is needed: the sign of a rounded sum is that of the exact one.
   */
  function overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
    const end = i + stride;
    for (let p = i + SUPPORTS, q = j + SUPPORTS; p < end; p += 2, q += 2) {
      if (a[p] + b[q + 1] < 0 || a[p + 1] + b[q] < 0) return false;
    }
    return true;
  }

  /**
   * The largest of the gaps along the directions, made unit, and the roots of the sums of squared gaps along three at
   * right angles: the axes, as for boxes, and an axis with the two edges across it (a third to a sixth of the tests less
   * for 18 and 26). Where none is positive, the least shift along a direction that parts them. A sum rounds by 1u of the
   * supports, a unit gap by 2u more, square, sums and root by 3u: at most 8u·S too large.
   */
  function lowerBound(a: Float64Array, i: number, b: Float64Array, j: number): number {
    let p = i + SUPPORTS;
    let q = j + SUPPORTS;
    const x = gapAlong(a, p, b, q);
    const y = gapAlong(a, p + 2, b, q + 2);
    const z = gapAlong(a, p + 4, b, q + 4);
    const xSq = x > 0 ? x * x : 0;
    const ySq = y > 0 ? y * y : 0;
    const zSq = z > 0 ? z * z : 0;
    let largest = Math.max(x, y, z);
    let largestSq = xSq + ySq + zSq;
    p += 6;
    q += 6;
    for (let k = 0; k < corners; k++, p += 2, q += 2) {
      const gap = gapAlong(a, p, b, q) * INVERSE_ROOT_3;
      if (gap > largest) largest = gap;
      if (gap > 0 && gap * gap > largestSq) largestSq = gap * gap;
    }
    for (let k = 0; k < edgePairs; k++, p += 4, q += 4) {
      const one = gapAlong(a, p, b, q) * Math.SQRT1_2;
      const other = gapAlong(a, p + 2, b, q + 2) * Math.SQRT1_2;
      if (one > largest) largest = one;
      if (other > largest) largest = other;
      const across = k === 0 ? xSq : k === 1 ? ySq : zSq;
      const sq = across + (one > 0 ? one * one : 0) + (other > 0 ? other * other : 0);
      if (sq > largestSq) largestSq = sq;
    }
    return largest > 0 ? Math.sqrt(largestSq) : largest;
  }

  /** The longest direction is √3. */
  function inflate(volumes: Float64Array, at: number, margin: number): void {
    for (let k = at + SUPPORTS; k < at + stride; k++) volumes[k] += 2 * margin;
  }

  const aim = (pose: Float64Array): void => aimDirections(directions, pose);
  // No lengths: a support is counted from the origin, and negative where that is outside.
  const kind = { name, stride, lengths: 0, rounding: 8 * UNIT_ROUNDOFF, fit, inflate, aim, move, overlap, lowerBound };
  return byHull ? { ...kind, hullsOf: nodeHulls, moveByHull } : kind;
}

/** The supports of the points along the direction at table[d] and along its opposite. */
function writeExtent(
  points: Float64Array,
  begin: number,
  end: number,
  table: Float64Array,
  d: number,
  out: Float64Array,
  at: number,
): void {
  const dx = table[d];
  const dy = table[d + 1];
  const dz = table[d + 2];
  let high = -Infinity;
  let low = Infinity;
  for (let k = begin; k < end; k += 3) {
    const height = dx * points[k] + dy * points[k + 1] + dz * points[k + 2];
    if (height > high) high = height;
    if (height < low) low = height;
  }
  out[at] = high;
  out[at + 1] = -low;
}

/** Largest |x| + |y| + |z|. */
function reachOf(points: Float64Array, begin: number, end: number): number {
  let reach = 0;
  for (let k = begin; k < end; k += 3) {
    reach = Math.max(reach, Math.abs(points[k]) + Math.abs(points[k + 1]) + Math.abs(points[k + 2]));
  }
  return reach;
}
/** The larger gap of the two sides, negative where there is none; the supports along d and −d begin at p and q. */
function gapAlong(a: Float64Array, p: number, b: Float64Array, q: number): number {
  const one = a[p] + b[q + 1];
  const other = a[p + 1] + b[q];
  return one < other ? -one : -other;
}

/**
 * Polytopes between 7 pairs of parallel planes.
 *
 * @example
 * const model = Model.build(torus(), { with: [kdop14] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: kdop14 }).status); // separated
 */
export const kdop14: VolumeKind = /* @__PURE__ */ kdop('kdop14', DIRECTIONS_14, false);
/**
 * Polytopes between 9 pairs of parallel planes.
 *
 * @example
 * const model = Model.build(torus(), { with: [kdop18] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: kdop18 }).status); // separated
 */
export const kdop18: VolumeKind = /* @__PURE__ */ kdop('kdop18', DIRECTIONS_18, false);
/**
 * Polytopes between 13 pairs of parallel planes.
 *
 * @example
 * const model = Model.build(torus(), { with: [kdop26] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: kdop26 }).status); // separated
 */
export const kdop26: VolumeKind = /* @__PURE__ */ kdop('kdop26', DIRECTIONS_26, false);
/**
 * As {@link kdop14}, in the frame of the convex hull.
 *
 * @example
 * const model = Model.build(torus(), { with: [kdop14Hull] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: kdop14Hull }).status); // separated
 */
export const kdop14Hull: VolumeKind = /* @__PURE__ */ kdop('kdop14-hull', DIRECTIONS_14, true);
/**
 * As {@link kdop18}, in the frame of the convex hull.
 *
 * @example
 * const model = Model.build(torus(), { with: [kdop18Hull] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: kdop18Hull }).status); // separated
 */
export const kdop18Hull: VolumeKind = /* @__PURE__ */ kdop('kdop18-hull', DIRECTIONS_18, true);
/**
 * As {@link kdop26}, in the frame of the convex hull.
 *
 * @example
 * const model = Model.build(torus(), { with: [kdop26Hull] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: kdop26Hull }).status); // separated
 */
export const kdop26Hull: VolumeKind = /* @__PURE__ */ kdop('kdop26-hull', DIRECTIONS_26, true);
