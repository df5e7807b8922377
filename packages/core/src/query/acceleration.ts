// Kernels that replace those of the library in hot searches. A program installs them with `use`.

import { type BuildKernels, buildKernels } from '../bvh/build-kernels.ts';
import { type SelfCells, type SelfSearch, selfKernels } from '../deform/self-kernels.ts';
import { NearmissError, textOf } from '../error.ts';
import type { MedialBody } from '../medial/medial-body.ts';
import type { Model } from '../model/model.ts';
import { type ModelKernels, modelKernels } from '../model/model-kernels.ts';
import type { Pose } from '../scalar/pose.ts';
import { type CrowdKernel, crowdKernels, type RowTable } from '../space/crowd-kernels.ts';
import type { IntList } from '../space/int-list.ts';
import type { BallTests } from './ball-tests.ts';
import type { Contacts } from './contacts.ts';
import type { ConvexScratch } from './convex-scratch.ts';
import type { NearSearch } from './near-search.ts';
import type { PairResult } from './result.ts';
import type { Workspace } from './workspace.ts';

/** @internal Leaves that a search starts from, or −1. It keeps those of its result for the next one. */
export interface KnownLeaves {
  leafQuery: number;
  leafReference: number;
}

/** @internal The same for the nearest faces, and the front, which is void then (`DistanceMemory`). */
export interface LastLeaves extends KnownLeaves {
  readonly start: 'last' | 'both' | 'seed';
  readonly gap: Float64Array;
  overlaps: number;
  readonly front: { empty(): void };
}

/** @internal A motion of two bodies, for kernels that compute states themselves (`PairMotion`). */
export interface KernelMotion {
  readonly turns: boolean;
  writeSteady?(out: Float64Array, at: number): boolean;
}

/** @internal The part of an advancement that kernels read and write (`Advance`). */
export interface KernelAdvance {
  readonly wanted: Float64Array;
  readonly withheld: Float64Array;
  readonly fromContact: boolean;
  readonly time: Float64Array;
  readonly found: Float64Array;
  readonly points: Float64Array;
  slotQuery: number;
  slotReference: number;
  iterations: number;
  waiting: number;
}

/** @internal `paused`: it takes long. Nothing touches before the time of the advancement. */
export type KernelAdvanceEnd = 'contact' | 'free' | 'stuck' | 'paused';

/** @internal The options that a query for the first contact may have (`CollideOptions`), and the part of its result that kernels write (`CollideResult`). */
export interface FirstContactOptions {
  readonly contacts?: 'first' | 'all' | undefined;
  readonly limit?: number | undefined;
  readonly segments?: boolean | undefined;
}
export interface FirstContactResult extends PairResult {
  status: string;
  colliding: boolean | null;
  readonly pairs: { length: number };
  pairCount: number;
  segments?: unknown;
  error?: number;
}

/** @internal The nearest balls of two medial meshes, in the reference unit and frame. */
export interface KernelNearest {
  /** As in `MedialNearest`. */
  readonly distance: Float64Array;
  /** As `closestBalls` writes them; only where distance[0] is finite. */
  readonly closest: Float64Array;
}

/** @internal The gap of two convex bodies that kernels have found, until the next query. */
export interface ConvexGap {
  /** The poses, as they were read. */
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** Whether the bodies are proven apart; what follows is valid only then. */
  readonly isFound: boolean;
  /** True if the query body is B (`PosedPair`). */
  readonly swapped: boolean;
  /** Lower and upper bound of the distance, in the unit of the reference body. */
  readonly bracket: Float64Array;
  /** As in `ConvexScratch`. */
  readonly world: Float64Array;
  readonly faces: Int32Array;
  /** Same as `nearestConvex`. */
  copyTo(scratch: ConvexScratch): void;
}

/** @internal A convex body's faces as kernels read them (`HullPolygons`), and its pose (`SolverPose`). */
export interface KernelHull {
  readonly faceCount: number;
  readonly normals: Float64Array;
  readonly starts: Int32Array;
  readonly corners: Int32Array;
  readonly mostCorners: number;
}
export interface KernelPose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** @internal What `SolverContacts` has found. */
export interface ConvexContactList {
  count: number;
  lower: number;
  readonly numbers: Float64Array;
}

