// The entries in the queue of a pairwise advancement. Each is two integers: two node numbers; or two triangle slots, both negated
// to distinguish them from nodes; or, without rotation, two triangles known only by their swept projections (swept-projections.ts),
// of which only the first is negated.

/** Converts between the slot of a triangle and its number in the queue. */
export const asTriangle = (slot: number): number => -1 - slot;
export const slotOf = (number: number): number => -1 - number;

export const areNodes = (first: number): boolean => first >= 0;
export const areTriangles = (first: number, second: number): boolean => first < 0 && second < 0;
