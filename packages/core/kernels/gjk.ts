// The distance of two convex bodies by GJK (src/convex/gjk-lane.ts): the same operations in the same order, so that the result is the same
// to the bit. Cases that are not simple are left to the plain library.

import { supportOf } from './convex-body';
import {
  BODY_Q_AT,
  BODY_R_AT,
  DECIDED,
  ENOUGH_AT,
  FEATURE_Q_AT,
  FEATURE_R_AT,
  HEAD,
  LOWER_AT,
  NORMAL_AT,
  NOT_DECIDED,
  POINTS_AT,
  POSE_AT,
  QUERY_SIZE,
  RADIUS_AT,
  SIZE_AT,
  STEPS_AT,
  UPPER_AT,
  VERTEX,
} from './convex-layout';
import { larger } from './larger';

// Constants of src/convex/: gjk-lane.ts, simplex.ts, gjk.ts, difference.ts.
const MOST_STEPS: i32 = 12;
const UNIT_ROUNDOFF: f64 = 1 / <f64>((<i64>1) << 53);
const WITHIN: f64 = 1024 * UNIT_ROUNDOFF;
const SLIVER_SQ: f64 = 0.125;
const SLIVER: f64 = 4;
const GAP: f64 = 32 * UNIT_ROUNDOFF;
const COORDINATE_ERROR: f64 = 8 * UNIT_ROUNDOFF;
const REACH_ERROR: f64 = 1.74 * (COORDINATE_ERROR + UNIT_ROUNDOFF) + 12 * UNIT_ROUNDOFF;
const TOUCH: f64 = 2 * (GAP + REACH_ERROR);

export function convexQuerySize(): usize {
  return QUERY_SIZE;
}

