// Oriented boxes (Gottschalk, Lin & Manocha, "OBBTree", SIGGRAPH 1996).
// Layout: centre x, y, z, three axes as rows (9), half extents along them (3).
//
// As a set a box is { centre + Σ tᵢ·axisᵢ : |tᵢ| ≤ halfᵢ } with the stored doubles. Axes are orthonormal to a few u
// after a fit and AXES_ROUNDING after a move; the comparisons allow for that.

import { extentOfAxis } from '../../bounds/extent.ts';
import { hullFrame } from '../../bounds/hull-frame.ts';
import { inflateLast } from '../../bounds/inflate.ts';
import { moveFramed } from '../../bounds/move-frame.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';

const STRIDE = 15;

/**
 * Enlargement of the half extents by a fit, in parts of |p − centre|. With d = p − centre (1u) a dot product axis·d errs by 4u·|d|.
 * The coordinates of p along axes whose Gram matrix is I + E differ from these dot products by |E|·|d| ≤ 3·8u·|d|. Two units are
 * left for the sum of the half extents that stands for |d|. Dimensionless.
 */
const FIT_ROUNDING = 32 * UNIT_ROUNDOFF;

/** A product below the smallest double loses up to this, as a length. */
const UNDERFLOW_LENGTH = 2 ** -1060;

/** Largest entry of |axes·axesᵀ − I| assumed: 8u from the fit, as much from the pose's rotation twice, 6u of a move. */
const AXES_ROUNDING = 32 * UNIT_ROUNDOFF;

/**
 * Guard of the separating-axis test, times (|T| + all half extents), T the offset of the centres.
 *
 * For an axis L the boxes are apart when |L·T| > Σ hₖ|L·axisₖ|. With L = a face normal or the cross product of two axes, |L| ≤ 1,
 * both sides are sums of products of entries of T, R = A·Bᵀ and h. A coordinate of T in A's frame errs by 4u·|T|, an entry of R by
 * 3u, and both again by their products and sums, at most 18u·|T| left and 12u·Σh right; L·axisₖ from R assumes orthonormal axes,
 * with an error of 2·AXES_ROUNDING·Σh. So a difference above this guard is a difference in exact arithmetic. Where two edges are
 * nearly parallel, L and both sides vanish. Only an absolute guard, relative to the size of the whole scene and not to the two
 * terms, then keeps rounding from separating boxes that touch: a long thin box shows that the shorter guard |R| + ε is too small.
 * Dimensionless.
 */
const SEPARATION_ROUNDING = 18 * UNIT_ROUNDOFF + 12 * UNIT_ROUNDOFF + 2 * AXES_ROUNDING;

/**
 * |a × b|² from which an edge–edge axis is used as a lower bound: the gap is divided by |a × b|, so its rounding grows
 * by at most 16. Nearer to parallel, the direction of nearest points does as well. Dimensionless.
 */
const CROSS_AXIS_SQ = 2 ** -8;

/** Rounds of nearest points before their direction is used as one more axis. */
const NEAREST_ROUNDS = 2;

const frame: Float64Array = new Float64Array(9);

function fitObb(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  hullFrame(triangles, first, count, frame);
  const begin = 9 * first;
  const end = begin + 9 * count;

  // Middle of the extents, relative to a corner, so that far coordinates lose nothing.
  let cx = triangles[begin];
  let cy = triangles[begin + 1];
  let cz = triangles[begin + 2];
  for (let row = 0; row < 9; row += 3) {
    const middle = reachAlong(triangles, begin, end, row, 1) / 2 - reachAlong(triangles, begin, end, row, -1) / 2;
    cx += middle * frame[row];
    cy += middle * frame[row + 1];
    cz += middle * frame[row + 2];
  }

  // Extents from the centre as stored: what was rounded before no longer matters.
  out[at] = cx;
  out[at + 1] = cy;
  out[at + 2] = cz;
  for (let k = 0; k < 9; k++) out[at + 3 + k] = frame[k];
  for (let k = 12; k < 15; k++) out[at + k] = 0;
  measureExtents(triangles, begin, end, out, at);
  const margin = FIT_ROUNDING * (out[at + 12] + out[at + 13] + out[at + 14]) + UNDERFLOW_LENGTH;
  for (let k = 12; k < 15; k++) out[at + k] += margin;
}

