// Ellipsoids. Layout: centre x, y, z, three axes as rows (9), half axes along them (3), margin.
//
// As a set: all points within `margin` of { centre + Σ tᵢ·axisᵢ : Σ (tᵢ/halfᵢ)² ≤ 1 }, with the stored doubles. The margin covers
// rounding: an ellipsoid with longer half axes does not contain a dilated thin ellipsoid.
//
// Comparing. Along a unit direction n the gap of two ellipsoids is n·d − α − β, with d the offset of the centres and
// α² = nᵀAn, β² = nᵀBn, A = Σ half²·axis·axisᵀ. Any n gives at most the distance. The best n of apart ellipsoids has
// d = λn + An/α + Bn/β, λ the distance: from each n follows the next,
//
//   n' ∝ (λI + A/α + B/β)⁻¹ d,   λ the gap along n, or 0 where they overlap there.
//
// With λ = 0 this is the test of Perram & Wertheim ("Statistical mechanics of hard ellipsoids", J. Comput. Phys. 58, 1985):
// they maximise F(s) = s(1−s)·dᵀG⁻¹d, G = (1−s)A + sB, which is concave, and the two are disjoint where F > 1. Let
// m = G⁻¹d. F'(s) = (1−s)²mᵀAm − s²mᵀBm vanishes where s = α/(α+β) for m's α, β; and with that s, G is a multiple of
// A/α + B/β. If F(s) > 1, then by Cauchy (α+β)² ≤ ((1−s)α² + sβ²)(1/(1−s) + 1/s) = (m·d)²/F(s) < (m·d)²: the gap along m
// proves it too, and needs no digits of s.
//
// One step from n ∝ d finds 91 to 96 % of the distance on average over random pairs, two 95 to 99 %.

import { inflateLast } from '../../bounds/inflate.ts';
import { moveFramed } from '../../bounds/move-frame.ts';
import { surfaceCovariance } from '../../bounds/surface-covariance.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { symmetricEigen } from '../../scalar/eigen.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { square } from '../../scalar/vector.ts';
import { enclosingEllipsoid } from './enclosing-ellipsoid.ts';

const STRIDE = 16;
const HALF = 12;
const MARGIN = 15;

/**
 * A half axis is at least this part of the largest: the eigenvalues it comes from are squares, right to a few u of the
 * largest one, so that its root below 2⁻²⁵ is rounding. Costs a flat patch 2⁻²² of its width. Dimensionless.
 */
const THINNEST = 2 ** -22;

/** A box narrower than this part of its length is treated as so wide while its points are scaled. Dimensionless. */
const NARROWEST = 2 ** -18;

/** Sets smaller than this have no shape: their squares underflow. A length. */
const SMALLEST = 2 ** -500;

/** An ellipsoid that must grow by more than this to hold its points did not converge: the box's own is better. */
const LARGEST_GROWTH = 2;

/** Relative rounding of √Σ(y/half)²: 1u a quotient, 1u its square, 2u the sum, halved, 1u the root; and 1u to apply it. */
const GROWTH_ROUNDING = 8 * UNIT_ROUNDOFF;

/**
 * The margin of a fit, times the largest half axis, which is at least |y|. y = axes·(p − centre) errs by 4u·|d| a
 * coordinate, 7u in length; centre + Σ yᵢ·axisᵢ is off p by that and by |axesᵀ·axes − I| ≤ 24u. Dimensionless.
 */
const FIT_ROUNDING = 40 * UNIT_ROUNDOFF;

/** More than products below the smallest double can lose, as a length. */
const UNDERFLOW_LENGTH = 2 ** -1060;

/**
 * Rounding of a gap, times (offset of the centres + all half axes): n·d errs by 4u·|d|, an entry axis·n by 3u, its product
 * with a half axis, the squares, their sum and root by 5u more, the length of n by 3u, the difference by 2u of its terms.
 * Dimensionless.
 */
const GAP_ROUNDING = 12 * UNIT_ROUNDOFF;

/** Directions after the first: in a search of trees a third one saves more tests than it costs, a fourth does not. */
const BOUND_STEPS = 2;

/** Nearly touching ones need more. The search ends earlier wherever F decides, see `overlapEllipsoidEllipsoid`. */
const OVERLAP_STEPS = 12;

