// The angle of a vector, by + − × ÷ alone, for the same reasons as in sin-cos.ts.
//
// In the first eighth of the plane, 0 ≤ y ≤ x, the vector is rotated back by atan c, where c = 0, ¼, ½, ¾ or 1 is nearest to y/x;
// the remainder, t = (y − cx)/(x + cy), is at most 1/8 for c = 0 and less than that for the others, and its arc tangent is a Taylor
// series to t¹⁹ (t²¹/21 < 2⁻⁶⁷).
//
// Error: y − cx is exact but for c = ¾, where cx rounds by u·¾x (y and cx are within a factor 2 of each other). So t is off by
// 2u of itself, or by 0.6u; the series by 2u·t more; atan c is kept in two halves, and the last sum rounds by u. Together
// below 4u of the angle in the first eighth; the other seven add or subtract what they are from multiples of π/2, also in
// halves, which rounds once more: ARC_TANGENT_ERROR, 5u of the angle.

import { UNIT_ROUNDOFF } from './tolerances.ts';

/** Error bound of `arcTangent`, in parts of the angle. Dimensionless. */
export const ARC_TANGENT_ERROR: number = 5 * UNIT_ROUNDOFF;

/** atan(c/4), and its remainder beyond the double. */
const STEPS: Float64Array = Float64Array.of(
  0,
  0,
  0.24497866312686414,
  1.0698755618734451e-17,
  0.4636476090008061,
  2.2698777452961687e-17,
  0.6435011087932844,
  1.5834785051444286e-17,
  0.7853981633974483,
  3.061616997868383e-17,
);
const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;

/**
 * The angle of the vector (x, y) with the first axis, from 0 to π, for y ≥ 0 and not both 0.
 *
 * @example
 * console.log(arcTangent(1, 1) === Math.PI / 4); // true
 */
export function arcTangent(y: number, x: number): number {
  const across = Math.abs(x);
  const steep = y > across;
  const long = steep ? y : across;
  const short = steep ? across : y;
  const step = Math.round((4 * short) / long);
  const c = step / 4;
  const t = (short - c * long) / (long + c * short);
  const z = t * t;
  let p = -1 / 19;
  p = p * z + 1 / 17;
  p = p * z - 1 / 15;
  p = p * z + 1 / 13;
  p = p * z - 1 / 11;
  p = p * z + 1 / 9;
  p = p * z - 1 / 7;
  p = p * z + 1 / 5;
  p = p * z - 1 / 3;
  const high = STEPS[2 * step];
  const low = t * z * p + t + STEPS[2 * step + 1];
  // Four cases give the full angle: the second half is the supplement, and a steep vector the complement.
  if (!steep) return x >= 0 ? high + low : 2 * HALF_PI - high - (low - 2 * HALF_PI_LOW);
  return x >= 0 ? HALF_PI - high - (low - HALF_PI_LOW) : HALF_PI + high + (low + HALF_PI_LOW);
}
