// Numbers of about 106 bits as unevaluated sums hi + lo of two doubles (Dekker 1971; Knuth; Hida, Li, Bailey 2001).
//
// A number is in a register: two neighbouring doubles of a Float64Array, hi first. Registers instead of returned objects avoid
// allocation. Products and quotients are accurate to a few units of 2⁻¹⁰⁴ of themselves, sums to one such unit of |a| + |b| (the
// short form of the sum: cancellation reduces the relative accuracy), as long as nothing overflows or underflows; |operands|
// between 1e-140 and 1e140 are safe.

/** 2²⁷ + 1 splits a double into two halves of 26 bits whose products are exact. */
const SPLITTER = 134217729;

/** r[out] = x, exactly. */
export function ddSet(r: Float64Array, out: number, x: number): void {
  r[out] = x;
  r[out + 1] = 0;
}

/** r[out] = x − y for two doubles, exactly. */
export function ddDifference(r: Float64Array, out: number, x: number, y: number): void {
  const difference = x - y;
  const virtualY = x - difference;
  r[out + 1] = x - (difference + virtualY) + (virtualY - y);
  r[out] = difference;
}

/** r[out] = r[a] + sign · r[b], sign being 1 or −1; exactly 0 where the two are the same number. */
export function ddAdd(r: Float64Array, out: number, a: number, b: number, sign: number): void {
  const x = r[a];
  const y = sign * r[b];
  const sum = x + y;
  const virtualY = sum - x;
  const low = x - (sum - virtualY) + (y - virtualY) + (r[a + 1] + sign * r[b + 1]);
  const hi = sum + low;
  r[out] = hi;
  r[out + 1] = low - (hi - sum);
}

/** r[out] = r[a] · r[b]. */
export function ddMultiply(r: Float64Array, out: number, a: number, b: number): void {
  const x = r[a];
  const y = r[b];
  const product = x * y;
  const xBig = SPLITTER * x;
  const xHigh = xBig - (xBig - x);
  const xLow = x - xHigh;
  const yBig = SPLITTER * y;
  const yHigh = yBig - (yBig - y);
  const yLow = y - yHigh;
  const error = xHigh * yHigh - product + xHigh * yLow + xLow * yHigh + xLow * yLow;
  const low = error + (x * r[b + 1] + r[a + 1] * y);
  const hi = product + low;
  r[out] = hi;
  r[out + 1] = low - (hi - product);
}

/** r[out] = r[a] / r[b]. */
export function ddDivide(r: Float64Array, out: number, a: number, b: number): void {
  const y = r[b];
  const quotient = r[a] / y;
  // The remainder r[a] − quotient · r[b], to double precision, gives the low half.
  const product = quotient * y;
  const qBig = SPLITTER * quotient;
  const qHigh = qBig - (qBig - quotient);
  const qLow = quotient - qHigh;
  const yBig = SPLITTER * y;
  const yHigh = yBig - (yBig - y);
  const yLow = y - yHigh;
  const error = qHigh * yHigh - product + qHigh * yLow + qLow * yHigh + qLow * yLow;
  const low = (r[a] - product - error + r[a + 1] - quotient * r[b + 1]) / y;
  const hi = quotient + low;
  r[out] = hi;
  r[out + 1] = low - (hi - quotient);
}
