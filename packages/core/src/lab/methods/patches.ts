import { advanceBodies } from '../../query/advance/advance-bodies.ts';
import { patchesStep } from '../../query/advance/hulls-step.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';

/** All pairs of convex pieces (FAST, Algorithm 1), for `timeOfContact`. */
export const patches: AdvanceMethod = {
  name: 'patches',
  answers: { timeOfContact: true },
  takesBound: true,
  advance: (w, pairMotion, rounding, work, bound, volume) =>
    advanceBodies(w, pairMotion, rounding, work, { findStep: patchesStep, bound, volume }),
};
