// Do two triangles cross? src/primitive/triangle-triangle-filter.ts, operation by operation, so that both decide alike. The bounds
// are derived there.

const CROSSING: i32 = 1;
const DISJOINT: i32 = -1;
const UNCERTAIN: i32 = 0;
const PLANE_ERROR: f64 = 48;
const MIXED_ERROR: f64 = 72;

function at(p: usize, k: usize): f64 {
  return load<f64>(p + 8 * k);
}
function largest(x: f64, y: f64, z: f64): f64 {
  return Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z)));
}

/** 1: the triangles at a and b cross; −1: they are disjoint; 0: rounding leaves it open. */
export function filterTriangleTriangle(a: usize, b: usize, coordinateError: f64): i32 {
  const ax = at(a, 0);
  const ay = at(a, 1);
  const az = at(a, 2);
  const ux = at(a, 3) - ax;
  const uy = at(a, 4) - ay;
  const uz = at(a, 5) - az;
  const vx = at(a, 6) - ax;
  const vy = at(a, 7) - ay;
  const vz = at(a, 8) - az;
  const bx = at(b, 0);
  const by = at(b, 1);
  const bz = at(b, 2);
  const px = at(b, 3) - bx;
  const py = at(b, 4) - by;
  const pz = at(b, 5) - bz;
  const qx = at(b, 6) - bx;
  const qy = at(b, 7) - by;
  const qz = at(b, 8) - bz;
  const rx = bx - ax;
  const ry = by - ay;
  const rz = bz - az;
  const edgeA = Math.max(largest(ux, uy, uz), largest(vx, vy, vz));
  const edgeB = Math.max(largest(px, py, pz), largest(qx, qy, qz));
  const reach = largest(rx, ry, rz) + edgeA + edgeB;
  const delta = coordinateError;

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

  const least = Math.min(Math.abs(s0), Math.min(Math.abs(s1), Math.abs(s2))) - errorA;
  if (!(least > 0 && Math.min(Math.abs(t0), Math.min(Math.abs(t1), Math.abs(t2))) > errorB)) return UNCERTAIN;

  // Both triangles straddle. Offsets of the corner alone on its side, then the others in cyclic order.
  const aAlone: usize = t0 > 0 === t1 > 0 ? 6 : t0 > 0 === t2 > 0 ? 3 : 0;
  const bAlone: usize = s0 > 0 === s1 > 0 ? 6 : s0 > 0 === s2 > 0 ? 3 : 0;
  let q1: usize = aAlone === 6 ? 0 : aAlone + 3;
  let r1: usize = aAlone === 0 ? 6 : aAlone - 3;
  let q2: usize = bAlone === 6 ? 0 : bAlone + 3;
  let r2: usize = bAlone === 0 ? 6 : bAlone - 3;
  // Turn the other triangle over where the lone corner is behind it.
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
  const p1 = aAlone;
  const p2 = bAlone;
  const x = at(a, p1);
  const y = at(a, p1 + 1);
  const z = at(a, p1 + 2);
  const cx = at(b, p2) - x;
  const cy = at(b, p2 + 1) - y;
  const cz = at(b, p2 + 2) - z;
  const error = MIXED_ERROR * delta * reach * reach;

  // orient3d(p1, q1, p2, q2): where the first interval starts against where the second ends.
  const dx = at(a, q1) - x;
  const dy = at(a, q1 + 1) - y;
  const dz = at(a, q1 + 2) - z;
  const ex = at(b, q2) - x;
  const ey = at(b, q2 + 1) - y;
  const ez = at(b, q2 + 2) - z;
  const first = (dy * cz - dz * cy) * ex + (dz * cx - dx * cz) * ey + (dx * cy - dy * cx) * ez;
  if (first > error) return DISJOINT;

  // orient3d(p1, r1, r2, p2): in the other order.
  const fx = at(a, r1) - x;
  const fy = at(a, r1 + 1) - y;
  const fz = at(a, r1 + 2) - z;
  const gx = at(b, r2) - x;
  const gy = at(b, r2 + 1) - y;
  const gz = at(b, r2 + 2) - z;
  const second = (fy * gz - fz * gy) * cx + (fz * gx - fx * gz) * cy + (fx * gy - fy * gx) * cz;
  if (second > error) return DISJOINT;
  return first < -error && second < -error ? CROSSING : UNCERTAIN;
}
