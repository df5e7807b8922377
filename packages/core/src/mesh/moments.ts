// Volume, centroid and second moments of the solid a closed, oriented mesh bounds.
//
// By the divergence theorem each integral over the solid is a sum over signed tetrahedra from a common apex o to the
// triangles (Tonon 2004; the polynomials agree with Mirtich 1996 and Eberly's revision of it). With a, b, c relative to
// o, d = det(a, b, c) and s = a + b + c, a tetrahedron adds
//   ∫1 = d/6,   ∫x = d·s/24,   ∫x·xᵀ = d·(s·sᵀ + a·aᵀ + b·bᵀ + c·cᵀ)/120.
//
// 1. Lengths are divided by a power of two near the extent of the mesh: nothing overflows.
// 2. The apex is first the middle of the box, so a mesh 10⁶ away keeps its digits; then the centroid found, so the second
//    moments are central from the start and nothing large is subtracted at the end.
// 3. Sums are compensated: the error does not grow with the number of triangles.
// 4. A running bound on the rounding error of the volume is kept. If it is not far below the volume, the body is so thin, or
//    cancels so much, that the sums are mostly rounding: integers decide (exact-moments.ts).

import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { addCompensated, compensatedSum } from './compensated-sum.ts';
import { exactMoments } from './exact-moments.ts';
import type { Mesh } from './mesh.ts';

/** Integrals over a solid, weighted with its winding number: an inward mesh has all of them negative. */
export interface SolidMoments {
  /** `volume` is in units of (2^exponent)³, the second moments in units of (2^exponent)⁵. */
  readonly exponent: number;
  readonly volume: number;
  /** In model units. */
  readonly centroid: readonly [number, number, number];
  /** ∫(x − gₓ)² and so on, about the centroid g. */
  readonly xx: number;
  readonly yy: number;
  readonly zz: number;
  readonly xy: number;
  readonly yz: number;
  readonly zx: number;
}

/**
 * Bounds the rounding of the sum of d over Σ|terms of d|, dimensionless. A term sees three rounded differences, two
 * products and three sums: 8u. The compensated sum adds at most 2u, the plain sum of the bound itself may fall short by
 * a fraction; 16 holds all of it.
 */
const DETERMINANT_ROUNDING = 16 * UNIT_ROUNDOFF;

/** Bounds what underflow may take from d in one triangle, in units of (2^exponent)³ where every length is below 2. */
const DETERMINANT_UNDERFLOW = /* @__PURE__ */ powerOfTwo(-1060);

/** The relative error of the volume up to which doubles are trusted, dimensionless: half of their digits. */
const TRUSTED_ERROR = /* @__PURE__ */ powerOfTwo(-26);

/** Below this exponent of the extent, 2^−exponent is not a double. */
const LOWEST_SCALABLE_EXPONENT = -1000;

// Layout of the sums: pairs (see addCompensated) of d, d·s, d·(s·sᵀ + …), and then the plain sum of |terms of d|.
const D = 0;
const MX = 2;
const MY = 4;
const MZ = 6;
const MXX = 8;
const MYY = 10;
const MZZ = 12;
const MXY = 14;
const MYZ = 16;
const MZX = 18;
const MAGNITUDE = 20;
const SUMS = 21;

/**
 * Moments of a closed, oriented mesh; null when the enclosed volume is exactly zero. (For any other mesh the integrals
 * depend on the apex and mean nothing.) The sign of the volume is always right.
 */
