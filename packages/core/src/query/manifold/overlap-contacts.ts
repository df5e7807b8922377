// The contacts of two bodies that overlap, or touch.
//
// Of meshes they are the local penetration depths, one for each region of overlap. A round body lies on a line or stands on its base, which
// is one region and would be one point that it rocks on. So bodies of which one is round are moved apart by the separating translation, as
// PolyDepth does for its local depths (section 6.4), the contacts are found there, and moved back. Regions that are less deep than that
// tells have their own local depths.

import type { Model } from '../../model/model.ts';
import { POSE_SIZE, type Pose, readPose } from '../../scalar/pose.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { penetration } from '../penetration/penetration.ts';
import type { LocalPenetration } from '../penetration/penetration-result.ts';
import { apartContacts, type ManifoldContact } from './apart-contacts.ts';

type Vector = readonly [number, number, number];

/** How far beyond touching bodies are moved, in parts of the search distance, and of their extents and coordinates: normals are then well told. Dimensionless. */
const OF_WITHIN = 1 / 16;
const OF_SIZE: number = 2 ** -30;

const AXES: readonly Vector[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** The contacts of bodies that overlap. `within` is the distance that contacts of bodies apart are searched in. */
export function overlapContacts(a: Model, poseA: Pose, b: Model, poseB: Pose, within: number): ManifoldContact[] {
  const { local, translation, upper } = penetration(a, poseA, b, poseB, { local: true });
  const [x, y, z] = translation;
  const depth = lengthOf(x, y, z);
  if ((a.round === null && b.round === null) || !(depth > 0)) return numbered(local.map(depthContact));
  const longer = 1 + spareOf(a, poseA, b, poseB, within) / depth;
  const moved = contactsFrom(a, poseA, b, poseB, [longer * x, longer * y, longer * z], within);
  if (moved.length === 0) return numbered(local.map(depthContact));
  return numbered([...moved, ...local.filter((region) => region.depth < upper - within).map(depthContact)]);
}

/** The contacts of two bodies that touch, of which one is round. Normals cannot be told by points that coincide: A is moved away a little. */
export function touchContacts(a: Model, poseA: Pose, b: Model, poseB: Pose, within: number): ManifoldContact[] {
  const spare = spareOf(a, poseA, b, poseB, within);
  let best: ManifoldContact[] = [];
  let widest = 0;
  for (const [x, y, z] of AXES) {
    const shift = [spare * x, spare * y, spare * z] as const;
    if (collideAny(a, shifted(poseA, shift), b, poseB).colliding !== false) continue;
    const contacts = contactsFrom(a, poseA, b, poseB, shift, within);
    // Moved along its normal a contact opens most.
    const opened = Math.max(0, ...contacts.map(({ normal }) => -(x * normal[0] + y * normal[1] + z * normal[2])));
    if (opened <= widest) continue;
    widest = opened;
    // They touch: what is below 0 is rounding.
    best = contacts.map((contact) => ({ ...contact, gap: Math.max(0, contact.gap) }));
  }
  return best;
}

/** The contacts with A moved by `shift`, where the bodies are apart, as they are without it. */
function contactsFrom(a: Model, poseA: Pose, b: Model, poseB: Pose, shift: Vector, within: number): ManifoldContact[] {
  const search = within + 2 * spareOf(a, poseA, b, poseB, within);
  return apartContacts(a, shifted(poseA, shift), b, poseB, search).map((contact) => {
    const { pointA, pointB, normal } = contact;
    const back = [pointA[0] - shift[0], pointA[1] - shift[1], pointA[2] - shift[2]] as const;
    const gap =
      normal[0] * (pointB[0] - back[0]) + normal[1] * (pointB[1] - back[1]) + normal[2] * (pointB[2] - back[2]);
    return { ...contact, pointA: [...back], gap };
  });
}

function spareOf(a: Model, poseA: Pose, b: Model, poseB: Pose, within: number): number {
  let size = a.frame.unit + b.frame.unit;
  for (const pose of [poseA, poseB]) for (const x of numbersOf(pose).subarray(0, 3)) size += Math.abs(x);
  return Math.max(OF_WITHIN * within, OF_SIZE * size);
}

function shifted(pose: Pose, shift: Vector): Pose {
  const numbers = numbersOf(pose);
  return {
    position: [numbers[0] + shift[0], numbers[1] + shift[1], numbers[2] + shift[2]],
    rotation: numbers.subarray(3, POSE_SIZE),
  };
}

function numbersOf(pose: Pose): Float64Array {
  const numbers = new Float64Array(POSE_SIZE);
  readPose(pose, numbers, 'pose');
  return numbers;
}

function depthContact({ depth, normal, pointA, pointB }: LocalPenetration): ManifoldContact {
  return {
    id: 0,
    pointA: [...pointA],
    pointB: [...pointB],
    normal: [...normal],
    gap: -depth,
    featureA: null,
    featureB: null,
  };
}

function numbered(contacts: readonly ManifoldContact[]): ManifoldContact[] {
  return contacts.map((contact, id) => ({ ...contact, id }));
}
