// How far apart are two meshes? A search of both trees finds the nearest faces; where the surfaces touch, the contact status is
// decided.

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT, LARGEST_LENGTH, LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { bestPairOf } from '../best-pair.ts';
import { decideContact, writeContactWitness } from '../collide/collide-mesh-mesh.ts';
import { containment } from '../containment/containment.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceRequest, DistanceResult } from './distance.ts';
import type { SearchEnd } from './distance-discs.ts';
import { searchNearest } from './search-nearest.ts';

/** Answers the query for the meshes posed in `w`. */
export function distanceMeshMesh(w: Workspace, request: DistanceRequest, out: DistanceResult): void {
  const { unit, scale } = w;
  const best = bestPairOf(w);
  const { method, volume, memory } = request;
  // Everything that may be within maxDistance is tested, rounding included.
  best.wanted[0] = request.maxDistance[0] / unit[0] + DISTANCE_OVERSHOOT * scale[0];
  best.wanted[1] = Math.min(request.tolerance[0] / unit[0], LARGEST_LENGTH);
  best.start(w.contactThreshold);
  const end = method?.searchNearest === undefined ? searchNearest(w, volume, memory) : method.searchNearest(w, memory);
  request.searched = true;
  writeNearest(w, volume, end, out);
}

/** Writes the best pair of the search, and the contact status. */
function writeNearest(w: Workspace, volume: VolumeKind, end: SearchEnd, out: DistanceResult): void {
  const best = bestPairOf(w);
  const unit = w.unit[0];
  const scale = w.scale[0];
  // All code that can throw runs before the first change to `out`.
  if (end === 'contact') {
    const contactStatus = decideContact(w, volume, true, null);
    out.status = contactStatus === 'touching' || contactStatus === 'intersecting' ? contactStatus : 'iteration-limit';
    writeContactWitness(w, out);
    out.normal = null;
    out.lower = 0;
    out.upper = 0;
    out.surfaceDistance = 0;
  } else {
    const found = best.slotQuery >= 0;
    const nearest = best.distance[0];
    // Through an array, since `?:` would box the chosen double.
    const { known } = w;
    if (end === 'done') known[0] = nearest - best.wanted[1];
    known[1] = Infinity;
    if (found) known[1] = (nearest + DISTANCE_UNDERSHOOT * scale) * unit + LEAST_DOUBLE;
    // The error bound of the volumes' distances; searches with volumes other than discs have already deducted it.
    const errorBound = (volume === discVolume || end !== 'done' ? w.boundRounding[0] : 0) + w.sharpened[0];
    const least = Math.min(known[0], nearest) - errorBound - DISTANCE_OVERSHOOT * scale;
    const lower = Math.max(0, least * unit - LEAST_DOUBLE);
    const upper = known[1];
    // If the surfaces are apart, one body may be inside the other. If they may touch, that question does not arise.
    const status = end === 'done' || lower > 0 ? containment(w) : 'separated';
    if (found) {
      out.writeWitness(w, best.points, best.slotQuery, best.slotReference);
      out.writeNormal(w, best.points);
    } else {
      out.clearWitness();
      out.normal = null;
    }
    const apart = status === 'separated';
    out.status = end !== 'done' ? 'iteration-limit' : apart && !found ? 'beyond' : status;
    out.lower = apart ? lower : 0;
    out.upper = apart ? upper : 0;
    out.surfaceDistance = upper;
  }
}