/** The distance of two bodies, and where it is attained, without a seed. */
export function convexDistance(q: usize): i32 {
  const a = <usize>load<i32>(q, BODY_Q_AT);
  const b = <usize>load<i32>(q, BODY_R_AT);
  const verticesA = a + HEAD;
  const verticesB = b + HEAD;
  const m0 = load<f64>(q, POSE_AT + 0);
  const m1 = load<f64>(q, POSE_AT + 8);
  const m2 = load<f64>(q, POSE_AT + 16);
  const m3 = load<f64>(q, POSE_AT + 24);
  const m4 = load<f64>(q, POSE_AT + 32);
  const m5 = load<f64>(q, POSE_AT + 40);
  const m6 = load<f64>(q, POSE_AT + 48);
  const m7 = load<f64>(q, POSE_AT + 56);
  const m8 = load<f64>(q, POSE_AT + 64);
  const tx = load<f64>(q, POSE_AT + 72);
  const ty = load<f64>(q, POSE_AT + 80);
  const tz = load<f64>(q, POSE_AT + 88);
  const s = load<f64>(q, POSE_AT + 96);
  const apart = sqrt<f64>(tx * tx + ty * ty + tz * tz);
  const scale = s * load<f64>(a, RADIUS_AT) + load<f64>(b, RADIUS_AT) + apart;
  const gapWanted = GAP * scale;
  const touch = TOUCH * scale;
  if (!(apart > touch)) return NOT_DECIDED;
  const rounding = REACH_ERROR * scale;
  const sufficient = load<f64>(q, ENOUGH_AT) + rounding;
  const back = -1 / apart;
  // The direction as it is computed, and as a unit vector.
  let dx = -tx;
  let dy = -ty;
  let dz = -tz;
  let nx = tx * back;
  let ny = ty * back;
  let nz = tz * back;
  let lower: f64 = -Infinity;
  let upper: f64 = Infinity;
  let bestX = nx;
  let bestY = ny;
  let bestZ = nz;
  let size: i32 = 0;
  let x0: f64 = 0;
  let y0: f64 = 0;
  let z0: f64 = 0;
  let a0: usize = 0;
  let b0: usize = 0;
  let x1: f64 = 0;
  let y1: f64 = 0;
  let z1: f64 = 0;
  let a1: usize = 0;
  let b1: usize = 0;
  let x2: f64 = 0;
  let y2: f64 = 0;
  let z2: f64 = 0;
  let a2: usize = 0;
  let b2: usize = 0;
  let weight0: f64 = 1;
  let weight1: f64 = 0;
  let isPlain = true;
  let steps: i32 = 0;
  while (true) {
    // The corner of C farthest along n.
    const va = supportOf(
      a,
      verticesA,
      m0 * dx + m3 * dy + m6 * dz,
      m1 * dx + m4 * dy + m7 * dz,
      m2 * dx + m5 * dy + m8 * dz,
    );
    const vb = supportOf(b, verticesB, -dx, -dy, -dz);
    const ax = s * load<f64>(verticesA + va);
    const ay = s * load<f64>(verticesA + va, 8);
    const az = s * load<f64>(verticesA + va, 16);
    const x = m0 * ax + m1 * ay + m2 * az + tx - load<f64>(verticesB + vb);
    const y = m3 * ax + m4 * ay + m5 * az + ty - load<f64>(verticesB + vb, 8);
    const z = m6 * ax + m7 * ay + m8 * az + tz - load<f64>(verticesB + vb, 16);
    const gap = -(x * nx + y * ny + z * nz);
    if (gap > lower) {
      lower = gap;
      bestX = nx;
      bestY = ny;
      bestZ = nz;
    }
    if (size > 0) {
      if (upper - lower <= gapWanted || lower >= sufficient) {
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
      const size0 = abs<f64>(px) + abs<f64>(py) + abs<f64>(pz);
      const size1 = abs<f64>(qx) + abs<f64>(qy) + abs<f64>(qz);
      const size2 = abs<f64>(rx) + abs<f64>(ry) + abs<f64>(rz);
      const far = upper + size0 + size1 + size2;
      const errorBound = WITHIN * far * (size0 * size1 + size1 * size2 + size2 * size0);
      isPlain =
        abs<f64>(volume) > errorBound &&
        abs<f64>(beyond0) > errorBound &&
        abs<f64>(beyond1) > errorBound &&
        abs<f64>(beyond2) > errorBound;
      const sees0 = beyond0 > 0 === volume > 0;
      const sees1 = beyond1 > 0 === volume > 0;
      const sees2 = beyond2 > 0 === volume > 0;
      const seen = i32(sees0) + i32(sees1) + i32(sees2);
      /** The corner that is dropped with its faces; for an edge, the corner that stays; −1: none. */
      let chosen: i32 = sees0 ? 0 : sees1 ? 1 : 2;
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
        const sizes = size0 + size1 + size2;
        const clear = WITHIN * far * sizes * sizes * sizes;
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
        return NOT_DECIDED;
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
    if (steps > MOST_STEPS) return NOT_DECIDED;

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
      const length = sqrt<f64>(crossSq);
      isPlain = length > 0;
      if (!isPlain) return NOT_DECIDED;
      const scale = 1 / length;
      const ux = cx * scale;
      const uy = cy * scale;
      const uz = cz * scale;
      const withinQ = -((uy * pz - uz * py) * x2 + (uz * px - ux * pz) * y2 + (ux * py - uy * px) * z2);
      const withinP = (uy * qz - uz * qy) * x2 + (uz * qx - ux * qz) * y2 + (ux * qy - uy * qx) * z2;
      const withinK = length - withinP - withinQ;
      const errorBound =
        WITHIN *
        (pSq + qSq + last * (abs<f64>(px) + abs<f64>(qx) + abs<f64>(py) + abs<f64>(qy) + abs<f64>(pz) + abs<f64>(qz)));
      if (withinP > errorBound && withinQ > errorBound && withinK > errorBound) {
        // The next support waits for the direction, so its sign comes of what is known first: both heights have the same sign, or are far below
        // `touch`.
        const height = ux * x2 + uy * y2 + uz * z2;
        const side = -copysign<f64>(1, cx * x2 + cy * y2 + cz * z2);
        dx = side * cx;
        dy = side * cy;
        dz = side * cz;
        nx = side * ux;
        ny = side * uy;
        nz = side * uz;
        upper = abs<f64>(height);
        weight0 = withinP * scale;
        weight1 = withinQ * scale;
        isPlain =
          crossSq > SLIVER_SQ * pSq * qSq && 0.5 * (pSq + qSq) < SLIVER * length && upper > touch && upper < last;
        if (!isPlain) return NOT_DECIDED;
        continue;
      }
      // Beyond an edge to the new corner, the simplex is that edge or the corner; beyond both edges, the nearer of the two.
      isPlain = withinK > errorBound && abs<f64>(withinP) > errorBound && abs<f64>(withinQ) > errorBound;
      if (!isPlain) return NOT_DECIDED;
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
      const errorBound = WITHIN * (edgeSq + upper * sqrt<f64>(edgeSq));
      isPlain = along > errorBound && abs<f64>(along - edgeSq) > errorBound;
      if (!isPlain) return NOT_DECIDED;
      if (along < edgeSq) {
        const mx = ey * z0 - ez * y0;
        const my = ez * x0 - ex * z0;
        const mz = ex * y0 - ey * x0;
        dx = ey * mz - ez * my;
        dy = ez * mx - ex * mz;
        dz = ex * my - ey * mx;
        const scale = 1 / sqrt<f64>(dx * dx + dy * dy + dz * dz);
        nx = dx * scale;
        ny = dy * scale;
        nz = dz * scale;
        upper = sqrt<f64>((mx * mx + my * my + mz * mz) / edgeSq);
        weight1 = along / edgeSq;
        weight0 = 1 - weight1;
        isPlain = upper > touch && upper < last;
        if (!isPlain) return NOT_DECIDED;
        continue;
      }
      x0 = x1;
      y0 = y1;
      z0 = z1;
      a0 = a1;
      b0 = b1;
      size = 1;
    }
    const length = sqrt<f64>(x0 * x0 + y0 * y0 + z0 * z0);
    isPlain = length > touch && length < last;
    if (!isPlain) return NOT_DECIDED;
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
      break;
    }
  }
  // The nearest points, each in its body's frame until the end (src/convex/difference.ts, gjk.ts).
  const weight2 = 1 - weight0 - weight1;
  let px = <f64>0 + weight0 * load<f64>(verticesA + a0);
  let py = <f64>0 + weight0 * load<f64>(verticesA + a0, 8);
  let pz = <f64>0 + weight0 * load<f64>(verticesA + a0, 16);
  let rx = <f64>0 + weight0 * load<f64>(verticesB + b0);
  let ry = <f64>0 + weight0 * load<f64>(verticesB + b0, 8);
  let rz = <f64>0 + weight0 * load<f64>(verticesB + b0, 16);
  if (size > 1) {
    px += weight1 * load<f64>(verticesA + a1);
    py += weight1 * load<f64>(verticesA + a1, 8);
    pz += weight1 * load<f64>(verticesA + a1, 16);
    rx += weight1 * load<f64>(verticesB + b1);
    ry += weight1 * load<f64>(verticesB + b1, 8);
    rz += weight1 * load<f64>(verticesB + b1, 16);
  }
  if (size > 2) {
    px += weight2 * load<f64>(verticesA + a2);
    py += weight2 * load<f64>(verticesA + a2, 8);
    pz += weight2 * load<f64>(verticesA + a2, 16);
    rx += weight2 * load<f64>(verticesB + b2);
    ry += weight2 * load<f64>(verticesB + b2, 8);
    rz += weight2 * load<f64>(verticesB + b2, 16);
  }
  px *= s;
  py *= s;
  pz *= s;
  const qx = m0 * px + m1 * py + m2 * pz + tx;
  const qy = m3 * px + m4 * py + m5 * pz + ty;
  const qz = m6 * px + m7 * py + m8 * pz + tz;
  const gx = qx - rx;
  const gy = qy - ry;
  const gz = qz - rz;
  upper = larger(upper, sqrt<f64>(gx * gx + gy * gy + gz * gz));
  if (!(upper - lower <= 2 * gapWanted || lower >= sufficient)) return NOT_DECIDED;
  store<f64>(q, larger(0, lower - rounding), LOWER_AT);
  store<f64>(q, upper + rounding, UPPER_AT);
  store<f64>(q, bestX, NORMAL_AT);
  store<f64>(q, bestY, NORMAL_AT + 8);
  store<f64>(q, bestZ, NORMAL_AT + 16);
  store<f64>(q, qx, POINTS_AT);
  store<f64>(q, qy, POINTS_AT + 8);
  store<f64>(q, qz, POINTS_AT + 16);
  store<f64>(q, rx, POINTS_AT + 24);
  store<f64>(q, ry, POINTS_AT + 32);
  store<f64>(q, rz, POINTS_AT + 40);
  store<i32>(q, steps, STEPS_AT);
  store<i32>(q, size, SIZE_AT);
  store<i32>(q, numberOf(a0), FEATURE_Q_AT);
  store<i32>(q, numberOf(a1), FEATURE_Q_AT + 4);
  store<i32>(q, numberOf(a2), FEATURE_Q_AT + 8);
  store<i32>(q, numberOf(b0), FEATURE_R_AT);
  store<i32>(q, numberOf(b1), FEATURE_R_AT + 4);
  store<i32>(q, numberOf(b2), FEATURE_R_AT + 8);
  return DECIDED;
}

/** @inline */
function numberOf(vertex: usize): i32 {
  return <i32>(<u32>vertex / <u32>VERTEX);
}
