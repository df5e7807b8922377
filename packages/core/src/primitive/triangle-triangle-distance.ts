// Distance of two triangles with witness points, after PQP's TriDist (Larsen, Gottschalk, Lin, Manocha 1999).
//
// If the triangles are apart, the closest points lie on two edges or on a vertex and a face. The nine edge pairs come
// first; a pair proves itself closest when the slab between its two closest points, square to the line joining them, has
// the rest of each triangle on its own side. What is left is a vertex over a face.
//
// Departures from PQP:
//   * The closest points of nearly parallel edges (segment-segment.ts) and of a vertex over a sliver (point-triangle.ts)
//     are computed so that the distance is right to a few u·L, and candidates are always points of the triangles, so the
//     answer is never too small.
//   * The slab is believed only where rounding cannot have made it. The points are off by uL, so the direction between
//     them is off by uL/d: of two faces nearly parallel and 10⁻⁸ apart a corner may pass for outside that reaches half
//     way through. A slab proves something by what it is (all six corners against it), or by corners so far from it that
//     no error of its direction matters.
//   * Every vertex over either face is a candidate, whatever side of the plane it and the others are on: for the vertex
//     of smallest height alone, or of triangles on one side alone, the normal of a sliver would have to be right.
//   * The search stops once the slab proves the pair farther than the caller's limit.
//
// Nothing is decided here about touching: where no slab of positive width was proven, SEPARATED is 0 and the caller asks
// the exact test.

import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import { closestSegmentSegment, SMALLEST_NORMAL_SQ } from './segment-segment.ts';

/** Layout of the kernel's in- and output: point on A, point on B, squared distance, proof of separation, limit. */
export const WITNESS_SQ = 6;
/** 1: the triangles, as given, are disjoint, or nearer than a few u·L. 0: no proof of that; they may meet. */
export const WITNESS_SEPARATED = 7;
/** In: pairs farther than this are of no interest; their exact distance is not computed. */
export const WITNESS_LIMIT = 8;
/** Out: squared distance proven for the pair: WITNESS_SQ, unless the search stopped at the limit. */
export const WITNESS_BOUND_SQ = 9;
export const WITNESS_SIZE = 10;

/** Rounding of a reach: four operations on each of the three products. In units of the sum of their sizes. */
const REACH_ROUNDING = 5 * UNIT_ROUNDOFF;

/**
 * How far the distance of two edges can be too large, in units of the largest coordinate, with room to spare (about
 * 4u is the worst there is): it bounds the error of the direction between the closest points.
 */
const EDGE_DISTANCE_ROUNDING = 16 * UNIT_ROUNDOFF;

/** Rounding of the height of a corner over a plane, in units of |u||v||w| (largest coordinates). */
const HEIGHT_ROUNDING = 48 * UNIT_ROUNDOFF;

const candidate = new Float64Array(7);
const foot = new Float64Array(6);
/** What `measureSlab` finds: the free part of the slab's width and its rounding, both times the width. */
const slab = new Float64Array(2);

/**
 * Distance of the triangles a[i..i+8] and b[j..j+8], written to `out`. Pairs proven farther than out[WITNESS_LIMIT] get
 * some squared distance at least as large as the limit's square.
 */
