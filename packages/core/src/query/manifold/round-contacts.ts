// Contacts of two bodies of which at least one is round: the witness points of every two parts within a distance, and where a round
// body lies along a line or stands on its base, more points of that line or base (round-support.ts).

import { discVolume } from '../../bounds/disc.ts';
import type { Model } from '../../model/model.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { directionToBody, directionToWorld, type Pose, pointToWorld } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { closestPoint } from '../point/closest-point.ts';
import { roundSearchOf, searchRound } from '../round/round-search.ts';
import { ROUND_CONTACTS_SLOT } from '../scratch-slots.ts';
import type { ContactFeature } from '../time-of-contact/contact-features.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type ContactPoint, ON_BORDER, ON_FACE } from './contact-point.ts';
import { baseFaces, supportPoints } from './round-support.ts';

/** A contact in the world: points of A and B, unit normal from A to B. */
export interface WorldContact {
  readonly pointA: readonly [number, number, number];
  readonly pointB: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly gap: number;
  /** A round shape is face 0. */
  readonly featureA: ContactFeature | null;
  readonly featureB: ContactFeature | null;
}

const ROUND_FEATURE: ContactFeature = { kind: 'face', index: 0 };

/** How far a point may be from a face to lie on it, in parts of the scale. Dimensionless. */
const ON_PART: number = 2 ** 10 * UNIT_ROUNDOFF;
/** The cosine between the normals of the contact and of another point of the same line or rim. Dimensionless. */
const ALONG = 0.99;

/** What one query computes with: a closest point and its squared distance. */
const closestOf = perWorkspace(ROUND_CONTACTS_SLOT, () => new Float64Array(4));

/** The witness points of all parts within a distance, a length in the reference's unit, that are nearest where they are. */
export function roundContacts(w: Workspace, within: number): ContactPoint[] {
  const search = roundSearchOf(w);
  search.start(within, 0, 0);
  search.list = true;
  searchRound(w, discVolume, search);
  const { queryBody, reference } = w;
  const found = search.distances.map((gap, k): ContactPoint => {
    const numbers = new Float64Array(9);
    for (let n = 0; n < 6; n++) numbers[n] = search.witnesses[6 * k + n];
    const length = lengthOf(numbers[3] - numbers[0], numbers[4] - numbers[1], numbers[5] - numbers[2]);
    for (let n = 0; n < 3; n++) numbers[6 + n] = length > 0 ? (numbers[3 + n] - numbers[n]) / length : 0;
    const queryFeature = { kind: 'face', index: queryBody.tree.faces[search.slots[2 * k]] } as const;
    const referenceFeature = { kind: 'face', index: reference.tree.faces[search.slots[2 * k + 1]] } as const;
    return { numbers, gap, rank: ON_FACE, queryFeature, referenceFeature };
  });
  const apart = found.filter(({ gap, numbers }) => gap > 0 && lengthOf(numbers[6], numbers[7], numbers[8]) > 0);
  if (queryBody.round !== null && reference.round !== null) return apart;
  const slots = search.slots.slice();
  return apart.filter((contact) => {
    const own = found.indexOf(contact);
    return !found.some((other, k) => k !== own && other.gap < contact.gap && isOnPart(w, contact, slots, k));
  });
}

/** Whether the mesh's point of a contact lies on the face of the k-th listed pair: then the other is nearer on the same surface. */
function isOnPart(w: Workspace, { numbers }: ContactPoint, slots: readonly number[], k: number): boolean {
  const { queryBody, reference } = w;
  const closest = closestOf(w);
  const isQuery = queryBody.round === null;
  const corners = isQuery ? w.movedCorners : reference.tree.triangles;
  const slot = slots[2 * k + (isQuery ? 0 : 1)];
  // Corners of the query body are moved by the search of meshes only; a round reference sees them through their own points.
  if (isQuery) movePart(w, slot);
  closestPointTriangle(numbers, isQuery ? 0 : 3, corners, 9 * slot, closest);
  const near = ON_PART * w.scale[0];
  return closest[3] <= near * near;
}

/** Brings one triangle of the query body into the reference frame. */
function movePart(w: Workspace, slot: number): void {
  const { pose, movedCorners, queryBody } = w;
  const { triangles } = queryBody.tree;
  const scale = pose[12];
  for (let k = 9 * slot; k < 9 * slot + 9; k += 3) {
    const x = triangles[k] * scale;
    const y = triangles[k + 1] * scale;
    const z = triangles[k + 2] * scale;
    for (let c = 0; c < 3; c++)
      movedCorners[k + c] = pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c];
  }
}

/** The faces of the mesh that the last `roundContacts` found within its distance, by their slots in the tree. */
export function nearFaces(w: Workspace): number[] {
  const { slots } = roundSearchOf(w);
  const { queryBody, reference } = w;
  if (queryBody.round !== null && reference.round !== null) return [];
  const side = queryBody.round === null ? 0 : 1;
  return [...new Set(slots.filter((_, k) => k % 2 === side))];
}

