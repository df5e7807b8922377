// Rectangle-swept spheres (Larsen, Gottschalk, Lin & Manocha, "Fast proximity queries with swept sphere volumes", UNC
// TR99-018, 1999): all points within `radius` of a rectangle.
// Layout: centre of the rectangle x, y, z, axes as rows (two along its sides, then its normal; 9), half lengths of the
// sides (2), radius.
//
// The distance of two such volumes is the distance of the rectangles less both radii. Departure from the paper, which traverses the
// Voronoi regions of all pairs of edges: here the squared distance from a point (s, w) of rectangle B to rectangle A is minimised
// over B's two coordinates. It is convex, and quadratic where the nearest point of A keeps its active sides, so Newton steps, each
// exact on the current segment, end after a few: 1.6 on average over a million random pairs, more than six for one in 600. The
// returned value is not that minimum but the gap between the projections of the rectangles along the direction found. Any direction
// gives at most the distance, and the optimal one gives the distance. So a search that ends early or is misled by rounding can make
// the bound smaller but never too large.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { extentOfAxis, extentOfBall } from './extent.ts';
import { hullFrame, projectOnFrame } from './hull-frame.ts';
import { inflateLast } from './inflate.ts';
import { moveFramed } from './move-frame.ts';
import type { VolumeKind } from './volume.ts';

const STRIDE = 15;

/**
 * Enlargement of the radius by a fit, in parts of |x| + |y| + |z| of the farthest point in the volume's frame: each coordinate errs
 * by 4u·|d| of the dot product and 24u·|d| for axes taken as orthonormal (see lab/volumes/obb.ts), together at most 28·√3 u.
 * The distance computed from them errs by 4u of itself. Dimensionless.
 */
const FIT_ROUNDING = 64 * UNIT_ROUNDOFF;

/** More than the root of three squares that underflow, a length. */
const UNDERFLOW_LENGTH = 2 ** -535;

/**
 * Rounding of a gap between projections along a unit direction, times (offset of the centres + half lengths + radii): 4u
 * for a coordinate of the offset, 3u for an entry of the rotation, 8u for the products and sums they enter, 4u for the
 * direction's length; 32u for the axes taken as orthonormal, twice; and 16 times the sum of the first four where the
 * direction is a cross product not shorter than CROSS_AXIS_SQ allows. Dimensionless.
 */
const GAP_ROUNDING = (16 * 19 + 64) * UNIT_ROUNDOFF;

/** |a × b|² from which an edge–edge axis is used: its rounding then grows by at most 16. Dimensionless. */
const CROSS_AXIS_SQ = 2 ** -8;

/** Part of the squared distance by which the projections may fall short when the search ends. Dimensionless. */
const SEARCH_GAP = 2 ** -36;

/** Newton steps. Four are rare; near contact rounding dominates the direction and no number is enough. */
const MAX_STEPS = 16;

/**
 * Smallest determinant of the 2×2 second derivative, relative to the product of its diagonal, that still gives a step.
 * Dimensionless.
 */
const CURVED = 2 ** -40;

const frame: Float64Array = new Float64Array(9);

/** Corners of the triangles in the frame, relative to the first one. */
let projected: Float64Array = new Float64Array(0);
/** The rectangle being fitted in the frame: left, right, bottom, top. */
const sides: Float64Array = new Float64Array(4);

/**
 * In the hull's frame: the radius is half the thickness; each side of the rectangle is moved in until a point of the
 * slab leaves its half cylinder; corners are then moved out along the diagonal for the points their spheres miss.
 */
export function fitRss(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  hullFrame(triangles, first, count, frame);
  const begin = 9 * first;
  const length = 9 * count;
  if (projected.length < length) projected = new Float64Array(2 * length);
  projectOnFrame(triangles, begin, length, frame, projected);

  const below = depth(length, -1);
  const above = depth(length, 1);
  const radius = (above + below) / 2;
  const middle = (above - below) / 2;
  sides[0] = Infinity;
  sides[1] = -Infinity;
  sides[2] = Infinity;
  sides[3] = -Infinity;
  moveSidesIn(length, middle, radius * radius);
  for (let k = 0; k < 4; k += 2) {
    // Sides that passed each other: any line between them works.
    if (sides[k] <= sides[k + 1]) continue;
    sides[k] = (sides[k] + sides[k + 1]) / 2;
    sides[k + 1] = sides[k];
  }
  moveCornersOut(length, middle, radius * radius);

  // The radius is measured from the rectangle as stored, so that the steps before need not be exact.
  const x = (sides[0] + sides[1]) / 2;
  const y = (sides[2] + sides[3]) / 2;
  for (let k = 0; k < 3; k++) {
    out[at + k] = triangles[begin + k] + (x * frame[k] + y * frame[3 + k] + middle * frame[6 + k]);
  }
  for (let k = 0; k < 9; k++) out[at + 3 + k] = frame[k];
  out[at + 12] = (sides[1] - sides[0]) / 2;
  out[at + 13] = (sides[3] - sides[2]) / 2;
  out[at + 14] = enclosingRadius(triangles, begin, begin + length, out, at) + UNDERFLOW_LENGTH;
}

