import { advanceBodies } from '../../query/advance/advance-bodies.ts';
import { lookPieces } from '../../query/advance/hulls-step.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';

/** All pairs of convex pieces (FAST, Algorithm 1), for `timeOfContact`. */
export const patches: AdvanceMethod = {
  name: 'patches',
  answers: { timeOfContact: true },
  takesBound: true,
  advance: (w, course, rounding, work, bound, volume) =>
    advanceBodies(w, course, rounding, work, { look: lookPieces, bound, volume }),
};
