// Where the numbers of a contact's row are. The kernels (packages/dynamics/kernels) have the same in bytes; row-kernel.test.ts compares what both compute.

/** Numbers of a direction of a contact: itself, its moments about A and B with what an impulse of 1 does to the spin of each. */
export const DIRECTION: number = 15;
/** Numbers of a contact: the normal and two directions across, then what is one number each. */
export const TARGET: number = 3 * DIRECTION;
export const FRICTION: number = TARGET + 1;
/** The mass that an impulse along the normal moves, the least that one across does, and the inverses of both. */
export const MASS: number = TARGET + 2;
export const MASS_ACROSS: number = TARGET + 3;
export const INVERSE: number = TARGET + 4;
export const INVERSE_ACROSS: number = TARGET + 5;
/** Impulses along the normal, and across. */
export const IMPULSES: number = TARGET + 6;
/** Speeds that friction asks for, across. */
export const SLIPS: number = TARGET + 9;
export const CONTACT: number = SLIPS + 2;
