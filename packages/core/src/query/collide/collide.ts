// Do two bodies touch, and where?

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../primitive/triangle-triangle-segment.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import type { Budget } from '../budget.ts';
import type { Contacts } from '../contacts.ts';
import { findOverlap } from '../containment/common-interior.ts';
import { containment, isPieceInside } from '../containment/containment.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import { badMethod } from '../method.ts';
import {
  PAIR_KEYS,
  type PairOptions,
  requireCount,
  requireFlag,
  requireOptions,
  requireSolid,
  requireVolume,
} from '../options.ts';
import { PairResult, type Point } from '../result.ts';
import { meetRound, RoundMeeting } from '../round/meet.ts';
import { roundSearchOf } from '../round/search.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { collideConvex } from './collide-convex.ts';
import { collideLeafPair } from './leaf-pair.ts';
import { type CollideEnd, searchContactsDiscs } from './search-discs.ts';
import { searchContactsVolumes } from './search-volumes.ts';

/**
 * What contacts are searched on in place of bounding volumes, as an object that brings its own code: `medial` of `nearmiss/medial`, the medial
 * axes of the bodies, dilated until they hold them, which tell what is apart from what may not be.
 */
export interface CollideMethod {
  readonly name: string;
  /** @internal Answers, and lists no more than `limit` pairs. */
  collide?(w: Workspace, limit: number, out: CollideResult): void;
}

export interface CollideOptions extends PairOptions {
  /**
   * What to search on: `auto`, the default, first looks for a plane between two convex bodies; `volumes` searches the tree of bounding
   * volumes over the triangles. `segments` and `volume` are options of these alone.
   */
  readonly method?: 'auto' | 'volumes' | CollideMethod | undefined;
  /** `"first"`: whether they touch. `"all"`: every pair of faces that meets; by method `medial`, of primitives that overlap. */
  readonly contacts?: 'first' | 'all' | undefined;
  /** With `contacts: "all"`, list no more pairs than this. */
  readonly limit?: number | undefined;
  /** With `contacts: "all"`, also give the segment that each pair of faces has in common. */
  readonly segments?: boolean | undefined;
}

const COLLIDE_KEYS: KnownKeys<CollideOptions> = {
  ...PAIR_KEYS,
  method: true,
  contacts: true,
  limit: true,
  segments: true,
};

export const COLLIDE_DEFAULTS: {
  readonly contacts: 'first' | 'all';
  readonly limit: number;
  readonly segments: boolean;
} = Object.freeze({ contacts: 'first', limit: Infinity, segments: false });

// Read from the frozen object at every query, the number would be copied to an object of its own.
const { limit: DEFAULT_LIMIT } = COLLIDE_DEFAULTS;

/**
 * - `separated`: they have no point in common.
 * - `touching`: they have, but no face passes through another and no point inside both was found.
 * - `intersecting`: a face passes through another, or a point is inside both.
 * - `a-inside-b`, `b-inside-a`: the surfaces do not meet, and one body lies in the other solid.
 * - `near`: by method `medial`, the enclosures of the bodies overlap, so that these are within `error` of each other; `colliding` is null.
 * - `iteration-limit`: the budget ended before it was decided; `colliding` is null unless a contact had been found.
 */
export type CollideStatus =
  | 'separated'
  | 'touching'
  | 'intersecting'
  | 'a-inside-b'
  | 'b-inside-a'
  | 'near'
  | 'iteration-limit';

/** How two bodies lie, where it is decided exactly or not at all. */
export type Meeting = Exclude<CollideStatus, 'near'>;

export class CollideResult extends PairResult {
  status: CollideStatus = 'separated';
  /** Whether the bodies have a point in common; null if that is not known: the budget ended, or medial axes cannot tell. */
  colliding: boolean | null = false;
  /**
   * Pairs of faces that meet, `[faceA, faceB]`, with `contacts: "all"`; their order is the same every time. By method `medial`, pairs of primitives
   * that overlap where the status is `near`: cones by their number, slabs by theirs and the number of cones.
   */
  pairs: [number, number][] = [];
  /** Number of pairs listed; with `contacts: "first"`, 0. */
  pairCount = 0;
  /** With `segments`, the two ends in the world of what each pair has in common. */
  declare segments?: [Point, Point][];
  /** By method `medial`: how far points of the enclosures can be from the bodies, together. */
  declare error?: number;
}

/** The leaves that were in contact last, or −1. */
export interface ContactLeaves {
  leafMoving: number;
  leafResting: number;
}

/** What a `Pair` remembers of its last collide query: also the features of convex bodies. */
export interface CollideMemory extends ContactLeaves {
  readonly convex: ConvexMemory;
}

/** Another search than that of the models' trees. */
export type ContactSearch = (w: Workspace, contacts: Contacts, budget: Budget) => CollideEnd;

