// Bounding spheres. Layout: centre x, y, z, radius.
//
// The fit is the smallest enclosing sphere, after Gärtner's miniball ("Fast and robust smallest enclosing balls", ESA 1999),
// without its recursion. Take the farthest point from the current centre. Find the smallest sphere of it and the current supports
// (at most five points) by trying all subsets with the new point. Repeat. The radius grows in every round, so no support set
// repeats. The last step measures the radius from the stored centre, so the sphere encloses all points despite earlier rounding.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { extentOfBall } from './extent.ts';
import { inflateLast } from './inflate.ts';
import type { VolumeKind } from './volume.ts';

const STRIDE = 4;

/**
 * Relative rounding of a computed distance: 1u for each difference, doubled by the square, 1u for the square, 2u for
 * the sum, halved by the root, 1u for the root: 3.5u, and 1u for applying it. Dimensionless.
 */
const DISTANCE_ROUNDING = 8 * UNIT_ROUNDOFF;

/** Relative rounding of two squared distances that are compared. Dimensionless. */
const SQUARE_ROUNDING = 16 * UNIT_ROUNDOFF;

/** Upper bounds of what underflow removes from a sum of three squares (an area), and from its root (a length). */
const UNDERFLOW_SQ = 2 ** -1070;
const UNDERFLOW_LENGTH = 2 ** -535;

/** Growth of r² below which a point counts as enclosed: the radius is measured again at the end. Dimensionless. */
const ENCLOSED = 1 + 2 ** -40;

/** Rounds of the fit. Ten are rare; the limit guards against rounding that reverts a round. */
const MAX_ROUNDS = 32;

// The current supports (up to 4) and the new point, and the sphere under test.
const support: Float64Array = new Float64Array(15);
const next: Float64Array = new Float64Array(12);
const ball: Float64Array = new Float64Array(4);
const bestBall: Float64Array = new Float64Array(4);

export function fitSphere(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  const begin = 9 * first;
  const end = begin + 9 * count;

  // Two points far from each other span the first sphere.
  const a = farthest(triangles, begin, end, triangles[begin], triangles[begin + 1], triangles[begin + 2]);
  const b = farthest(triangles, begin, end, triangles[a], triangles[a + 1], triangles[a + 2]);
  let supports = 2;
  let cx = 0;
  let cy = 0;
  let cz = 0;
  let radiusSq = 0;
  for (let k = 0; k < 3; k++) {
    support[k] = triangles[a + k];
    support[3 + k] = triangles[b + k];
    const half = (triangles[b + k] - triangles[a + k]) / 2;
    radiusSq += half * half;
  }
  cx = triangles[a] + (triangles[b] - triangles[a]) / 2;
  cy = triangles[a + 1] + (triangles[b + 1] - triangles[a + 1]) / 2;
  cz = triangles[a + 2] + (triangles[b + 2] - triangles[a + 2]) / 2;

  for (let round = 0; round < MAX_ROUNDS; round++) {
    const p = farthest(triangles, begin, end, cx, cy, cz);
    const dx = triangles[p] - cx;
    const dy = triangles[p + 1] - cy;
    const dz = triangles[p + 2] - cz;
    if (dx * dx + dy * dy + dz * dz <= radiusSq * ENCLOSED) break;
    support[3 * supports] = triangles[p];
    support[3 * supports + 1] = triangles[p + 1];
    support[3 * supports + 2] = triangles[p + 2];
    supports = smallestSphere(supports);
    if (supports === 0 || bestBall[3] <= radiusSq) break;
    cx = bestBall[0];
    cy = bestBall[1];
    cz = bestBall[2];
    radiusSq = bestBall[3];
  }

  const far = farthest(triangles, begin, end, cx, cy, cz);
  const dx = triangles[far] - cx;
  const dy = triangles[far + 1] - cy;
  const dz = triangles[far + 2] - cz;
  out[at] = cx;
  out[at + 1] = cy;
  out[at + 2] = cz;
  // `farthest` compares rounded squares, so another point may be farther by that rounding: hence twice the margin.
  out[at + 3] = Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 + 2 * DISTANCE_ROUNDING) + UNDERFLOW_LENGTH;
}

/** Offset of the point in [begin, end) farthest from (x, y, z). */
export function farthest(t: Float64Array, begin: number, end: number, x: number, y: number, z: number): number {
  let best = begin;
  let bestSq = -1;
  for (let k = begin; k < end; k += 3) {
    const dx = t[k] - x;
    const dy = t[k + 1] - y;
    const dz = t[k + 2] - z;
    const distanceSq = dx * dx + dy * dy + dz * dz;
    if (distanceSq > bestSq) {
      bestSq = distanceSq;
      best = k;
    }
  }
  return best;
}

/**
 * Smallest sphere around the supports 0 … n − 1 and the new point n, which is on it. Leaves it in `bestBall`, the
 * points that span it in `support`, and returns how many; 0 when rounding let every subset fail.
 */
