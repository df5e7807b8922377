// What waits in the queue of a pairwise advancement, by two whole numbers: two nodes by their numbers; two triangles by their
// slots, told from nodes by the sign; or, where nothing turns, two triangles that have only been seen as swept projections (swept-projections.ts), of
// which the first alone has the sign.

/** The number by which the triangle at a slot waits, and the slot of a triangle that waits by a number. */
export const asTriangle = (slot: number): number => -1 - slot;
export const slotOf = (number: number): number => -1 - number;

export const areNodes = (first: number): boolean => first >= 0;
export const areTriangles = (first: number, second: number): boolean => first < 0 && second < 0;
