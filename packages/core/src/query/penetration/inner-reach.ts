// How far a body can move and still have an inner point in common with where it was.
//
// A body that has a ball of radius r inside overlaps itself after every translation shorter than 2r. So if A and B share no inner point, and A then
// moves by less than that, A cannot be inside B where no faces touch: a point of A before and after would be in B. Nor can B be inside A, if B has
// such a ball: seen from A, B is what has moved. A probe near a free translation need not test whether one body is inside the other.

import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { LocateScratch } from '../locate-scratch.ts';
import { locatePoint } from '../point/locate.ts';
import { findNearestLeaf, NearestLeaf } from '../point/nearest-leaf.ts';
import { innerBallsOf } from './clearances.ts';

/**
 * Balls smaller than this part of the body are not used. Rounding of their centre and radius is below 2⁻⁴⁴ of the body, so that half of a larger
 * radius is certain.
 */
const LEAST_PART: number = 2 ** -30;

const reaches: (model: Model) => { readonly reach: number } = /* @__PURE__ */ perModel((model) => ({
  reach: measureReach(model),
}));

/** A length that the body can move, in world units; 0 where none is known, or its surface has several components. */
export const innerReachOf = (model: Model): number => reaches(model).reach;

/** Measures the largest ball again: those of a model that was saved are not proven. */
function measureReach(model: Model): number {
  const balls = innerBallsOf(model);
  const { radius, unit } = model.frame;
  if (balls.length === 0 || model.facts.anchors.length !== 1) return 0;
  const centre = Float64Array.of(balls[0], balls[1], balls[2], LEAST_PART * radius);
  if (locatePoint(model, centre, new LocateScratch(), null) !== 'inside') return 0;
  const { found } = findNearestLeaf(model, centre, Infinity, new NearestLeaf());
  return found[0] > LEAST_PART * radius ? found[0] * unit : 0;
}
