// The ways to advance two bodies that a caller can choose from.

import type { VolumeName } from '../../bounds/volume.ts';
import type { Model } from '../../model/model.ts';
import { advanceEnclosures } from '../medial/enclosures.ts';
import type { Workspace } from '../workspace.ts';
import type { Advance, AdvanceEnd, Course } from './advance.ts';
import { advanceBodies, type MotionBound } from './advance-bodies.ts';
import { advanceTogether } from './advance-together.ts';
import { lookControlled } from './look-controlled.ts';
import { lookHulls, lookPieces } from './look-hulls.ts';

/**
 * - `pairs`, the default: every pair of nodes on a clock of its own; where that takes long, the next three beside it.
 * - `controlled`: controlled conservative advancement on trees of bounding volumes (C²A).
 * - `hulls`: hierarchical advancement on trees of convex hulls (FAST, Algorithm 2).
 * - `pieces`: all pairs of convex pieces (FAST, Algorithm 1).
 * - `medial`: pairs of cones and slabs of the two medial axes, dilated until they hold the bodies: early by no more than a stated error.
 */
export type AdvanceMethod = 'pairs' | 'controlled' | 'hulls' | 'pieces' | 'medial';

/** Advances the bodies prepared in `w`, for volumes of the kind named, by a method. */
export function advanceBy(
  method: AdvanceMethod,
  w: Workspace,
  moving: Model,
  resting: Model,
  course: Course,
  rounding: number,
  work: Advance,
  bound: MotionBound,
  volume: VolumeName,
): AdvanceEnd {
  if (method === 'pairs') return advanceTogether(w, moving, resting, course, rounding, work);
  if (method === 'medial') return advanceEnclosures(w, moving, resting, course, rounding, work);
  const look = method === 'controlled' ? lookControlled(volume) : method === 'hulls' ? lookHulls : lookPieces;
  return advanceBodies(w, moving, resting, course, rounding, work, look, bound, volume);
}

/** Pairs of nodes on the front where an advancement ended; 0 of methods that keep none. */
export function frontSizeOf(method: AdvanceMethod, w: Workspace, work: Advance): number {
  if (method === 'pairs') return work.queue.length;
  return method === 'hulls' ? w.hullScratch.tree.frontSize : 0;
}
