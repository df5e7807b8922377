// Do two bodies touch, and where?

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { FacePair } from '../../mesh/face-pairs.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import type { SolidOption } from '../../model/solid.ts';
import type { StructureReader } from '../../model/structure.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { installed } from '../acceleration.ts';
import type { Budget } from '../budget.ts';
import type { Contacts } from '../contacts.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import { dispatch, type Strategy } from '../dispatch.ts';
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
import { isRound, type PosedPair } from '../posed-pair.ts';
import { type NoWitness, PairResult, type Point, writeInterpretations } from '../result.ts';
import { COLLIDE_REQUEST_SLOT } from '../scratch-slots.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { collideConvexConvex } from './collide-convex-convex.ts';
import type { CollideEnd } from './collide-discs.ts';
import { collideMeshMesh } from './collide-mesh-mesh.ts';

/**
 * What to search for contacts in place of bounding volumes, as an object that brings its own code. `medial` of `nearmiss/medial`
 * searches the medial axes of the bodies, dilated until they enclose them: it distinguishes bodies that are apart from bodies that
 * may touch.
 *
 * @see {@link COLLIDE_METHODS}
 */
export interface CollideMethod {
  readonly name: string;
  /** The queries that the method supports. */
  readonly answers: { readonly collide: true };
  /** @internal Answers for the pair posed in `w`. */
  readonly collide?: Strategy<CollideRequest, CollideResult>;
}

/**
 * The code for round shapes. Models of round shapes bring it along (round/round-structure.ts), so that other programs need not
 * include it.
 *
 * @see {@link round}
 */
export interface RoundCollider {
  /** @internal Whether the bodies posed in `w`, of which at least one is round, are proven apart. */
  isApart(w: Workspace): boolean;
  /** @internal Answers the query; a round shape is face 0. */
  readonly collide: Strategy<CollideRequest, CollideResult>;
}

/** The name of this structure in a model; it is not saved. */
export const ROUND_COLLIDER: StructureReader<RoundCollider> = { name: 'round-shape', read: () => undefined };

const carriedCollider: (model: Model) => RoundCollider | null = /* @__PURE__ */ perModel(
  (model) => model.carried(ROUND_COLLIDER) ?? null,
);

/** Options of {@link collide}. */
export interface CollideOptions extends PairOptions {
  /**
   * What to search: `auto`, the default, first searches for a plane between two convex bodies; `volumes` searches the tree of
   * bounding volumes over the triangles. `segments` and `volume` are options of these alone.
   */
  readonly method?: 'auto' | 'volumes' | CollideMethod | undefined;
  /**
   * `"first"`: whether they touch. `"all"`: every pair of faces that touch; with method `medial`, every pair of primitives that
   * overlap.
   */
  readonly contacts?: 'first' | 'all' | undefined;
  /** With `contacts: "all"`, list no more pairs than this. */
  readonly limit?: number | undefined;
  /** With `contacts: "all"`, also compute the segment that each pair of faces has in common. */
  readonly segments?: boolean | undefined;
}

const COLLIDE_KEYS: KnownKeys<CollideOptions> = {
  ...PAIR_KEYS,
  method: true,
  contacts: true,
  limit: true,
  segments: true,
};

/** Defaults of {@link CollideOptions}. */
export const COLLIDE_DEFAULTS: {
  readonly contacts: 'first' | 'all';
  readonly limit: number;
  readonly segments: boolean;
} = Object.freeze({ contacts: 'first', limit: Infinity, segments: false });

// Read from the frozen object at every query, the number would be copied to an object of its own.
const { limit: DEFAULT_LIMIT } = COLLIDE_DEFAULTS;

/**
 * - `separated`: they have no point in common.
 * - `touching`: they have a point in common, but no face passes through another and no point inside both was found.
 * - `intersecting`: a face passes through another, or a point is inside both.
 * - `a-inside-b`, `b-inside-a`: the surfaces do not touch, and one body lies inside the other solid.
 * - `near`: with method `medial`, the enclosures of the bodies overlap, so the bodies are within `error` of each other; `colliding`
 *   is null.
 * - `iteration-limit`: the budget is spent before the decision; `colliding` is null unless a contact was found.
 *
 * @see {@link collide}
 */
export type CollideStatus =
  | 'separated'
  | 'touching'
  | 'intersecting'
  | 'a-inside-b'
  | 'b-inside-a'
  | 'near'
  | 'iteration-limit';

/** A contact status that is decided exactly. */
export type ContactStatus = Exclude<CollideStatus, 'near'>;

/** Result of {@link collide}. */
export class CollideResult extends PairResult {
  status: CollideStatus = 'separated';
  /** Whether the bodies have a point in common; null if that is unknown: the budget is spent, or medial axes cannot decide it. */
  colliding: boolean | null = false;
  /**
   * Pairs of faces that touch, with `contacts: "all"`, in a reproducible order. With method `medial` and the status `near`, pairs
   * of primitives that overlap: a cone by its number, a slab by its number plus the number of cones.
   */
  pairs: FacePair[] = [];
  /** Number of pairs listed; with `contacts: "first"`, 0. */
  pairCount = 0;
  /** With `segments`, the two ends, in the world, of the segment that each pair has in common. */
  declare segments?: [Point, Point][];
  /** With method `medial`: upper bound of the distance from points of the enclosures to the bodies, both together. */
  declare error?: number;
}