/** Faster searches with the same contract as the searches they replace. `simd` of `nearmiss/simd` is one. See {@link simd}. */
export interface Acceleration {
  /** Why it cannot be used in this engine, or not yet; null where it can. Without it queries run as before. */
  readonly unavailable: string | null;
  /** @internal See {@link BuildKernels}. */
  readonly buildTree: BuildKernels['buildTree'];
  /** @internal */
  readonly fitBoxes: BuildKernels['fitBoxes'];
  /** @internal */
  readonly fitDiscs: BuildKernels['fitDiscs'];
  /** @internal See {@link ModelKernels}. */
  readonly buildParts: ModelKernels['buildParts'];
  /** @internal */
  readonly refitParts: ModelKernels['refitParts'];
  /** @internal */
  readonly splitMesh: ModelKernels['splitMesh'];
  /** @internal Whether the kernels answer a query of these bodies within its budget. */
  readyFor(w: Workspace): boolean;
  /** @internal Same as `searchNearest` on discs; null where these kernels do not apply. */
  searchNearest(w: Workspace, memory: LastLeaves | null): 'done' | 'contact' | null;
  /** @internal Same as `searchContactsDiscs`; null where these kernels do not apply, and `contacts` is then unchanged. */
  searchContacts(w: Workspace, contacts: Contacts): 'done' | 'stopped' | null;
  /** @internal Same as `searchWithin` on discs; null where these kernels do not apply, and the best pair is then unchanged. */
  searchWithin(w: Workspace, memory: KnownLeaves | null): 'done' | null;
  /** @internal Whether kernels are there, and options ask for the first contact and nothing else; false also for bad ones. */
  isFirstAlone(options: FirstContactOptions): boolean;
  /**
   * @internal Whether two meshes touch, from their poses in the world: that of one in the frame of the other need not be known. `answered`: in `out`;
   * `none`: no faces touch, but one may be inside the other; null where these kernels do not decide.
   */
  firstContact(w: Workspace, out: FirstContactResult): 'answered' | 'none' | null;
  /**
   * @internal Whether points of both are at most w.asked[0] apart, a length in the world. `found`: with `world` and `faces` of `convexScratch`, and in
   * w.asked[0] an upper bound of the distance; `none`: no points of faces are.
   */
  within(w: Workspace): 'found' | 'none' | null;
  /** @internal Same as `advancePairs` from the start to the end of a motion; null where these kernels do not apply. */
  advancePairs(w: Workspace, motion: KernelMotion, work: KernelAdvance, mostCost: number): KernelAdvanceEnd | null;
  /**
   * @internal Same as GJK on two convex meshes without memory: true if they are apart, with the result in `convexScratch.own`. False where
   * these kernels do not decide.
   */
  convexDistance(w: Workspace): boolean;
  /**
   * @internal The same from the poses in the world, with the bracket, `world` and `faces` of the scratch; the rest only if a face is −1. The pose
   * of one body in the frame of the other need not be known.
   */
  nearestConvex(w: Workspace): boolean;
  /** @internal The same for two models and the poses of a query, which are read unless the result is null: where a model is not convex. */
  convexGap(a: Model, poseA: Pose, b: Model, poseB: Pose): ConvexGap | null;
  /** @internal Same as EPA on two convex meshes: true if they overlap, with the result in `convexScratch.own`. */
  convexDepth(w: Workspace): boolean;
  /**
   * @internal Whether the plane across the normal in `convexScratch.own` proves that the bodies are apart in the poses of `w` in the world, which
   * may have changed. False where that is not decided.
   */
  separatesConvex(w: Workspace): boolean;
  /**
   * @internal Same as the search of `SolverContacts` for those of two convex meshes that are apart. False, and nothing is written, where these kernels do
   * not decide.
   */
  convexContacts(
    a: Model,
    poseA: KernelPose,
    hullA: KernelHull,
    b: Model,
    poseB: KernelPose,
    hullB: KernelHull,
    within: number,
    out: ConvexContactList,
  ): boolean;
  /** @internal The searches for near faces around a translation. */
  openNearSearch(): NearSearch | null;
  /**
   * @internal The distance of the surface from a point in the model's frame, if less than `limit`, and the nearest point: to found[0…3]. False,
   * and nothing is written, where these kernels do not apply or nothing is so near.
   */
  findNearestPoint(model: Model, point: Float64Array, limit: number, found: Float64Array): boolean;
  /** @internal Same as `searchMedial`, for the medial bodies of the two models; null where these kernels do not apply, and nothing is written. */
  searchMedial(
    w: Workspace,
    medialQ: MedialBody,
    medialR: MedialBody,
    limit: number,
    nearest: KernelNearest,
  ): 'done' | null;
  /** @internal Tests with balls inside the bodies, of at most so many directions at once. */
  openBallTests(mostDirections: number): BallTests | null;
  /** @internal Same as comparing the faces of cells in `selfCollide`; null where these kernels do not apply. */
  openSelfSearch(search: SelfSearch): SelfCells | null;
  /** @internal A copy of a crowd of boxes that is tested there; null where these kernels do not apply. */
  openCrowd(owner: object): CrowdKernel | null;
  /** @internal Same as sorting boxes into rows; −1, and nothing written, where these kernels do not apply. */
  sortRows(table: RowTable, bounds: Float64Array, ids: Int32Array, count: number, largest: number): number;
  /** @internal Same as sweeping rows; false, and nothing appended, where these kernels do not apply. */
  sweepRows(table: RowTable, out: IntList): boolean;
}

