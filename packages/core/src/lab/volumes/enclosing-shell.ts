// Fits a spherical shell (shell.ts) to triangles: a sphere through the corners by algebraic least squares, then measured.
//
// A sphere is κ|e|² + 2M·e + c = 0. In the frame of the corners' own covariance u, v, z (z the direction of least spread) with
// M = (M_u, M_v, 1) the sum of squares is quadratic in the four unknowns, and since u, v, z are uncorrelated it falls apart:
// κ = −2⟨ρz⟩/(⟨ρρ⟩ − ⟨ρu⟩²/⟨uu⟩ − ⟨ρv⟩²/⟨vv⟩), M_u = −κ⟨ρu⟩/2⟨uu⟩, with ρ = |e|² less its mean. (Pratt, "Direct least-squares
// fitting of algebraic surfaces", SIGGRAPH 1987, normalises otherwise, which matters for caps beyond what is used here.)
//
// Three candidates are compared, and the one of least surface is kept: that sphere's cap, the flat disc, the smallest ball. So a
// bad fit costs only tightness. Each is measured from its stored numbers: the cone must contain the corners, and then contains the
// triangles, being convex; the height over the sphere is largest at a corner, but least wherever a triangle is nearest to the
// centre.

import { fitSphere } from '../../bounds/sphere.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { symmetricEigen } from '../../scalar/eigen.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { square } from '../../scalar/vector.ts';

/** Tangent of the widest half-angle of a cone: 76°, short of the half sphere whose cone is a plane. Dimensionless. */
const WIDEST = 4;

/** A sphere of more than this many sizes of the set is a plane: its sagitta is below 2⁻²¹ of the size. Dimensionless. */
const LARGEST_RADIUS = 2 ** 20;

/** Sets smaller than this are balls: the curvature of a cap would overflow in products. A length. */
const SMALLEST = 2 ** -200;

/**
 * Enlargement of the rim, times (its radius + the thickness): a corner's distance from the axis errs by 8u·|e|, that of the cone by
 * 16u. Dimensionless, and more than enough.
 */
const RIM_ROUNDING = 2 ** -40;

/** Enlargement of the thickness, times (k + thickness): derived at GAP_ROUNDING of shell.ts, for a point in place of a cap. */
const HEIGHT_ROUNDING = 256 * UNIT_ROUNDOFF;

/** More than squares that underflow can lose, as a length. */
const UNDERFLOW_LENGTH = 2 ** -530;

const ball: Float64Array = new Float64Array(4);
const centre: Float64Array = new Float64Array(3);
const covariance: Float64Array = new Float64Array(6);
const axes: Float64Array = new Float64Array(9);
const spreads: Float64Array = new Float64Array(3);
/** ⟨ρρ⟩, ⟨ρu⟩, ⟨ρv⟩, ⟨ρz⟩, ⟨uu⟩, ⟨vv⟩ and ⟨ρ⟩, as sums over the corners. */
const sums: Float64Array = new Float64Array(7);
/** Along u, v, z: lowest and highest. */
const extents: Float64Array = new Float64Array(6);
/** The sphere under trial relative to the centre, in units of the size: κ, M, c. */
const sphere: Float64Array = new Float64Array(5);
/** The shell under trial: as stored, and the range of heights of the triangles. */
const trial: Float64Array = new Float64Array(9);
const heights: Float64Array = new Float64Array(2);
/** Centre of the sphere under trial, and the point of a triangle nearest to it. */
const focus: Float64Array = new Float64Array(3);
const nearest: Float64Array = new Float64Array(4);

/** 1/R of a cap, from its sagitta and the radius of its rim; 0 for a flat one and for a single point. */
export function capCurvature(sagitta: number, rim: number): number {
  const slope = sagitta / rim;
  return rim > 0 ? (2 * slope) / (rim * (1 + slope * slope)) : 0;
}

export function fitShell(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  const begin = 9 * first;
  const end = begin + 9 * count;
  fitSphere(triangles, first, count, ball, 0);
  const size = ball[3];
  for (let k = 0; k < 9; k++) out[at + k] = k < 3 ? ball[k] : 0;
  out[at + 5] = 1;
  out[at + 8] = size;
  if (!(size > SMALLEST)) return;

  takeFrame(triangles, begin, end, size);
  takeSums(triangles, begin, end, size);
  setPlane();
  keepBetter(triangles, begin, end, size, out, at);
  // A single triangle is flat; three corners do not determine a sphere.
  if (count > 1 && setSphere(count)) keepBetter(triangles, begin, end, size, out, at);
}

