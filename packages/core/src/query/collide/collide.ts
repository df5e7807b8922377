// Do two bodies touch, and where?

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { FacePair } from '../../mesh/face-pairs.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { type Reading, resolveReading } from '../../model/solid.ts';
import type { StructureReader } from '../../model/structure.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../primitive/triangle-triangle-segment.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import type { Budget } from '../budget.ts';
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
import { type NoWitness, PairResult, type Point } from '../result.ts';
import { isRound, roundReading } from '../round-reading.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { collideConvex } from './collide-convex.ts';
import { findOverlap } from './common-interior.ts';
import type { Contacts } from './contacts.ts';
import { containment, isPieceInside } from './containment.ts';
import { collideLeafPair } from './leaf-pair.ts';
import { type CollideEnd, searchContactsDiscs } from './search-discs.ts';
import { searchContactsVolumes } from './search-volumes.ts';

/**
 * What contacts are searched on in place of bounding volumes, as an object that brings its own code: `medial` of `nearmiss/medial`, the medial
 * axes of the bodies, dilated until they hold them, which tell what is apart from what may not be.
 */
export interface CollideMethod {
  readonly name: string;
  /** The queries that it answers. */
  readonly answers: { readonly collide: true };
  /** @internal Answers, and lists no more than `limit` pairs. */
  collide?(
    w: Workspace,
    a: Model,
    readingA: Reading,
    b: Model,
    readingB: Reading,
    limit: number,
    out: CollideResult,
  ): void;
}

/** What knows about round shapes, so that programs without any need not carry it. Models of them carry it (round/round-structure.ts). */
export interface RoundCollider {
  /** @internal Whether the bodies prepared in `w`, of which one is round at least, are proven to be apart. */
  isApart(w: Workspace, moving: Model, resting: Model): boolean;
  /** @internal Answers; a round shape is face 0. No more than `limit` pairs are listed. */
  collide(
    w: Workspace,
    a: Model,
    readingA: Reading,
    b: Model,
    readingB: Reading,
    volume: VolumeKind,
    limit: number,
    out: CollideResult,
  ): void;
}

/** Under which name a model carries it; nothing of it is saved. */
export const ROUND_COLLIDER: StructureReader<RoundCollider> = { name: 'round-shape', read: () => undefined };

const carriedCollider: (model: Model) => RoundCollider | null = /* @__PURE__ */ perModel(
  (model) => model.carried(ROUND_COLLIDER) ?? null,
);

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
   * Pairs of faces that meet, with `contacts: "all"`; their order is the same every time. By method `medial`, pairs of primitives
   * that overlap where the status is `near`: cones by their number, slabs by theirs and the number of cones.
   */
  pairs: FacePair[] = [];
  /** Number of pairs listed; with `contacts: "first"`, 0. */
  pairCount = 0;
  /** With `segments`, the two ends in the world of what each pair has in common. */
  declare segments?: [Point, Point][];
  /** By method `medial`: how far points of the enclosures can be from the bodies, together. */
  declare error?: number;
}

/** A `CollideResult` by cases of its status, which decides `colliding` and which fields are null. */
export type CollideAnswer = CollideResult &
  (
    | ({ status: 'separated'; colliding: false } & NoWitness)
    | { status: 'touching' | 'intersecting'; colliding: true }
    | ({ status: 'a-inside-b' | 'b-inside-a'; colliding: true } & NoWitness)
    | ({ status: 'near'; colliding: null; error: number } & NoWitness)
    | { status: 'iteration-limit'; colliding: true | null }
  );

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
export type ContactSearch = (
  w: Workspace,
  moving: Model,
  resting: Model,
  contacts: Contacts,
  budget: Budget,
) => CollideEnd;

/** What callers within the library add. */
export interface CollideExtras {
  readonly search: ContactSearch | null;
  /** Known to the caller, whatever the models carry. */
  readonly round: RoundCollider | null;
}

const NO_EXTRAS: CollideExtras = { search: null, round: null };