// Loops over all points end their functions, for the reason in hull-surface.ts.

/** How far the points reach from the first one along a row of the frame (sign 1) or against it (−1). */
function reachAlong(triangles: Float64Array, begin: number, end: number, row: number, sign: number): number {
  const ax = sign * frame[row];
  const ay = sign * frame[row + 1];
  const az = sign * frame[row + 2];
  const ox = triangles[begin];
  const oy = triangles[begin + 1];
  const oz = triangles[begin + 2];
  let reach = 0;
  for (let k = begin; k < end; k += 3) {
    reach = Math.max(reach, ax * (triangles[k] - ox) + ay * (triangles[k + 1] - oy) + az * (triangles[k + 2] - oz));
  }
  return reach;
}

function measureExtents(triangles: Float64Array, begin: number, end: number, out: Float64Array, at: number): void {
  const cx = out[at];
  const cy = out[at + 1];
  const cz = out[at + 2];
  for (let k = begin; k < end; k += 3) {
    const x = triangles[k] - cx;
    const y = triangles[k + 1] - cy;
    const z = triangles[k + 2] - cz;
    out[at + 12] = Math.max(out[at + 12], Math.abs(frame[0] * x + frame[1] * y + frame[2] * z));
    out[at + 13] = Math.max(out[at + 13], Math.abs(frame[3] * x + frame[4] * y + frame[5] * z));
    out[at + 14] = Math.max(out[at + 14], Math.abs(frame[6] * x + frame[7] * y + frame[8] * z));
  }
}

/**
 * The test of 15 axes: the face normals of both and the cross products of their edges. False only if disjoint, rounding
 * included (see SEPARATION_ROUNDING).
 */
export function overlapObbObb(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const a0 = a[i + 12];
  const a1 = a[i + 13];
  const a2 = a[i + 14];
  const b0 = b[j + 12];
  const b1 = b[j + 13];
  const b2 = b[j + 14];
  const guard =
    SEPARATION_ROUNDING * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + (a0 + a1 + a2) + (b0 + b1 + b2)) +
    UNDERFLOW_LENGTH;
  const ux = b[j + 3];
  const uy = b[j + 4];
  const uz = b[j + 5];
  const vx = b[j + 6];
  const vy = b[j + 7];
  const vz = b[j + 8];
  const wx = b[j + 9];
  const wy = b[j + 10];
  const wz = b[j + 11];

  // Face normals of A, each as soon as its row of R = A·Bᵀ and its coordinate of T are known.
  let ax = a[i + 3];
  let ay = a[i + 4];
  let az = a[i + 5];
  const t0 = ax * dx + ay * dy + az * dz;
  const r00 = ax * ux + ay * uy + az * uz;
  const r01 = ax * vx + ay * vy + az * vz;
  const r02 = ax * wx + ay * wy + az * wz;
  const q00 = Math.abs(r00);
  const q01 = Math.abs(r01);
  const q02 = Math.abs(r02);
  if (Math.abs(t0) > a0 + b0 * q00 + b1 * q01 + b2 * q02 + guard) return false;

  ax = a[i + 6];
  ay = a[i + 7];
  az = a[i + 8];
  const t1 = ax * dx + ay * dy + az * dz;
  const r10 = ax * ux + ay * uy + az * uz;
  const r11 = ax * vx + ay * vy + az * vz;
  const r12 = ax * wx + ay * wy + az * wz;
  const q10 = Math.abs(r10);
  const q11 = Math.abs(r11);
  const q12 = Math.abs(r12);
  if (Math.abs(t1) > a1 + b0 * q10 + b1 * q11 + b2 * q12 + guard) return false;

  ax = a[i + 9];
  ay = a[i + 10];
  az = a[i + 11];
  const t2 = ax * dx + ay * dy + az * dz;
  const r20 = ax * ux + ay * uy + az * uz;
  const r21 = ax * vx + ay * vy + az * vz;
  const r22 = ax * wx + ay * wy + az * wz;
  const q20 = Math.abs(r20);
  const q21 = Math.abs(r21);
  const q22 = Math.abs(r22);
  if (Math.abs(t2) > a2 + b0 * q20 + b1 * q21 + b2 * q22 + guard) return false;

  // Face normals of B.
  if (Math.abs(t0 * r00 + t1 * r10 + t2 * r20) > b0 + a0 * q00 + a1 * q10 + a2 * q20 + guard) return false;
  if (Math.abs(t0 * r01 + t1 * r11 + t2 * r21) > b1 + a0 * q01 + a1 * q11 + a2 * q21 + guard) return false;
  if (Math.abs(t0 * r02 + t1 * r12 + t2 * r22) > b2 + a0 * q02 + a1 * q12 + a2 * q22 + guard) return false;

  // Axis k of A × axis l of B.
  if (Math.abs(t2 * r10 - t1 * r20) > a1 * q20 + a2 * q10 + b1 * q02 + b2 * q01 + guard) return false;
  if (Math.abs(t2 * r11 - t1 * r21) > a1 * q21 + a2 * q11 + b0 * q02 + b2 * q00 + guard) return false;
  if (Math.abs(t2 * r12 - t1 * r22) > a1 * q22 + a2 * q12 + b0 * q01 + b1 * q00 + guard) return false;
  if (Math.abs(t0 * r20 - t2 * r00) > a0 * q20 + a2 * q00 + b1 * q12 + b2 * q11 + guard) return false;
  if (Math.abs(t0 * r21 - t2 * r01) > a0 * q21 + a2 * q01 + b0 * q12 + b2 * q10 + guard) return false;
  if (Math.abs(t0 * r22 - t2 * r02) > a0 * q22 + a2 * q02 + b0 * q11 + b1 * q10 + guard) return false;
  if (Math.abs(t1 * r00 - t0 * r10) > a0 * q10 + a1 * q00 + b1 * q22 + b2 * q21 + guard) return false;
  if (Math.abs(t1 * r01 - t0 * r11) > a0 * q11 + a1 * q01 + b0 * q22 + b2 * q20 + guard) return false;
  return Math.abs(t1 * r02 - t0 * r12) <= a0 * q12 + a1 * q02 + b0 * q21 + b1 * q20 + guard;
}

