// Closest points of two segments.
//
// With directions p, q and r from the first start to the second, the lines' closest points are at s = n·(r×q)/n·n,
// n = p×q. The textbook form (b·f − c·d)/(ac − b²) loses twice the digits when the segments are nearly parallel: its
// error in s is u/sin²θ, which moves the points apart by u·L/sinθ. The cross product form errs by u/sinθ, and since the
// distance changes by only L·sinθ per unit of s, the distance is right to a few u·L at every angle. After that, as in
// Ericson 5.1.9: clamp s, take the best t for it, clamp t, take the best s for that.

/**
 * Squares of normals below this have lost digits to underflow and do not determine directions. What such a normal spans is narrower
 * than 2⁻²⁴⁰ (the root of its length), so treating it as zero costs no more than that. A length⁴, in the frames of models, where
 * bodies are of size 1.
 */
export const SMALLEST_NORMAL_SQ: number = 2 ** -960;

/** Output of closest-point kernels: point on A, point on B, squared distance. */
export const CLOSEST_SIZE = 7;
export const CLOSEST_SQ = 6;

/**
 * Closest points of the segments a[a0]–a[a1] and b[b0]–b[b1] (offsets of their ends): 3 + 3 coordinates and the squared
 * distance, written to `out`. Either segment may be a point.
 */
export function closestSegmentSegment(
  a: Float64Array,
  a0: number,
  a1: number,
  b: Float64Array,
  b0: number,
  b1: number,
  out: Float64Array,
): void {
  const ax = a[a0];
  const ay = a[a0 + 1];
  const az = a[a0 + 2];
  const bx = b[b0];
  const by = b[b0 + 1];
  const bz = b[b0 + 2];
  const px = a[a1] - ax;
  const py = a[a1 + 1] - ay;
  const pz = a[a1 + 2] - az;
  const qx = b[b1] - bx;
  const qy = b[b1 + 1] - by;
  const qz = b[b1 + 2] - bz;
  const rx = bx - ax;
  const ry = by - ay;
  const rz = bz - az;
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;

  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const nn = nx * nx + ny * ny + nz * nz;
  let s = 0;
  const parallel = !(nn > SMALLEST_NORMAL_SQ);
  if (!parallel) {
    s = (nx * (ry * qz - rz * qy) + ny * (rz * qx - rx * qz) + nz * (rx * qy - ry * qx)) / nn;
    if (s < 0) s = 0;
    else if (s > 1) s = 1;
  }
  let t = 0;
  if (qq > 0) t = ((s * px - rx) * qx + (s * py - ry) * qy + (s * pz - rz) * qz) / qq;
  // Parallel segments use this branch as well: s = 0 is as good as any other until t leaves its segment.
  if (!(t >= 0 && t <= 1) || parallel) {
    if (t < 0) t = 0;
    else if (t > 1) t = 1;
    s = pp > 0 ? ((t * qx + rx) * px + (t * qy + ry) * py + (t * qz + rz) * pz) / pp : 0;
    if (s < 0) s = 0;
    else if (s > 1) s = 1;
  }

  const ux = ax + s * px;
  const uy = ay + s * py;
  const uz = az + s * pz;
  const vx = bx + t * qx;
  const vy = by + t * qy;
  const vz = bz + t * qz;
  const dx = vx - ux;
  const dy = vy - uy;
  const dz = vz - uz;
  out[0] = ux;
  out[1] = uy;
  out[2] = uz;
  out[3] = vx;
  out[4] = vy;
  out[5] = vz;
  out[6] = dx * dx + dy * dy + dz * dz;
}
