// Which point of a body's surface is closest to a point?

import { nearestOnRound, ROUND_DISTANCE, type RoundShape } from '../../convex/round-shape.ts';
import type { Model } from '../../model/model.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import { BOUND_ROUNDING, DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT, LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { BUDGET_KEYS, type BudgetOptions, requireLimits } from '../budget.ts';
import { requireAmount, requireOptions } from '../options.ts';
import type { Point } from '../result.ts';
import { findNearestLeaf } from './nearest-leaf.ts';
import { borrowPoint, type PosedPoint, returnPoint } from './point-query.ts';

/** Options of {@link closestPoint}: limits are checked, but the query is too short to reach any. */
export interface ClosestPointOptions extends BudgetOptions {
  /** Search no farther than this, in model units. */
  readonly maxDistance?: number | undefined;
}

const CLOSEST_POINT_KEYS: KnownKeys<ClosestPointOptions> = { ...BUDGET_KEYS, maxDistance: true };

/** The closest point, or a result that it is too far away, by `status`. See {@link closestPoint}. */
export type ClosestPointResult = ClosestPointFound | ClosestPointBeyond;

/** The closest point, found by {@link closestPoint}. */
export interface ClosestPointFound {
  readonly status: 'found';
  /** Distance to the surface, equal to `upper`. */
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  /** The closest point of the surface, in the world. */
  readonly point: Point;
  /** The triangle it lies on. */
  readonly face: number;
}

/** The surface is more than `maxDistance` away, which is `lower`; `distance` and `upper` are Infinity. See {@link closestPoint}. */
export interface ClosestPointBeyond {
  readonly status: 'beyond';
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly point: null;
  readonly face: null;
}

/**
 * The point of the body's surface that is closest to `point`, which may be inside or outside the body.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(closestPoint(cube, {}, [2, 0, 0]).point); // [ 0.5, 0, 0 ]
 */
export function closestPoint(
  model: Model,
  pose: Pose,
  point: ArrayLike<number>,
  options: ClosestPointOptions = {},
): ClosestPointResult {
  requireOptions(options, CLOSEST_POINT_KEYS);
  requireLimits(options);
  const maxDistance = requireAmount('maxDistance', options.maxDistance, Infinity);
  const posed = borrowPoint();
  try {
    posed.set(model, pose, point);
    if (model.round !== null) return closestOnRound(model, model.round, posed, maxDistance);
    const unit = posed.unit[0];
    const scale = posed.scale[0];
    const limit = maxDistance / unit + DISTANCE_OVERSHOOT * scale;
    const { slot, found } = findNearestLeaf(model, posed.local, limit, posed.nearest);
    if (slot < 0) return beyond(maxDistance);
    const lower = found[0] - (DISTANCE_OVERSHOOT + BOUND_ROUNDING) * scale;
    return report(model, posed, lower, found[0] + DISTANCE_UNDERSHOOT * scale, found, 1, model.tree.faces[slot]);
  } finally {
    returnPoint(posed);
  }
}

/** The same for a round shape, by a formula: its error is below that of a triangle's distance. */
function closestOnRound(model: Model, round: RoundShape, posed: PosedPoint, maxDistance: number): ClosestPointResult {
  const { onRound } = posed;
  const scale = posed.scale[0];
  nearestOnRound(round, posed.local, 0, onRound);
  const distance = Math.abs(onRound[ROUND_DISTANCE]);
  const lower = distance - DISTANCE_OVERSHOOT * scale;
  if (lower * posed.unit[0] > maxDistance) return beyond(maxDistance);
  return report(model, posed, lower, distance + DISTANCE_UNDERSHOOT * scale, onRound, 0, 0);
}

function beyond(maxDistance: number): ClosestPointResult {
  return { status: 'beyond', distance: Infinity, lower: maxDistance, upper: Infinity, point: null, face: null };
}

/** Lengths and the point, at `at` of `nearest`, are in the model's frame. */
function report(
  model: Model,
  posed: PosedPoint,
  lower: number,
  upper: number,
  nearest: Float64Array,
  at: number,
  face: number,
): ClosestPointResult {
  const { centre } = model.frame;
  const unit = posed.unit[0];
  const point: Point = [0, 0, 0];
  pointToWorld(posed.pose, centre, unit, nearest, at, point, 0);
  const distance = upper * unit + LEAST_DOUBLE;
  return { status: 'found', distance, lower: Math.max(0, lower * unit - LEAST_DOUBLE), upper: distance, point, face };
}
