// The contacts of two bodies that are apart: features within a distance of each other (mesh-contacts, round-contacts), reduced to those
// that matter (reduce-contacts).

import { discVolume } from '../../bounds/disc.ts';
import type { Model } from '../../model/model.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import { LARGEST_LENGTH } from '../../scalar/tolerances.ts';
import { isRound } from '../posed-pair.ts';
import type { Point } from '../result.ts';
import type { ContactFeature } from '../time-of-contact/contact-features.ts';
import { borrowWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import type { ContactPoint } from './contact-point.ts';
import { meshContacts } from './mesh-contacts.ts';
import { reduceContacts } from './reduce-contacts.ts';
import { asContactPoint, linePoints, nearFaces, type RoundSide, roundContacts, turnToWorld } from './round-contacts.ts';

/** A point of contact, in the world. See {@link contactManifold}. */
export interface ManifoldContact {
  /** Its number; of a `Pair` or `World` the same for as long as the contact stays. */
  readonly id: number;
  readonly pointA: Point;
  readonly pointB: Point;
  /** Unit vector from A to B. */
  readonly normal: Point;
  /** Signed distance of the points along the normal: negative where the bodies overlap, by the local depth. */
  readonly gap: number;
  /** The features in contact; null where meshes overlap. A round shape is face 0. */
  readonly featureA: ContactFeature | null;
  readonly featureB: ContactFeature | null;
}

/** The contacts of two bodies that have no inner point in common, within a distance. */
export function apartContacts(a: Model, poseA: Pose, b: Model, poseB: Pose, asked: number): readonly ManifoldContact[] {
  const w = borrowWorkspace();
  try {
    w.budget.start({});
    w.prepare(a, poseA, b, poseB, discVolume);
    const within = Math.min(asked / w.unit[0], LARGEST_LENGTH);
    const round = isRound(w);
    const found = round ? roundContacts(w, within) : meshContacts(w, within, false);
    const contacts = reduceContacts(found, within).map((contact, id) => manifoldContact(w, contact, id));
    if (!round || contacts.length === 0) return contacts;
    const faces = nearFaces(w);
    const sideA = {
      round: a,
      pose: w.poseA,
      other: b,
      otherPose: poseB,
      otherNumbers: w.poseB,
      faces,
      sign: 1,
    } as const;
    const sideB = {
      round: b,
      pose: w.poseB,
      other: a,
      otherPose: poseA,
      otherNumbers: w.poseA,
      faces,
      sign: -1,
    } as const;
    return withLines([sideA, sideB], contacts, asked);
  } finally {
    returnWorkspace(w);
  }
}

/** The contacts with more points of the lines and bases along which a round body touches. */
function withLines(
  sides: readonly RoundSide[],
  contacts: readonly ManifoldContact[],
  within: number,
): readonly ManifoldContact[] {
  const more = contacts.flatMap((first) => sides.flatMap((side) => linePoints(side, first, within)));
  if (more.length === 0) return contacts;
  const points = [
    ...contacts.map((contact) => asContactPoint(contact, true)),
    ...more.map((contact) => asContactPoint(contact, false)),
  ];
  return reduceContacts(points, within).map(({ numbers: n, gap, queryFeature, referenceFeature }, id) => ({
    id,
    pointA: [n[0], n[1], n[2]],
    pointB: [n[3], n[4], n[5]],
    normal: [n[6], n[7], n[8]],
    gap,
    featureA: queryFeature,
    featureB: referenceFeature,
  }));
}

export function manifoldContact(w: Workspace, contact: ContactPoint, id: number): ManifoldContact {
  const { numbers, gap, queryFeature, referenceFeature } = contact;
  const { centre } = w.reference.frame;
  const unit = w.unit[0];
  const first: Point = [0, 0, 0];
  const second: Point = [0, 0, 0];
  pointToWorld(w.referencePose, centre, unit, numbers, 0, first, 0);
  pointToWorld(w.referencePose, centre, unit, numbers, 3, second, 0);
  const sign = w.swapped ? -1 : 1;
  const normal = turnToWorld(w, Float64Array.of(sign * numbers[6], sign * numbers[7], sign * numbers[8]));
  const [pointA, pointB] = w.swapped ? [second, first] : [first, second];
  const [featureA, featureB] = w.swapped ? [referenceFeature, queryFeature] : [queryFeature, referenceFeature];
  return { id, pointA, pointB, normal, gap: gap * unit, featureA, featureB };
}