// Each loop over all points is the last statement of its function: see convex/hull-surface.ts.

/** How far the points reach along the normal (sign 1) or against it (−1). */
function depth(length: number, sign: number): number {
  let reach = 0;
  for (let k = 0; k < length; k += 3) reach = Math.max(reach, sign * projected[k + 2]);
  return reach;
}

function moveSidesIn(length: number, middle: number, radiusSq: number): void {
  for (let k = 0; k < length; k += 3) {
    const x = projected[k];
    const y = projected[k + 1];
    const z = projected[k + 2] - middle;
    // A point this far from the rectangle's plane may stand beyond a side by so much.
    const reach = Math.sqrt(Math.max(0, radiusSq - z * z));
    sides[0] = Math.min(sides[0], x + reach);
    sides[1] = Math.max(sides[1], x - reach);
    sides[2] = Math.min(sides[2], y + reach);
    sides[3] = Math.max(sides[3], y - reach);
  }
}

function moveCornersOut(length: number, middle: number, radiusSq: number): void {
  for (let k = 0; k < length; k += 3) {
    const x = projected[k];
    const y = projected[k + 1];
    const z = projected[k + 2] - middle;
    const sideX = x > sides[1] ? 1 : 0;
    const sideY = y > sides[3] ? 3 : 2;
    const beyondX = Math.abs(x - sides[sideX]);
    const beyondY = Math.abs(y - sides[sideY]);
    if (x >= sides[0] && x <= sides[1]) continue;
    if (y >= sides[2] && y <= sides[3]) continue;
    const shift = cornerShift(beyondX, beyondY, radiusSq - z * z);
    sides[sideX] += sideX === 1 ? shift : -shift;
    sides[sideY] += sideY === 3 ? shift : -shift;
  }
}

/**
 * The smaller root e of (x − e)² + (y − e)² = reachSq: how far a corner moves diagonally to have the point in reach.
 */
function cornerShift(x: number, y: number, reachSq: number): number {
  if (x * x + y * y <= reachSq) return 0;
  return Math.max(0, (x + y - Math.sqrt(Math.max(0, 2 * reachSq - (x - y) * (x - y)))) / 2);
}

function enclosingRadius(triangles: Float64Array, begin: number, end: number, rss: Float64Array, at: number): number {
  const cx = rss[at];
  const cy = rss[at + 1];
  const cz = rss[at + 2];
  const half0 = rss[at + 12];
  const half1 = rss[at + 13];
  let radius = 0;
  for (let k = begin; k < end; k += 3) {
    const dx = triangles[k] - cx;
    const dy = triangles[k + 1] - cy;
    const dz = triangles[k + 2] - cz;
    const u = Math.abs(frame[0] * dx + frame[1] * dy + frame[2] * dz);
    const v = Math.abs(frame[3] * dx + frame[4] * dy + frame[5] * dz);
    const w = Math.abs(frame[6] * dx + frame[7] * dy + frame[8] * dz);
    const beyondU = Math.max(0, u - half0);
    const beyondV = Math.max(0, v - half1);
    const distance = Math.sqrt(beyondU * beyondU + beyondV * beyondV + w * w);
    radius = Math.max(radius, distance + FIT_ROUNDING * (u + v + w));
  }
  return radius;
}

/** False only if disjoint, rounding included. */
export function overlapRssRss(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const bound = lowerBoundRssRss(a, i, b, j);
  return bound <= 0 || bound <= gapGuard(a, i, b, j);
}

/** How far a gap between the two can be too large, a length. */
export function gapGuard(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const offset = Math.abs(b[j] - a[i]) + Math.abs(b[j + 1] - a[i + 1]) + Math.abs(b[j + 2] - a[i + 2]);
  const sizes = a[i + 12] + a[i + 13] + a[i + 14] + b[j + 12] + b[j + 13] + b[j + 14];
  return GAP_ROUNDING * (offset + sizes);
}

/**
 * Distance of the rectangles less both radii; zero or less where the volumes overlap. Too large by at most
 * GAP_ROUNDING·(offset of the centres + half lengths + radii); too small by SEARCH_GAP of the rectangles' distance, and
 * by about u·size²/distance where the rectangles come within √u of their size and no side of one faces the other.
 */
