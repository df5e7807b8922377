// The outcomes of a query about two elements over time [0, 1], and the numbers that the kernels write with them.

/** Proven to be apart at all times. */
export const FREE = 0;
/** Contact neither proven nor excluded; free before `lower`. */
export const NEAR = 1;
/** Contact proven at a time from `lower` to `upper`. */
export const CONTACT = 2;
export type ElementOutcome = typeof FREE | typeof NEAR | typeof CONTACT;

// Positions in `out`. Times that do not apply are Infinity.
export const LOWER = 0;
export const UPPER = 1;
/** In: the requested tolerance, a length; negative for the default. Out: how far apart the elements may be at `lower`. */
export const TOLERANCE = 2;
export const ELEMENT_OUT = 3;
