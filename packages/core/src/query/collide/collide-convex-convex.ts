// Do two convex bodies touch? A separating plane, found by GJK, proves that they do not. Otherwise the search on triangles decides
// exactly whether and where they touch.

import { isMeshApart } from '../convex/convex-pair.ts';
import type { Workspace } from '../workspace.ts';
import type { CollideRequest, CollideResult } from './collide.ts';
import { leaveSegments } from './contact-pairs.ts';

/** Writes to `out` that the bodies posed in `w` are separated, if they are convex and proven apart; true if so. */
export function collideConvexConvex(
  w: Workspace,
  { memory, round, segments }: CollideRequest,
  out: CollideResult,
): boolean {
  // Bodies in contact at the last query probably still are, and a search for a separating plane would fail.
  if (memory !== null && memory.leafQuery >= 0) return false;
  w.convexScratch.enough[0] = 0;
  const isApart = round === null ? isMeshApart(w, memory === null ? null : memory.convex) : round.isApart(w);
  if (!isApart) return false;
  out.status = 'separated';
  out.colliding = false;
  out.clearWitness();
  out.pairs.length = 0;
  out.pairCount = 0;
  leaveSegments(out, segments);
  return true;
}
