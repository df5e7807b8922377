// Closest point of a triangle to a point.
//
// Candidates are always points of the triangle, so rounding can make the distance too large but not too small: the three edges, and
// the foot of the perpendicular where it is inside. The foot a + βu + γv takes β from the plane's normal n, β = w·(v×n)/n·n, and
// then the best γ for that β: so β's error u|w|/η (η the triangle's height over v) moves the foot by u|w| only, across v, and not
// by u|w||u|/η along it, as it would if γ had an error of its own. The remaining error is the tilt of the computed normal, uL/η:
// for slivers the foot errs by d(uL/η)²/2 at the distance d, but then an edge is as near, to η²/2d: the smaller of the two never
// exceeds uL/2.

import { SMALLEST_NORMAL_SQ } from './segment-segment.ts';

/**
 * Closest point of the triangle t[i..i+8] to the point p[k..k+2]: its coordinates and the squared distance, in out[0..3].
 * The triangle may be degenerate.
 */
export function closestPointTriangle(p: Float64Array, k: number, t: Float64Array, i: number, out: Float64Array): void {
  const px = p[k];
  const py = p[k + 1];
  const pz = p[k + 2];
  out[3] = Infinity;
  for (let edge = 0, start = i, end = i + 3; edge < 3; edge++, start = end, end = end === i + 6 ? i : end + 3) {
    const ax = t[start];
    const ay = t[start + 1];
    const az = t[start + 2];
    const ex = t[end] - ax;
    const ey = t[end + 1] - ay;
    const ez = t[end + 2] - az;
    const ee = ex * ex + ey * ey + ez * ez;
    let s = ee > 0 ? ((px - ax) * ex + (py - ay) * ey + (pz - az) * ez) / ee : 0;
    if (s < 0) s = 0;
    else if (s > 1) s = 1;
    keepNearer(px, py, pz, ax + s * ex, ay + s * ey, az + s * ez, out);
  }

  const ax = t[i];
  const ay = t[i + 1];
  const az = t[i + 2];
  const ux = t[i + 3] - ax;
  const uy = t[i + 4] - ay;
  const uz = t[i + 5] - az;
  const vx = t[i + 6] - ax;
  const vy = t[i + 7] - ay;
  const vz = t[i + 8] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > SMALLEST_NORMAL_SQ)) return;
  let wx = px - ax;
  let wy = py - ay;
  let wz = pz - az;
  const beta = (wx * (vy * nz - vz * ny) + wy * (vz * nx - vx * nz) + wz * (vx * ny - vy * nx)) / nn;
  if (!(beta >= 0 && beta <= 1)) return;
  wx -= beta * ux;
  wy -= beta * uy;
  wz -= beta * uz;
  const gamma = (wx * vx + wy * vy + wz * vz) / (vx * vx + vy * vy + vz * vz);
  if (!(gamma >= 0 && beta + gamma <= 1)) return;
  keepNearer(px, py, pz, ax + beta * ux + gamma * vx, ay + beta * uy + gamma * vy, az + beta * uz + gamma * vz, out);
}

function keepNearer(px: number, py: number, pz: number, x: number, y: number, z: number, out: Float64Array): void {
  const dx = x - px;
  const dy = y - py;
  const dz = z - pz;
  const sq = dx * dx + dy * dy + dz * dz;
  if (sq >= out[3]) return;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = sq;
}
