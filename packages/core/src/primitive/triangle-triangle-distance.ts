// Distance of two triangles with witness points, after PQP's TriDist (Larsen, Gottschalk, Lin, Manocha 1999).
//
// If the triangles are apart, the closest points lie on two edges or on a vertex and a face. The nine edge pairs come first; a pair
// is proven closest if the slab between its two closest points, orthogonal to the line joining them, has the rest of each triangle
// on its own side. The remaining case is a vertex over a face.
//
// Departures from PQP:
// * The closest points of nearly parallel edges (segment-segment.ts) and of a vertex over a sliver (point-triangle.ts) are computed
// so that the distance is accurate to a few u·L, and candidates are always points of the triangles, so the result is never too
// small.
// * The slab counts only if it exceeds rounding. The points have an error of uL, so the direction between them has one of uL/d: for
// two faces nearly parallel and 10⁻⁸ apart, a corner may count as outside although it reaches through half of the gap. A slab
// proves separation by itself (all six corners against it), or by corners so far from it that no error of its direction matters.
// * Every vertex over either face is a candidate, on either side of the plane: a choice of the vertex of smallest height alone, or
// of triangles on one side alone, would need an accurate normal of a sliver.
// * The search stops once the slab proves the pair farther than the caller's limit.
//
// Contact is not decided here: if no slab of positive width is proven, SEPARATED is 0 and the caller runs the exact test.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { closestSegmentSegment, SMALLEST_NORMAL_SQ } from './segment-segment.ts';

/** Layout of the kernel's in- and output: point on A, point on B, squared distance, proof of separation, limit. */
export const WITNESS_SQ = 6;
/** 1: the triangles, as given, are disjoint, or nearer than a few u·L. 0: that is not proven; they may touch. */
export const WITNESS_SEPARATED = 7;
/** In: the exact distance of pairs farther apart than this is not computed. */
export const WITNESS_LIMIT = 8;
/** Out: squared distance proven for the pair: WITNESS_SQ, unless the search stopped at the limit. */
export const WITNESS_BOUND_SQ = 9;
export const WITNESS_SIZE = 10;

/** Rounding of a reach: four operations on each of the three products. In units of the sum of their sizes. */
const REACH_ROUNDING = 5 * UNIT_ROUNDOFF;

/**
 * Error of the direction d between the closest points of two edges: |d − d*|² in units of |d| times the sum of all
 * coordinates. The exact d* is the shortest of a convex set which d is in, so |d − d*|² ≤ |d|² − |d*|² ≤ 2|d|(|d| − |d*|),
 * and the length of d is right to 16u of that sum, with a margin: 6.2u of the largest coordinate is the worst seen
 * (test/primitive/segment-segment.test.ts).
 */
const TILT = 32 * UNIT_ROUNDOFF;

/** The part of a slab that is free when corners reach into it by rounding alone: such slabs are measured again. */
const ALMOST = 1 - 2 ** -40;

/** Rounding of the height of a corner over a plane, 48u|u||v||w| at most, in units of (u² + v²) times all coordinates. */
const HEIGHT_ROUNDING = 24 * UNIT_ROUNDOFF;

