import { rssVolume } from '../../bounds/rss.ts';
import { advanceBodies } from '../../query/advance/advance-bodies.ts';
import { controlledStep } from '../../query/advance/controlled-step.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';

/**
 * Controlled conservative advancement on trees of bounding volumes (C²A), for `timeOfContact`.
 *
 * @example
 * const cube = Model.build(box());
 * const motion = { from: { position: [3, 0, 0] }, to: { position: [-3, 0, 0] } } as const;
 * console.log(timeOfContact(cube, motion, cube, {}, { method: controlled }).status); // contact
 */
export const controlled: AdvanceMethod = {
  name: 'controlled',
  answers: { timeOfContact: true },
  takesBound: true,
  volume: rssVolume,
  advance: (w, pairMotion, rounding, work, bound, volume) =>
    advanceBodies(w, pairMotion, rounding, work, { findStep: controlledStep(volume), bound, volume }),
};