/** Mean and principal axes of the corners, least spread last, in units of the size. */
function takeFrame(triangles: Float64Array, begin: number, end: number, size: number): void {
  const corners = (end - begin) / 3;
  const ox = triangles[begin];
  const oy = triangles[begin + 1];
  const oz = triangles[begin + 2];
  let mx = 0;
  let my = 0;
  let mz = 0;
  covariance.fill(0);
  for (let k = begin; k < end; k += 3) {
    const x = (triangles[k] - ox) / size;
    const y = (triangles[k + 1] - oy) / size;
    const z = (triangles[k + 2] - oz) / size;
    mx += x;
    my += y;
    mz += z;
    covariance[0] += x * x;
    covariance[1] += x * y;
    covariance[2] += x * z;
    covariance[3] += y * y;
    covariance[4] += y * z;
    covariance[5] += z * z;
  }
  covariance[0] -= (mx * mx) / corners;
  covariance[1] -= (mx * my) / corners;
  covariance[2] -= (mx * mz) / corners;
  covariance[3] -= (my * my) / corners;
  covariance[4] -= (my * mz) / corners;
  covariance[5] -= (mz * mz) / corners;
  centre[0] = ox + (mx / corners) * size;
  centre[1] = oy + (my / corners) * size;
  centre[2] = oz + (mz / corners) * size;
  symmetricEigen(covariance, axes, spreads);
}

function takeSums(triangles: Float64Array, begin: number, end: number, size: number): void {
  sums.fill(0);
  for (let k = 0; k < 3; k++) {
    extents[2 * k] = Infinity;
    extents[2 * k + 1] = -Infinity;
  }
  for (let k = begin; k < end; k += 3) {
    const x = (triangles[k] - centre[0]) / size;
    const y = (triangles[k + 1] - centre[1]) / size;
    const z = (triangles[k + 2] - centre[2]) / size;
    const u = axes[0] * x + axes[1] * y + axes[2] * z;
    const v = axes[3] * x + axes[4] * y + axes[5] * z;
    const w = axes[6] * x + axes[7] * y + axes[8] * z;
    const rho = x * x + y * y + z * z;
    sums[0] += rho * rho;
    sums[1] += rho * u;
    sums[2] += rho * v;
    sums[3] += rho * w;
    sums[4] += u * u;
    sums[5] += v * v;
    sums[6] += rho;
    extents[0] = Math.min(extents[0], u);
    extents[1] = Math.max(extents[1], u);
    extents[2] = Math.min(extents[2], v);
    extents[3] = Math.max(extents[3], v);
    extents[4] = Math.min(extents[4], w);
    extents[5] = Math.max(extents[5], w);
  }
}

function setPlane(): void {
  sphere[0] = 0;
  for (let k = 0; k < 3; k++) sphere[1 + k] = axes[6 + k];
  sphere[4] = -(extents[4] + extents[5]);
}

/** The sphere of least squares; false where there is none, or hardly one. Its centre is behind z, or z turns round. */
function setSphere(triangleCount: number): boolean {
  const corners = 3 * triangleCount;
  const perU = sums[4] > 0 ? sums[1] / sums[4] : 0;
  const perV = sums[5] > 0 ? sums[2] / sums[5] : 0;
  const rest = sums[0] - (sums[6] * sums[6]) / corners - perU * sums[1] - perV * sums[2];
  const kappa = (-2 * sums[3]) / rest;
  if (!(Math.abs(kappa) > 1 / LARGEST_RADIUS && Math.abs(kappa) < Infinity)) return false;
  const sign = kappa < 0 ? -1 : 1;
  sphere[0] = Math.abs(kappa);
  for (let k = 0; k < 3; k++) {
    sphere[1 + k] = sign * (axes[6 + k] - (kappa / 2) * (perU * axes[k] + perV * axes[3 + k]));
  }
  sphere[4] = (-sphere[0] * sums[6]) / corners;
  return true;
}

/** Makes a shell of the sphere under trial and keeps it if its surface is less. */
function keepBetter(
  triangles: Float64Array,
  begin: number,
  end: number,
  size: number,
  out: Float64Array,
  at: number,
): void {
  if (!poseAxis(size)) return;
  let kappa = sphere[0] / size;
  if (!measureHeights(triangles, begin, end, kappa)) return;
  // The middle one of the concentric spheres.
  const middle = (heights[0] + heights[1]) / 2;
  for (let k = 0; k < 3; k++) trial[k] += middle * trial[3 + k];
  kappa /= 1 + kappa * middle;
  const tangent = measureCone(triangles, begin, end, kappa) + RIM_ROUNDING * (heights[1] - heights[0]);
  if (!(kappa * tangent <= WIDEST)) return;
  const rimTangent = tangent * (1 + RIM_ROUNDING);
  const secant = Math.sqrt(1 + square(kappa * rimTangent));
  const sagitta = (kappa * rimTangent * rimTangent) / (secant * (1 + secant));
  const rim = rimTangent / secant;
  trial[6] = sagitta;
  trial[7] = rim;
  // Measured over the sphere of the stored numbers.
  if (!measureHeights(triangles, begin, end, capCurvature(sagitta, rim))) return;
  const thickness = Math.max(heights[1], -heights[0], 0);
  trial[8] = thickness + HEIGHT_ROUNDING * (rim + sagitta + thickness) + UNDERFLOW_LENGTH;
  if (!(surfaceOf(trial, 0) < surfaceOf(out, at))) return;
  for (let k = 0; k < 9; k++) out[at + k] = trial[k];
}

