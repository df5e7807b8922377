// The slider for the number of primitives: even steps of it are even ratios of the number.

const LEAST = 5;
/** Steps from one power of ten to the next: 5, 50, 500 and 5,000 are among them. */
const STEPS_A_DECADE = 40;
const DECADES = 3;

export const LAST_STEP: number = STEPS_A_DECADE * DECADES;

export function countAt(step: number): number {
  return Math.round(LEAST * 10 ** (step / STEPS_A_DECADE));
}

/** The step whose number is nearest. */
export function stepOf(count: number): number {
  const step = Math.round(STEPS_A_DECADE * Math.log10(Math.max(LEAST, count) / LEAST));
  return Math.min(LAST_STEP, step);
}