function smallestSphere(n: number): number {
  bestBall[3] = Infinity;
  let bestMask = 0;
  for (let mask = 1; mask < 1 << n; mask++) {
    if (!sphereThrough(n, mask) || ball[3] >= bestBall[3]) continue;
    if (!enclosesSupports(n)) continue;
    bestBall.set(ball);
    bestMask = mask;
  }
  if (bestMask === 0) return 0;

  let kept = 0;
  for (let i = 0; i <= n; i++) {
    if (i < n && (bestMask & (1 << i)) === 0) continue;
    for (let k = 0; k < 3; k++) next[3 * kept + k] = support[3 * i + k];
    kept++;
  }
  for (let k = 0; k < 3 * kept; k++) support[k] = next[k];
  return kept;
}

function enclosesSupports(n: number): boolean {
  for (let i = 0; i <= n; i++) {
    const dx = support[3 * i] - ball[0];
    const dy = support[3 * i + 1] - ball[1];
    const dz = support[3 * i + 2] - ball[2];
    if (dx * dx + dy * dy + dz * dz > ball[3] * ENCLOSED) return false;
  }
  return true;
}

/**
 * Smallest sphere with point n and the (one to three) supports of the mask on it, centre and r² into `ball`. False for
 * four supports and for points too near to a line or a plane to have one.
 */
function sphereThrough(n: number, mask: number): boolean {
  let i = -1;
  let j = -1;
  let k = -1;
  for (let s = 0; s < n; s++) {
    if ((mask & (1 << s)) === 0) continue;
    if (i < 0) i = 3 * s;
    else if (j < 0) j = 3 * s;
    else if (k < 0) k = 3 * s;
    else return false;
  }
  const ox = support[3 * n];
  const oy = support[3 * n + 1];
  const oz = support[3 * n + 2];
  const ax = support[i] - ox;
  const ay = support[i + 1] - oy;
  const az = support[i + 2] - oz;
  const aa = ax * ax + ay * ay + az * az;
  let x = ax / 2;
  let y = ay / 2;
  let z = az / 2;
  if (j >= 0) {
    const bx = support[j] - ox;
    const by = support[j + 1] - oy;
    const bz = support[j + 2] - oz;
    const bb = bx * bx + by * by + bz * bz;
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const nn = nx * nx + ny * ny + nz * nz;
    if (!(nn > UNIT_ROUNDOFF * UNIT_ROUNDOFF * aa * bb)) return false;
    if (k < 0) {
      // Circumcentre of a triangle with one corner at the origin.
      const ab = ax * bx + ay * by + az * bz;
      const s = (bb * (aa - ab)) / (2 * nn);
      const t = (aa * (bb - ab)) / (2 * nn);
      x = s * ax + t * bx;
      y = s * ay + t * by;
      z = s * az + t * bz;
    } else {
      const cx = support[k] - ox;
      const cy = support[k + 1] - oy;
      const cz = support[k + 2] - oz;
      const cc = cx * cx + cy * cy + cz * cz;
      const det = 2 * (nx * cx + ny * cy + nz * cz);
      if (!(det * det > UNIT_ROUNDOFF * UNIT_ROUNDOFF * nn * cc)) return false;
      // Cramer's rule for 2a·x = aa, 2b·x = bb, 2c·x = cc.
      x = (aa * (by * cz - bz * cy) + bb * (cy * az - cz * ay) + cc * nx) / det;
      y = (aa * (bz * cx - bx * cz) + bb * (cz * ax - cx * az) + cc * ny) / det;
      z = (aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * nz) / det;
    }
  }
  ball[0] = ox + x;
  ball[1] = oy + y;
  ball[2] = oz + z;
  ball[3] = x * x + y * y + z * z;
  return true;
}

export function moveSphere(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const scale = pose[12];
  const x = v[at] * scale;
  const y = v[at + 1] * scale;
  const z = v[at + 2] * scale;
  out[outAt] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
  out[outAt + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
  out[outAt + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  out[outAt + 3] = v[at + 3] * scale + pose[13];
}

/** False only if disjoint, rounding included. */
export function overlapSphereSphere(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const reach = a[i + 3] + b[j + 3];
  return dx * dx + dy * dy + dz * dz <= reach * reach * (1 + SQUARE_ROUNDING) + UNDERFLOW_SQ;
}

/** Distance of the spheres, negative where they overlap; at most 8u·(distance of the centres + radii) too large. */
export function lowerBoundSphereSphere(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - (a[i + 3] + b[j + 3]);
}

function extent(v: Float64Array, at: number, d: Float64Array, k: number): number {
  return v[at + 3] * extentOfBall(d, k);
}

/**
 * Spheres.
 *
 * @example
 * const model = Model.build(torus(), { with: [sphereVolume] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: sphereVolume }).status); // separated
 */
export const sphereVolume: VolumeKind = {
  name: 'sphere',
  stride: STRIDE,
  lengths: 1,
  rounding: DISTANCE_ROUNDING,
  fit: fitSphere,
  inflate: inflateLast(STRIDE, 1),
  move: moveSphere,
  overlap: overlapSphereSphere,
  lowerBound: lowerBoundSphereSphere,
  extent,
};
