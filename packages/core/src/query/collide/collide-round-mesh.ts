// Does a round body touch a mesh, or another round body? A round body is face 0.

import type { Model } from '../../model/model.ts';
import type { Pose } from '../../scalar/pose.ts';
import { isRoundApart } from '../convex/convex-pair.ts';
import { decideRoundContact } from '../round/round-contact.ts';
import { roundSearchOf } from '../round/round-search.ts';
import type { Workspace } from '../workspace.ts';
import {
  COLLIDE_DEFAULTS,
  type CollideAnswer,
  type CollideExtras,
  type CollideOptions,
  type CollideRequest,
  CollideResult,
  collideFrom,
  type RoundCollider,
} from './collide.ts';
import { leaveSegments, writeFacePairs } from './contact-pairs.ts';

/** Answers for the bodies posed in `w`, of which at least one is round. */
function collideRoundMesh(w: Workspace, { limit, segments, volume }: CollideRequest, out: CollideResult): void {
  const search = roundSearchOf(w);
  search.start(0, 0, 0);
  search.list = limit[0] > 0;
  const contactStatus = decideRoundContact(w, volume);
  out.status = contactStatus.status;
  out.colliding = contactStatus.status === 'iteration-limit' ? null : contactStatus.status !== 'separated';
  // If one body lies in the other, the surfaces have no point in common.
  const intersects = contactStatus.status === 'touching' || contactStatus.status === 'intersecting';
  if (intersects && search.slotQuery >= 0) {
    out.writeWitness(w, search.points, search.slotQuery, search.slotReference);
  } else out.clearWitness();
  writeFacePairs(w, search.slots, intersects ? Math.min(limit[0], search.slots.length / 2) : 0, out);
  leaveSegments(out, segments);
}

export const roundCollider: RoundCollider = { isApart: isRoundApart, collide: collideRoundMesh };

/** For `collideFrom` in callers that include this code in any case. */
export const WITH_ROUND: CollideExtras = { search: null, round: roundCollider };

/** `collide` for callers that include this code in any case. It handles round shapes even if no model brings the code along. */
export function collideAny(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: CollideOptions = COLLIDE_DEFAULTS,
  out: CollideResult = new CollideResult(),
): CollideAnswer {
  return collideFrom(a, poseA, b, poseB, options, out, null, WITH_ROUND) as CollideAnswer;
}