// The boxes of a lower bound in A's frame: half extents, offset, R row by row. Filled by lowerBoundObbObb.
const half: Float64Array = new Float64Array(6);
const offset: Float64Array = new Float64Array(3);
const turn: Float64Array = new Float64Array(9);

/**
 * The largest gap between the projections of the boxes on a line, over the 15 axes, normalized, and the direction of a pair of
 * nearest points. A projection does not increase distances, so any direction gives at most the distance; the last one is optimal
 * where corners or parallel edges face each other, which the 15 axes miss. Negative where the boxes may overlap. At most
 * 16·SEPARATION_ROUNDING·(offset + half extents) too large.
 */
export function lowerBoundObbObb(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  for (let k = 0; k < 3; k++) {
    const ax = a[i + 3 + 3 * k];
    const ay = a[i + 4 + 3 * k];
    const az = a[i + 5 + 3 * k];
    half[k] = a[i + 12 + k];
    half[3 + k] = b[j + 12 + k];
    offset[k] = ax * dx + ay * dy + az * dz;
    turn[3 * k] = ax * b[j + 3] + ay * b[j + 4] + az * b[j + 5];
    turn[3 * k + 1] = ax * b[j + 6] + ay * b[j + 7] + az * b[j + 8];
    turn[3 * k + 2] = ax * b[j + 9] + ay * b[j + 10] + az * b[j + 11];
  }
  const face = largestFaceGap();
  return Math.max(face, largestEdgeGap(), nearestPointsGap());
}

function largestFaceGap(): number {
  const t0 = offset[0];
  const t1 = offset[1];
  const t2 = offset[2];
  let best = -Infinity;
  for (let k = 0; k < 3; k++) {
    const row = 3 * k;
    const reach = half[3] * Math.abs(turn[row]) + half[4] * Math.abs(turn[row + 1]) + half[5] * Math.abs(turn[row + 2]);
    best = Math.max(best, Math.abs(offset[k]) - half[k] - reach);
    const projection = t0 * turn[k] + t1 * turn[3 + k] + t2 * turn[6 + k];
    const span = half[0] * Math.abs(turn[k]) + half[1] * Math.abs(turn[3 + k]) + half[2] * Math.abs(turn[6 + k]);
    best = Math.max(best, Math.abs(projection) - half[3 + k] - span);
  }
  return best;
}