/** Both sides of the cap and half a tube around its rim, over 2π; a ball's is right. */
function surfaceOf(v: Float64Array, at: number): number {
  const sagitta = v[at + 6];
  const rim = v[at + 7];
  const half = v[at + 8];
  return rim * rim + sagitta * sagitta + Math.PI * rim * half + 2 * half * half;
}

/** The axis through the sphere's centre and the middle of the corners' rectangle; its pole. False if it misses the sphere. */
function poseAxis(size: number): boolean {
  const u = (extents[0] + extents[1]) / 2;
  const v = (extents[2] + extents[3]) / 2;
  let gradientSq = 0;
  let value = sphere[4];
  for (let k = 0; k < 3; k++) {
    const e = u * axes[k] + v * axes[3 + k];
    const g = sphere[1 + k] + sphere[0] * e;
    value += e * (sphere[1 + k] + g);
    gradientSq += g * g;
    trial[k] = e;
    trial[3 + k] = g;
  }
  const gradient = Math.sqrt(gradientSq);
  const rootSq = gradientSq - sphere[0] * value;
  if (!(gradient > 0 && rootSq > 0)) return false;
  const along = -value / (gradient + Math.sqrt(rootSq));
  for (let k = 0; k < 3; k++) {
    trial[3 + k] /= gradient;
    trial[k] = centre[k] + size * (trial[k] + along * trial[3 + k]);
  }
  sphere[0] /= Math.sqrt(rootSq);
  return true;
}

/** The largest distance from the axis, each as the cone widens it to the tangent plane; ∞ behind the centre. */
function measureCone(triangles: Float64Array, begin: number, end: number, kappa: number): number {
  let most = 0;
  for (let k = begin; k < end; k += 3) {
    const x = triangles[k] - trial[0];
    const y = triangles[k + 1] - trial[1];
    const z = triangles[k + 2] - trial[2];
    const along = trial[3] * x + trial[4] * y + trial[5] * z;
    const px = x - along * trial[3];
    const py = y - along * trial[4];
    const pz = z - along * trial[5];
    const widening = 1 + kappa * along;
    if (!(widening > 0)) return Infinity;
    most = Math.max(most, Math.sqrt(px * px + py * py + pz * pz) / widening);
  }
  return most;
}

/** Least and largest height of the triangles over the sphere; false where they reach its centre. */
function measureHeights(triangles: Float64Array, begin: number, end: number, kappa: number): boolean {
  heights[0] = Infinity;
  heights[1] = -Infinity;
  for (let t = begin; t < end; t += 9) {
    let low = Infinity;
    for (let k = t; k < t + 9; k += 3) {
      const q = heightForm(triangles, k, kappa);
      heights[1] = Math.max(heights[1], heightOf(q, kappa));
      low = Math.min(low, q);
    }
    if (kappa > 0) low = Math.min(low, leastOnTriangle(triangles, t, kappa));
    if (!(1 + kappa * low > 0)) return false;
    heights[0] = Math.min(heights[0], heightOf(low, kappa));
  }
  return true;
}

/**
 * A lower bound of q on a triangle. q is convex, so its tangent at any point bounds it from below; the tangent at the point nearest
 * to the sphere's centre is exact, and at a slightly different point nearly so.
 */
function leastOnTriangle(triangles: Float64Array, t: number, kappa: number): number {
  for (let k = 0; k < 3; k++) focus[k] = trial[k] - trial[3 + k] / kappa;
  closestPointTriangle(focus, 0, triangles, t, nearest);
  const gx = 2 * (kappa * (nearest[0] - trial[0]) + trial[3]);
  const gy = 2 * (kappa * (nearest[1] - trial[1]) + trial[4]);
  const gz = 2 * (kappa * (nearest[2] - trial[2]) + trial[5]);
  let slope = 0;
  for (let k = t; k < t + 9; k += 3) {
    const x = triangles[k] - nearest[0];
    const y = triangles[k + 1] - nearest[1];
    const z = triangles[k + 2] - nearest[2];
    slope = Math.min(slope, gx * x + gy * y + gz * z);
  }
  return heightForm(nearest, 0, kappa) + slope;
}

/** q of a point over the sphere of the trial's pole and axis. */
function heightForm(points: Float64Array, at: number, kappa: number): number {
  const x = points[at] - trial[0];
  const y = points[at + 1] - trial[1];
  const z = points[at + 2] - trial[2];
  return kappa * (x * x + y * y + z * z) + 2 * (trial[3] * x + trial[4] * y + trial[5] * z);
}

function heightOf(q: number, kappa: number): number {
  return q / (1 + Math.sqrt(Math.max(0, 1 + kappa * q)));
}
