// How the number of tests grows as the gap shrinks: the slope of its logarithm over that of the gap, where there is one.

export interface GapCount {
  readonly gap: number;
  readonly tests: number;
  /** Of these, tests of two leaves. */
  readonly leafTests: number;
}

/**
 * Beyond this gap, in radii, the patches that part are caps as wide as the sphere, whose number is that of the topmost
 * nodes and not of a law. Dimensionless.
 */
const LARGEST_GAP = 0.25;

/**
 * Share of leaf pairs among the tests from which on the tree is too coarse for the gap: pairs that a deeper tree would
 * open further are counted once. Where leaves are met everywhere, their share comes to about 0.3. Dimensionless.
 */
const SATURATED = 0.1;

export type GapUse = 'fitted' | 'too wide' | 'saturated';

export function useOf({ gap, tests, leafTests }: GapCount): GapUse {
  if (gap > LARGEST_GAP) return 'too wide';
  return leafTests > SATURATED * tests ? 'saturated' : 'fitted';
}

export interface PowerLaw {
  readonly slope: number;
  /** Largest by smallest gap of those fitted. */
  readonly span: number;
  readonly gaps: number;
}

/** The straight line of least squares through the logarithms; null for fewer than three gaps. */
export function fitPowerLaw(counts: readonly GapCount[]): PowerLaw | null {
  const fitted = counts.filter((count) => useOf(count) === 'fitted');
  if (fitted.length < 3) return null;
  const x = fitted.map(({ gap }) => Math.log(gap));
  const y = fitted.map(({ tests }) => Math.log(tests));
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length;
  let covariance = 0;
  let variance = 0;
  for (const [k, value] of x.entries()) {
    covariance += (value - meanX) * (y[k] - meanY);
    variance += (value - meanX) ** 2;
  }
  return { slope: covariance / variance, span: Math.exp(Math.max(...x) - Math.min(...x)), gaps: fitted.length };
}