/** What one query works with. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(6);
  readonly segment: Float64Array = new Float64Array(SEGMENT_SIZE);
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
): CollideAnswer {
  return collideFrom(a, poseA, b, poseB, options, out, null) as CollideAnswer;
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
  extras: CollideExtras = NO_EXTRAS,
): CollideResult {
  if (options !== COLLIDE_DEFAULTS) requireOptions(options, COLLIDE_KEYS);
  const { contacts: mode = COLLIDE_DEFAULTS.contacts } = options;
  if (mode !== 'first' && mode !== 'all') {
    throw new NearmissError('options/bad-value', `contacts is ${textOf(mode)}; it is "first" or "all".`);
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
    const readingA = resolveReading(a.facts, solid, 'A');
    const readingB = resolveReading(b.facts, solid, 'B');
    // Where bodies were in contact a moment ago they probably still are, and a plane between them would be looked for in vain.
    const { search } = extras;
    const mayBeApart = search === null && (memory === null || memory.leafMoving < 0) && isAuto(options);
    const round = method === null && isRound(a, b) ? roundColliderOf(a, b, extras) : null;
    if (mayBeApart && collideConvex(w, a, b, memory === null ? null : memory.convex, round, out)) {
      out.readingA = roundReading(a, readingA);
      out.readingB = roundReading(b, readingB);
      if (out.error !== undefined) delete out.error;
      if (segments) out.segments = [];
      else if (out.segments !== undefined) delete out.segments;
      out.report(stats ? readStats(w) : null);
      return out;
    }
    w.reserve(volume);
    if (method?.collide !== undefined) {
      method.collide(w, a, readingA, b, readingB, mode === 'all' ? limit : 0, out);
      out.report(stats ? readStats(w) : null);
      return out;
    }
    if (out.error !== undefined) delete out.error;
    if (round !== null) {
      round.collide(w, a, readingA, b, readingB, volume, mode === 'all' ? limit : 0, out);
      if (segments) out.segments = [];
      else if (out.segments !== undefined) delete out.segments;
      out.report(stats ? readStats(w) : null);
      return out;
    }
    w.contacts.limit[0] = limit;
    const status = decideMeeting(w, a, readingA, b, readingB, search ?? volume, mode === 'first', memory);
    out.readingA = readingA;
    out.readingB = readingB;
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

/** What knows about the round one of two bodies. */
function roundColliderOf(a: Model, b: Model, extras: CollideExtras): RoundCollider {
  const known = extras.round ?? carriedCollider(a) ?? carriedCollider(b);
  if (known !== null) return known;
  throw new NearmissError(
    'model/bad-argument',
    'A round shape that was loaded has to be given what collides it: Model.fromBytes(bytes, { with: [round] }), round of nearmiss/convex.',
  );
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

/**
 * Searches the two bodies prepared in `w` for contacts, on volumes of a kind or by a search of its own, and says how they meet; the
 * contacts are left in `w.contacts`.
 */
export function decideMeeting(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
  by: VolumeKind | ContactSearch,
  first: boolean,
  memory: ContactLeaves | null,
): Meeting {
  const { contacts, swapped } = w;
  contacts.start(first, swapped ? readingB : readingA, swapped ? readingA : readingB);
  const moving = swapped ? b : a;
  const resting = swapped ? a : b;
  const end = searchContacts(w, moving, resting, by, memory);
  if (contacts.crossings > 0 || contacts.overlap) return 'intersecting';
  if (end === 'out-of-budget') return 'iteration-limit';
  if (contacts.touches === 0) return containment(w, a, readingA, b, readingB);
  const overlap = findOverlap(w, moving, resting, contacts) || isPieceInside(w, a, readingA, b, readingB);
  return overlap ? 'intersecting' : 'touching';
}

function searchContacts(
  w: Workspace,
  moving: Model,
  resting: Model,
  by: VolumeKind | ContactSearch,
  memory: ContactLeaves | null,
): CollideEnd {
  const { contacts, budget } = w;
  // Where bodies were in contact a moment ago they probably still are.
  if (contacts.first && memory !== null && memory.leafMoving >= 0) {
    if (collideLeafPair(w, moving, memory.leafMoving, resting, memory.leafResting, contacts)) return 'stopped';
    contacts.start(true, contacts.readingMoving, contacts.readingResting);
  }
  const end =
    typeof by === 'function'
      ? by(w, moving, resting, contacts, budget)
      : by === discVolume
        ? searchContactsDiscs(w, moving, resting, contacts, budget)
        : searchContactsVolumes(w, moving, resting, by, contacts, budget);
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
  const { resting } = w;
  if (resting === null) return;
  intersectionSegment(w.movedCorners, 9 * placeMoving, resting.tree.triangles, 9 * placeResting, segment);
  for (let k = 0; k < 3; k++) {
    witness[k] = (segment[k] + segment[3 + k]) / 2;
    witness[3 + k] = witness[k];
  }
  out.writeWitness(w, witness, placeMoving, placeResting);
}

/** Lists pairs of faces given by their places in tree order, moving and resting in turn. */
export function writeFacePairs(w: Workspace, places: ArrayLike<number>, listed: number, out: CollideResult): void {
  const { moving, resting, swapped } = w;
  if (moving !== null && resting !== null) {
    writePairs(places, moving.tree.faces, resting.tree.faces, swapped, listed, out);
  }
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
  const { contacts, resting } = w;
  const segments: [Point, Point][] = [];
  if (resting === null) return segments;
  const restingPose = w.swapped ? w.poseA : w.poseB;
  const { centre } = resting.frame;
  const unit = w.unit[0];
  const { places, listed } = contacts;
  for (let k = 0; k < listed; k++) {
    intersectionSegment(w.movedCorners, 9 * places[2 * k], resting.tree.triangles, 9 * places[2 * k + 1], segment);
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