export function distanceTriangleTriangle(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
): void {
  const limit = out[WITNESS_LIMIT];
  out[WITNESS_SQ] = Infinity;
  out[WITNESS_SEPARATED] = 0;
  for (let ea = 0; ea < 3; ea++) {
    const a0 = i + 3 * ea;
    const a1 = ea === 2 ? i : a0 + 3;
    const a2 = ea === 0 ? i + 6 : a0 - 3;
    for (let eb = 0; eb < 3; eb++) {
      const b0 = j + 3 * eb;
      const b1 = eb === 2 ? j : b0 + 3;
      const b2 = eb === 0 ? j + 6 : b0 - 3;
      closestSegmentSegment(a, a0, a1, b, b0, b1, candidate);
      const sq = candidate[6];
      const px = candidate[0];
      const py = candidate[1];
      const pz = candidate[2];
      const qx = candidate[3];
      const qy = candidate[4];
      const qz = candidate[5];
      if (sq < out[WITNESS_SQ]) {
        out[0] = px;
        out[1] = py;
        out[2] = pz;
        out[3] = qx;
        out[4] = qy;
        out[5] = qz;
        out[WITNESS_SQ] = sq;
        if (sq === 0) {
          out[WITNESS_BOUND_SQ] = 0;
          return;
        }
      }
      // How far the third corners reach into the slab, in units of the slab's own width times |d|.
      const dx = qx - px;
      const dy = qy - py;
      const dz = qz - pz;
      const reachA = (a[a2] - px) * dx + (a[a2 + 1] - py) * dy + (a[a2 + 2] - pz) * dz;
      const reachB = (qx - b[b2]) * dx + (qy - b[b2 + 1]) * dy + (qz - b[b2 + 2]) * dz;
      const gap = sq - (reachA > 0 ? reachA : 0) - (reachB > 0 ? reachB : 0);
      if (!(gap > 0)) continue;
      const isClosest = reachA <= 0 && reachB <= 0;
      if (isClosest || out[WITNESS_SEPARATED] === 0 || gap * gap > limit * limit * sq) {
        measureSlab(a, i, b, j);
        const proven = slab[0] - slab[1];
        if (proven > 0) {
          out[WITNESS_SEPARATED] = 1;
          // proven/|d| is a lower bound of the distance.
          if (slab[0] + slab[1] >= sq || proven * proven > limit * limit * sq) return;
        }
        if (isClosest && isClearOfSlab(a, i, a2, reachA, b, j, b2, reachB)) {
          out[WITNESS_SEPARATED] = 1;
          return;
        }
      }
    }
  }
  verticesOverFace(a, i, b, j, out, 0);
  verticesOverFace(b, j, a, i, out, 3);
  // Triangles that may meet are known to be nothing apart.
  out[WITNESS_BOUND_SQ] = out[WITNESS_SEPARATED] === 1 ? out[WITNESS_SQ] : 0;
}

/** The slab between the candidate's points against all corners: how much of it no triangle reaches into. */
function measureSlab(a: Float64Array, i: number, b: Float64Array, j: number): void {
  const px = candidate[0];
  const py = candidate[1];
  const pz = candidate[2];
  const qx = candidate[3];
  const qy = candidate[4];
  const qz = candidate[5];
  const dx = qx - px;
  const dy = qy - py;
  const dz = qz - pz;
  let intoA = 0;
  let intoB = 0;
  let sizeA = 0;
  let sizeB = 0;
  for (let k = 0; k < 9; k += 3) {
    const ax = (a[i + k] - px) * dx;
    const ay = (a[i + k + 1] - py) * dy;
    const az = (a[i + k + 2] - pz) * dz;
    const bx = (qx - b[j + k]) * dx;
    const by = (qy - b[j + k + 1]) * dy;
    const bz = (qz - b[j + k + 2]) * dz;
    intoA = Math.max(intoA, ax + ay + az);
    intoB = Math.max(intoB, bx + by + bz);
    sizeA = Math.max(sizeA, Math.abs(ax) + Math.abs(ay) + Math.abs(az));
    sizeB = Math.max(sizeB, Math.abs(bx) + Math.abs(by) + Math.abs(bz));
  }
  const sq = candidate[6];
  slab[0] = sq - intoA - intoB;
  slab[1] = REACH_ROUNDING * (sizeA + sizeB + sq);
}

/**
 * Whether the third corners are so far behind the slab that they are behind the exact one too. The exact d* is the
 * shortest of a convex set which d is in, so |d − d*|² ≤ |d|² − |d*|², at most twice |d| times the error of |d|.
 */
