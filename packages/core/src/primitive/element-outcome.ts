// How a question about two elements over time [0, 1] can end, and what the kernels write beside it.

/** Proven to miss each other all the time. */
export const FREE = 0;
/** Contact neither proven nor excluded; free before `lower`. */
export const NEAR = 1;
/** Contact proven at a time from `lower` to `upper`. */
export const CONTACT = 2;
export type ElementOutcome = typeof FREE | typeof NEAR | typeof CONTACT;

// Positions in `out`. Times without a meaning are Infinity.
export const LOWER = 0;
export const UPPER = 1;
/** In: the tolerance asked for, a length; negative for the default. Out: how far apart the elements may be at `lower`. */
export const TOLERANCE = 2;
export const ELEMENT_OUT = 3;