const frame: Float64Array = new Float64Array(9);
const moments: Float64Array = new Float64Array(6);
const spreads: Float64Array = new Float64Array(3);
/** Middle of the box in the frame relative to the first corner, and its half widths. */
const box: Float64Array = new Float64Array(6);
/** Corners in the frame relative to the middle of the box, in its half widths. */
let scaled: Float64Array = new Float64Array(0);
/** Centre and shape matrix in those coordinates. */
const found: Float64Array = new Float64Array(9);

function fitEllipsoid(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  const begin = 9 * first;
  const end = begin + 9 * count;
  surfaceCovariance(triangles, first, count, moments);
  symmetricEigen(moments, frame, spreads);
  for (let row = 0; row < 3; row++) measureBox(triangles, begin, end, row);
  const size = Math.max(box[3], box[4], box[5]);
  if (size > SMALLEST) {
    for (let k = 3; k < 6; k++) box[k] = Math.max(box[k], NARROWEST * size);
    if (scaled.length < end - begin) scaled = new Float64Array(2 * (end - begin));
    scalePoints(triangles, begin, end);
    enclosingEllipsoid(scaled, 3 * count, found);
    storeFound(triangles, begin, out, at);
    const growth = measureGrowth(triangles, begin, end, out, at);
    if (growth <= LARGEST_GROWTH) {
      grow(out, at, growth);
      return;
    }
  }
  storeBox(triangles, begin, out, at);
  grow(out, at, size > SMALLEST ? measureGrowth(triangles, begin, end, out, at) : 2);
}

/** Middle and half width along a row of the frame. */
function measureBox(triangles: Float64Array, begin: number, end: number, row: number): void {
  const ax = frame[3 * row];
  const ay = frame[3 * row + 1];
  const az = frame[3 * row + 2];
  const x = triangles[begin];
  const y = triangles[begin + 1];
  const z = triangles[begin + 2];
  let low = 0;
  let high = 0;
  for (let k = begin; k < end; k += 3) {
    const s = ax * (triangles[k] - x) + ay * (triangles[k + 1] - y) + az * (triangles[k + 2] - z);
    if (s < low) low = s;
    if (s > high) high = s;
  }
  box[row] = (low + high) / 2;
  box[3 + row] = (high - low) / 2;
}

function scalePoints(triangles: Float64Array, begin: number, end: number): void {
  for (let k = begin, to = 0; k < end; k += 3, to += 3) {
    const x = triangles[k] - triangles[begin];
    const y = triangles[k + 1] - triangles[begin + 1];
    const z = triangles[k + 2] - triangles[begin + 2];
    scaled[to] = (frame[0] * x + frame[1] * y + frame[2] * z - box[0]) / box[3];
    scaled[to + 1] = (frame[3] * x + frame[4] * y + frame[5] * z - box[1]) / box[4];
    scaled[to + 2] = (frame[6] * x + frame[7] * y + frame[8] * z - box[2]) / box[5];
  }
}

/** The ellipsoid found, back in the coordinates of the triangles: half axes are roots of eigenvalues of its matrix. */
function storeFound(triangles: Float64Array, begin: number, out: Float64Array, at: number): void {
  const size = Math.max(box[3], box[4], box[5]);
  moments.fill(0);
  for (let k = 0; k < 3; k++) out[at + k] = triangles[begin + k];
  for (let i = 0; i < 3; i++) {
    const along = box[i] + box[3 + i] * found[i];
    for (let k = 0; k < 3; k++) out[at + k] += along * frame[3 * i + k];
    for (let j = 0; j < 3; j++) {
      const entry = found[3 + MATRIX_ENTRY[3 * i + j]] * (box[3 + i] / size) * (box[3 + j] / size);
      for (let k = 0; k < 3; k++) {
        for (let l = k; l < 3; l++) moments[MATRIX_ENTRY[3 * k + l]] += entry * frame[3 * i + k] * frame[3 * j + l];
      }
    }
  }
  symmetricEigen(moments, frame, spreads);
  for (let k = 0; k < 9; k++) out[at + 3 + k] = frame[k];
  const largest = Math.sqrt(spreads[0]);
  for (let k = 0; k < 3; k++) {
    out[at + HALF + k] = size * Math.max(Math.sqrt(Math.max(0, spreads[k])), THINNEST * largest);
  }
}