/** Two bodies of which one is round, in the world. */
export interface RoundSide {
  readonly round: Model;
  readonly pose: Float64Array;
  readonly other: Model;
  readonly otherPose: Pose;
  /** The other's pose as numbers, and its faces that are near. */
  readonly otherNumbers: Float64Array;
  readonly faces: readonly number[];
  /** 1 where the round body is A, −1 where it is B. */
  readonly sign: 1 | -1;
}

/** More points of the line or base that a round body touches the other with, besides those of `first`. */
export function linePoints(
  { round, pose, other, otherPose, otherNumbers, faces, sign }: RoundSide,
  first: WorldContact,
  within: number,
): WorldContact[] {
  const shape = round.round;
  if (shape === null) return [];
  const normal = Float64Array.from(first.normal, (x) => sign * x);
  const own = new Float64Array(3);
  directionToBody(pose, normal, own);
  const opposite = new Float64Array(3);
  directionToBody(
    otherNumbers,
    Float64Array.from(normal, (x) => -x),
    opposite,
  );
  const theirs = other.round === null ? trianglesOf(other, faces) : baseFaces(other.round, opposite);
  const { centre, unit } = round.frame;
  const points = supportPoints(shape, own, seenBy(round, pose, other, otherNumbers, theirs));
  const found: WorldContact[] = [];
  for (const local of points) {
    const point = new Float64Array(3);
    pointToWorld(pose, centre, unit, Float64Array.from(local), 0, point, 0);
    const there = closestPoint(other, otherPose, point, { maxDistance: within });
    if (there.status === 'beyond' || !(there.distance > 0)) continue;
    const [x, y, z] = point;
    const [px, py, pz] = there.point;
    const towards = [(px - x) / there.distance, (py - y) / there.distance, (pz - z) / there.distance] as const;
    if (!(towards[0] * normal[0] + towards[1] * normal[1] + towards[2] * normal[2] > ALONG)) continue;
    const here = [x, y, z] as const;
    const theirFeature: ContactFeature = { kind: 'face', index: there.face };
    found.push({
      pointA: sign > 0 ? here : there.point,
      pointB: sign > 0 ? there.point : here,
      normal: [sign * towards[0], sign * towards[1], sign * towards[2]],
      gap: there.distance,
      featureA: sign > 0 ? ROUND_FEATURE : theirFeature,
      featureB: sign > 0 ? theirFeature : ROUND_FEATURE,
    });
  }
  return found;
}

/** Writes a point of the world as one in a body's own axes, centre and unit. */
function toOwn(
  pose: Float64Array,
  { centre, unit }: Model['frame'],
  point: Float64Array,
  out: Float64Array,
  o: number,
): void {
  const own = new Float64Array(3);
  directionToBody(pose, Float64Array.of(point[0] - pose[0], point[1] - pose[1], point[2] - pose[2]), own);
  for (let k = 0; k < 3; k++) out[o + k] = (own[k] - centre[k]) / unit;
}

/** Faces of a body by their slots in its tree, nine numbers each, in its own axes and unit. */
function trianglesOf({ tree }: Model, slots: readonly number[]): Float64Array {
  const faces = new Float64Array(9 * slots.length);
  slots.forEach((slot, face) => {
    faces.set(tree.triangles.subarray(9 * slot, 9 * slot + 9), 9 * face);
  });
  return faces;
}

/** Points of a body, in its own axes and unit, in those of a round one. */
function seenBy(
  round: Model,
  pose: Float64Array,
  other: Model,
  otherPose: Float64Array,
  points: Float64Array,
): Float64Array {
  const seen = new Float64Array(points.length);
  const { centre, unit } = other.frame;
  const point = new Float64Array(3);
  for (let k = 0; k < points.length; k += 3) {
    pointToWorld(otherPose, centre, unit, points, k, point, 0);
    toOwn(pose, round.frame, point, seen, k);
  }
  return seen;
}

/** A contact in the world in the form that the reduction takes: A as the query body, B as the reference; lengths stay as they are. */
export function asContactPoint(contact: WorldContact, isWitness: boolean): ContactPoint {
  const { pointA, pointB, normal, gap, featureA, featureB } = contact;
  return {
    numbers: Float64Array.of(...pointA, ...pointB, ...normal),
    gap,
    rank: isWitness ? ON_BORDER : ON_FACE,
    queryFeature: featureA ?? ROUND_FEATURE,
    referenceFeature: featureB ?? ROUND_FEATURE,
  };
}

/** A direction of the reference frame in the world. */
export function turnToWorld(w: Workspace, direction: Float64Array): [number, number, number] {
  const out: [number, number, number] = [0, 0, 0];
  directionToWorld(w.referencePose, direction, out);
  return out;
}
