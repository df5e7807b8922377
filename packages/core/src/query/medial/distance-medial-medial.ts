import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { containment } from '../containment/containment.ts';
import type { DistanceRequest, DistanceResult } from '../distance/distance.ts';
import type { Workspace } from '../workspace.ts';
import { enclosureError, searchEnclosures } from './enclosures.ts';
import { nearestOf } from './search-medial.ts';

/** `distance` by medial axes: their distance is the lower bound; the upper bound adds their error. */
export function distanceMedialMedial(w: Workspace, request: DistanceRequest, out: DistanceResult): void {
  const nearest = nearestOf(w);
  const unit = w.unit[0];
  const maxDistance = request.maxDistance[0] / unit;
  const error = enclosureError(w);
  const end = searchEnclosures(w, maxDistance, nearest);
  const [found, least] = nearest.distance;
  const apart = least > 0;
  const status = apart ? containment(w) : 'near';
  out.error = error;
  const bracketed = status === 'separated' || status === 'near';
  out.status = end === 'out-of-budget' && !(apart && !bracketed) ? 'iteration-limit' : status;
  // If nothing was measured, all pairs are beyond the limit, even if `least` was rounded down to it.
  if (out.status === 'separated' && (least > maxDistance || found === Infinity)) out.status = 'beyond';
  out.lower = bracketed ? Math.max(0, least * unit - LEAST_DOUBLE) : 0;
  const upper = Math.max(0, found) * unit + error + LEAST_DOUBLE;
  out.upper = bracketed ? upper : 0;
  out.surfaceDistance = bracketed ? upper : Infinity;
  if (found < Infinity && bracketed) {
    out.writeWitness(w, nearest.points, -1, -1);
    out.leaveFaces();
    out.writeNormal(w, nearest.points);
  } else {
    out.clearWitness();
    out.normal = null;
  }
}
