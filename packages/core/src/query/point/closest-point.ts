// Which point of a body's surface is closest to a point?

import type { Model } from '../../model/model.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import { BOUND_ROUNDING, DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT } from '../../scalar/tolerance.ts';
import { requireAmount, requireOptions } from '../options.ts';
import type { Point } from '../result.ts';
import { findNearestLeaf } from './nearest-leaf.ts';
import { PlacedPoint } from './point-query.ts';

export interface ClosestPointOptions {
  /** Look no farther than this, in model units. */
  readonly maxDistance?: number | undefined;
}

export interface ClosestPointResult {
  /** `beyond`: the surface is more than `maxDistance` away. */
  readonly status: 'found' | 'beyond';
  /** Distance to the surface, equal to `upper`; Infinity where it is beyond. */
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  /** The closest point of the surface, in the world; null where it is beyond. */
  readonly point: Point | null;
  /** The triangle it lies on. */
  readonly face: number | null;
}

const placed = new PlacedPoint();

/** The point of the body's surface that is closest to `point` (whether that is inside or outside the body). */
export function closestPoint(
  model: Model,
  pose: Pose,
  point: ArrayLike<number>,
  options: ClosestPointOptions = {},
): ClosestPointResult {
  requireOptions(options);
  const maxDistance = requireAmount('maxDistance', options.maxDistance, Infinity);
  placed.place(model, pose, point);
  const { unit, centre } = model.frame;
  const scale = placed.scale[0];
  const { place, found } = findNearestLeaf(model, placed.local, maxDistance / unit + DISTANCE_OVERSHOOT * scale);
  if (place < 0) {
    return { status: 'beyond', distance: Infinity, lower: maxDistance, upper: Infinity, point: null, face: null };
  }
  const world: Point = [0, 0, 0];
  pointToWorld(placed.pose, centre, unit, found, 1, world, 0);
  const upper = (found[0] + DISTANCE_UNDERSHOOT * scale) * unit;
  const lower = Math.max(0, found[0] - (DISTANCE_OVERSHOOT + BOUND_ROUNDING) * scale) * unit;
  return { status: 'found', distance: upper, lower, upper, point: world, face: model.tree.faces[place] };
}
