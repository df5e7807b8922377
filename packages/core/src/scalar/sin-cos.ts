// Sine and cosine by + − × alone. ECMAScript leaves Math.sin and Math.cos to the engine; these give the same bits
// everywhere, and their error is known.
//
// 1. The argument x + low is reduced to r with |r| ≤ π/4 + 2⁻³⁰ by subtracting k·π/2, after Cody and Waite: π/2 is the sum of two
//    parts of 33 bits and a rest. Products of the parts with k < 2²⁰ are exact, and so is the first difference (both are multiples
//    of 2⁻⁵³ and nearly equal). The second leaves its rounding in a low half. r is right to 2⁻⁹⁹. Taylor series of sin r and cos r,
//    in which the largest term, r or 1 − r²/2, is added last. The first terms left out are r¹⁹/19! < 2⁻⁶³ and r²⁰/20! < 2⁻⁶⁷.
//
// Error, with u = 2⁻⁵³ and z = r² ≤ 0.617. Sine: the terms after r are at most 0.0786, each factor of them rounded, together
// 5u of that: 0.4u; the last sum ½ulp ≤ 0.5u; what the low half lacks, 0.02u. Cosine: z is off by uz, which 1 − z/2 sees by
// half, 0.31u; the terms after it are at most 0.016, off by 6u of that: 0.1u; the last sum 0.5u. So both are within SIN_COS_ERROR
// = 2u of the exact values, with half of it to spare; where |x| ≤ π/4 the sine is within 2u of itself as well.

import { UNIT_ROUNDOFF } from './tolerances.ts';

/** Error bound of `sinCos`. Dimensionless. */
export const SIN_COS_ERROR: number = 2 * UNIT_ROUNDOFF;

/** Arguments up to this are reduced as described above. Radians. */
export const LARGEST_ANGLE: number = 2 ** 20;

/** Leaf scratch. */
const both: Float64Array = new Float64Array(2);

/** sin x, as `sinCos`. */
export function sine(x: number): number {
  sinCos(x, both);
  return both[0];
}

/** cos x, as `sinCos`. */
export function cosine(x: number): number {
  sinCos(x, both);
  return both[1];
}

const TWO_OVER_PI = 0.6366197723675814;
const HALF_PI_1 = 1.5707963267341256; // 33 bits
const HALF_PI_2 = 6.077100506303966e-11; // the next 33
const HALF_PI_3 = 2.0222662487959506e-21; // the rest, to 2⁻¹²²

/**
 * Writes [sin(x + low), cos(x + low)] to `out`, for |x| ≤ LARGEST_ANGLE. `low` is the remainder of a number beyond the double x: at
 * most an ulp of x.
 *
 * @example
 * const out = new Float64Array(2);
 * sinCos(0, out);
 * console.log(out.join(' ')); // 0 1
 */
export function sinCos(x: number, out: Float64Array, low = 0): void {
  const k = Math.round(x * TWO_OVER_PI);
  const near = x - k * HALF_PI_1;
  const second = k * HALF_PI_2;
  const high = near - second;
  const virtual = near - high;
  const rest = near - (high + virtual) + (virtual - second) - k * HALF_PI_3 + low;
  const r = high + rest;
  const tail = rest - (r - high);

  const z = r * r;
  let p = 1 / 355687428096000; // 1/17!
  p = p * z - 1 / 1307674368000;
  p = p * z + 1 / 6227020800;
  p = p * z - 1 / 39916800;
  p = p * z + 1 / 362880;
  p = p * z - 1 / 5040;
  p = p * z + 1 / 120;
  p = p * z - 1 / 6;
  const half = z / 2;
  const sine = r + (r * z * p + tail * (1 - half));

  let q = -1 / 6402373705728000; // 1/18!
  q = q * z + 1 / 20922789888000;
  q = q * z - 1 / 87178291200;
  q = q * z + 1 / 479001600;
  q = q * z - 1 / 3628800;
  q = q * z + 1 / 40320;
  q = q * z - 1 / 720;
  q = q * z + 1 / 24;
  const main = 1 - half;
  const cosine = main + (1 - main - half + (z * z * q - r * tail));

  const quarter = k & 3;
  out[0] = quarter === 0 ? sine : quarter === 1 ? cosine : quarter === 2 ? -sine : -cosine;
  out[1] = quarter === 0 ? cosine : quarter === 1 ? -sine : quarter === 2 ? -cosine : sine;
}
