/** The most digits that `toFixed` gives. */
const MOST_DECIMALS = 100;

/** A number to the nearest multiple of a power of ten, written as short as that allows; as it is where the power is too small to matter. */
export function roundedAt(value: number, exponent: number): number {
  if (!Number.isFinite(exponent) || exponent < -MOST_DECIMALS) return value;
  const rounded = exponent > 0 ? Math.round(value / 10 ** exponent) * 10 ** exponent : Number(value.toFixed(-exponent));
  return rounded + 0; // not -0
}