function isClearOfSlab(
  a: Float64Array,
  i: number,
  a2: number,
  reachA: number,
  b: Float64Array,
  j: number,
  b2: number,
  reachB: number,
): boolean {
  const px = candidate[0];
  const py = candidate[1];
  const pz = candidate[2];
  const qx = candidate[3];
  const qy = candidate[4];
  const qz = candidate[5];
  const ax = a[a2] - px;
  const ay = a[a2 + 1] - py;
  const az = a[a2 + 2] - pz;
  const bx = b[b2] - qx;
  const by = b[b2 + 1] - qy;
  const bz = b[b2 + 2] - qz;
  let size = 0;
  for (let k = 0; k < 9; k++) size = Math.max(size, Math.abs(a[i + k]), Math.abs(b[j + k]));
  const tilt = 2 * EDGE_DISTANCE_ROUNDING * size * Math.sqrt(candidate[6]);
  return (
    reachA * reachA >= tilt * (ax * ax + ay * ay + az * az) && reachB * reachB >= tilt * (bx * bx + by * by + bz * bz)
  );
}

/** Takes the vertices of `other` whose foot is inside `face`. `at` is where the face's point goes (0: A's face, 3: B's). */
function verticesOverFace(
  face: Float64Array,
  i: number,
  other: Float64Array,
  j: number,
  out: Float64Array,
  at: number,
): void {
  const ax = face[i];
  const ay = face[i + 1];
  const az = face[i + 2];
  const ux = face[i + 3] - ax;
  const uy = face[i + 4] - ay;
  const uz = face[i + 5] - az;
  const vx = face[i + 6] - ax;
  const vy = face[i + 7] - ay;
  const vz = face[i + 8] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > SMALLEST_NORMAL_SQ)) return;
  const mx = (vy * nz - vz * ny) / nn;
  const my = (vz * nx - vx * nz) / nn;
  const mz = (vx * ny - vy * nx) / nn;
  const vv = vx * vx + vy * vy + vz * vz;
  let least = Infinity;
  let most = -Infinity;
  let reach = 0;
  for (let k = j; k < j + 9; k += 3) {
    const px = other[k];
    const py = other[k + 1];
    const pz = other[k + 2];
    const wx = px - ax;
    const wy = py - ay;
    const wz = pz - az;
    const height = wx * nx + wy * ny + wz * nz;
    if (height < least) least = height;
    if (height > most) most = height;
    reach = Math.max(reach, Math.abs(wx), Math.abs(wy), Math.abs(wz));

    // As in point-triangle.ts: the second weight is the best for the first.
    const beta = wx * mx + wy * my + wz * mz;
    if (!(beta >= 0 && beta <= 1)) continue;
    const gamma = ((wx - beta * ux) * vx + (wy - beta * uy) * vy + (wz - beta * uz) * vz) / vv;
    if (!(gamma >= 0 && beta + gamma <= 1)) continue;
    const fx = ax + beta * ux + gamma * vx;
    const fy = ay + beta * uy + gamma * vy;
    const fz = az + beta * uz + gamma * vz;
    const sq = (px - fx) * (px - fx) + (py - fy) * (py - fy) + (pz - fz) * (pz - fz);
    if (sq >= out[WITNESS_SQ]) continue;
    foot[at] = fx;
    foot[at + 1] = fy;
    foot[at + 2] = fz;
    foot[3 - at] = px;
    foot[4 - at] = py;
    foot[5 - at] = pz;
    for (let c = 0; c < 6; c++) out[c] = foot[c];
    out[WITNESS_SQ] = sq;
  }
  if (out[WITNESS_SEPARATED] === 1 || !(least > 0 || most < 0)) return;
  const edgeU = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  const edgeV = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
  const rounding = HEIGHT_ROUNDING * edgeU * edgeV * reach;
  if (least > rounding || most < -rounding) out[WITNESS_SEPARATED] = 1;
}
