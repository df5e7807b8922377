/** Relative width of a bracket up to which one number represents it. */
const NARROW = 1e-9;

/**
 * A bracketed value for people: the shortest decimal within a narrow bracket, whose further digits are rounding; otherwise the upper
 * end. The bracket itself is always printed in full beside it.
 */
export function bracketedText(lower: number, upper: number): string {
  if (!(Number.isFinite(upper) && upper - lower <= NARROW * Math.abs(upper))) return String(upper);
  for (let digits = 1; digits < 17; digits++) {
    const rounded = Number(upper.toPrecision(digits));
    if (rounded >= lower && rounded <= upper) return String(rounded);
    const below = Number(lower.toPrecision(digits));
    if (below >= lower && below <= upper) return String(below);
  }
  return String(upper);
}
