// Is a point in a solid?

import { waitingNodes } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { resolveReading, type SolidOption } from '../../model/solid.ts';
import { ExactRelativePose } from '../../scalar/exact-pose.ts';
import type { Pose } from '../../scalar/pose.ts';
import { requireOptions, requireSolid } from '../options.ts';
import { type Location, locatePoint } from './locate.ts';
import { PlacedPoint } from './point-query.ts';

export interface ContainsOptions {
  /** As in every query; a surface contains only the points on it. */
  readonly solid?: SolidOption | undefined;
}

export interface ContainsResult {
  readonly status: Location;
  /** Whether the point belongs to the body: inside it or on its boundary. */
  readonly contains: boolean;
}

const ORIGIN = new Float64Array(3);
const placed = new PlacedPoint();

/** Whether a point lies in a body. Exact for the doubles given, in any pose. */
export function contains(
  model: Model,
  pose: Pose,
  point: ArrayLike<number>,
  options: ContainsOptions = {},
): ContainsResult {
  requireOptions(options);
  const solid = requireSolid(options.solid);
  placed.place(model, pose, point);
  const reading = resolveReading(model.facts, solid, 'The body');
  const stack = new Int32Array(waitingNodes(model.tree));
  const exact = { exactPoint: () => ({ corners: ORIGIN, pose: new ExactRelativePose(placed.world, placed.pose) }) };
  const status = locatePoint(model, placed.local, stack, exact, reading === 'surface');
  return { status, contains: status !== 'outside' };
}
