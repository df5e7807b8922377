// Distance of two triangles with witness points, after PQP's TriDist (Larsen, Gottschalk, Lin, Manocha 1999).
//
// If the triangles are apart, the closest points lie on two edges or on a vertex and a face. The nine edge pairs come
// first; a pair proves itself closest when the slab between its two closest points, square to the line joining them, has
// the rest of each triangle on its own side. What is left is a vertex over a face.
//
// Departures from PQP: the closest points of nearly parallel edges (segment-segment.ts) and of a vertex over a sliver
// (below) are computed so that the distance is right to a few u·L; candidates are always points of the triangles, so the
// answer is never too small; and the search stops once the slab proves the pair farther than the caller's limit.
//
// Nothing is decided here about touching: where no slab of positive width was found, SEPARATED is 0 and the caller asks
// the exact test.

import { closestSegmentSegment } from './segment-segment.ts';

/** Layout of the kernel's in- and output: point on A, point on B, squared distance, proof of separation, limit. */
export const WITNESS_SQ = 6;
/** 1: a separating slab was found. 0: none; the triangles may meet. */
export const WITNESS_SEPARATED = 7;
/** In: pairs farther than this are of no interest; their exact distance is not computed. */
export const WITNESS_LIMIT = 8;
export const WITNESS_SIZE = 9;

const candidate = new Float64Array(7);
const foot = new Float64Array(7);

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
        if (sq === 0) return;
      }
      // How far the third corners reach into the slab, in units of the slab's own width times |d|.
      const dx = qx - px;
      const dy = qy - py;
      const dz = qz - pz;
      const reachA = (a[a2] - px) * dx + (a[a2 + 1] - py) * dy + (a[a2 + 2] - pz) * dz;
      const reachB = (qx - b[b2]) * dx + (qy - b[b2 + 1]) * dy + (qz - b[b2 + 2]) * dz;
      if (reachA <= 0 && reachB <= 0) {
        out[WITNESS_SEPARATED] = 1;
        return;
      }
      const gap = sq - Math.max(reachA, 0) - Math.max(reachB, 0);
      if (gap > 0) {
        out[WITNESS_SEPARATED] = 1;
        // gap/|d| is a proven lower bound of the distance.
        if (gap * gap > limit * limit * sq) return;
      }
    }
  }
  vertexOverFace(a, i, b, j, out, 0);
  vertexOverFace(b, j, a, i, out, 3);
}

/**
 * Takes the vertex of `other` nearest to the plane of `face`, where all lie strictly on one side: if its foot is inside
 * the face, the two are the closest points. `at` is where the face's point goes in `out` (0: face of A, 3: of B).
 */
function vertexOverFace(
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
  if (!(nn > 0)) return;
  const h0 = (other[j] - ax) * nx + (other[j + 1] - ay) * ny + (other[j + 2] - az) * nz;
  const h1 = (other[j + 3] - ax) * nx + (other[j + 4] - ay) * ny + (other[j + 5] - az) * nz;
  const h2 = (other[j + 6] - ax) * nx + (other[j + 7] - ay) * ny + (other[j + 8] - az) * nz;
  if (!((h0 > 0 && h1 > 0 && h2 > 0) || (h0 < 0 && h1 < 0 && h2 < 0))) return;
  out[WITNESS_SEPARATED] = 1;
  const m0 = Math.abs(h0);
  const m1 = Math.abs(h1);
  const m2 = Math.abs(h2);
  const k = m0 <= m1 && m0 <= m2 ? j : m1 <= m2 ? j + 3 : j + 6;
  const px = other[k];
  const py = other[k + 1];
  const pz = other[k + 2];
  const wx = px - ax;
  const wy = py - ay;
  const wz = pz - az;
  const beta = (nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx)) / nn;
  const gamma = (nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx)) / nn;
  if (beta < 0 || gamma < 0 || beta + gamma > 1) return;
  const fx = ax + beta * ux + gamma * vx;
  const fy = ay + beta * uy + gamma * vy;
  const fz = az + beta * uz + gamma * vz;
  const sq = (px - fx) * (px - fx) + (py - fy) * (py - fy) + (pz - fz) * (pz - fz);
  if (sq >= out[WITNESS_SQ]) return;
  foot[at] = fx;
  foot[at + 1] = fy;
  foot[at + 2] = fz;
  foot[3 - at] = px;
  foot[4 - at] = py;
  foot[5 - at] = pz;
  for (let c = 0; c < 6; c++) out[c] = foot[c];
  out[WITNESS_SQ] = sq;
}
