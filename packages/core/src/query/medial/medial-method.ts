import type { AdvanceMethod } from '../advance/methods.ts';
import type { CollideMethod } from '../collide/collide.ts';
import type { DistanceMethod } from '../distance/distance-method.ts';
import { collideMedialMedial } from './collide-medial-medial.ts';
import { distanceMedialMedial } from './distance-medial-medial.ts';
import { advanceEnclosures, enclosureError } from './enclosures.ts';
import { statusInside } from './inside-status.ts';

/**
 * The medial axes of the bodies, dilated until they enclose them: fast, and accurate to within `error`.
 *
 * @example
 * const model = Model.build(box(), { with: [medialStructure({ samples: 200 })] });
 * console.log(distance(model, {}, model, { position: [3, 0, 0] }, { method: medial }).status); // separated
 */
export const medial: CollideMethod & DistanceMethod & AdvanceMethod = {
  name: 'medial',
  answers: { collide: true, distance: true, timeOfContact: true },
  collide: collideMedialMedial,
  distance: distanceMedialMedial,
  advance: (w, pairMotion, rounding, work) => advanceEnclosures(w, pairMotion, rounding, work),
  enclosures: { error: enclosureError, statusInside },
};