/** Offset of entry (i, j) of a symmetric matrix among xx xy xz yy yz zz. */
const MATRIX_ENTRY: Uint8Array = Uint8Array.of(0, 1, 2, 1, 3, 4, 2, 4, 5);

/** The ellipsoid inscribed in the box: to grow by √3 at most. */
function storeBox(triangles: Float64Array, begin: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = triangles[begin + k] + box[0] * frame[k] + box[1] * frame[3 + k] + box[2] * frame[6 + k];
    out[at + HALF + k] = box[3 + k];
  }
  for (let k = 0; k < 9; k++) out[at + 3 + k] = frame[k];
}

/** The factor of the half axes that makes the ellipsoid enclose all corners, measured from the stored numbers. */
function measureGrowth(triangles: Float64Array, begin: number, end: number, out: Float64Array, at: number): number {
  let mostSq = 0;
  for (let k = begin; k < end; k += 3) {
    const x = triangles[k] - out[at];
    const y = triangles[k + 1] - out[at + 1];
    const z = triangles[k + 2] - out[at + 2];
    const s = (out[at + 3] * x + out[at + 4] * y + out[at + 5] * z) / out[at + HALF];
    const t = (out[at + 6] * x + out[at + 7] * y + out[at + 8] * z) / out[at + HALF + 1];
    const w = (out[at + 9] * x + out[at + 10] * y + out[at + 11] * z) / out[at + HALF + 2];
    mostSq = Math.max(mostSq, s * s + t * t + w * w);
  }
  return Math.sqrt(mostSq);
}

function grow(out: Float64Array, at: number, growth: number): void {
  for (let k = 0; k < 3; k++) out[at + HALF + k] *= growth * (1 + GROWTH_ROUNDING);
  const largest = Math.max(out[at + HALF], out[at + HALF + 1], out[at + HALF + 2]);
  out[at + MARGIN] = FIT_ROUNDING * largest + UNDERFLOW_LENGTH;
}

function moveEllipsoid(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  moveFramed(v, at, pose, out, outAt);
  out[outAt + MARGIN] = v[at + MARGIN] * pose[12] + pose[13];
}

// The current pair: both shape matrices, the offset and the direction.
const shapeA: Float64Array = new Float64Array(6);
const shapeB: Float64Array = new Float64Array(6);
const offset: Float64Array = new Float64Array(3);
const direction: Float64Array = new Float64Array(3);

/** Sets a pair; returns the distance of the centres. The first direction is along it. */
function takePair(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  offset[0] = dx;
  offset[1] = dy;
  offset[2] = dz;
  direction[0] = dx / length;
  direction[1] = dy / length;
  direction[2] = dz / length;
  return length;
}

/** How far the ellipsoid reaches from its centre along the direction. */
function reachAlong(v: Float64Array, at: number): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const s = v[at + 12] * (v[at + 3] * x + v[at + 4] * y + v[at + 5] * z);
  const t = v[at + 13] * (v[at + 6] * x + v[at + 7] * y + v[at + 8] * z);
  const w = v[at + 14] * (v[at + 9] * x + v[at + 10] * y + v[at + 11] * z);
  return Math.sqrt(s * s + t * t + w * w);
}

function offsetAlong(): number {
  return offset[0] * direction[0] + offset[1] * direction[1] + offset[2] * direction[2];
}

function writeShape(v: Float64Array, at: number, out: Float64Array): void {
  out.fill(0);
  for (let row = 0; row < 3; row++) {
    const half = v[at + HALF + row];
    const x = half * v[at + 3 + 3 * row];
    const y = half * v[at + 4 + 3 * row];
    const z = half * v[at + 5 + 3 * row];
    out[0] += x * x;
    out[1] += x * y;
    out[2] += x * z;
    out[3] += y * y;
    out[4] += y * z;
    out[5] += z * z;
  }
}

