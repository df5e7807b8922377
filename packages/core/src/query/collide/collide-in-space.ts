// `collide` by structures of space: a door of its own, so that programs without it need not carry them.

import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import type { Pose } from '../../scalar/pose.ts';
import { BROAD_PHASES, type BroadPhaseName } from '../../space/kinds.ts';
import { COLLIDE_DEFAULTS, type CollideOptions, CollideResult, collideFrom } from './collide.ts';
import { searchContactsSpace } from './search-space.ts';

/**
 * `collide` with a structure of space over the boxes of all triangles, made for this query, instead of the models' trees: the same
 * answers, more slowly. For comparison.
 */
export function collideInSpace(
  space: BroadPhaseName,
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: CollideOptions = COLLIDE_DEFAULTS,
): CollideResult {
  if (!Object.hasOwn(BROAD_PHASES, space)) {
    const known = Object.keys(BROAD_PHASES).join(', ');
    throw new NearmissError('options/bad-value', `space is ${String(space)}; it is one of ${known}.`);
  }
  return collideFrom(a, poseA, b, poseB, options, new CollideResult(), null, (w, moving, resting, contacts, budget) =>
    searchContactsSpace(w, moving, resting, space, contacts, budget),
  );
}
