// A lower bound of the distance of two segments with radii, for every volume with such a core.
//
// Nearest points are found as in Ericson, Real-Time Collision Detection, 5.1.9. The returned value is not their distance but the
// gap between the projections of the segments along the direction between them: any direction gives at most the distance, and the
// optimal one gives the distance. So parallel and degenerate segments, or an inaccurate point, can make the bound smaller but never
// too large. Near contact rounding dominates that direction; there the common normal of the segments, which stays accurate, is
// tried as well. The normal's own rounding has no effect: both segments' projections on the computed vector are measured.

import { SMALLEST_NORMAL_SQ } from '../../primitive/segment-segment.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';

/**
 * Rounding of the bound, times (offset of the centres + half lengths + radii): with the direction as it is, 4u for the
 * projection of the offset and for each half length, 2u for their sums, 4u for the direction's length and the quotient, 2u
 * for the radii. Dimensionless.
 */
export const SEGMENT_BOUND_ROUNDING: number = 16 * UNIT_ROUNDOFF;

/** Part of the distance found that a gap must have for the direction to be accepted. Dimensionless. */
const SETTLED = 1 - 2 ** -36;

/**
 * Lower bound of the distance of two segments less both radii; zero or less where they may overlap. Too large by at
 * most SEGMENT_BOUND_ROUNDING. From `i` and `j` on lie a centre and a unit axis, and the half length and the radius lie
 * `half` and `radius` slots after the centre.
 */
export function segmentBound(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  half: number,
  radius: number,
): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const ux = a[i + 3];
  const uy = a[i + 4];
  const uz = a[i + 5];
  const vx = b[j + 3];
  const vy = b[j + 4];
  const vz = b[j + 5];
  const halfA = a[i + half];
  const halfB = b[j + half];
  const reach = a[i + radius] + b[j + radius];

  // The best s for both lines, the best t for it, and the best s for that; parallel lines may begin anywhere.
  const du = dx * ux + dy * uy + dz * uz;
  const dv = dx * vx + dy * vy + dz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const sinSq = 1 - uv * uv;
  let s = sinSq > 0 ? (du - uv * dv) / sinSq : 0;
  s = Math.max(-halfA, Math.min(halfA, s));
  const t = Math.max(-halfB, Math.min(halfB, s * uv - dv));
  s = Math.max(-halfA, Math.min(halfA, du + t * uv));
  const ex = dx + t * vx - s * ux;
  const ey = dy + t * vy - s * uy;
  const ez = dz + t * vz - s * uz;
  const lengthSq = ex * ex + ey * ey + ez * ez;
  const length = Math.sqrt(lengthSq);
  // Shorter than that, squares have lost digits.
  if (length <= reach || lengthSq < SMALLEST_NORMAL_SQ) return Math.min(0, length - reach);

  const projection = ex * dx + ey * dy + ez * dz;
  const reachA = halfA * Math.abs(ex * ux + ey * uy + ez * uz);
  const reachB = halfB * Math.abs(ex * vx + ey * vy + ez * vz);
  const gap = (projection - reachA - reachB) / length;
  if (gap >= SETTLED * length) return gap - reach;

  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const normalSq = nx * nx + ny * ny + nz * nz;
  if (normalSq < SMALLEST_NORMAL_SQ) return gap - reach;
  const across = Math.abs(nx * dx + ny * dy + nz * dz);
  const acrossA = halfA * Math.abs(nx * ux + ny * uy + nz * uz);
  const acrossB = halfB * Math.abs(nx * vx + ny * vy + nz * vz);
  return Math.max(gap, (across - acrossA - acrossB) / Math.sqrt(normalSq)) - reach;
}
