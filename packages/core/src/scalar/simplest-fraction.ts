/** A fraction of whole numbers. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The fraction with the least denominator in [low, high], for 0 ≤ low ≤ high, by the walk down the Stern–Brocot tree.
 * Hand-made scenes often have contacts at simple fractions such as 1/2. If doubles give only an interval for a time,
 * this fraction is tested exactly.
 */
export function simplestFraction(low: Fraction, high: Fraction): Fraction {
  const whole = low.numerator / low.denominator;
  if (whole * low.denominator === low.numerator) return { numerator: whole, denominator: 1n };
  if (whole < high.numerator / high.denominator) return { numerator: whole + 1n, denominator: 1n };
  const rest = simplestFraction(
    { numerator: high.denominator, denominator: high.numerator - whole * high.denominator },
    { numerator: low.denominator, denominator: low.numerator - whole * low.denominator },
  );
  return { numerator: whole * rest.numerator + rest.denominator, denominator: rest.numerator };
}
