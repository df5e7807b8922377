// What the f32 arithmetic of the kernels can lose. test/simd/error-bound.test.ts measures it with intervals, and fails where one of these is too
// small by a factor of two.

/** ε, the relative error of one rounded f32 operation. */
export const SINGLE_ROUNDOFF: number = 2 ** -24;

/**
 * What an f32 bound can be too large by, in parts of S: the derivation of docs/algorithms/rounding.md with ε in place of u. Centres moved in f32 are
 * off by √3·6.1ε·S, l² by 3ε, the sums by 4ε and the reach by 12ε, all of lengths up to S: below 30ε·S together. Intervals of triangles
 * along the line of two centres lose 21ε·S (corners 10.6ε and ε, two dot products 6ε, the length 3ε). A
 * pair is dismissed only beyond the pruning bound and this, so it is farther apart than the pruning bound.
 */
export const ERROR_BOUND: number = 32 * SINGLE_ROUNDOFF;

/** What the lengths of a stored disc are raised by, in parts of |c| + h + ρ: rounding moves its centre by ε|c| and its axis by ε. */
export const STORED_RAISE: number = 4 * SINGLE_ROUNDOFF;

/**
 * What a coordinate of a corner of the query body can be off by, relative to the origin of a leaf of the reference body: in parts of the gap of the
 * two leaves' origins and the extents of both. Stored corners lose ε, their turn 4.1ε, the gap ε and the sum ε: 6.1ε of an extent and 2.1ε of
 * the gap, as in doubles. The kernels have the same number (kernels/collide.ts).
 */
export const CORNER_ERROR: number = 8 * SINGLE_ROUNDOFF;
