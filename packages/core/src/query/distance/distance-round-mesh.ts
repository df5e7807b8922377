// How far is a round body from a mesh, or from another round body? A round body is face 0.

import { DISTANCE_OVERSHOOT, LARGEST_LENGTH } from '../../scalar/tolerances.ts';
import { decideRoundContact } from '../round/round-contact.ts';
import { roundSearchOf } from '../round/round-search.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceRequest, DistanceResult } from './distance.ts';

/** Answers the query for the bodies posed in `w`, of which at least one is round. */
export function distanceRoundMesh(w: Workspace, request: DistanceRequest, out: DistanceResult): void {
  const search = roundSearchOf(w);
  const { volume } = request;
  const maxDistance = request.maxDistance[0];
  const unit = w.unit[0];
  // Everything that may be within maxDistance is tested, rounding included.
  const limit = maxDistance / unit + DISTANCE_OVERSHOOT * w.scale[0];
  search.start(limit, Math.min(request.tolerance[0] / unit, LARGEST_LENGTH), 0);
  const contactStatus = decideRoundContact(w, volume);
  // The first pair found may be farther than `maxDistance`.
  if (contactStatus.status === 'separated' && contactStatus.lower > maxDistance) {
    contactStatus.found = false;
    contactStatus.upper = Infinity;
  }
  const { status, lower, upper, found } = contactStatus;
  out.status = status === 'separated' && !found ? 'beyond' : status;
  if (found) {
    out.writeWitness(w, search.points, search.slotQuery, search.slotReference);
    out.writeNormal(w, search.points);
  } else out.clearWitness();
  // The direction between two copies of a common point would be that of rounding.
  if (!found || status === 'touching' || status === 'intersecting') out.normal = null;
  // Contact with a round body is decided to rounding only, and the bracket includes that.
  const isBracketed = status === 'separated' || status === 'iteration-limit' || status === 'touching';
  out.lower = status === 'touching' || !isBracketed ? 0 : lower;
  out.upper = isBracketed ? upper : 0;
  out.surfaceDistance = status === 'intersecting' ? 0 : upper;
}
