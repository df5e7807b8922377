// Is a round body within a given distance of a mesh, or of another round body? A round body is face 0.

import { DISTANCE_OVERSHOOT, LARGEST_LENGTH } from '../../scalar/tolerances.ts';
import { decideRoundContact } from '../round/round-contact.ts';
import { roundSearchOf } from '../round/round-search.ts';
import type { Workspace } from '../workspace.ts';
import type { ToleranceRequest, ToleranceResult } from './tolerance.ts';

/** Answers the query for the bodies posed in `w`, of which at least one is round. */
export function toleranceRoundMesh(w: Workspace, { tolerance, volume }: ToleranceRequest, out: ToleranceResult): void {
  const search = roundSearchOf(w);
  const wanted = tolerance[0];
  const limit = Math.min(wanted / w.unit[0], LARGEST_LENGTH);
  search.start(limit + DISTANCE_OVERSHOOT * w.scale[0], 0, limit);
  const contactStatus = decideRoundContact(w, volume);
  const { status, lower, upper, found } = contactStatus;
  const isApart = status === 'separated' || status === 'iteration-limit';
  // As in all queries, a distance within rounding of the tolerance counts as within.
  const isWithin = !isApart || upper <= wanted || (status === 'separated' && lower <= wanted);
  out.status = isWithin ? 'within' : status === 'iteration-limit' ? status : 'beyond';
  out.within = out.status === 'iteration-limit' ? null : isWithin;
  if (found && isWithin) out.writeWitness(w, search.points, search.slotQuery, search.slotReference);
  else out.clearWitness();
  out.lower = isApart ? lower : 0;
  out.upper = isApart || status === 'touching' ? upper : 0;
}