/** A `CollideResult` by cases of its status, which decides `colliding` and which fields are null. See {@link collide}. */
export type CollideAnswer = CollideResult &
  (
    | ({ status: 'separated'; colliding: false } & NoWitness)
    | { status: 'touching' | 'intersecting'; colliding: true }
    | ({ status: 'a-inside-b' | 'b-inside-a'; colliding: true } & NoWitness)
    | ({ status: 'near'; colliding: null; error: number } & NoWitness)
    | { status: 'iteration-limit'; colliding: true | null }
  );

/** The leaves in contact at the last query, or −1. */
export interface ContactLeaves {
  leafQuery: number;
  leafReference: number;
}

/** What a `Pair` keeps from its last collide query; it includes the features of convex bodies. */
export interface CollideMemory extends ContactLeaves {
  readonly convex: ConvexMemory;
}

/** A search in place of that on the models' trees. */
export type ContactSearch = (w: Workspace, contacts: Contacts, budget: Budget) => CollideEnd;

/** Options for callers within the library. */
export interface CollideExtras {
  readonly search: ContactSearch | null;
  /** The code for round shapes, if the models do not bring it along. */
  readonly round: RoundCollider | null;
}

const NO_EXTRAS: CollideExtras = { search: null, round: null };

/** Parameters of a collide query, read from its options. */
export class CollideRequest {
  volume: VolumeKind = discVolume;
  /** Stop at the first contact that decides the status. */
  first = true;
  segments = false;
  stats = false;
  solid: SolidOption = 'auto';
  /** Null for bounding volumes. */
  method: CollideMethod | null = null;
  /** [0]: list no more pairs than this; 0 to list none. */
  readonly limit: Float64Array = new Float64Array(1);
  search: ContactSearch | null = null;
  /** For a round body, unless a method was chosen. */
  round: RoundCollider | null = null;
  memory: CollideMemory | null = null;
}

const requestOf: (w: Workspace) => CollideRequest = perWorkspace(COLLIDE_REQUEST_SLOT, () => new CollideRequest());

/**
 * Whether two bodies touch; touching counts. The decision is exact for the doubles given, in any pose.
 *
 * @param out a result to write into instead of making a new one
 * @example
 * const cube = Model.build(box());
 * console.log(collide(cube, {}, cube, { position: [1, 0, 0] }).status); // touching
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

/** `collide`, seeded by the last query of the same pair. */
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
  if (!(out instanceof CollideResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier collide query.');
  }
  const w = borrowWorkspace();
  try {
    const { kernels } = installed;
    const isQuick = memory === null && extras === NO_EXTRAS && kernels?.isFirstAlone(options) === true;
    let { search } = extras;
    if (isQuick) {
      w.readPair(a, poseA, b, poseB);
      w.interpret(requireSolid(options.solid));
      const end = kernels.firstContact(w, out);
      if (end === 'answered') return out;
      if (end === 'none') search = () => 'done';
    }
    const request = readRequest(w, options);
    request.search = search;
    request.memory = memory;
    if (!isQuick) {
      w.readPair(a, poseA, b, poseB);
      w.interpret(request.solid);
    }
    w.relateBodies();
    const chosen = request.method?.collide;
    if (chosen === undefined && out.error !== undefined) delete out.error;
    const convexConvex = extras.search === null && isAuto(options) ? collideConvexConvex : null;
    request.round = chosen === undefined && isRound(w) ? roundColliderOf(w, extras) : null;
    const meshMesh = chosen ?? collideMeshMesh;
    dispatch(w, request, out, convexConvex, request.round?.collide ?? meshMesh, meshMesh);
    writeInterpretations(w, out);
    out.report(request.stats ? readStats(w) : null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

/** Reads the options of a query, and starts its budget. */
function readRequest(w: Workspace, options: CollideOptions): CollideRequest {
  requireOptions(options, COLLIDE_KEYS);
  const { contacts: mode = COLLIDE_DEFAULTS.contacts } = options;
  if (mode !== 'first' && mode !== 'all') {
    throw new NearmissError('options/bad-value', `contacts is ${textOf(mode)}; it is "first" or "all".`);
  }
  const limit = requireCount('limit', options.limit, DEFAULT_LIMIT);
  const request = requestOf(w);
  request.first = mode === 'first';
  request.limit[0] = mode === 'all' ? limit : 0;
  request.solid = requireSolid(options.solid);
  request.stats = requireFlag('stats', options.stats);
  request.segments = requireFlag('segments', options.segments);
  request.volume = requireVolume(options.volume);
  request.method = requireCollideMethod(options);
  w.budget.start(options);
  return request;
}

/** The code for round shapes that one of two bodies brings along. */
function roundColliderOf({ a, b }: PosedPair, extras: CollideExtras): RoundCollider {
  const known = extras.round ?? carriedCollider(a) ?? carriedCollider(b);
  if (known !== null) return known;
  throw new NearmissError(
    'model/bad-argument',
    'A round shape that was loaded has to be given what collides it: Model.fromBytes(bytes, { with: [round] }), round of nearmiss/convex.',
  );
}

/** Whether the library chooses what to search. */
function isAuto({ method, volume }: CollideOptions): boolean {
  return (method === undefined || method === 'auto') && volume === undefined;
}

/** The chosen method; null for bounding volumes. */
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
