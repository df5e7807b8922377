// Bounds of lengths in texts for people: rounded outward, so that they still hold as they are printed.

import type { Bracket } from '../question.ts';

/** Digits of a length for people; results have all. */
const DIGITS = 6;

/** A bracket with its unit, or one number where both bounds are the same to the digits that are printed. */
export function bracketText({ lower, upper }: Bracket, unit: string): string {
  const unitText = unit === '' ? '' : ` ${unit}`;
  // A result that was read from a file has null for infinite.
  if (!Number.isFinite(upper)) return lower > 0 ? `at least ${roundedText(lower, -1)}${unitText}` : 'not known';
  if (lower.toPrecision(DIGITS) === upper.toPrecision(DIGITS)) {
    return `${Number(upper.toPrecision(DIGITS))}${unitText}`;
  }
  const least = lower > 0 ? `${roundedText(lower, -1)} to` : 'at most';
  return `${least} ${roundedText(upper, 1)}${unitText}`;
}

/** A number in six digits that is no less, or with the sign -1 no greater. */
function roundedText(x: number, sign: 1 | -1): string {
  const nearest = Number(x.toPrecision(DIGITS));
  if (sign * (nearest - x) >= 0) return String(nearest);
  const [, exponent] = x.toExponential(DIGITS - 1).split('e');
  const step = Number(`1e${Number(exponent) - DIGITS + 1}`);
  return String(Number((nearest + sign * step).toPrecision(DIGITS)));
}
