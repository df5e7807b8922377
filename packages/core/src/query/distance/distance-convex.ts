// The distance of two convex meshes: GJK on the whole bodies.

import { LEAST_DOUBLE } from '../../scalar/tolerance.ts';
import { faceOfMoving, faceOfResting, gapOf, isConvexApart } from '../convex/convex-pair.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceResult } from './distance.ts';

/**
 * Writes the distance of the bodies prepared in `w` to `out`, if they are convex and proven apart; true if so. It is `beyond` if
 * that is more than `maxDistance`, in model units. What `out` says of interpretations and work is left to the caller.
 */
export function distanceConvex(
  w: Workspace,
  maxDistance: number,
  memory: ConvexMemory | null,
  out: DistanceResult,
): boolean {
  const unit = w.pair.unit[0];
  const { enough } = w.convexScratch;
  enough[0] = maxDistance / unit;
  if (!isConvexApart(w, memory)) return false;
  const found = gapOf(w, memory);
  out.lower = Math.max(0, found.lower * unit - LEAST_DOUBLE);
  if (found.lower > enough[0]) {
    out.status = 'beyond';
    out.upper = Infinity;
    out.clearWitness();
    out.normal = null;
  } else {
    out.status = 'separated';
    out.upper = found.upper * unit + LEAST_DOUBLE;
    out.writeWitness(w, found.points, faceOfMoving(w, found), faceOfResting(w, found));
    out.writeNormal(w, found.points);
  }
  out.distance = out.upper;
  out.surfaceDistance = out.upper;
  return true;
}
