// GJK's first steps for the simple cases: simplexes of one, two or three corners that are not slivers, for bodies clearly apart.
// One function with every number in a variable is twice as fast as the same steps on arrays. Nine in ten searches of round bodies
// end here, most others soon after.
//
// The result is that of gjk.ts: a search ends here only with the bracket that ends it there, from the same corners, directions and
// bounds. All other cases (a sliver, a foot within rounding of an edge, a tetrahedron, no progress) are passed on to gjk.ts with
// the corners so far.

import { RELATIVE_SCALE } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { type ConvexBody, supportVertex } from './convex-body.ts';
import type { Difference } from './difference.ts';
import { SLIVER, SLIVER_SQ } from './simplex.ts';

/** Number of steps after which the search is passed on. */
const MOST_STEPS = 12;

/** How far within its edges the foot has to be, relative to the factors of the test: far above rounding. */
const WITHIN: number = 2 ** 10 * UNIT_ROUNDOFF;

// Positions in the scratch.
const LOWER = 6;
const UPPER = 7;
const NORMAL = 8;
const WEIGHTS = 11;
const GAP_WANTED = 14;
const TOUCH = 15;
const SUFFICIENT = 16;

/**
 * The direction in A's frame and its opposite in B's; then the result: the bracket as computed, the best normal so far, the weights
 * of the corners; then the parameters: the bracket's width, the distance that counts as touching, the sufficient lower bound. (A
 * number passed as an argument would be boxed.)
 */
export const lane: Float64Array = new Float64Array(SUFFICIENT + 1);
export const LANE_LOWER: number = LOWER;
export const LANE_UPPER: number = UPPER;
export const LANE_NORMAL: number = NORMAL;
export const LANE_WEIGHTS: number = WEIGHTS;
export const LANE_GAP: number = GAP_WANTED;
export const LANE_TOUCH: number = TOUCH;
export const LANE_SUFFICIENT: number = SUFFICIENT;
/**
 * [0]: steps taken; [1]: corners in the first slots of the difference; [2]: 1 if the bracket is closed, else the search has to
 * continue.
 */
export const laneEnd: Int32Array = new Int32Array(3);

/**
 * Searches for the nearest points of two bodies whose origins are `difference.apart` apart, without a seed. The corners of the last
 * simplex are left in the slots of the difference, followed by a corner that is not part of it yet.
 */
