// The error bound of f32 distances that the host passes to the kernels; the kernels have all others (docs/algorithms/rounding.md#single-precision
// lists them). test/simd/error-bound.test.ts measures each with intervals, and fails if one is halved.

/** ε, the relative error of one rounded f32 operation. */
export const SINGLE_ROUNDOFF: number = 2 ** -24;

/**
 * What an f32 bound can be too large by, in parts of S: the derivation of docs/algorithms/rounding.md with ε in place of u. Centres moved in f32 are
 * off by √3·6.1ε·S, l² by 3ε, the sums by 4ε and the reach by 12ε, all of lengths up to S: below 30ε·S together. Intervals of triangles
 * along the line of two centres lose 21ε·S (corners 10.6ε and ε, two dot products 6ε, the length 3ε). A
 * pair is dismissed only beyond the pruning bound and this, so it is farther apart than the pruning bound.
 */
export const ERROR_BOUND: number = 32 * SINGLE_ROUNDOFF;