/** What one query works with. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(6);
  readonly segment: Float64Array = new Float64Array(SEGMENT_SIZE);
  readonly meeting: RoundMeeting = new RoundMeeting();
}

const scratchOf = perWorkspace(() => new Scratch());
/**
 * Whether two bodies touch; touching counts. The decision is exact for the doubles given, in any pose.
 *
 * @param out a result to write into instead of making a new one
 */
export function collide(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: CollideOptions = COLLIDE_DEFAULTS,
  out: CollideResult = new CollideResult(),
): CollideResult {
  return collideFrom(a, poseA, b, poseB, options, out, null);
}

/** `collide`, starting from what the last query of the same pair found. */
export function collideFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: CollideOptions,
  out: CollideResult,
  memory: CollideMemory | null,
  search: ContactSearch | null = null,
): CollideResult {
  if (options !== COLLIDE_DEFAULTS) requireOptions(options, COLLIDE_KEYS);
  const { contacts: mode = COLLIDE_DEFAULTS.contacts } = options;
  if (mode !== 'first' && mode !== 'all') {
    throw new NearmissError('options/bad-value', `contacts is ${String(mode)}; it is "first" or "all".`);
  }
  const limit = requireCount('limit', options.limit, DEFAULT_LIMIT);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  const segments = requireFlag('segments', options.segments);
  const volume = requireVolume(options.volume);
  const method = requireCollideMethod(options);
  if (!(out instanceof CollideResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier collide query.');
  }
  const w = borrowWorkspace();
  try {
    w.budget.start(options);
    w.place(a, poseA, b, poseB);
    w.pair.interpret(solid);
    // Where bodies were in contact a moment ago they probably still are, and a plane between them would be looked for in vain.
    const mayBeApart = search === null && (memory === null || memory.leafMoving < 0) && isAuto(options);
    if (mayBeApart && collideConvex(w, memory === null ? null : memory.convex, out)) {
      out.writeInterpretations(w.pair);
      if (out.error !== undefined) delete out.error;
      if (segments) out.segments = [];
      else if (out.segments !== undefined) delete out.segments;
      out.report(stats ? readStats(w) : null);
      return out;
    }
    w.reserve(volume);
    if (method?.collide !== undefined) {
      method.collide(w, mode === 'all' ? limit : 0, out);
      out.report(stats ? readStats(w) : null);
      return out;
    }
    if (out.error !== undefined) delete out.error;
    if (w.pair.isRound) {
      collideRound(w, volume, mode === 'all' ? limit : 0, out);
      if (segments) out.segments = [];
      else if (out.segments !== undefined) delete out.segments;
      out.report(stats ? readStats(w) : null);
      return out;
    }
    w.contacts.limit[0] = limit;
    const status = decideMeeting(w, search ?? volume, mode === 'first', memory);
    out.writeInterpretations(w.pair);
    out.status = status;
    out.colliding = status === 'iteration-limit' ? (w.contacts.count > 0 ? true : null) : status !== 'separated';
    writeContactWitness(w, out);
    writeFacePairs(w, w.contacts.places, w.contacts.listed, out);
    if (segments) out.segments = worldSegments(w);
    else if (out.segments !== undefined) delete out.segments;
    out.report(stats ? readStats(w) : null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

/** Whether the library chooses what to search on. */
function isAuto({ method, volume }: CollideOptions): boolean {
  return (method === undefined || method === 'auto') && volume === undefined;
}

/** The method asked for, null where volumes are searched. */
function requireCollideMethod({ method = 'auto', segments, volume }: CollideOptions): CollideMethod | null {
  if (method === 'auto' || method === 'volumes') return null;
  if (typeof method !== 'object' || method?.collide === undefined) {
    throw badMethod(method, '"auto", "volumes"', 'medial of nearmiss/medial');
  }
  if (segments === true || volume !== undefined) {
    throw new NearmissError(
      'options/bad-value',
      `method "${method.name}" knows no faces: segments and volume are for method "volumes".`,
    );
  }
  return method;
}

/** The same where one of the bodies is round: it is face 0. No more than `limit` pairs are listed. */
function collideRound(w: Workspace, volume: VolumeKind, limit: number, out: CollideResult): void {
  const { meeting } = scratchOf(w);
  const search = roundSearchOf(w);
  search.start(0, 0, 0);
  search.list = limit > 0;
  meetRound(w, volume, meeting);
  out.writeInterpretations(w.pair);
  out.status = meeting.status;
  out.colliding = meeting.status === 'iteration-limit' ? null : meeting.status !== 'separated';
  // Where one lies in the other the surfaces have no point in common.
  const meets = meeting.status === 'touching' || meeting.status === 'intersecting';
  if (meets && search.placeMoving >= 0) {
    out.writeWitness(w, search.points, search.placeMoving, search.placeResting);
  } else out.clearWitness();
  writeFacePairs(w, search.places, meets ? Math.min(limit, search.places.length / 2) : 0, out);
}

/**
 * Searches the two bodies prepared in `w` for contacts, on volumes of a kind or by a search of its own, and says how they meet; the
 * contacts are left in `w.contacts`.
 */
export function decideMeeting(
  w: Workspace,
  by: VolumeKind | ContactSearch,
  first: boolean,
  memory: ContactLeaves | null,
): Meeting {
  const { contacts } = w;
  contacts.start(first, w.pair.queryInterpretation, w.pair.referenceInterpretation);
  const end = searchContacts(w, by, memory);
  if (contacts.crossings > 0 || contacts.overlap) return 'intersecting';
  if (end === 'out-of-budget') return 'iteration-limit';
  if (contacts.touches === 0) return containment(w);
  const overlap = findOverlap(w, contacts) || isPieceInside(w);
  return overlap ? 'intersecting' : 'touching';
}

function searchContacts(w: Workspace, by: VolumeKind | ContactSearch, memory: ContactLeaves | null): CollideEnd {
  const { contacts, budget } = w;
  // Where bodies were in contact a moment ago they probably still are.
  if (contacts.first && memory !== null && memory.leafMoving >= 0) {
    if (collideLeafPair(w, memory.leafMoving, memory.leafResting, contacts)) return 'stopped';
    contacts.start(true, contacts.readingMoving, contacts.readingResting);
  }
  const end =
    typeof by === 'function'
      ? by(w, contacts, budget)
      : by === discVolume
        ? searchContactsDiscs(w, contacts, budget)
        : searchContactsVolumes(w, by, contacts, budget);
  if (memory !== null) {
    memory.leafMoving = contacts.witnessLeafMoving;
    memory.leafResting = contacts.witnessLeafResting;
  }
  return end;
}

/** The middle of what the witness faces have in common, as a point of both bodies. */
export function writeContactWitness(w: Workspace, out: PairResult): void {
  const { contacts } = w;
  if (contacts.count === 0) out.clearWitness();
  else writeCommonPoint(w, out, contacts.witnessMoving, contacts.witnessResting);
}

/** The middle of what two faces have in common, given by their places in tree order, as a point of both bodies. */
export function writeCommonPoint(w: Workspace, out: PairResult, placeMoving: number, placeResting: number): void {
  const { witness, segment } = scratchOf(w);
  const { reference } = w.pair;
  intersectionSegment(w.movedCorners, 9 * placeMoving, reference.tree.triangles, 9 * placeResting, segment);
  for (let k = 0; k < 3; k++) {
    witness[k] = (segment[k] + segment[3 + k]) / 2;
    witness[3 + k] = witness[k];
  }
  out.writeWitness(w, witness, placeMoving, placeResting);
}

/** Lists pairs of faces given by their places in tree order, moving and resting in turn. */
function writeFacePairs(w: Workspace, places: ArrayLike<number>, listed: number, out: CollideResult): void {
  const { queryBody, reference, swapped } = w.pair;
  writePairs(places, queryBody.tree.faces, reference.tree.faces, swapped, listed, out);
}

/** Lists pairs given by their places in two rows of numbers, moving and resting in turn. */
export function writePairs(
  places: ArrayLike<number>,
  numbersM: Uint32Array,
  numbersR: Uint32Array,
  swapped: boolean,
  listed: number,
  out: CollideResult,
): void {
  const { pairs } = out;
  out.pairCount = listed;
  if (pairs.length > listed) pairs.length = listed;
  for (let k = 0; k < listed; k++) {
    const numberM = numbersM[places[2 * k]];
    const numberR = numbersR[places[2 * k + 1]];
    const numberA = swapped ? numberR : numberM;
    const numberB = swapped ? numberM : numberR;
    const pair = pairs[k];
    if (pair === undefined) pairs.push([numberA, numberB]);
    else {
      pair[0] = numberA;
      pair[1] = numberB;
    }
  }
}

function worldSegments(w: Workspace): [Point, Point][] {
  const { segment } = scratchOf(w);
  const { contacts } = w;
  const { reference } = w.pair;
  const segments: [Point, Point][] = [];
  const restingPose = w.pair.referencePose;
  const { centre } = reference.frame;
  const unit = w.pair.unit[0];
  const { places, listed } = contacts;
  for (let k = 0; k < listed; k++) {
    intersectionSegment(w.movedCorners, 9 * places[2 * k], reference.tree.triangles, 9 * places[2 * k + 1], segment);
    const ends: [Point, Point] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    pointToWorld(restingPose, centre, unit, segment, 0, ends[0], 0);
    pointToWorld(restingPose, centre, unit, segment, 3, ends[1], 0);
    segments.push(ends);
  }
  return segments;
}
