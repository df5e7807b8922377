// How far is a round body from a mesh, or from another round body? A round body is face 0.

import { DISTANCE_OVERSHOOT, LARGEST_LENGTH } from '../../scalar/tolerances.ts';
import { meetRound, RoundMeeting } from '../round/round-contact.ts';
import { roundSearchOf } from '../round/round-search.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import type { DistanceAsk, DistanceResult } from './distance.ts';

const meetingOf: (w: Workspace) => RoundMeeting = perWorkspace(() => new RoundMeeting());

/** Answers for the bodies posed in `w`, of which at least one is round. */
export function distanceRoundMesh(w: Workspace, ask: DistanceAsk, out: DistanceResult): void {
  const meeting = meetingOf(w);
  const search = roundSearchOf(w);
  const { volume } = ask;
  const maxDistance = ask.maxDistance[0];
  const unit = w.unit[0];
  // Everything that may be within maxDistance is looked at, rounding included.
  const limit = maxDistance / unit + DISTANCE_OVERSHOOT * w.scale[0];
  search.start(limit, Math.min(ask.tolerance[0] / unit, LARGEST_LENGTH), 0);
  meetRound(w, volume, meeting);
  // What was met first may be farther than anything wanted.
  if (meeting.status === 'separated' && meeting.lower > maxDistance) {
    meeting.found = false;
    meeting.upper = Infinity;
  }
  const { status, lower, upper, found } = meeting;
  out.status = status === 'separated' && !found ? 'beyond' : status;
  if (found) {
    out.writeWitness(w, search.points, search.placeMoving, search.placeResting);
    out.writeNormal(w, search.points);
  } else out.clearWitness();
  // A common point, given twice, has no direction but that of rounding.
  if (!found || status === 'touching' || status === 'intersecting') out.normal = null;
  // Touching is known to rounding only: the bracket says so.
  const isBracketed = status === 'separated' || status === 'iteration-limit' || status === 'touching';
  out.lower = status === 'touching' || !isBracketed ? 0 : lower;
  out.upper = isBracketed ? upper : 0;
  out.surfaceDistance = status === 'intersecting' ? 0 : upper;
}
