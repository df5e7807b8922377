// Scaling by powers of two is exact, so lengths of any size can be scaled to about 1 and back without error. Powers are made from
// their bits: ECMAScript leaves `**` to the engine.

const bits = new DataView(new ArrayBuffer(8));
const EXPONENT_BIAS = 1023;
const LOWEST_NORMAL_EXPONENT = -1022;

/** 2ᵏ for −1074 ≤ k ≤ 1023, exactly. */
export function powerOfTwo(k: number): number {
  if (k < LOWEST_NORMAL_EXPONENT) return powerOfTwo(k + 52) * Number.EPSILON; // EPSILON is 2⁻⁵²
  bits.setUint32(0, (k + EXPONENT_BIAS) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** The lowest k ≥ −1022 with |x| < 2ᵏ, for finite x below 2¹⁰²³ in magnitude. */
export function exponentAbove(x: number): number {
  bits.setFloat64(0, x);
  const exponent = (bits.getUint32(0) >>> 20) & 0x7ff;
  return Math.max(exponent - EXPONENT_BIAS + 1, LOWEST_NORMAL_EXPONENT);
}

/** x · 2ᵏ for any whole k; ±Infinity or 0 where doubles end. */
export function scaleByPowerOfTwo(x: number, k: number): number {
  let scaled = x;
  let left = k;
  for (; left > 1023 && Number.isFinite(scaled) && scaled !== 0; left -= 1023) scaled *= powerOfTwo(1023);
  for (; left < LOWEST_NORMAL_EXPONENT && scaled !== 0; left += 1022) scaled *= powerOfTwo(LOWEST_NORMAL_EXPONENT);
  if (scaled === 0 || !Number.isFinite(scaled)) return scaled;
  return scaled * powerOfTwo(left);
}
