// Do two meshes touch, and where? Both trees are searched together for pairs of faces that touch. If there are none, one mesh may
// be inside the other.

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../primitive/triangle-triangle-segment.ts';
import { pointToWorld } from '../../scalar/pose.ts';
import { findOverlap } from '../containment/common-interior.ts';
import { containment, isComponentInside } from '../containment/containment.ts';
import type { PairResult, Point } from '../result.ts';
import { COLLIDE_MESH_MESH_SLOT } from '../scratch-slots.ts';
import { moveFaces, perWorkspace, type Workspace } from '../workspace.ts';
import type { CollideRequest, CollideResult, ContactLeaves, ContactSearch, ContactStatus } from './collide.ts';
import { type CollideEnd, searchContactsDiscs } from './collide-discs.ts';
import { collideLeafPair } from './collide-leaf-pair.ts';
import { searchContactsVolumes } from './collide-volumes.ts';
import { leaveSegments, writeFacePairs } from './contact-pairs.ts';

/** Scratch of one query. */
class Scratch {
  readonly middle: Float64Array = new Float64Array(3);
  readonly segment: Float64Array = new Float64Array(SEGMENT_SIZE);
}

const scratchOf = perWorkspace(COLLIDE_MESH_MESH_SLOT, () => new Scratch());

/** Answers for the meshes posed in `w`. */
export function collideMeshMesh(w: Workspace, request: CollideRequest, out: CollideResult): void {
  const { contacts } = w;
  contacts.limit[0] = request.limit[0];
  const status = decideContact(w, request.search ?? request.volume, request.first, request.memory);
  out.status = status;
  out.colliding = status === 'iteration-limit' ? (contacts.count > 0 ? true : null) : status !== 'separated';
  writeContactWitness(w, out);
  writeFacePairs(w, contacts.slots, contacts.listed, out);
  if (request.segments) out.segments = worldSegments(w);
  else leaveSegments(out, false);
}

/**
 * Searches the two bodies prepared in `w` for contacts, on bounding volumes of a kind or with another search, and returns the
 * contact status; the contacts are left in `w.contacts`. If neither body can be inside the other, that is not tested.
 */
export function decideContact(
  w: Workspace,
  by: VolumeKind | ContactSearch,
  first: boolean,
  memory: ContactLeaves | null,
  mayContain = true,
): ContactStatus {
  const { contacts, swapped, interpretationA, interpretationB } = w;
  contacts.start(first, swapped ? interpretationB : interpretationA, swapped ? interpretationA : interpretationB);
  const end = searchContacts(w, by, memory);
  if (contacts.crossings > 0 || contacts.overlap) return 'intersecting';
  if (end === 'out-of-budget') return 'iteration-limit';
  if (contacts.touches === 0) return mayContain ? containment(w) : 'separated';
  const overlap = findOverlap(w, contacts) || isComponentInside(w);
  return overlap ? 'intersecting' : 'touching';
}

function searchContacts(w: Workspace, by: VolumeKind | ContactSearch, memory: ContactLeaves | null): CollideEnd {
  const { contacts, budget } = w;
  // Bodies in contact at the last query probably still are.
  if (contacts.first && memory !== null && memory.leafQuery >= 0) {
    if (collideLeafPair(w, memory.leafQuery, memory.leafReference, contacts)) return 'stopped';
    contacts.start(true, contacts.interpretationQuery, contacts.interpretationReference);
  }
  const end =
    typeof by === 'function'
      ? by(w, contacts, budget)
      : by === discVolume
        ? searchContactsDiscs(w, contacts, budget)
        : searchContactsVolumes(w, by, contacts, budget);
  if (memory !== null) {
    memory.leafQuery = contacts.witnessLeafQuery;
    memory.leafReference = contacts.witnessLeafReference;
  }
  return end;
}

/** The middle of the intersection of the witness faces, as a point of both bodies. */
export function writeContactWitness(w: Workspace, out: PairResult): void {
  const { contacts } = w;
  if (contacts.count === 0) out.clearWitness();
  else if (contacts.knowsCommonPoint) {
    out.writeCommonPoint(w, contacts.commonPoint, contacts.witnessQuery, contacts.witnessReference);
  } else writeCommonPoint(w, out, contacts.witnessQuery, contacts.witnessReference);
}

/** The middle of the intersection of two faces, given by their slots in tree order, as a point of both bodies. */
export function writeCommonPoint(w: Workspace, out: PairResult, slotQuery: number, slotReference: number): void {
  const { middle, segment } = scratchOf(w);
  const { reference } = w;
  intersectionSegment(w.movedCorners, 9 * slotQuery, reference.tree.triangles, 9 * slotReference, segment);
  for (let k = 0; k < 3; k++) middle[k] = (segment[k] + segment[3 + k]) / 2;
  out.writeCommonPoint(w, middle, slotQuery, slotReference);
}

function worldSegments(w: Workspace): [Point, Point][] {
  const { segment } = scratchOf(w);
  const { contacts, reference } = w;
  const segments: [Point, Point][] = [];
  const referencePose = w.referencePose;
  const { centre } = reference.frame;
  const unit = w.unit[0];
  const { slots, listed } = contacts;
  for (let k = 0; k < listed; k++) {
    // The search need not have moved all of them.
    moveFaces(w, slots[2 * k], slots[2 * k] + 1);
    intersectionSegment(w.movedCorners, 9 * slots[2 * k], reference.tree.triangles, 9 * slots[2 * k + 1], segment);
    const ends: [Point, Point] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    pointToWorld(referencePose, centre, unit, segment, 0, ends[0], 0);
    pointToWorld(referencePose, centre, unit, segment, 3, ends[1], 0);
    segments.push(ends);
  }
  return segments;
}
