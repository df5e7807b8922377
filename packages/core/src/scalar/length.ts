// The length of a vector of any size: squares of lengths beyond 1e±150 are not doubles.

import { exponentAbove, scaleByPowerOfTwo } from './power-of-two.ts';

/** Sums of squares between this and the largest double have full precision. A length squared. */
const LEAST_SQUARE: number = 2 ** -900;

/** √(x² + y² + z²), the same bits as by the formula wherever that neither overflows nor underflows. */
export function lengthOf(x: number, y: number, z: number): number {
  const sq = x * x + y * y + z * z;
  if (sq >= LEAST_SQUARE && sq < Infinity) return Math.sqrt(sq);
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0 && largest < Infinity)) return largest;
  const k = exponentAbove(largest);
  const [a, b, c] = [scaleByPowerOfTwo(x, -k), scaleByPowerOfTwo(y, -k), scaleByPowerOfTwo(z, -k)];
  return scaleByPowerOfTwo(Math.sqrt(a * a + b * b + c * c), k);
}
