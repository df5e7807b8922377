import { powerOfTwo, scaleByPowerOfTwo } from '../scalar/power-of-two.ts';
import { addCompensated, compensatedSum } from './compensated-sum.ts';
import { type Mesh, requireSoundMesh } from './mesh.ts';
import { type SolidMoments, solidMoments } from './moments.ts';
import { solidity } from './topology.ts';

/** A symmetric 3×3 matrix, row by row. See {@link MassProperties}. */
export type Matrix3 = readonly [number, number, number, number, number, number, number, number, number];

/**
 * Mass properties of a solid of density 1. A region is weighted with its winding number: a cavity (a shell with the opposite
 * orientation) is subtracted, and overlapping shells count twice in their overlap.
 *
 * @see {@link massProperties}
 */
export interface SolidMassProperties {
  readonly status: 'solid';
  /** Always positive, for either orientation of the faces; see `inward`. */
  readonly volume: number;
  readonly centroid: readonly [number, number, number];
  /** Inertia tensor about the centroid, in the axes of the mesh. Products of inertia are off the diagonal, negated. */
  readonly inertia: Matrix3;
  /** True when the faces point inward, so that the signed volume is −volume. */
  readonly inward: boolean;
  /** Area of all triangles. */
  readonly area: number;
}

/** Why a mesh has no mass properties. See {@link massProperties}. */
export interface NoMassProperties {
  /**
   * - `not-closed`: the surface has a border, so it bounds nothing.
   * - `not-oriented`: closed, but neighbouring faces disagree about inside and outside.
   * - `zero-volume`: the signed volume is exactly zero: flat, or parts that cancel.
   * - `out-of-range`: the volume or the inertia is too large or too small for a double.
   */
  readonly status: 'not-closed' | 'not-oriented' | 'zero-volume' | 'out-of-range';
  readonly volume: null;
  readonly centroid: null;
  readonly inertia: null;
  readonly inward: null;
  /** Area of all triangles. */
  readonly area: number;
}

/** Result of {@link massProperties}. */
export type MassProperties = SolidMassProperties | NoMassProperties;

/** The least double with full precision; below it, a volume or an inertia is mostly rounding. */
const LEAST_NORMAL = /* @__PURE__ */ powerOfTwo(-1022);

/**
 * Volume, centroid and inertia of the solid a mesh bounds (density 1), or the reason why it has none; and its area.
 *
 * Computed relative to the mesh itself, so the distance from the origin adds no error beyond the rounding of the vertices. The
 * volume of a compact body is accurate to about 10⁻¹⁵ relative, that of a thin one (thickness t for extent 1) to about 10⁻¹⁵/t but
 * never worse than 2⁻²⁶; its sign, and whether it is zero, is exact.
 *
 * @example
 * console.log(massProperties(box()).volume); // 1
 */
export function massProperties(mesh: Mesh): MassProperties {
  requireSoundMesh('massProperties', mesh);
  const area = surfaceArea(mesh);
  const { closed, oriented } = solidity(mesh);
  if (!closed) return noMass('not-closed', area);
  if (!oriented) return noMass('not-oriented', area);
  const moments = solidMoments(mesh);
  if (moments === null) return noMass('zero-volume', area);

  const inward = moments.volume < 0;
  const volume = Math.abs(scaleByPowerOfTwo(moments.volume, 3 * moments.exponent));
  const inertia = inertiaOf(moments, inward ? -1 : 1);
  const size = Math.min(volume, Math.max(Math.abs(inertia[0]), Math.abs(inertia[4]), Math.abs(inertia[8])));
  const finite = [volume, ...moments.centroid, ...inertia].every(Number.isFinite);
  if (!finite || size < LEAST_NORMAL) return noMass('out-of-range', area);
  return { status: 'solid', volume, centroid: moments.centroid, inertia, inward, area };
}

function noMass(status: NoMassProperties['status'], area: number): NoMassProperties {
  return { status, volume: null, centroid: null, inertia: null, inward: null, area };
}

function inertiaOf(moments: SolidMoments, sign: 1 | -1): Matrix3 {
  // Adding 0 turns the −0 of a symmetric body into 0.
  const entry = (value: number): number => scaleByPowerOfTwo(sign * value, 5 * moments.exponent) + 0;
  const { xx, yy, zz } = moments;
  const xy = entry(-moments.xy);
  const yz = entry(-moments.yz);
  const zx = entry(-moments.zx);
  return [entry(yy + zz), xy, zx, xy, entry(zz + xx), yz, zx, yz, entry(xx + yy)];
}

/** Each triangle is measured in units of its own size, so that neither a huge nor a tiny one leaves the range of doubles. */
function surfaceArea(mesh: Mesh): number {
  const { positions, triangles } = mesh;
  const sums = new Float64Array(2);
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const u = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
    const v = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
    if (u === 0 || v === 0) continue;

    const nx = (uy / u) * (vz / v) - (uz / u) * (vy / v);
    const ny = (uz / u) * (vx / v) - (ux / u) * (vz / v);
    const nz = (ux / u) * (vy / v) - (uy / u) * (vx / v);
    addCompensated(sums, 0, (Math.sqrt(nx * nx + ny * ny + nz * nz) * u * v) / 2);
  }
  return compensatedSum(sums, 0);
}
