// The short cylinder, or disc: centre c, unit axis m, half thickness h along it, radius ρ about it. Eight doubles.
//
//   volume[0..2] c   volume[3..5] m   volume[6] h   volume[7] ρ
//
// A patch of surface is nearly flat, so a disc fits it as closely as a rectangle, and its extent along any unit
// direction n is one square root: h|m·n| + ρ√(1 − (m·n)²). The gap along three directions bounds the distance of two
// discs from below: the line of the centres and the two axes. With d = cB − cA, l² = d·d, u = |mA·d|, v = |mB·d|,
// c = |mA·mB|:
//
//   centres:  (l² − u hA − ρA√(l²−u²) − v hB − ρB√(l²−v²)) / l
//   axis A:   u − hA − hB c − ρB √(1−c²)            axis B:  v − hB − hA c − ρA √(1−c²)
//
// Rounding. √(l²−u²) magnifies the rounding of u and of |m| where d and m are aligned: an error e of l²−u² becomes √e. Every
// difference under a root is therefore increased by ALIGNMENT_ERROR (relative to l², or to 1), an upper bound of the error of the
// stored unit vector, its rotation and the dot products; docs/algorithms/rounding.md derives it. The rest of the formula has an
// error of a few u·l, which the query's epsilon includes.

import { ALIGNMENT_ERROR, BOUND_ROUNDING, UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { extentOfAxis, extentOfBall } from './extent.ts';
import { inflateLast } from './inflate.ts';
import { NodeBlock } from './node-block.ts';
import { principalAxes } from './principal-axes.ts';
import { surfaceCovariance } from './surface-covariance.ts';
import type { VolumeKind } from './volume.ts';

export const DISC = 8;
export const DISC_HALF_THICKNESS = 6;
export const DISC_RADIUS = 7;

/** Factor of l² and 1 before a squared projection is subtracted from them. */
const RAISE = 1 + ALIGNMENT_ERROR;

/** More than the root of the squares that underflow, a length. */
const UNDERFLOW_LENGTH = 2 ** -535;

const covariance = new Float64Array(6);
const axes = new Float64Array(9);

/** Fits a disc: axis = direction of least spread of the surface, centre = centre of the box along the spreads. */
export function fitDisc(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  surfaceCovariance(triangles, first, count, covariance);
  fitDiscTo(covariance, triangles, first, count, out, at);
}

/** The same where the covariance is known. */
export function fitDiscTo(
  spread: Float64Array,
  triangles: Float64Array,
  first: number,
  count: number,
  out: Float64Array,
  at: number,
): void {
  principalAxes(spread, axes);
  const [ux, uy, uz, vx, vy, vz, mx, my, mz] = axes;
  const start = 9 * first;
  const end = 9 * (first + count);
  let uLow = Infinity;
  let vLow = Infinity;
  let mLow = Infinity;
  let uHigh = -Infinity;
  let vHigh = -Infinity;
  let mHigh = -Infinity;
  for (let k = start; k < end; k += 3) {
    const x = triangles[k];
    const y = triangles[k + 1];
    const z = triangles[k + 2];
    const u = x * ux + y * uy + z * uz;
    const v = x * vx + y * vy + z * vz;
    const m = x * mx + y * my + z * mz;
    if (u < uLow) uLow = u;
    if (u > uHigh) uHigh = u;
    if (v < vLow) vLow = v;
    if (v > vHigh) vHigh = v;
    if (m < mLow) mLow = m;
    if (m > mHigh) mHigh = m;
  }
  // + 0: of the zeros of either sign that a flat run has, it must not matter which came first.
  const u = 0.5 * (uLow + uHigh) + 0;
  const v = 0.5 * (vLow + vHigh) + 0;
  const m = 0.5 * (mLow + mHigh) + 0;
  const cx = u * ux + v * vx + m * mx;
  const cy = u * uy + v * vy + m * my;
  const cz = u * uz + v * vz + m * mz;

  // Measured from the rounded centre along the rounded axis, so that neither rounding can leave a corner outside.
  let h = 0;
  let radiusSq = 0;
  for (let k = start; k < end; k += 3) {
    const x = triangles[k] - cx;
    const y = triangles[k + 1] - cy;
    const z = triangles[k + 2] - cz;
    const along = x * mx + y * my + z * mz;
    const aside = x * x + y * y + z * z - along * along;
    if (along > h) h = along;
    if (-along > h) h = -along;
    if (aside > radiusSq) radiusSq = aside;
  }
  // The error of each length is a few u of the distance from the centre, ≤ h + ρ. An error of 8u·l² in a sum becomes √8u·l at worst
  // in its root (aside ≈ 0), which ALIGNMENT_ERROR under the root covers.
  const reachSq = h * h + radiusSq;
  const reach = Math.sqrt(reachSq) + Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  out[at] = cx;
  out[at + 1] = cy;
  out[at + 2] = cz;
  out[at + 3] = mx;
  out[at + 4] = my;
  out[at + 5] = mz;
  const margin = 16 * UNIT_ROUNDOFF * reach + UNDERFLOW_LENGTH;
  out[at + 6] = h + margin;
  out[at + 7] = Math.sqrt(radiusSq + ALIGNMENT_ERROR * reachSq) + margin;
}

export function moveDisc(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, o: number): void {
  const r0 = pose[0];
  const r1 = pose[1];
  const r2 = pose[2];
  const r3 = pose[3];
  const r4 = pose[4];
  const r5 = pose[5];
  const r6 = pose[6];
  const r7 = pose[7];
  const r8 = pose[8];
  const scale = pose[12];
  const cx = v[at] * scale;
  const cy = v[at + 1] * scale;
  const cz = v[at + 2] * scale;
  const mx = v[at + 3];
  const my = v[at + 4];
  const mz = v[at + 5];
  out[o] = r0 * cx + r1 * cy + r2 * cz + pose[9];
  out[o + 1] = r3 * cx + r4 * cy + r5 * cz + pose[10];
  out[o + 2] = r6 * cx + r7 * cy + r8 * cz + pose[11];
  out[o + 3] = r0 * mx + r1 * my + r2 * mz;
  out[o + 4] = r3 * mx + r4 * my + r5 * mz;
  out[o + 5] = r6 * mx + r7 * my + r8 * mz;
  out[o + 6] = v[at + 6] * scale;
  out[o + 7] = v[at + 7] * scale;
}

const single = new Float64Array(1);
const pair = /* @__PURE__ */ new NodeBlock();

/** The largest gap along the three directions; negative where they overlap. The offsets are multiples of DISC. */
export function lowerBoundDiscDisc(a: Float64Array, i: number, b: Float64Array, j: number): number {
  writeDiscBounds(a, b, pair.pair((i / DISC) | 0, (j / DISC) | 0), single);
  return single[0];
}

/**
 * The gap along the line of the centres alone, for the seed of a search. It selects nearer leaves than the largest gap of the three
 * does (4 % fewer tests on W1), and costs less.
 */
export function centreGapDiscDisc(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const lSq = dx * dx + dy * dy + dz * dz;
  const u = Math.abs(a[i + 3] * dx + a[i + 4] * dy + a[i + 5] * dz);
  const v = Math.abs(b[j + 3] * dx + b[j + 4] * dy + b[j + 5] * dz);
  const raised = lSq * RAISE;
  const reach =
    u * a[i + 6] + v * b[j + 6] + a[i + 7] * Math.sqrt(raised - u * u) + b[j + 7] * Math.sqrt(raised - v * v);
  return lSq > 0 ? (lSq - reach) / Math.sqrt(lSq) : -a[i + 7] - b[j + 7];
}

/**
 * Pushes onto `stack`, from `top` on, the pairs of discs of a node block that are not proven more than limit[0] apart, by the same
 * three directions; returns the new top. This is the kernel of every search: one call tests all pairs of children, up to sixteen,
 * keeps the numbers of A in registers, and multiplies the comparison by l, so that there is no division. (If the centres coincide
 * the value is NaN and proves nothing.)
 */
export function pushNearDiscs(
  a: Float64Array,
  b: Float64Array,
  { firstA, endA, firstB, endB }: NodeBlock,
  limit: Float64Array,
  stack: Int32Array,
  top: number,
): number {
  const pruningBound = limit[0];
  let next = top;
  for (let nodeA = firstA; nodeA < endA; nodeA++) {
    const i = DISC * nodeA;
    const cx = a[i];
    const cy = a[i + 1];
    const cz = a[i + 2];
    const ax = a[i + 3];
    const ay = a[i + 4];
    const az = a[i + 5];
    const hA = a[i + 6];
    const rA = a[i + 7];
    for (let nodeB = firstB; nodeB < endB; nodeB++) {
      const j = DISC * nodeB;
      const dx = b[j] - cx;
      const dy = b[j + 1] - cy;
      const dz = b[j + 2] - cz;
      const bx = b[j + 3];
      const by = b[j + 4];
      const bz = b[j + 5];
      const hB = b[j + 6];
      const rB = b[j + 7];
      const lSq = dx * dx + dy * dy + dz * dz;
      const u = Math.abs(ax * dx + ay * dy + az * dz);
      const v = Math.abs(bx * dx + by * dy + bz * dz);
      const raised = lSq * RAISE;
      const reach = u * hA + v * hB + rA * Math.sqrt(raised - u * u) + rB * Math.sqrt(raised - v * v);
      if (lSq - reach > pruningBound * Math.sqrt(lSq)) continue;
      const c = Math.abs(ax * bx + ay * by + az * bz);
      const s = Math.sqrt(RAISE - c * c);
      if (u - hA - hB * c - rB * s > pruningBound || v - hB - hA * c - rA * s > pruningBound) continue;
      stack[next] = nodeA;
      stack[next + 1] = nodeB;
      next += 2;
    }
  }
  return next;
}

/**
 * Lower bounds of the distances of the same pairs, in the same order, written to `out`: a double returned from a call that is not
 * inlined would be boxed. (If the centres coincide, only the axes count.)
 */
export function writeDiscBounds(
  a: Float64Array,
  b: Float64Array,
  { firstA, endA, firstB, endB }: NodeBlock,
  out: Float64Array,
): void {
  let k = 0;
  for (let nodeA = firstA; nodeA < endA; nodeA++) {
    const i = DISC * nodeA;
    const ax = a[i + 3];
    const ay = a[i + 4];
    const az = a[i + 5];
    const hA = a[i + 6];
    const rA = a[i + 7];
    for (let nodeB = firstB; nodeB < endB; nodeB++, k++) {
      const j = DISC * nodeB;
      const dx = b[j] - a[i];
      const dy = b[j + 1] - a[i + 1];
      const dz = b[j + 2] - a[i + 2];
      const bx = b[j + 3];
      const by = b[j + 4];
      const bz = b[j + 5];
      const hB = b[j + 6];
      const rB = b[j + 7];
      const lSq = dx * dx + dy * dy + dz * dz;
      const u = Math.abs(ax * dx + ay * dy + az * dz);
      const v = Math.abs(bx * dx + by * dy + bz * dz);
      const c = Math.abs(ax * bx + ay * by + az * bz);
      const s = Math.sqrt(RAISE - c * c);
      const raised = lSq * RAISE;
      const reach = u * hA + v * hB + rA * Math.sqrt(raised - u * u) + rB * Math.sqrt(raised - v * v);
      const alongA = u - hA - hB * c - rB * s;
      const alongB = v - hB - hA * c - rA * s;
      const along = alongA > alongB ? alongA : alongB;
      const between = (lSq - reach) / Math.sqrt(lSq);
      out[k] = between > along ? between : along;
    }
  }
}

/** Along the axis the half thickness, across it the radius. */
function extent(v: Float64Array, at: number, d: Float64Array, k: number): number {
  const along = extentOfAxis(v, at + 3, d, k);
  const length = extentOfBall(d, k);
  return v[at + 6] * along + v[at + 7] * Math.sqrt(length * length * RAISE - along * along);
}

/**
 * Discs with a thickness, the default: tight around flat parts of a surface.
 *
 * @example
 * const model = Model.build(torus(), { with: [disc] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: disc }).status); // separated
 */
export const discVolume: VolumeKind = {
  name: 'disc',
  stride: DISC,
  lengths: 2,
  rounding: BOUND_ROUNDING,
  fit: fitDisc,
  inflate: inflateLast(DISC, 2),
  move: moveDisc,
  overlap: (a, i, b, j) => lowerBoundDiscDisc(a, i, b, j) <= 0,
  lowerBound: lowerBoundDiscDisc,
  extent,
};
