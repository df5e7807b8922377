// The distance of two convex meshes: GJK on the whole bodies.

import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { faceOfQuery, faceOfReference, gapOf, isConvexApart } from '../convex/convex-pair.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceRequest, DistanceResult } from './distance.ts';

/**
 * Writes the distance of the bodies posed in `w` to `out` and returns true, if they are convex and proven apart. The status is
 * `beyond` if the distance exceeds `maxDistance`.
 */
export function distanceConvexConvex(
  w: Workspace,
  { maxDistance, memory: kept }: DistanceRequest,
  out: DistanceResult,
): boolean {
  const unit = w.unit[0];
  const { enough } = w.convexScratch;
  const memory = kept === null ? null : kept.convex;
  enough[0] = maxDistance[0] / unit;
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
    out.writeWitness(w, found.points, faceOfQuery(w, found), faceOfReference(w, found));
    out.writeNormal(w, found.points);
  }
  out.surfaceDistance = out.upper;
  return true;
}
