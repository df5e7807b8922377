// Do two triangles touch? Decided in doubles where these are certain; everything else is left to the exact test.
//
// After Guigue and Devillers (2003), who need only signs of tetrahedra: the corners of each triangle against the plane of the
// other, and then, with the corner that is alone on its side first in each, two more signs that decide whether the intervals on the
// planes' common line overlap.
//
// Every sign counts only beyond an error bound. Corners have an error of δ each (`coordinateError`, the rounding of the pose;
// scalar/tolerances.ts). A determinant whose rows are u, v, w, |·|∞ ≤ U, V, W, changes by at most 12δ(UV + VW + WU) under that, and
// its evaluation errs by at most 48u·UVW; since δ ≥ 8uS for coordinate differences up to 3S, the latter is below 18δ times any
// product of two of the bounds. So with E for edges and L for every difference,
//   |error| ≤ 48δE(E + R) for a plane of edges E and corners up to R away,       ≤ 72δL² for the last two.

const CROSSING = 1;
const DISJOINT = -1;
const UNCERTAIN = 0;

/** Error of a side-of-plane sign, in units of δE(E + R). */
const PLANE_ERROR = 48;
/** Error of a sign among corners of both triangles, in units of δL². */
const MIXED_ERROR = 72;

/**
 * 1: the triangles a[i..i+8] and b[j..j+8] cross, an edge of one passing through the inside of the other; −1: they are
 * disjoint; 0: rounding leaves it open. Holds for any triangles whose corners differ from the given ones by at most
 * `coordinateError` per coordinate.
 */
export function filterTriangleTriangle(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  coordinateError: Float64Array,
): number {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const ux = a[i + 3] - ax;
  const uy = a[i + 4] - ay;
  const uz = a[i + 5] - az;
  const vx = a[i + 6] - ax;
  const vy = a[i + 7] - ay;
  const vz = a[i + 8] - az;
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const px = b[j + 3] - bx;
  const py = b[j + 4] - by;
  const pz = b[j + 5] - bz;
  const qx = b[j + 6] - bx;
  const qy = b[j + 7] - by;
  const qz = b[j + 8] - bz;
  const rx = bx - ax;
  const ry = by - ay;
  const rz = bz - az;
  const edgeA = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz), Math.abs(vx), Math.abs(vy), Math.abs(vz));
  const edgeB = Math.max(Math.abs(px), Math.abs(py), Math.abs(pz), Math.abs(qx), Math.abs(qy), Math.abs(qz));
  const reach = Math.max(Math.abs(rx), Math.abs(ry), Math.abs(rz)) + edgeA + edgeB;
  const delta = coordinateError[0];

  // B's corners against A's plane.
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const s0 = nx * rx + ny * ry + nz * rz;
  const s1 = nx * (rx + px) + ny * (ry + py) + nz * (rz + pz);
  const s2 = nx * (rx + qx) + ny * (ry + qy) + nz * (rz + qz);
  const errorA = PLANE_ERROR * delta * edgeA * (edgeA + reach);
  if ((s0 > errorA && s1 > errorA && s2 > errorA) || (s0 < -errorA && s1 < -errorA && s2 < -errorA)) return DISJOINT;

  // A's corners against B's plane.
  const mx = py * qz - pz * qy;
  const my = pz * qx - px * qz;
  const mz = px * qy - py * qx;
  const t0 = -(mx * rx + my * ry + mz * rz);
  const t1 = mx * (ux - rx) + my * (uy - ry) + mz * (uz - rz);
  const t2 = mx * (vx - rx) + my * (vy - ry) + mz * (vz - rz);
  const errorB = PLANE_ERROR * delta * edgeB * (edgeB + reach);
  if ((t0 > errorB && t1 > errorB && t2 > errorB) || (t0 < -errorB && t1 < -errorB && t2 < -errorB)) return DISJOINT;

  const least = Math.min(Math.abs(s0), Math.abs(s1), Math.abs(s2)) - errorA;
  if (!(least > 0 && Math.min(Math.abs(t0), Math.abs(t1), Math.abs(t2)) > errorB)) return UNCERTAIN;

  // Both triangles straddle. Offsets of the corner alone on its side, then the others in cyclic order.
  const aAlone = t0 > 0 === t1 > 0 ? 6 : t0 > 0 === t2 > 0 ? 3 : 0;
  const bAlone = s0 > 0 === s1 > 0 ? 6 : s0 > 0 === s2 > 0 ? 3 : 0;
  let q1 = i + (aAlone === 6 ? 0 : aAlone + 3);
  let r1 = i + (aAlone === 0 ? 6 : aAlone - 3);
  let q2 = j + (bAlone === 6 ? 0 : bAlone + 3);
  let r2 = j + (bAlone === 0 ? 6 : bAlone - 3);
  // Reverse the other triangle if the lone corner is behind it.
  if ((aAlone === 0 ? t0 : aAlone === 3 ? t1 : t2) < 0) {
    const swap = q2;
    q2 = r2;
    r2 = swap;
  }
  if ((bAlone === 0 ? s0 : bAlone === 3 ? s1 : s2) < 0) {
    const swap = q1;
    q1 = r1;
    r1 = swap;
  }
  const p1 = i + aAlone;
  const p2 = j + bAlone;
  const x = a[p1];
  const y = a[p1 + 1];
  const z = a[p1 + 2];
  const cx = b[p2] - x;
  const cy = b[p2 + 1] - y;
  const cz = b[p2 + 2] - z;
  const error = MIXED_ERROR * delta * reach * reach;

  // orient3d(p1, q1, p2, q2): the start of the first interval against the end of the second.
  const dx = a[q1] - x;
  const dy = a[q1 + 1] - y;
  const dz = a[q1 + 2] - z;
  const ex = b[q2] - x;
  const ey = b[q2 + 1] - y;
  const ez = b[q2 + 2] - z;
  const first = (dy * cz - dz * cy) * ex + (dz * cx - dx * cz) * ey + (dx * cy - dy * cx) * ez;
  if (first > error) return DISJOINT;

  // orient3d(p1, r1, r2, p2): in the reverse order.
  const fx = a[r1] - x;
  const fy = a[r1 + 1] - y;
  const fz = a[r1 + 2] - z;
  const gx = b[r2] - x;
  const gy = b[r2 + 1] - y;
  const gz = b[r2 + 2] - z;
  const second = (fy * gz - fz * gy) * cx + (fz * gx - fx * gz) * cy + (fx * gy - fy * gx) * cz;
  if (second > error) return DISJOINT;
  return first < -error && second < -error ? CROSSING : UNCERTAIN;
}