export function lowerBoundRssRss(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const a0 = a[i + 12];
  const a1 = a[i + 13];
  const b0 = b[j + 12];
  const b1 = b[j + 13];
  const reach = a[i + 14] + b[j + 14];

  // All in A's frame: the offset t, B's sides U and V, B's normal N.
  const a3 = a[i + 3];
  const a4 = a[i + 4];
  const a5 = a[i + 5];
  const a6 = a[i + 6];
  const a7 = a[i + 7];
  const a8 = a[i + 8];
  const a9 = a[i + 9];
  const a10 = a[i + 10];
  const a11 = a[i + 11];
  const tx = a3 * dx + a4 * dy + a5 * dz;
  const ty = a6 * dx + a7 * dy + a8 * dz;
  const tz = a9 * dx + a10 * dy + a11 * dz;
  const b3 = b[j + 3];
  const b4 = b[j + 4];
  const b5 = b[j + 5];
  const ux = a3 * b3 + a4 * b4 + a5 * b5;
  const uy = a6 * b3 + a7 * b4 + a8 * b5;
  const uz = a9 * b3 + a10 * b4 + a11 * b5;
  const b6 = b[j + 6];
  const b7 = b[j + 7];
  const b8 = b[j + 8];
  const vx = a3 * b6 + a4 * b7 + a5 * b8;
  const vy = a6 * b6 + a7 * b7 + a8 * b8;
  const vz = a9 * b6 + a10 * b7 + a11 * b8;

  // The normals of both: the optimal directions where a corner faces a side, and accurate for small distances too.
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const gap = Math.max(
    0,
    Math.abs(tz) - b0 * Math.abs(uz) - b1 * Math.abs(vz),
    Math.abs(tx * nx + ty * ny + tz * nz) - a0 * Math.abs(nx) - a1 * Math.abs(ny),
  );

  // Start: the point of B nearest to the point of A nearest to B's centre.
  const px = Math.max(-a0, Math.min(a0, tx)) - tx;
  const py = Math.max(-a1, Math.min(a1, ty)) - ty;
  let s = Math.max(-b0, Math.min(b0, px * ux + py * uy - tz * uz));
  let w = Math.max(-b1, Math.min(b1, px * vx + py * vy - tz * vz));
  let keptS = s;
  let keptW = w;
  let kept = Infinity;
  let strayed = false;

  for (let step = 0; step < MAX_STEPS; step++) {
    // From A to the point (s, w) of B; ex, ey are zero where the nearest point is not on that side of A.
    const qx = tx + s * ux + w * vx;
    const qy = ty + s * uy + w * vy;
    const ex = qx - Math.max(-a0, Math.min(a0, qx));
    const ey = qy - Math.max(-a1, Math.min(a1, qy));
    const ez = tz + s * uz + w * vz;
    const distanceSq = ex * ex + ey * ey + ez * ez;
    if (distanceSq <= reach * reach) return Math.sqrt(distanceSq) - reach;
    if (distanceSq < kept) {
      kept = distanceSq;
      keptS = s;
      keptW = w;
      strayed = false;
    } else if (strayed) {
      // Two steps without descent: return towards the best point, along a direction that descends from it.
      s = (s + keptS) / 2;
      w = (w + keptW) / 2;
      strayed = false;
      continue;
    } else {
      // One step too far is likely one onto the segment that holds the minimum: on a line, a search cannot alternate
      // between two segments, because the slope at the kink between them has one sign.
      strayed = true;
    }

    // e·U and e·V are half the gradient, and B's projection along e as well: the projections fall short of e·e by `lack`.
    const gradS = ex * ux + ey * uy + ez * uz;
    const gradW = ex * vx + ey * vy + ez * vz;
    const lack = b0 * Math.abs(gradS) + s * gradS + b1 * Math.abs(gradW) + w * gradW;
    if (lack <= SEARCH_GAP * distanceSq) {
      const projection = ex * tx + ey * ty + ez * tz;
      const reachA = a0 * Math.abs(ex) + a1 * Math.abs(ey);
      const reachB = b0 * Math.abs(gradS) + b1 * Math.abs(gradW);
      return Math.max(gap, (projection - reachA - reachB) / Math.sqrt(distanceSq)) - reach;
    }

    // Second derivative on this segment: only the active sides of A contribute.
    const hx = ex === 0 ? 0 : 1;
    const hy = ey === 0 ? 0 : 1;
    const ss = hx * ux * ux + hy * uy * uy + uz * uz;
    const sw = hx * ux * vx + hy * uy * vy + uz * vz;
    const ww = hx * vx * vx + hy * vy * vy + vz * vz;
    const det = ss * ww - sw * sw;
    // Least value over the rectangle of two variables: the free one clamped, the other to match, the first again.
    const lastS = s;
    const lastW = w;
    let ds = det > CURVED * ss * ww ? (gradW * sw - gradS * ww) / det : 0;
    ds = Math.max(-b0, Math.min(b0, s + ds)) - s;
    const dw = ww > 0 ? Math.max(-b1, Math.min(b1, w - (gradW + sw * ds) / ww)) - w : 0;
    if (ss > 0) ds = Math.max(-b0, Math.min(b0, s - (gradS + sw * dw) / ss)) - s;
    s += ds;
    w += dw;
    if (s === lastS && w === lastW) break;
  }

  posed[0] = tx;
  posed[1] = ty;
  posed[2] = tz;
  posed[3] = ux;
  posed[4] = uy;
  posed[5] = uz;
  posed[6] = vx;
  posed[7] = vy;
  posed[8] = vz;
  return Math.max(gap, unsettledGap(a0, a1, b0, b1, keptS, keptW)) - reach;
}

