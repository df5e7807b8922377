// Are two convex meshes within a given distance of each other? GJK on the whole bodies, which ends with the first plane that proves that they
// are not.

import { LEAST_DOUBLE } from '../../scalar/tolerance.ts';
import { faceOfMoving, faceOfResting, gapOf, isConvexApart } from '../convex/convex-pair.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import type { Workspace } from '../workspace.ts';
import type { ToleranceResult } from './tolerance.ts';

/**
 * Writes to `out` whether the bodies prepared in `w` are within w.convexScratch.enough, in model units, if they are convex and proven apart; true
 * if so. (A double handed over in a call is an object, unless the call is inlined.)
 * What `out` says of interpretations and work is left to the caller.
 */
export function toleranceConvex(w: Workspace, memory: ConvexMemory | null, out: ToleranceResult): boolean {
  const unit = w.pair.unit[0];
  const { enough } = w.convexScratch;
  enough[0] /= unit;
  if (!isConvexApart(w, memory)) return false;
  const found = gapOf(w, memory);
  const isWithin = !(found.lower > enough[0]);
  out.status = isWithin ? 'within' : 'beyond';
  out.within = isWithin;
  out.lower = Math.max(0, found.lower * unit - LEAST_DOUBLE);
  if (isWithin) {
    out.upper = found.upper * unit + LEAST_DOUBLE;
    out.writeWitness(w, found.points, faceOfMoving(w, found), faceOfResting(w, found));
  } else {
    out.upper = Infinity;
    out.clearWitness();
  }
  return true;
}
