import type { Model } from '../../model/model.ts';
import { COLLIDE_DEFAULTS, type CollideOptions, CollideResult, collideFrom } from '../../query/collide/collide.ts';
import { roundCollider } from '../../query/collide/collide-round-mesh.ts';
import type { Pose } from '../../scalar/pose.ts';
import { type BroadPhaseKind, requireBroadPhase } from '../../space/broad-phase.ts';
import { searchContactsSpace } from './search-space.ts';

/**
 * `collide` with a spatial structure over the boxes of all triangles, made for this query, instead of the models' trees: the same
 * results, more slowly. For comparison.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(collideInSpace(octree, cube, {}, cube, { position: [0.5, 0, 0] }).status); // intersecting
 */
export function collideInSpace(
  space: BroadPhaseKind,
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: CollideOptions = COLLIDE_DEFAULTS,
): CollideResult {
  requireBroadPhase('space', space);
  return collideFrom(a, poseA, b, poseB, options, new CollideResult(), null, {
    search: (w, contacts, budget) => searchContactsSpace(w, space, contacts, budget),
    round: roundCollider,
  });
}
