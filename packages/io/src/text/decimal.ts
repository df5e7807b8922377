// Decimal numbers, correctly rounded. A number of at most 15 digits and a power of ten up to 22 are both exact doubles,
// so one product or quotient of them is rounded once, which is right (Clinger, "How to read floating point numbers
// accurately", PLDI 1990). Sixteen to nineteen digits, as programs write doubles, are an exact sum of two doubles, whose quotient by the
// power is known to twice the precision of a double: that is right unless it is next to the middle of two doubles. Everything else is
// left to the language's own reader, which needs the number as a string.

/** A decimal integer of this many digits is below 2⁵³. */
const EXACT_DIGITS = 15;

/** 10²² is the largest power of ten that is a double. */
const EXACT_POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const LARGEST_EXACT_POWER = 22;

/** More digits than this may not be a sum of two doubles: 10¹⁹ is below 2⁶⁴. */
const MOST_DIGITS = 19;

/** 2²⁷ + 1: splits a double into two halves of 26 bits (Dekker, "A floating-point technique for extending the precision", 1971). */
const SPLITTER = 2 ** 27 + 1;

/**
 * What the second part of a quotient can be off by, relative to itself: one rounding each of the remainder's sum, of the division
 * and of the product with this, 3u. Twice that, and u = 2⁻⁵³.
 */
const QUOTIENT_ERROR = 6 * 2 ** -53;

const latin1 = new TextDecoder('latin1');

/** The last number scanned: its value, and the position after it. */
export interface Scanned {
  value: number;
  end: number;
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/**
 * Reads `[+-] digits [. digits] [e [+-] digits]` at `start`; a point needs a digit on one side. Returns false, and does not change
 * `out`, where there is none. The caller checks what follows the number.
 */
export function scanDecimal(bytes: Uint8Array, start: number, limit: number, out: Scanned): boolean {
  let at = start;
  const negative = at < limit && bytes[at] === 45;
  if (at < limit && (negative || bytes[at] === 43)) at++;

  // The first fifteen digits that count, and those behind them.
  let mantissa = 0;
  let rest = 0;
  let significant = 0;
  let digits = 0;
  let fraction = 0;
  for (; at < limit && isDigit(bytes[at]); at++, digits++) {
    if (significant < EXACT_DIGITS) mantissa = mantissa * 10 + (bytes[at] - 48);
    else rest = rest * 10 + (bytes[at] - 48);
    if (mantissa !== 0) significant++;
  }
  if (at < limit && bytes[at] === 46) {
    at++;
    for (; at < limit && isDigit(bytes[at]); at++, digits++, fraction++) {
      if (significant < EXACT_DIGITS) mantissa = mantissa * 10 + (bytes[at] - 48);
      else rest = rest * 10 + (bytes[at] - 48);
      if (mantissa !== 0) significant++;
    }
  }
  if (digits === 0) return false;

  let exponent = 0;
  if (at < limit && (bytes[at] === 101 || bytes[at] === 69)) {
    let behind = at + 1;
    const down = behind < limit && bytes[behind] === 45;
    if (behind < limit && (down || bytes[behind] === 43)) behind++;
    const first = behind;
    // Past the cap the value is 0 or infinite anyway, and the slow method decides which.
    for (; behind < limit && isDigit(bytes[behind]); behind++) {
      exponent = Math.min(exponent * 10 + (bytes[behind] - 48), 1e6);
    }
    if (behind === first) return false;
    if (down) exponent = -exponent;
    at = behind;
  }

  out.end = at;
  const power = exponent - fraction;
  if (significant <= EXACT_DIGITS && power >= -LARGEST_EXACT_POWER && power <= LARGEST_EXACT_POWER) {
    const magnitude = power < 0 ? mantissa / EXACT_POWERS[-power] : mantissa * EXACT_POWERS[power];
    out.value = negative ? -magnitude : magnitude;
    return true;
  }
  let magnitude = Number.NaN;
  if (significant > EXACT_DIGITS && significant <= MOST_DIGITS && power <= 0 && power >= -LARGEST_EXACT_POWER) {
    magnitude = quotient(mantissa, EXACT_POWERS[significant - EXACT_DIGITS], rest, EXACT_POWERS[-power]);
  }
  if (magnitude > 0) out.value = negative ? -magnitude : magnitude;
  else out.value = Number(latin1.decode(bytes.subarray(start, at)));
  return true;
}

/** (high · shift + low) / divisor, correctly rounded; NaN where that is not certain. All are integers, the sum below 2⁶⁴. */
function quotient(high: number, shift: number, low: number, divisor: number): number {
  // The dividend as s + t: what the rounding of s loses is an integer of a few bits, as are all parts of it.
  const product = high * shift;
  const s = product + low;
  const t = productError(high, shift, product) + (low - (s - product));
  const q = s / divisor;
  // The remainder of a division is a double.
  const back = q * divisor;
  const remainder = s - back - productError(q, divisor, back);
  const correction = (remainder + t) / divisor;
  const lower = q + (correction - Math.abs(correction) * QUOTIENT_ERROR);
  const upper = q + (correction + Math.abs(correction) * QUOTIENT_ERROR);
  return lower === upper ? lower : Number.NaN;
}

/** a · b less its rounded value, exactly. */
function productError(a: number, b: number, product: number): number {
  const scaledA = SPLITTER * a;
  const highA = scaledA - (scaledA - a);
  const lowA = a - highA;
  const scaledB = SPLITTER * b;
  const highB = scaledB - (scaledB - b);
  const lowB = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}
