// Do two bodies touch of which at least one is round?

import type { VolumeKind } from '../../bounds/volume.ts';
import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import type { Pose } from '../../scalar/pose.ts';
import { isRoundApart } from '../convex-pair.ts';
import { meetRound, RoundMeeting } from '../round/meet.ts';
import { roundSearchOf } from '../round/search.ts';
import { roundReading } from '../round-reading.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import {
  COLLIDE_DEFAULTS,
  type CollideAnswer,
  type CollideExtras,
  type CollideOptions,
  CollideResult,
  collideFrom,
  type RoundCollider,
  writeFacePairs,
} from './collide.ts';

const meetingOf = perWorkspace(() => new RoundMeeting());

function collideRound(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
  volume: VolumeKind,
  limit: number,
  out: CollideResult,
): void {
  const meeting = meetingOf(w);
  const search = roundSearchOf(w);
  search.start(0, 0, 0);
  search.list = limit > 0;
  meetRound(w, a, readingA, b, readingB, volume, meeting);
  out.readingA = roundReading(a, readingA);
  out.readingB = roundReading(b, readingB);
  out.status = meeting.status;
  out.colliding = meeting.status === 'iteration-limit' ? null : meeting.status !== 'separated';
  // Where one lies in the other the surfaces have no point in common.
  const meets = meeting.status === 'touching' || meeting.status === 'intersecting';
  if (meets && search.placeMoving >= 0) {
    out.writeWitness(w, search.points, search.placeMoving, search.placeResting);
  } else out.clearWitness();
  writeFacePairs(w, search.places, meets ? Math.min(limit, search.places.length / 2) : 0, out);
}

export const roundCollider: RoundCollider = { isApart: isRoundApart, collide: collideRound };

/** For `collideFrom` of callers who carry all of this anyway. */
export const WITH_ROUND: CollideExtras = { search: null, round: roundCollider };

/** `collide` of callers who carry all of this anyway: it answers about round shapes whatever the models carry. */
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
