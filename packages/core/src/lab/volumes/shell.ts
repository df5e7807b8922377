// Spherical shells (Krishnan, Gopi, Lin, Manocha & Pattekar, "Rapid and accurate contact determination between spline
// models using ShellTrees", Eurographics 1998): a part of a thick sphere, cut out by a cone from its centre.
// Layout: pole x, y, z, axis (3), sagitta σ, rim radius y, half thickness h.
//
// As a set: all points within h of a spherical cap. The cap's pole is the stored point, the sphere's centre lies behind
// it against the axis, the rim is a circle of radius y, σ below the pole; σ < y, less than half a sphere. Departures from
// the paper: the radius R = (y² + σ²)/2σ is not stored, so that a flat patch is a shell like others, σ = 0, and no number is
// larger than the patch; the rim is rounded, so that the volume with a margin is the same volume with a larger h; sets that
// no cap fits are balls, σ = y = 0.
//
// Let κ = 1/R, k² = y² + σ². The height of a point e from the pole over the sphere is η = |e + R·axis| − R = q/(1 + √(1 + κq)),
// q = κ|e|² + 2·axis·e, which contains no large radius. Inside its cone a point at height η is |η| away from the cap, elsewhere
// farther.
//
// Comparing caps A and B, the largest of three bounds, less both h:
// - the gap between their projections on the line through their middles;
// - heights of A over B's sphere: all above it, by min η, or all within the hollow, by −max η;
// - the same of B over A's.
// For e on A's cap |e|² = −2R_A·axis_A·e, so q is linear on the cap: with d from B's pole to A's, V = κ_B·d + axis_B,
// t = V·axis_A, b = |V − t·axis_A|, and z the depth of e below A's pole,
//
//   q = κ_B·d² + 2·axis_B·d + 2·(z·α/σ ± b·√(z(2R_A − z))),   α = κ_B·k²/2 − σ·t,   0 ≤ z ≤ σ.
//
// Its extremes are at the rim, α ± y·b, or inside it, ∓k²b²/2(s ± α) with s² = α² + σ²b², where k²b² < 2s(s ± α). Nothing is
// divided by σ. This separates two concentric shells by their full gap, however large the patches: a box's gap falls short by the
// sagitta.

import { inflateLast } from '../../bounds/inflate.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { ALIGNMENT_ERROR, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { capCurvature, fitShell } from './enclosing-shell.ts';

const STRIDE = 9;

/** Increment of 1 before cos² is subtracted from it (scalar/tolerances.ts). */
const RAISED_ONE = 1 + ALIGNMENT_ERROR;

/** A cap is compared with another's sphere while it is not larger than this many of its radii. Dimensionless. */
const LARGEST_CAP = 2;

/** And while it is not farther away than this: beyond, a sphere bounds no better than a point. Dimensionless. */
const FARTHEST = 2 ** 10;

/**
 * Rounding of a gap, times (offset + k of both). κ is right to 6u, the axis unit to 10u, dot products to 4u: each term of q
 * errs by at most 24u of |term|. With w = κ|x − centre| and κk ≤ LARGEST_CAP, κ|d| ≤ 3 + w, so that all terms together are at
 * most (1 + w)(5|d| + 14k), and η divides them by 1 + w: 120u·|d| + 336u·k. Dimensionless.
 */
const GAP_ROUNDING = 512 * UNIT_ROUNDOFF;

/**
 * Added to 1 + κq before its root is taken. Near the sphere's centre that vanishes, and an error e becomes √e; there all
 * terms of κq together are at most 64, right to 24u. Dimensionless.
 */
const ROOT_ERROR = 64 * 24 * UNIT_ROUNDOFF;

/** How far a cap reaches from its pole along a unit direction at angle acos(c) to its axis. Never too small. */
function capReach(c: number, sagitta: number, rim: number): number {
  const sineSq = Math.max(0, RAISED_ONE - c * c);
  const size = rim * rim + sagitta * sagitta;
  // R(1 − c) inside the rim, where 1 − c < σ/R.
  if (c > 0 && size * sineSq < 2 * sagitta * sagitta * (1 + c)) return (size * sineSq) / (2 * sagitta * (1 + c));
  return rim * Math.sqrt(sineSq) - sagitta * c;
}

/** Height for a value of q, towards 0 where rounding matters. */
function height(q: number, kappa: number): number {
  return q / (1 + Math.sqrt(Math.max(0, 1 + kappa * q + ROOT_ERROR)));
}

/**
 * The least |height| of the cap at a[i] over the sphere of the one at b[j], where all of it is on one side; negative where it is
 * not, and −∞ where the sphere is too small or too far to decide.
 */
function sphereGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = a[i] - b[j];
  const dy = a[i + 1] - b[j + 1];
  const dz = a[i + 2] - b[j + 2];
  const dd = dx * dx + dy * dy + dz * dz;
  const sagitta = a[i + 6];
  const rim = a[i + 7];
  const size = rim * rim + sagitta * sagitta;
  const kappa = capCurvature(b[j + 6], b[j + 7]);
  const near = kappa * kappa * size <= LARGEST_CAP * LARGEST_CAP && kappa * kappa * dd <= FARTHEST * FARTHEST;
  // So for a κ that overflowed, too.
  if (!near) return -Infinity;

  const ax = a[i + 3];
  const ay = a[i + 4];
  const az = a[i + 5];
  const bx = b[j + 3];
  const by = b[j + 4];
  const bz = b[j + 5];
  const vx = kappa * dx + bx;
  const vy = kappa * dy + by;
  const vz = kappa * dz + bz;
  const t = vx * ax + vy * ay + vz * az;
  const px = vx - t * ax;
  const py = vy - t * ay;
  const pz = vz - t * az;
  const acrossSq = px * px + py * py + pz * pz;
  const swing = rim * Math.sqrt(acrossSq);
  const tilt = (kappa * size) / 2 - sagitta * t;
  const s = Math.sqrt(tilt * tilt + sagitta * sagitta * acrossSq);
  const inner = size * acrossSq;
  const pole = kappa * dd + 2 * (bx * dx + by * dy + bz * dz);
  const high = tilt < 0 && inner < 2 * s * (s - tilt) ? inner / (2 * (s - tilt)) : tilt + swing;
  const low = tilt > 0 && inner < 2 * s * (s + tilt) ? -inner / (2 * (s + tilt)) : tilt - swing;
  return Math.max(-height(pole + 2 * high, kappa), height(pole + 2 * low, kappa));
}

/** The gap between the projections of two caps on the line through the middles of their sagittas. */
function middleGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const ax = a[i + 3];
  const ay = a[i + 4];
  const az = a[i + 5];
  const bx = b[j + 3];
  const by = b[j + 4];
  const bz = b[j + 5];
  const halfA = a[i + 6] / 2;
  const halfB = b[j + 6] / 2;
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const mx = dx + halfA * ax - halfB * bx;
  const my = dy + halfA * ay - halfB * by;
  const mz = dz + halfA * az - halfB * bz;
  const length = Math.sqrt(mx * mx + my * my + mz * mz);
  if (!(length > 0)) return -a[i + 7] - b[j + 7];
  const nx = mx / length;
  const ny = my / length;
  const nz = mz / length;
  const projection = nx * dx + ny * dy + nz * dz;
  const reachA = capReach(nx * ax + ny * ay + nz * az, a[i + 6], a[i + 7]);
  const reachB = capReach(-(nx * bx + ny * by + nz * bz), b[j + 6], b[j + 7]);
  return projection - reachA - reachB;
}

/** At most GAP_ROUNDING·(offset + k of both) too large. */
export function lowerBoundShellShell(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const thickness = a[i + 8] + b[j + 8];
  return Math.max(middleGap(a, i, b, j), sphereGap(a, i, b, j), sphereGap(b, j, a, i)) - thickness;
}

/** False only if disjoint, rounding included. */
export function overlapShellShell(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const offset = Math.abs(b[j] - a[i]) + Math.abs(b[j + 1] - a[i + 1]) + Math.abs(b[j + 2] - a[i + 2]);
  const sizes = a[i + 6] + a[i + 7] + b[j + 6] + b[j + 7];
  const limit = a[i + 8] + b[j + 8] + GAP_ROUNDING * (offset + sizes);
  // The cheap test first; the spheres only where it does not decide.
  if (middleGap(a, i, b, j) > limit) return false;
  return sphereGap(a, i, b, j) <= limit && sphereGap(b, j, a, i) <= limit;
}

function moveShell(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, o: number): void {
  const scale = pose[12];
  const px = v[at] * scale;
  const py = v[at + 1] * scale;
  const pz = v[at + 2] * scale;
  const mx = v[at + 3];
  const my = v[at + 4];
  const mz = v[at + 5];
  for (let k = 0; k < 3; k++) {
    const x = pose[3 * k];
    const y = pose[3 * k + 1];
    const z = pose[3 * k + 2];
    out[o + k] = x * px + y * py + z * pz + pose[9 + k];
    out[o + 3 + k] = x * mx + y * my + z * mz;
  }
  out[o + 6] = v[at + 6] * scale;
  out[o + 7] = v[at + 7] * scale;
  out[o + 8] = v[at + 8] * scale + pose[13];
}

/**
 * The bound's rounding: a rim is no wider than the body of reach r, so k is at most 3r; a pole is at most as far outside:
 * 3·336u + 2·120u for the gap, 11u for a moved pole, 3·8u for a moved axis.
 *
 * @example
 * const model = Model.build(torus(), { with: [shellVolume] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: shellVolume }).status); // separated
 */
export const shellVolume: VolumeKind = {
  name: 'shell',
  stride: STRIDE,
  lengths: 3,
  rounding: 1536 * UNIT_ROUNDOFF,
  fit: fitShell,
  inflate: inflateLast(STRIDE, 1),
  move: moveShell,
  overlap: overlapShellShell,
  lowerBound: lowerBoundShellShell,
};