/** Offset, U and V in A's frame, for the rare end of a search. */
const posed: Float64Array = new Float64Array(9);

/**
 * If the search did not converge, rounding dominates the direction between the points found. Its projections still give a bound,
 * and so do those along the cross products of the sides, which are accurate for small distances too.
 */
function unsettledGap(a0: number, a1: number, b0: number, b1: number, s: number, w: number): number {
  const tx = posed[0];
  const ty = posed[1];
  const tz = posed[2];
  const ux = posed[3];
  const uy = posed[4];
  const uz = posed[5];
  const vx = posed[6];
  const vy = posed[7];
  const vz = posed[8];
  const qx = tx + s * ux + w * vx;
  const qy = ty + s * uy + w * vy;
  const ex = qx - Math.max(-a0, Math.min(a0, qx));
  const ey = qy - Math.max(-a1, Math.min(a1, qy));
  const ez = tz + s * uz + w * vz;
  const reachA = a0 * Math.abs(ex) + a1 * Math.abs(ey);
  const reachB = b0 * Math.abs(ex * ux + ey * uy + ez * uz) + b1 * Math.abs(ex * vx + ey * vy + ez * vz);
  // Not zero: a point within the radii would have ended the search, and radii are not negative.
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const gap = (ex * tx + ey * ty + ez * tz - reachA - reachB) / length;

  // First axis of A × U = (0, −uz, uy), second × U = (uz, 0, −ux); the same with V. U's own projection on them is a point,
  // and V's is a component of the normal U × V.
  const nx = Math.abs(uy * vz - uz * vy);
  const ny = Math.abs(uz * vx - ux * vz);
  const xu = unitGap(Math.abs(uy * tz - uz * ty) - a1 * Math.abs(uz) - b1 * nx, uy * uy + uz * uz);
  const xv = unitGap(Math.abs(vy * tz - vz * ty) - a1 * Math.abs(vz) - b0 * nx, vy * vy + vz * vz);
  const yu = unitGap(Math.abs(uz * tx - ux * tz) - a0 * Math.abs(uz) - b1 * ny, ux * ux + uz * uz);
  const yv = unitGap(Math.abs(vz * tx - vx * tz) - a0 * Math.abs(vz) - b0 * ny, vx * vx + vz * vz);
  return Math.max(gap, xu, xv, yu, yv);
}

function unitGap(gap: number, lengthSq: number): number {
  return lengthSq < CROSS_AXIS_SQ ? -Infinity : gap / Math.sqrt(lengthSq);
}

function extent(v: Float64Array, at: number, d: Float64Array, k: number): number {
  return (
    v[at + 12] * extentOfAxis(v, at + 3, d, k) +
    v[at + 13] * extentOfAxis(v, at + 6, d, k) +
    v[at + 14] * extentOfBall(d, k)
  );
}

/**
 * Rectangle-swept spheres (RSS, as in PQP): all points within a radius of a rectangle.
 *
 * @example
 * const model = Model.build(torus(), { with: [rss] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: rss }).status); // separated
 */
export const rssVolume: VolumeKind = {
  name: 'rss',
  stride: STRIDE,
  lengths: 3,
  rounding: GAP_ROUNDING,
  fit: fitRss,
  inflate: inflateLast(STRIDE, 1),
  move: moveFramed,
  overlap: overlapRssRss,
  lowerBound: lowerBoundRssRss,
  extent,
};
