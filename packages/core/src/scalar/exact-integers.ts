// Doubles are integers times a power of two, so polynomials in them have exact values in BigInt. Slow, and used only where doubles
// do not decide.

import { scaleByPowerOfTwo } from './power-of-two.ts';

/** Every double is a whole multiple of 2 to this power. */
const LOWEST_EXPONENT = -1074;

const bits = new DataView(new ArrayBuffer(8));
const WORD = 0x100000000;

/** The exponent of the lowest bit set in x; for 0, none: +Infinity. */
export function lowestBit(x: number): number {
  if (x === 0) return Infinity;
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  const exponent = (high >>> 20) & 0x7ff;
  const mantissaHigh = (high & 0xfffff) | (exponent === 0 ? 0 : 0x100000);
  const zeros = low !== 0 ? trailingZeros(low) : 32 + trailingZeros(mantissaHigh);
  return Math.max(exponent, 1) - 1 + LOWEST_EXPONENT + zeros;
}

/** x / 2^unit, exactly, for `unit` no higher than the lowest bit of x. */
export function toInteger(x: number, unit: number): bigint {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const mantissaHigh = (high & 0xfffff) | (exponent === 0 ? 0 : 0x100000);
  const mantissa = BigInt(mantissaHigh * WORD + bits.getUint32(4));
  const shift = Math.max(exponent, 1) - 1 + LOWEST_EXPONENT - unit;
  const magnitude = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
  return x < 0 ? -magnitude : magnitude;
}

/** numerator / denominator · 2^exponent as a double, to within an ulp; ±Infinity or 0 where doubles end. */
export function ratioToDouble(numerator: bigint, denominator: bigint, exponent: number): number {
  // The quotient keeps about 66 bits, more than a double can hold.
  const shift = 66 - (bitLength(numerator) - bitLength(denominator));
  const quotient =
    shift >= 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  return scaleByPowerOfTwo(Number(quotient), exponent - shift);
}

/** Bits of |n|, rounded up to a multiple of four. */
function bitLength(n: bigint): number {
  return 4 * (n < 0n ? -n : n).toString(16).length;
}

/** Zero bits below the lowest set bit of a non-zero 32-bit word. */
function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
