// Are two convex meshes within a given distance of each other? GJK on the whole bodies ends with the first plane that proves that
// they are not.

import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { faceOfQuery, faceOfReference, gapOf, isConvexApart } from '../convex/convex-pair.ts';
import type { Workspace } from '../workspace.ts';
import type { ToleranceRequest, ToleranceResult } from './tolerance.ts';

/** Writes to `out` whether the bodies posed in `w` are within the tolerance, if they are convex and proven apart; true if so. */
export function toleranceConvexConvex(w: Workspace, request: ToleranceRequest, out: ToleranceResult): boolean {
  const unit = w.unit[0];
  const { enough } = w.convexScratch;
  const memory = request.memory === null ? null : request.memory.convex;
  enough[0] = request.tolerance[0] / unit;
  if (!isConvexApart(w, memory)) return false;
  const found = gapOf(w, memory);
  const isWithin = !(found.lower > enough[0]);
  out.status = isWithin ? 'within' : 'beyond';
  out.within = isWithin;
  out.lower = Math.max(0, found.lower * unit - LEAST_DOUBLE);
  if (isWithin) {
    out.upper = found.upper * unit + LEAST_DOUBLE;
    out.writeWitness(w, found.points, faceOfQuery(w, found), faceOfReference(w, found));
  } else {
    out.upper = Infinity;
    out.clearWitness();
  }
  return true;
}