export function solidMoments(mesh: Mesh): SolidMoments | null {
  const { low, high } = referencedBox(mesh);
  let ox = low[0] + (high[0] - low[0]) / 2;
  let oy = low[1] + (high[1] - low[1]) / 2;
  let oz = low[2] + (high[2] - low[2]) / 2;
  const exponent = exponentAbove(Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
  if (exponent < LOWEST_SCALABLE_EXPONENT) return exactMoments(mesh, exponent);

  const scale = powerOfTwo(exponent);
  const sums = new Float64Array(SUMS);
  accumulate(mesh, ox, oy, oz, powerOfTwo(-exponent), sums);
  if (!isTrusted(sums, mesh.triangleCount)) return exactMoments(mesh, exponent);

  // With windings of both signs the centroid may lie far outside; the centre of the box is then the better apex.
  const d = compensatedSum(sums, D);
  const gx = ox + (compensatedSum(sums, MX) / (4 * d)) * scale;
  const gy = oy + (compensatedSum(sums, MY) / (4 * d)) * scale;
  const gz = oz + (compensatedSum(sums, MZ) / (4 * d)) * scale;
  if (gx >= low[0] && gx <= high[0] && gy >= low[1] && gy <= high[1] && gz >= low[2] && gz <= high[2]) {
    ox = gx;
    oy = gy;
    oz = gz;
    accumulate(mesh, ox, oy, oz, powerOfTwo(-exponent), sums);
    if (!isTrusted(sums, mesh.triangleCount)) return exactMoments(mesh, exponent);
  }
  return centralMoments(sums, ox, oy, oz, exponent);
}

/** Moves the second moments from the apex to the centroid. */
function centralMoments(sums: Float64Array, ox: number, oy: number, oz: number, exponent: number): SolidMoments {
  const scale = powerOfTwo(exponent);
  const d = compensatedSum(sums, D);
  const volume = d / 6;
  const gx = compensatedSum(sums, MX) / (4 * d);
  const gy = compensatedSum(sums, MY) / (4 * d);
  const gz = compensatedSum(sums, MZ) / (4 * d);
  return {
    exponent,
    volume,
    centroid: [ox + gx * scale, oy + gy * scale, oz + gz * scale],
    xx: compensatedSum(sums, MXX) / 120 - volume * gx * gx,
    yy: compensatedSum(sums, MYY) / 120 - volume * gy * gy,
    zz: compensatedSum(sums, MZZ) / 120 - volume * gz * gz,
    xy: compensatedSum(sums, MXY) / 120 - volume * gx * gy,
    yz: compensatedSum(sums, MYZ) / 120 - volume * gy * gz,
    zx: compensatedSum(sums, MZX) / 120 - volume * gz * gx,
  };
}

function isTrusted(sums: Float64Array, triangleCount: number): boolean {
  const error = DETERMINANT_ROUNDING * sums[MAGNITUDE] + DETERMINANT_UNDERFLOW * triangleCount;
  return error <= TRUSTED_ERROR * Math.abs(compensatedSum(sums, D));
}

/** Fills `sums` with the integrals over all tetrahedra with apex o, lengths multiplied by `unscale`. */
function accumulate(mesh: Mesh, ox: number, oy: number, oz: number, unscale: number, sums: Float64Array): void {
  const { positions, triangles } = mesh;
  sums.fill(0);
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ax = (positions[a] - ox) * unscale;
    const ay = (positions[a + 1] - oy) * unscale;
    const az = (positions[a + 2] - oz) * unscale;
    const bx = (positions[b] - ox) * unscale;
    const by = (positions[b + 1] - oy) * unscale;
    const bz = (positions[b + 2] - oz) * unscale;
    const cx = (positions[c] - ox) * unscale;
    const cy = (positions[c + 1] - oy) * unscale;
    const cz = (positions[c + 2] - oz) * unscale;
    const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sums[MAGNITUDE] +=
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));

    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    addCompensated(sums, D, d);
    addCompensated(sums, MX, d * sx);
    addCompensated(sums, MY, d * sy);
    addCompensated(sums, MZ, d * sz);
    addCompensated(sums, MXX, d * (sx * sx + ax * ax + bx * bx + cx * cx));
    addCompensated(sums, MYY, d * (sy * sy + ay * ay + by * by + cy * cy));
    addCompensated(sums, MZZ, d * (sz * sz + az * az + bz * bz + cz * cz));
    addCompensated(sums, MXY, d * (sx * sy + ax * ay + bx * by + cx * cy));
    addCompensated(sums, MYZ, d * (sy * sz + ay * az + by * bz + cy * cz));
    addCompensated(sums, MZX, d * (sz * sx + az * ax + bz * bx + cz * cx));
  }
}

/** The box of the vertices that triangles use: an unused vertex far away must not reduce precision. */
function referencedBox(mesh: Mesh): { low: number[]; high: number[] } {
  const { positions, triangles } = mesh;
  const low: number[] = [];
  const high: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity;
    let most = -Infinity;
    for (let k = 0; k < triangles.length; k++) {
      const x = positions[3 * triangles[k] + axis];
      if (x < least) least = x;
      if (x > most) most = x;
    }
    low.push(least);
    high.push(most);
  }
  return { low, high };
}