const candidate = new Float64Array(7);
/** [0]: sum of the magnitudes of all coordinates. (A double passed to a function would be boxed.) */
const allSizes = new Float64Array(1);
/** The result of `measureSlab`: the free part of the slab's width and its rounding, both times the width. */
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
  const size = sumOfSizes(a, i) + sumOfSizes(b, j);
  allSizes[0] = size;
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
      const ax = a[a2] - px;
      const ay = a[a2 + 1] - py;
      const az = a[a2 + 2] - pz;
      const bx = b[b2] - qx;
      const by = b[b2 + 1] - qy;
      const bz = b[b2 + 2] - qz;
      const reachA = ax * dx + ay * dy + az * dz;
      const reachB = -(bx * dx + by * dy + bz * dz);
      const gap = sq - (reachA > 0 ? reachA : 0) - (reachB > 0 ? reachB : 0);
      if (!(gap > 0)) continue;
      const isClosest = gap > ALMOST * sq;
      const isFarther = gap * gap > limit * limit * sq;
      if (!isClosest && !isFarther && out[WITNESS_SEPARATED] === 1) continue;

      // The same for the exact slab, which certainly has the edges on its two sides: (gap − loss)/|d|, its free part, is a lower
      // bound of the distance.
      const tilt = TILT * size * Math.sqrt(sq);
      const aa = ax * ax + ay * ay + az * az;
      const bb = bx * bx + by * by + bz * bz;
      const free = gap - Math.sqrt(2 * tilt * (aa + bb));
      if (free > 0) {
        out[WITNESS_SEPARATED] = 1;
        if (free * free > limit * limit * sq) {
          out[WITNESS_BOUND_SQ] = (free * free) / sq;
          return;
        }
      }
      if (reachA <= 0 && reachB <= 0 && reachA * reachA >= tilt * aa && reachB * reachB >= tilt * bb) {
        out[WITNESS_SEPARATED] = 1;
        out[WITNESS_BOUND_SQ] = out[WITNESS_SQ];
        return;
      }
      if (free > 0 && !isClosest && !isFarther) continue;

      // A narrow slab, or one with a corner on its side (parallel faces): measure this one itself.
      measureSlab(a, i, b, j);
      const proven = slab[0] - slab[1];
      if (!(proven > 0)) continue;
      out[WITNESS_SEPARATED] = 1;
      if (slab[0] + slab[1] >= sq) {
        out[WITNESS_BOUND_SQ] = out[WITNESS_SQ];
        return;
      }
      if (proven * proven > limit * limit * sq) {
        out[WITNESS_BOUND_SQ] = (proven * proven) / sq;
        return;
      }
    }
  }
  verticesOverFace(a, i, b, j, out, 0);
  verticesOverFace(b, j, a, i, out, 3);
  // Triangles that may touch have the proven distance 0.
  out[WITNESS_BOUND_SQ] = out[WITNESS_SEPARATED] === 1 ? out[WITNESS_SQ] : 0;
}

function sumOfSizes(t: Float64Array, i: number): number {
  const x = Math.abs(t[i]) + Math.abs(t[i + 3]) + Math.abs(t[i + 6]);
  const y = Math.abs(t[i + 1]) + Math.abs(t[i + 4]) + Math.abs(t[i + 7]);
  const z = Math.abs(t[i + 2]) + Math.abs(t[i + 5]) + Math.abs(t[i + 8]);
  return x + y + z;
}

/** The free part of the slab between the candidate's points, against all corners. */
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

/** Adds the vertices of `other` whose foot is inside `face`. `at` is the position of the face's point (0: A's face, 3: B's). */
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
  const mx = vy * nz - vz * ny;
  const my = vz * nx - vx * nz;
  const mz = vx * ny - vy * nx;
  const vv = vx * vx + vy * vy + vz * vz;
  const rounding = HEIGHT_ROUNDING * (ux * ux + uy * uy + uz * uz + vv) * allSizes[0];
  const beaten = Math.sqrt(out[WITNESS_SQ] * nn) + rounding;
  let least = Infinity;
  let most = -Infinity;
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
    if (height > beaten || height < -beaten) continue;

    // As in point-triangle.ts: the second weight is the best for the first.
    const across = wx * mx + wy * my + wz * mz;
    if (!(across >= 0 && across <= nn)) continue;
    const beta = across / nn;
    const rx = wx - beta * ux;
    const ry = wy - beta * uy;
    const rz = wz - beta * uz;
    const gamma = (rx * vx + ry * vy + rz * vz) / vv;
    if (!(gamma >= 0 && beta + gamma <= 1)) continue;
    const fx = ax + beta * ux + gamma * vx;
    const fy = ay + beta * uy + gamma * vy;
    const fz = az + beta * uz + gamma * vz;
    const sq = (px - fx) * (px - fx) + (py - fy) * (py - fy) + (pz - fz) * (pz - fz);
    if (sq >= out[WITNESS_SQ]) continue;
    out[at] = fx;
    out[at + 1] = fy;
    out[at + 2] = fz;
    out[3 - at] = px;
    out[4 - at] = py;
    out[5 - at] = pz;
    out[WITNESS_SQ] = sq;
  }
  if (least > rounding || most < -rounding) out[WITNESS_SEPARATED] = 1;
}