/** @internal The installed kernels: a setting of the program, which `use` alone changes. */
export const installed: { kernels: Acceleration | null } = { kernels: null };

/**
 * Makes all later queries, and the building of models, use these kernels where they apply. Null goes back to the plain library.
 *
 * @example
 * ```ts
 * import { use } from 'nearmiss';
 * import { simd } from 'nearmiss/simd';
 * use(simd);
 * ```
 */
export function use(acceleration: Acceleration | null): void {
  const isKnown =
    typeof acceleration?.readyFor === 'function' &&
    typeof acceleration.searchNearest === 'function' &&
    typeof acceleration.searchContacts === 'function' &&
    typeof acceleration.searchWithin === 'function' &&
    typeof acceleration.isFirstAlone === 'function' &&
    typeof acceleration.firstContact === 'function' &&
    typeof acceleration.within === 'function' &&
    typeof acceleration.openNearSearch === 'function' &&
    typeof acceleration.openBallTests === 'function' &&
    typeof acceleration.findNearestPoint === 'function' &&
    typeof acceleration.searchMedial === 'function' &&
    typeof acceleration.convexDistance === 'function' &&
    typeof acceleration.nearestConvex === 'function' &&
    typeof acceleration.convexGap === 'function' &&
    typeof acceleration.convexDepth === 'function' &&
    typeof acceleration.separatesConvex === 'function' &&
    typeof acceleration.convexContacts === 'function' &&
    typeof acceleration.advancePairs === 'function' &&
    typeof acceleration.openSelfSearch === 'function' &&
    typeof acceleration.openCrowd === 'function' &&
    typeof acceleration.sortRows === 'function' &&
    typeof acceleration.sweepRows === 'function' &&
    typeof acceleration.buildTree === 'function' &&
    typeof acceleration.fitBoxes === 'function' &&
    typeof acceleration.fitDiscs === 'function' &&
    typeof acceleration.buildParts === 'function' &&
    typeof acceleration.refitParts === 'function' &&
    typeof acceleration.splitMesh === 'function';
  if (acceleration !== null && !isKnown) {
    throw new NearmissError(
      'options/bad-value',
      `use takes simd of nearmiss/simd, or null; not ${textOf(acceleration)}.`,
    );
  }
  installed.kernels = acceleration;
  selfKernels.kernels = acceleration;
  buildKernels.kernels = acceleration;
  modelKernels.kernels = acceleration;
  crowdKernels.kernels = acceleration;
}
