// Closest point of a triangle to a point.
//
// Candidates are always points of the triangle, so rounding can make the answer too large but not too small: the three
// edges, and the foot of the perpendicular as a convex combination with clamped weights. For a sliver the foot is
// ill-conditioned, but then an edge is as near: of the two errors, h²/2d for the edge (h the sliver's height) and
// d(uL/h)²/2 for the foot, the smaller never exceeds uL/2.

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
  if (!(nn > 0)) return;
  const wx = px - ax;
  const wy = py - ay;
  const wz = pz - az;
  let beta = (nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx)) / nn;
  let gamma = (nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx)) / nn;
  if (beta < 0 || gamma < 0 || beta + gamma > 1) return;
  // Weights that pass the test sum to 1 + u at most; the point they make is in the triangle to rounding.
  beta = Math.min(beta, 1);
  gamma = Math.min(gamma, 1);
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
