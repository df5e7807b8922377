// The contact status of two bodies of which at least one is round. It is proven by the bracket of the distance or by a proven
// overlap; if both are within rounding, it is `touching`.

import type { VolumeKind } from '../../bounds/volume.ts';
import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { type Containment, containment, isComponentInside } from '../containment/containment.ts';
import { ROUND_CONTACT_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { Farthest } from './enclosure.ts';
import { roundSearchOf, searchRound } from './round-search.ts';

/** The result of a search of round bodies; lengths in the world's unit. */
export class RoundContact {
  status: Containment | 'touching' | 'iteration-limit' = 'separated';
  /** Bracket of the distance of the surfaces; `upper` is infinite where nothing was found. */
  lower = 0;
  upper = 0;
  /** Whether `upper` has witnesses. */
  found = false;
  readonly farthest: Farthest = new Farthest();
}

const roundContactOf = perWorkspace(ROUND_CONTACT_SLOT, () => new RoundContact());

/**
 * Searches the bodies prepared in `w` with the parameters of its round search and returns the contact, until the next search.
 * Witnesses and lists are left in the search.
 */
export function decideRoundContact(w: Workspace, volume: VolumeKind): RoundContact {
  const out = roundContactOf(w);
  const search = roundSearchOf(w);
  w.contacts.start(false, 'surface', 'surface');
  const end = searchRound(w, volume, search);
  const unit = w.unit[0];
  out.found = search.slotQuery >= 0;
  out.upper = search.upper * unit + LEAST_DOUBLE;
  // A search that ended early has not covered all pairs.
  out.lower = end === 'done' ? Math.max(0, Math.min(search.lower, search.limit) * unit - LEAST_DOUBLE) : 0;
  if (search.overlap) out.status = describeOverlap(w, out);
  else if (end === 'out-of-budget') out.status = 'iteration-limit';
  else if (search.lower > 0) out.status = containment(w);
  else out.status = isComponentInside(w) ? 'intersecting' : 'touching';
  return out;
}

/** One inside the other, with the distance of the surfaces, or neither. */
function describeOverlap(w: Workspace, out: RoundContact): RoundContact['status'] {
  const { farthest } = out;
  const { a, b, poseA, poseB } = w;
  if (b.round !== null) farthest.measure(w, a, poseA, b, poseB);
  const isInB = b.round !== null && farthest.upper < 0;
  if (!isInB && a.round !== null) farthest.measure(w, b, poseB, a, poseA);
  const isInA = !isInB && a.round !== null && farthest.upper < 0;
  if (!isInA && !isInB) return 'intersecting';
  // The search found a common point, which is not where the surfaces are nearest.
  out.found = false;
  out.lower = -farthest.upper;
  out.upper = -farthest.lower;
  return isInB ? 'a-inside-b' : 'b-inside-a';
}
