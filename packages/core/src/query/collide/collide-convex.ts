// Do two convex meshes touch? A plane between them, found by GJK, proves that they do not; whether and where they do is left to the
// search on triangles, which decides exactly.

import { isConvexApart } from '../convex/convex-pair.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import type { Workspace } from '../workspace.ts';
import type { CollideResult } from './collide.ts';

/**
 * Writes to `out` that the bodies prepared in `w` are separated, if they are convex and that is proven; true if so. What `out` says of
 * interpretations and work is left to the caller.
 */
export function collideConvex(w: Workspace, memory: ConvexMemory | null, out: CollideResult): boolean {
  w.convexScratch.enough[0] = 0;
  if (!isConvexApart(w, memory)) return false;
  out.status = 'separated';
  out.colliding = false;
  out.clearWitness();
  out.pairs.length = 0;
  out.pairCount = 0;
  return true;
}
