// Whether times of contact are right: against stored ones, or, where there are none, against questions about single poses.

import { collide, distance, type Model } from 'nearmiss';
import { type Contact, isHit } from './contact.ts';
import { type BodyMotion, linearPoseAt, type PoseAt } from './motion.ts';
import { type ContactReference, THRESHOLD } from './workload.ts';

/** How many motions were answered wrongly, and in in which direction. */
export interface ContactVerdict {
  /** Said to be free, and are not. */
  readonly missed: number;
  /** Contact came before the time told. */
  readonly late: number;
  /** At the time told the bodies are farther apart than the threshold. */
  readonly early: number;
  /** Said to touch, and do not come near. */
  readonly invented: number;
}

/** The references are good to about 1e-6 in distance; along the motion that is less than this. A time. */
const EARLY_ERROR = 1e-5;
/** `latest` is when bodies are as near as 1e-6, a little before they touch. A time. */
const LATE_ERROR = 1e-7;

export const mistakes = ({ missed, late, early, invented }: ContactVerdict): number => missed + late + early + invented;

export function judgeByReferences(
  contacts: readonly Contact[],
  references: readonly ContactReference[],
): ContactVerdict {
  const verdict = { missed: 0, late: 0, early: 0, invented: 0 };
  contacts.forEach((contact, i) => {
    const { hits, earliest, latest } = references[i];
    const touches = latest <= 1;
    if (touches && !isHit(contact)) verdict.missed++;
    else if (touches && !(contact.toc <= latest + LATE_ERROR)) verdict.late++;
    if (!isHit(contact)) return;
    if (!hits || (!touches && contact.upper <= 1)) verdict.invented++;
    else if (!(contact.toc >= earliest - EARLY_ERROR)) verdict.early++;
  });
  return verdict;
}

/** Poses asked about before a time of contact; the last of them falls on it. */
const SAMPLES = 24;
/** What rounding may move a pose and a distance by, in model sizes. A length. */
const ROUNDING = 1e-9;
const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

/**
 * By asking about poses in between: none collides before, and at the time told the bodies are near. `poseOf` says what is
 * between the ends of a motion.
 */
export function judgeBySampling(
  a: Model,
  b: Model,
  motions: readonly BodyMotion[],
  contacts: readonly Contact[],
  poseOf: (motion: BodyMotion) => PoseAt = linearPoseAt,
): ContactVerdict {
  const verdict = { missed: 0, late: 0, early: 0, invented: 0 };
  motions.forEach((motion, i) => {
    const contact = contacts[i];
    const poseAt = poseOf(motion);
    const gapAt = (time: number): number => distance(a, poseAt(time), b, IDENTITY, { solid: false }).distance;
    const end = Math.min(1, contact.toc);
    for (let k = 0; k < SAMPLES; k++) {
      if (!collide(a, poseAt((end * k) / SAMPLES), b, IDENTITY, { solid: false }).colliding) continue;
      verdict[isHit(contact) ? 'late' : 'missed']++;
      return;
    }
    if (!isHit(contact)) return;
    if (gapAt(contact.toc) > THRESHOLD + ROUNDING) verdict.early++;
    else if (contact.upper <= 1 && gapAt(contact.upper) > ROUNDING) verdict.invented++;
  });
  return verdict;
}
