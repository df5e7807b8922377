// Decimal numbers, correctly rounded. A number of at most 15 digits and a power of ten up to 22 are both exact doubles,
// so one product or quotient of them is rounded once, which is right (Clinger, "How to read floating point numbers
// accurately", PLDI 1990). Everything else is left to the language's own reader.

/** A decimal integer of this many digits is below 2⁵³. */
const EXACT_DIGITS = 15;

/** 10²² is the largest power of ten that is a double. */
const EXACT_POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const LARGEST_EXACT_POWER = 22;

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

  let mantissa = 0;
  let significant = 0;
  let digits = 0;
  let fraction = 0;
  for (; at < limit && isDigit(bytes[at]); at++, digits++) {
    mantissa = mantissa * 10 + (bytes[at] - 48);
    if (mantissa !== 0) significant++;
  }
  if (at < limit && bytes[at] === 46) {
    at++;
    for (; at < limit && isDigit(bytes[at]); at++, digits++, fraction++) {
      mantissa = mantissa * 10 + (bytes[at] - 48);
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
  } else {
    out.value = Number(latin1.decode(bytes.subarray(start, at)));
  }
  return true;
}
