// All thresholds of the library, each with its dimension. `epsilon` is rounding that the library tracks; `tolerance` is a loss that
// the caller accepts. The derivations are in docs/algorithms/rounding.md.

/** u = 2⁻⁵³, the relative error of one rounded double operation. Dimensionless. */
export const UNIT_ROUNDOFF: number = 2 ** -53;

/**
 * Added to l² before u² = (m·d)² is subtracted, relative to l², and to 1 before c² = (mA·mB)² is: an axis is unit to 4u after the
 * eigensolver, 6u more after a rotation, a dot product of three terms errs by 3u, squares by 2u, and l² by 3u: at most 29u for u²
 * and 34u for c². Dimensionless.
 */
export const ALIGNMENT_ERROR: number = 64 * UNIT_ROUNDOFF;

// The following are multiples of S, the scale of a query: the two bodies' reach from their centres plus the offset
// between these, a length.

/** Error of one coordinate of a corner: at most 6u·(reach + offset) for a moved corner, u·reach for one of the reference body. */
export const COORDINATE_ERROR: number = 8 * UNIT_ROUNDOFF;

/** How far a computed triangle distance can be below the true one. */
export const DISTANCE_UNDERSHOOT: number = 24 * UNIT_ROUNDOFF;

/** How far a computed triangle distance can be above the true one. */
export const DISTANCE_OVERSHOOT: number = 40 * UNIT_ROUNDOFF;

/** How far the lower bound of moved discs, the default volume, can be above the true distance of their contents. */
export const BOUND_ROUNDING: number = 32 * UNIT_ROUNDOFF;

/** Offsets beyond this many units of the larger body would overflow in products of four lengths. Dimensionless. */
export const LARGEST_OFFSET = 1e70;

/** Lengths from a caller, in units, are limited to this: it exceeds all that occur. Dimensionless. */
export const LARGEST_LENGTH: number = 4 * LARGEST_OFFSET;

/**
 * A moving body has at least this part of its size in the reference unit, so that its own products do not underflow. Its points
 * move by less than 2⁻¹¹⁸ units, while rounding is 2⁻⁵⁰. Dimensionless.
 */
export const LEAST_RATIO: number = 2 ** -120;

/**
 * Outward displacement of the ends of a bracket when they leave the frame: the error of a product with the unit where it is
 * subnormal. Elsewhere it changes nothing. A length.
 */
export const LEAST_DOUBLE: number = 2 ** -1074;

/**
 * Error bound of the sum of a travelled distance and a bound of an earlier query: the bound's own rounding then and now, and that
 * of the poses. A part of S.
 */
export const TRAVEL_ROUNDING: number = 2 * BOUND_ROUNDING + 2 * COORDINATE_ERROR;