function largestEdgeGap(): number {
  let best = -Infinity;
  for (let k = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    for (let l = 0; l < 3; l++) {
      // Axis k of A × axis l of B in A's frame has the coordinates −r(k2, l) at k1 and r(k1, l) at k2.
      const r1 = turn[3 * k1 + l];
      const r2 = turn[3 * k2 + l];
      const lengthSq = r1 * r1 + r2 * r2;
      if (lengthSq < CROSS_AXIS_SQ) continue;
      const l1 = l === 2 ? 0 : l + 1;
      const l2 = l === 0 ? 2 : l - 1;
      const projection = Math.abs(offset[k2] * r1 - offset[k1] * r2);
      const reach =
        half[k1] * Math.abs(r2) +
        half[k2] * Math.abs(r1) +
        half[3 + l1] * Math.abs(turn[3 * k + l2]) +
        half[3 + l2] * Math.abs(turn[3 * k + l1]);
      best = Math.max(best, (projection - reach) / Math.sqrt(lengthSq));
    }
  }
  return best;
}

/** Gap along p − q, where p and q, nearest to each other in turn, start from the centre of B. */
function nearestPointsGap(): number {
  const t0 = offset[0];
  const t1 = offset[1];
  const t2 = offset[2];
  const r00 = turn[0];
  const r01 = turn[1];
  const r02 = turn[2];
  const r10 = turn[3];
  const r11 = turn[4];
  const r12 = turn[5];
  const r20 = turn[6];
  const r21 = turn[7];
  const r22 = turn[8];
  const a0 = half[0];
  const a1 = half[1];
  const a2 = half[2];
  const b0 = half[3];
  const b1 = half[4];
  const b2 = half[5];
  let qx = t0;
  let qy = t1;
  let qz = t2;
  for (let round = 0; round < NEAREST_ROUNDS; round++) {
    const x = clamp(qx, a0) - t0;
    const y = clamp(qy, a1) - t1;
    const z = clamp(qz, a2) - t2;
    const s = clamp(x * r00 + y * r10 + z * r20, b0);
    const t = clamp(x * r01 + y * r11 + z * r21, b1);
    const w = clamp(x * r02 + y * r12 + z * r22, b2);
    qx = t0 + s * r00 + t * r01 + w * r02;
    qy = t1 + s * r10 + t * r11 + w * r12;
    qz = t2 + s * r20 + t * r21 + w * r22;
  }
  const dx = qx - clamp(qx, a0);
  const dy = qy - clamp(qy, a1);
  const dz = qz - clamp(qz, a2);
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length === 0) return -Infinity;
  const projection = dx * t0 + dy * t1 + dz * t2;
  const reachA = a0 * Math.abs(dx) + a1 * Math.abs(dy) + a2 * Math.abs(dz);
  const reachB =
    b0 * Math.abs(dx * r00 + dy * r10 + dz * r20) +
    b1 * Math.abs(dx * r01 + dy * r11 + dz * r21) +
    b2 * Math.abs(dx * r02 + dy * r12 + dz * r22);
  return (projection - reachA - reachB) / length;
}

function clamp(x: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, x));
}

function extent(v: Float64Array, at: number, d: Float64Array, k: number): number {
  return (
    v[at + 12] * extentOfAxis(v, at + 3, d, k) +
    v[at + 13] * extentOfAxis(v, at + 6, d, k) +
    v[at + 14] * extentOfAxis(v, at + 9, d, k)
  );
}

/**
 * Boxes in any direction.
 *
 * @example
 * const model = Model.build(torus(), { with: [obb] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: obb }).status); // separated
 */
export const obbVolume: VolumeKind = {
  name: 'obb',
  stride: STRIDE,
  lengths: 3,
  rounding: 1504 * UNIT_ROUNDOFF,
  fit: fitObb,
  inflate: inflateLast(STRIDE, 3),
  move: moveFramed,
  overlap: overlapObbObb,
  lowerBound: lowerBoundObbObb,
  extent,
};
