// Is a point in a solid?

import { nearestOnRound, ROUND_DISTANCE } from '../../convex/round-shape.ts';
import type { Model } from '../../model/model.ts';
import { type Interpretation, resolveInterpretation, type SolidOption } from '../../model/solid.ts';
import { ExactRelativePose } from '../../scalar/exact-pose.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { DISTANCE_OVERSHOOT } from '../../scalar/tolerances.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import { BUDGET_KEYS, type BudgetOptions, requireLimits } from '../budget.ts';
import { requireOptions, requireSolid } from '../options.ts';
import { type Location, locatePoint } from './locate.ts';
import { borrowPoint, returnPoint } from './point-query.ts';

/** Options of {@link contains}: limits are checked, but the query is too short to reach any. */
export interface ContainsOptions extends BudgetOptions {
  /** As in every query; a surface contains only the points on it. */
  readonly solid?: SolidOption | undefined;
}

const CONTAINS_KEYS: KnownKeys<ContainsOptions> = { ...BUDGET_KEYS, solid: true };

/** Result of {@link contains}. */
export interface ContainsResult {
  readonly status: Location;
  /** Whether the point belongs to the body: inside it or on its boundary. */
  readonly contains: boolean;
  /** The interpretation used: a surface has no interior and contains only the points on it. */
  readonly interpretation: Interpretation;
}

/**
 * Whether a point lies in a body. Exact for the doubles given, in any pose; for round shapes, a point within rounding of the
 * surface is on the boundary.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(contains(cube, {}, [0, 0, 0]).status); // inside
 */
export function contains(
  model: Model,
  pose: Pose,
  point: ArrayLike<number>,
  options: ContainsOptions = {},
): ContainsResult {
  requireOptions(options, CONTAINS_KEYS);
  requireLimits(options);
  const solid = requireSolid(options.solid);
  const posed = borrowPoint();
  try {
    posed.set(model, pose, point);
    if (model.round !== null) {
      const { onRound } = posed;
      nearestOnRound(model.round, posed.local, 0, onRound);
      const distance = onRound[ROUND_DISTANCE];
      const isCertified = Math.abs(distance) > DISTANCE_OVERSHOOT * posed.scale[0];
      const status = !isCertified ? 'boundary' : distance < 0 ? 'inside' : 'outside';
      return { status, contains: status !== 'outside', interpretation: 'solid' };
    }
    const interpretation = resolveInterpretation(model.facts, solid, 'The body');
    const exact = { exactPoint: () => ({ corners: ORIGIN, pose: new ExactRelativePose(posed.world, posed.pose) }) };
    const status = locatePoint(model, posed.local, posed.locating, exact, interpretation === 'surface');
    return { status, contains: status !== 'outside', interpretation };
  } finally {
    returnPoint(posed);
  }
}
