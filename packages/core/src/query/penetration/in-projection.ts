// The in-projection (PolyDepth, section 6.1): the point nearest to the origin that is not beyond any contact plane.
//
//     minimise |q|²   subject to   n_k · q ≤ c_k   for every contact plane k
//
// The paper states it as a linear complementarity problem with one multiplier per plane (its Eq. 10, where the sign of the first
// line must read ¼JJᵀλ − c ≥ 0) and solves that by projected Gauss–Seidel. But J has three columns, so JJᵀ is singular beyond three
// contacts and the iteration converges slowly. A direct search for the three unknowns is better: at most three planes hold the
// nearest point, and Seidel's incremental scheme finds them. Planes are added one by one. A plane that the current point violates
// must hold the new point, which leaves the same problem on a plane, and there on a line. There is no iteration and no tolerance
// except rounding; the cost is usually linear in the number of planes.

import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { TUNING } from './tuning.ts';

/** A plane is 4 doubles: unit normal, bound. */
export const PLANE = 4;

/**
 * A point is beyond a plane from this part of |c| + |q| on: the foot on a plane or line has an error of a few roundings. Otherwise
 * a plane could count as violated by the point projected onto it, and would be intersected with itself. Dimensionless.
 */
const BEYOND: number = 64 * UNIT_ROUNDOFF;

const { PARALLEL_PLANES_SQ: PARALLEL_SQ } = TUNING.descent;

/**
 * Writes the point nearest to the origin within the first `count` half-spaces n·q ≤ c to `out`. False if there is none: `out` is
 * then unchanged.
 */
export function projectIn(planes: Float64Array, count: number, out: Float64Array): boolean {
  const ox = out[0];
  const oy = out[1];
  const oz = out[2];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    const at = PLANE * k;
    if (!isBeyond(planes, at, x, y, z)) continue;
    if (!projectOnPlane(planes, k, out)) {
      out[0] = ox;
      out[1] = oy;
      out[2] = oz;
      return false;
    }
    x = out[0];
    y = out[1];
    z = out[2];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return true;
}

function isBeyond(planes: Float64Array, at: number, x: number, y: number, z: number): boolean {
  const c = planes[at + 3];
  const errorBound = BEYOND * (Math.abs(c) + Math.abs(x) + Math.abs(y) + Math.abs(z));
  return planes[at] * x + planes[at + 1] * y + planes[at + 2] * z > c + errorBound;
}

/** The nearest point on plane k within the planes before it, to `foot`. */
function projectOnPlane(planes: Float64Array, k: number, foot: Float64Array): boolean {
  const at = PLANE * k;
  const c = planes[at + 3];
  foot[0] = c * planes[at];
  foot[1] = c * planes[at + 1];
  foot[2] = c * planes[at + 2];
  for (let j = 0; j < k; j++) {
    if (!isBeyond(planes, PLANE * j, foot[0], foot[1], foot[2])) continue;
    if (!projectOnLine(planes, k, j, foot)) return false;
  }
  return true;
}

/** The nearest point on the line of planes k and j within the planes before j, to `foot`. */
function projectOnLine(planes: Float64Array, k: number, j: number, foot: Float64Array): boolean {
  const a = PLANE * k;
  const b = PLANE * j;
  const ax = planes[a];
  const ay = planes[a + 1];
  const az = planes[a + 2];
  const bx = planes[b];
  const by = planes[b + 1];
  const bz = planes[b + 2];
  const dx = ay * bz - az * by;
  const dy = az * bx - ax * bz;
  const dz = ax * by - ay * bx;
  const sineSq = dx * dx + dy * dy + dz * dz;
  if (!(sineSq > PARALLEL_SQ)) return false;
  // The point of the line in the span of the normals: (c_a (b × d) + c_b (d × a)) / |d|².
  const ca = planes[a + 3] / sineSq;
  const cb = planes[b + 3] / sineSq;
  const x = ca * (by * dz - bz * dy) + cb * (dy * az - dz * ay);
  const y = ca * (bz * dx - bx * dz) + cb * (dz * ax - dx * az);
  const z = ca * (bx * dy - by * dx) + cb * (dx * ay - dy * ax);

  let low = -Infinity;
  let high = Infinity;
  for (let i = 0; i < j; i++) {
    const at = PLANE * i;
    const slope = planes[at] * dx + planes[at + 1] * dy + planes[at + 2] * dz;
    const clearance = planes[at + 3] - (planes[at] * x + planes[at + 1] * y + planes[at + 2] * z);
    if (slope * slope > PARALLEL_SQ * sineSq) {
      if (slope > 0) high = Math.min(high, clearance / slope);
      else low = Math.max(low, clearance / slope);
    } else if (isBeyond(planes, at, x, y, z)) return false;
  }
  if (low > high) return false;
  const t = low > 0 ? low : high < 0 ? high : 0;
  foot[0] = x + t * dx;
  foot[1] = y + t * dy;
  foot[2] = z + t * dz;
  return true;
}
