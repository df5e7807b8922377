// Do two convex bodies touch? A plane between them, found by GJK, proves that they do not; whether and where they do is left to the
// search on triangles, which decides exactly.

import type { Model } from '../../model/model.ts';
import { isMeshApart } from '../convex-pair.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import type { Workspace } from '../workspace.ts';
import type { CollideResult, RoundCollider } from './collide.ts';

/**
 * Writes to `out` that the bodies prepared in `w` are separated, if they are convex and that is proven; true if so. What `out` says of
 * interpretations and work is left to the caller.
 */
export function collideConvex(
  w: Workspace,
  a: Model,
  b: Model,
  memory: ConvexMemory | null,
  round: RoundCollider | null,
  out: CollideResult,
): boolean {
  w.convexScratch.enough[0] = 0;
  const moving = w.swapped ? b : a;
  const resting = w.swapped ? a : b;
  const isApart = round === null ? isMeshApart(w, moving, resting, memory) : round.isApart(w, moving, resting);
  if (!isApart) return false;
  out.status = 'separated';
  out.colliding = false;
  out.clearWitness();
  out.pairs.length = 0;
  out.pairCount = 0;
  return true;
}
