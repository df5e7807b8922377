import { advanceBodies } from '../../query/advance/advance-bodies.ts';
import { patchesStep } from '../../query/advance/hulls-step.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';

/**
 * All pairs of convex patches (FAST, Algorithm 1), for `timeOfContact`.
 *
 * @example
 * const cube = Model.build(box());
 * const motion = { from: { position: [3, 0, 0] }, to: { position: [-3, 0, 0] } } as const;
 * console.log(timeOfContact(cube, motion, cube, {}, { method: patches }).status); // contact
 */
export const patches: AdvanceMethod = {
  name: 'patches',
  answers: { timeOfContact: true },
  takesBound: true,
  advance: (w, pairMotion, rounding, work, bound, volume) =>
    advanceBodies(w, pairMotion, rounding, work, { findStep: patchesStep, bound, volume }),
};