export function searchLane(difference: Difference, a: ConvexBody, b: ConvexBody, m: Float64Array): void {
  const gapWanted = lane[GAP_WANTED];
  const touch = lane[TOUCH];
  const sufficient = lane[SUFFICIENT];
  const { points, vertexA, vertexB } = difference;
  const verticesA = a.vertices;
  const verticesB = b.vertices;
  const s = m[RELATIVE_SCALE];
  const back = -1 / difference.apart;
  // The direction as it is computed, and as a unit vector. A support needs no unit vector, and so need not wait for the root.
  let dx = -m[9];
  let dy = -m[10];
  let dz = -m[11];
  let nx = m[9] * back;
  let ny = m[10] * back;
  let nz = m[11] * back;
  let lower = -Infinity;
  let upper = Infinity;
  let bestX = nx;
  let bestY = ny;
  let bestZ = nz;
  let size = 0;
  let x0 = 0;
  let y0 = 0;
  let z0 = 0;
  let a0 = 0;
  let b0 = 0;
  let x1 = 0;
  let y1 = 0;
  let z1 = 0;
  let a1 = 0;
  let b1 = 0;
  let x2 = 0;
  let y2 = 0;
  let z2 = 0;
  let a2 = 0;
  let b2 = 0;
  let weight0 = 1;
  let weight1 = 0;
  let isClosed = false;
  let isPlain = true;
  let steps = 0;
  while (true) {
    // The corner of C farthest along n.
    lane[0] = m[0] * dx + m[3] * dy + m[6] * dz;
    lane[1] = m[1] * dx + m[4] * dy + m[7] * dz;
    lane[2] = m[2] * dx + m[5] * dy + m[8] * dz;
    lane[3] = -dx;
    lane[4] = -dy;
    lane[5] = -dz;
    const va = supportVertex(a, lane, 0);
    const vb = supportVertex(b, lane, 3);
    const ax = s * verticesA[3 * va];
    const ay = s * verticesA[3 * va + 1];
    const az = s * verticesA[3 * va + 2];
    const x = m[0] * ax + m[1] * ay + m[2] * az + m[9] - verticesB[3 * vb];
    const y = m[3] * ax + m[4] * ay + m[5] * az + m[10] - verticesB[3 * vb + 1];
    const z = m[6] * ax + m[7] * ay + m[8] * az + m[11] - verticesB[3 * vb + 2];
    const gap = -(x * nx + y * ny + z * nz);
    if (gap > lower) {
      lower = gap;
      bestX = nx;
      bestY = ny;
      bestZ = nz;
    }
    if (size > 0) {
      if (upper - lower <= gapWanted || lower >= sufficient) {
        isClosed = true;
        break;
      }
      steps++;
    }
    // It joins the simplex.
    if (size === 0) {
      x0 = x;
      y0 = y;
      z0 = z;
      a0 = va;
      b0 = vb;
      size = 1;
    } else if (size === 1) {
      x1 = x;
      y1 = y;
      z1 = z;
      a1 = va;
      b1 = vb;
      size = 2;
    } else if (size === 2) {
      x2 = x;
      y2 = y;
      z2 = z;
      a2 = va;
      b2 = vb;
      size = 3;
    } else {
      // Of the tetrahedron's faces at the new corner, the only one that the origin sees. Whether it sees one follows from the side
      // of the opposite corner.
      const px = x0 - x;
      const py = y0 - y;
      const pz = z0 - z;
      const qx = x1 - x;
      const qy = y1 - y;
      const qz = z1 - z;
      const rx = x2 - x;
      const ry = y2 - y;
      const rz = z2 - z;
      const kx = py * qz - pz * qy;
      const ky = pz * qx - px * qz;
      const kz = px * qy - py * qx;
      const volume = kx * rx + ky * ry + kz * rz;
      const beyond2 = kx * x + ky * y + kz * z;
      const beyond0 = (qy * rz - qz * ry) * x + (qz * rx - qx * rz) * y + (qx * ry - qy * rx) * z;
      const beyond1 = (ry * pz - rz * py) * x + (rz * px - rx * pz) * y + (rx * py - ry * px) * z;
      const size0 = Math.abs(px) + Math.abs(py) + Math.abs(pz);
      const size1 = Math.abs(qx) + Math.abs(qy) + Math.abs(qz);
      const size2 = Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
      const far = upper + size0 + size1 + size2;
      const errorBound = WITHIN * far * (size0 * size1 + size1 * size2 + size2 * size0);
      isPlain =
        Math.abs(volume) > errorBound &&
        Math.abs(beyond0) > errorBound &&
        Math.abs(beyond1) > errorBound &&
        Math.abs(beyond2) > errorBound;
      const sees0 = beyond0 > 0 === volume > 0;
      const sees1 = beyond1 > 0 === volume > 0;
      const sees2 = beyond2 > 0 === volume > 0;
      const seen = Number(sees0) + Number(sees1) + Number(sees2);
      /** The corner that is dropped with its faces; for an edge, the corner that stays; −1: none. */
      let chosen = sees0 ? 0 : sees1 ? 1 : 2;
      let isEdge = false;
      if (isPlain && seen > 1) {
        // tpq, for edge p and face pq: the side of the edge on which the origin is, in the plane of the face, times lengths. The
        // others likewise.
        const pw = px * x + py * y + pz * z;
        const qw = qx * x + qy * y + qz * z;
        const rw = rx * x + ry * y + rz * z;
        const pp = px * px + py * py + pz * pz;
        const qq = qx * qx + qy * qy + qz * qz;
        const rr = rx * rx + ry * ry + rz * rz;
        const pq = px * qx + py * qy + pz * qz;
        const qr = qx * rx + qy * ry + qz * rz;
        const rp = rx * px + ry * py + rz * pz;
        const tpq = pw * pq - qw * pp;
        const tqp = qw * pq - pw * qq;
        const tqr = qw * qr - rw * qq;
        const trq = rw * qr - qw * rr;
        const trp = rw * rp - pw * rr;
        const tpr = pw * rp - rw * pp;
        const size = size0 + size1 + size2;
        const clear = WITHIN * far * size * size * size;
        if (sees0 && (tqr > clear || !sees2) && (trq > clear || !sees1)) chosen = 0;
        else if (sees1 && (trp > clear || !sees0) && (tpr > clear || !sees2)) chosen = 1;
        else if (sees2 && (tpq > clear || !sees1) && (tqp > clear || !sees0)) chosen = 2;
        else {
          // Between two visible faces, and in the plane of each on the far side of the edge.
          isEdge = true;
          if (sees1 && sees2 && tpq < -clear && tpr < -clear && pw < 0) chosen = 0;
          else if (sees0 && sees2 && tqp < -clear && tqr < -clear && qw < 0) chosen = 1;
          else if (sees0 && sees1 && trp < -clear && trq < -clear && rw < 0) chosen = 2;
          else chosen = -1;
        }
      }
      if (!isPlain || seen === 0 || chosen < 0) {
        points[9] = x;
        points[10] = y;
        points[11] = z;
        vertexA[3] = va;
        vertexB[3] = vb;
        size = 4;
        break;
      }
      if (isEdge) {
        if (chosen === 1) {
          x0 = x1;
          y0 = y1;
          z0 = z1;
          a0 = a1;
          b0 = b1;
        } else if (chosen === 2) {
          x0 = x2;
          y0 = y2;
          z0 = z2;
          a0 = a2;
          b0 = b2;
        }
        x1 = x;
        y1 = y;
        z1 = z;
        a1 = va;
        b1 = vb;
        size = 2;
      } else {
        if (chosen === 0) {
          x0 = x1;
          y0 = y1;
          z0 = z1;
          a0 = a1;
          b0 = b1;
        }
        if (chosen !== 2) {
          x1 = x2;
          y1 = y2;
          z1 = z2;
          a1 = a2;
          b1 = b2;
        }
        x2 = x;
        y2 = y;
        z2 = z;
        a2 = va;
        b2 = vb;
      }
    }
    if (steps > MOST_STEPS) break;

    const last = upper;
    if (size === 3) {
      // The foot of the origin on the face, as in simplex.ts.
      const px = x0 - x2;
      const py = y0 - y2;
      const pz = z0 - z2;
      const qx = x1 - x2;
      const qy = y1 - y2;
      const qz = z1 - z2;
      const cx = py * qz - pz * qy;
      const cy = pz * qx - px * qz;
      const cz = px * qy - py * qx;
      const pSq = px * px + py * py + pz * pz;
      const qSq = qx * qx + qy * qy + qz * qz;
      const crossSq = cx * cx + cy * cy + cz * cz;
      const length = Math.sqrt(crossSq);
      isPlain = length > 0;
      if (!isPlain) break;
      const scale = 1 / length;
      const ux = cx * scale;
      const uy = cy * scale;
      const uz = cz * scale;
      const withinQ = -((uy * pz - uz * py) * x2 + (uz * px - ux * pz) * y2 + (ux * py - uy * px) * z2);
      const withinP = (uy * qz - uz * qy) * x2 + (uz * qx - ux * qz) * y2 + (ux * qy - uy * qx) * z2;
      const withinK = length - withinP - withinQ;
      const errorBound =
        WITHIN *
        (pSq + qSq + last * (Math.abs(px) + Math.abs(qx) + Math.abs(py) + Math.abs(qy) + Math.abs(pz) + Math.abs(qz)));
      if (withinP > errorBound && withinQ > errorBound && withinK > errorBound) {
        const height = ux * x2 + uy * y2 + uz * z2;
        const side = height > 0 ? -1 : 1;
        dx = side * cx;
        dy = side * cy;
        dz = side * cz;
        nx = side * ux;
        ny = side * uy;
        nz = side * uz;
        upper = Math.abs(height);
        weight0 = withinP * scale;
        weight1 = withinQ * scale;
        isPlain =
          crossSq > SLIVER_SQ * pSq * qSq && 0.5 * (pSq + qSq) < SLIVER * length && upper > touch && upper < last;
        if (!isPlain) break;
        continue;
      }
      // Beyond an edge to the new corner, the simplex is that edge or the corner; beyond both edges, the nearer of the two.
      isPlain = withinK > errorBound && Math.abs(withinP) > errorBound && Math.abs(withinQ) > errorBound;
      if (!isPlain) break;
      const alongP = -(px * x2 + py * y2 + pz * z2);
      const alongQ = -(qx * x2 + qy * y2 + qz * z2);
      const isNearerQ = alongQ > 0 && (alongP <= 0 || alongQ * alongQ * pSq > alongP * alongP * qSq);
      if (withinQ > 0 || (withinP < 0 && isNearerQ)) {
        x0 = x1;
        y0 = y1;
        z0 = z1;
        a0 = a1;
        b0 = b1;
      }
      x1 = x2;
      y1 = y2;
      z1 = z2;
      a1 = a2;
      b1 = b2;
      size = 2;
    }
    if (size === 2) {
      const ex = x1 - x0;
      const ey = y1 - y0;
      const ez = z1 - z0;
      const edgeSq = ex * ex + ey * ey + ez * ez;
      const along = -(x0 * ex + y0 * ey + z0 * ez);
      const errorBound = WITHIN * (edgeSq + upper * Math.sqrt(edgeSq));
      isPlain = along > errorBound && Math.abs(along - edgeSq) > errorBound;
      if (!isPlain) break;
      if (along < edgeSq) {
        const mx = ey * z0 - ez * y0;
        const my = ez * x0 - ex * z0;
        const mz = ex * y0 - ey * x0;
        dx = ey * mz - ez * my;
        dy = ez * mx - ex * mz;
        dz = ex * my - ey * mx;
        const scale = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
        nx = dx * scale;
        ny = dy * scale;
        nz = dz * scale;
        upper = Math.sqrt((mx * mx + my * my + mz * mz) / edgeSq);
        weight1 = along / edgeSq;
        weight0 = 1 - weight1;
        isPlain = upper > touch && upper < last;
        if (!isPlain) break;
        continue;
      }
      x0 = x1;
      y0 = y1;
      z0 = z1;
      a0 = a1;
      b0 = b1;
      size = 1;
    }
    const length = Math.sqrt(x0 * x0 + y0 * y0 + z0 * z0);
    isPlain = length > touch && length < last;
    if (!isPlain) break;
    const scale = -1 / length;
    dx = -x0;
    dy = -y0;
    dz = -z0;
    nx = x0 * scale;
    ny = y0 * scale;
    nz = z0 * scale;
    upper = length;
    weight0 = 1;
    weight1 = 0;
    // Bodies whose first corner lies along the line of their centres: its own direction already proves it.
    if (upper - lower <= gapWanted) {
      isClosed = true;
      break;
    }
  }
  points[0] = x0;
  points[1] = y0;
  points[2] = z0;
  points[3] = x1;
  points[4] = y1;
  points[5] = z1;
  points[6] = x2;
  points[7] = y2;
  points[8] = z2;
  vertexA[0] = a0;
  vertexB[0] = b0;
  vertexA[1] = a1;
  vertexB[1] = b1;
  vertexA[2] = a2;
  vertexB[2] = b2;
  lane[LOWER] = lower;
  lane[UPPER] = upper;
  lane[NORMAL] = bestX;
  lane[NORMAL + 1] = bestY;
  lane[NORMAL + 2] = bestZ;
  lane[WEIGHTS] = weight0;
  lane[WEIGHTS + 1] = weight1;
  lane[WEIGHTS + 2] = 1 - weight0 - weight1;
  laneEnd[0] = steps;
  laneEnd[1] = size;
  laneEnd[2] = Number(isClosed);
}