/** The direction (λI + A/α + B/β)⁻¹d, not yet unit, by LDLᵀ. Despite rounding it is a direction. */
function turn(alpha: number, beta: number, lambda: number): void {
  // A single point has no reach and a matrix of zeros.
  const p = alpha > 0 ? 1 / alpha : 0;
  const q = beta > 0 ? 1 / beta : 0;
  const xx = p * shapeA[0] + q * shapeB[0] + lambda;
  const xy = p * shapeA[1] + q * shapeB[1];
  const xz = p * shapeA[2] + q * shapeB[2];
  const yy = p * shapeA[3] + q * shapeB[3] + lambda;
  const yz = p * shapeA[4] + q * shapeB[4];
  const zz = p * shapeA[5] + q * shapeB[5] + lambda;
  const l10 = xy / xx;
  const l20 = xz / xx;
  const middle = yy - l10 * xy;
  const l21 = (yz - l20 * xy) / middle;
  const last = zz - l20 * xz - l21 * l21 * middle;
  const y = offset[1] - l10 * offset[0];
  const z = (offset[2] - l20 * offset[0] - l21 * y) / last;
  const ny = y / middle - l21 * z;
  direction[0] = offset[0] / xx - l10 * ny - l20 * z;
  direction[1] = ny;
  direction[2] = z;
}

/** Makes the direction unit. */
function normalise(): void {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  direction[0] = x / length;
  direction[1] = y / length;
  direction[2] = z / length;
}

/**
 * False only if disjoint, rounding included: where a gap is beyond GAP_ROUNDING. Where they overlap, F, being concave, is
 * below its tangents: one that stays below 1 for all s in [0, 1] ends the search.
 */
export function overlapEllipsoidEllipsoid(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const length = takePair(a, i, b, j);
  const halves = a[i + 12] + a[i + 13] + a[i + 14] + b[j + 12] + b[j + 13] + b[j + 14];
  const reach = a[i + MARGIN] + b[j + MARGIN] + GAP_ROUNDING * (length + halves);
  let alpha = reachAlong(a, i);
  let beta = reachAlong(b, j);
  if (length - alpha - beta > reach) return false;
  // Not so for a single centre, where the direction is not a number: overlapping.
  if (!(length > 0)) return true;

  writeShape(a, i, shapeA);
  writeShape(b, j, shapeB);
  for (let step = 0; step < OVERLAP_STEPS; step++) {
    turn(alpha, beta, 0);
    const both = alpha + beta;
    const nextAlpha = reachAlong(a, i);
    const nextBeta = reachAlong(b, j);
    // F and F' at s = α/(α + β), for the direction just found: m is that direction times (α + β)/αβ.
    const value = offsetAlong() / both;
    const slope = square(nextAlpha / alpha) - square(nextBeta / beta);
    if (value + Math.max(slope * (beta / both), -slope * (alpha / both)) < 1) return true;

    normalise();
    alpha = reachAlong(a, i);
    beta = reachAlong(b, j);
    if (offsetAlong() - alpha - beta > reach) return false;
  }
  return true;
}

/** The largest gap along the directions tried; at most GAP_ROUNDING·(offset + half axes) too large. */
export function lowerBoundEllipsoidEllipsoid(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const length = takePair(a, i, b, j);
  const margins = a[i + MARGIN] + b[j + MARGIN];
  if (!(length > 0))
    return -Math.min(a[i + 12], a[i + 13], a[i + 14]) - Math.min(b[j + 12], b[j + 13], b[j + 14]) - margins;
  let alpha = reachAlong(a, i);
  let beta = reachAlong(b, j);
  let gap = length - alpha - beta;
  let best = gap;

  writeShape(a, i, shapeA);
  writeShape(b, j, shapeB);
  for (let step = 0; step < BOUND_STEPS; step++) {
    turn(alpha, beta, Math.max(0, gap));
    normalise();
    alpha = reachAlong(a, i);
    beta = reachAlong(b, j);
    gap = offsetAlong() - alpha - beta;
    if (gap > best) best = gap;
  }
  return best - margins;
}

/**
 * The bound's rounding: half axes are at most √3·2 of the body's reach r (a weighted variance is at most r², growth at
 * most 2), so offset and half axes together at most 11.4·S: 137u. A moved centre is off by 11u·S, moved axes by 8u each,
 * times half axes of 6.1·S in length: 49u.
 *
 * @example
 * const model = Model.build(torus(), { with: [ellipsoidVolume] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: ellipsoidVolume }).status); // separated
 */
export const ellipsoidVolume: VolumeKind = {
  name: 'ellipsoid',
  stride: STRIDE,
  lengths: 4,
  rounding: 256 * UNIT_ROUNDOFF,
  fit: fitEllipsoid,
  inflate: inflateLast(STRIDE, 1),
  move: moveEllipsoid,
  overlap: overlapEllipsoidEllipsoid,
  lowerBound: lowerBoundEllipsoidEllipsoid,
};
