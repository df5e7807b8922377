// The posed pair of a query, with the query's scratch. Nodes and triangles of the query body that were moved into the reference
// frame are kept for the rest of the query.

import type { VolumeKind } from '../bounds/volume.ts';
import { FIRST_TRIANGLE, LEAF_SIZE, LINKS, TRIANGLE_COUNT, type Tree } from '../bvh/tree.ts';
import type { HullGraphs } from '../convex/hull-graph.ts';
import type { Model } from '../model/model.ts';
import { WITNESS_SIZE } from '../primitive/triangle-triangle-distance.ts';
import { Pool } from '../scalar/pool.ts';
import { type Pose, RELATIVE_SCALE } from '../scalar/pose.ts';
import { DISTANCE_OVERSHOOT } from '../scalar/tolerances.ts';
import { Budget } from './budget.ts';
import { Contacts } from './contacts.ts';
import { ConvexScratch } from './convex-scratch.ts';
import { LocateScratch } from './locate-scratch.ts';
import { PosedPair } from './posed-pair.ts';

// Positions in `counters`.
export const VOLUME_TESTS = 0;
export const TRIANGLE_TESTS = 1;
export const VOLUME_UPDATES = 2;
export const EXACT_TESTS = 3;
const COUNTERS = 4;

export class Workspace extends PosedPair {
  /** Hulls of the query body's nodes, where volumes are moved by them. */
  hulls: HullGraphs | null = null;
  /** [0]: error bound of a lower bound of the volumes in use. */
  readonly boundRounding: Float64Array = new Float64Array(1);
  /** [0]: how much nearer than the best a pruned pair may be, beyond the rounding of the volumes (core-bound.ts). */
  readonly sharpened: Float64Array = new Float64Array(1);
  /** [0]: pairs of core triangles tested since the trial started; [1]: those of them that were pruned. */
  readonly coreTrial: Float64Array = new Float64Array(2);
  /** [0]: up to this computed distance or bound it is open whether the bodies touch. */
  readonly contactThreshold: Float64Array = new Float64Array(1);
  /** [0]: lower bound of the distance of the pair of leaves searched last. */
  readonly leafBound: Float64Array = new Float64Array(1);
  /** [0], [1]: lower and upper bound of the distance that a search has proven. */
  readonly known: Float64Array = new Float64Array(2);
  /** [0]: the distance of a tolerance query, in the reference unit. */
  readonly asked: Float64Array = new Float64Array(1);
  readonly counters: Float64Array = new Float64Array(COUNTERS);
  readonly budget: Budget = new Budget();
  readonly contacts: Contacts = new Contacts();

  /** Volumes of the query body in the reference frame, by node, valid where `volumeStamps` holds `stamp`. */
  movedVolumes: Float64Array = new Float64Array(0);
  volumeStamps: Int32Array = new Int32Array(0);
  /** Corners of the query body in the reference frame, in tree order, valid for leaves where `leafStamps` holds `stamp`. */
  movedCorners: Float64Array = new Float64Array(0);
  leafStamps: Int32Array = new Int32Array(0);
  stamp = 0;
  stack: Int32Array = new Int32Array(0);
  /** For point locations, which run while a search is in progress. */
  readonly locating: LocateScratch = new LocateScratch();
  /** Number of ints left on the stack by a search that ran out of budget. */
  stackTop = 0;
  /** The result of a test of two triangles, until the next one. */
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
  /** Corners of a core triangle of the query body, in the reference frame. */
  readonly coreTriangle: Float64Array = new Float64Array(9);
  /** For each triangle of a leaf of the reference body its box, or its lowest height along a line. */
  readonly leafExtents: Float64Array = new Float64Array(6 * LEAF_SIZE);
  /** The scratch of each module that has one for every workspace (`perWorkspace`), made on first use. */
  readonly scratch: unknown[] = [];

  #convexScratch: ConvexScratch | null = null;

  /** Sets the query and prepares a search with volumes; refuses bad models and poses before anything changes. */
  prepare(a: Model, poseA: Pose, b: Model, poseB: Pose, kind: VolumeKind): void {
    this.setPair(a, poseA, b, poseB);
    this.reserve(kind);
  }

  /** The bodies of a query and their poses; nothing is counted yet. */
  override readPair(a: Model, poseA: Pose, b: Model, poseB: Pose): void {
    super.readPair(a, poseA, b, poseB);
    for (let k = 0; k < COUNTERS; k++) this.counters[k] = 0;
  }

  /** The second half: buffers for volumes of one kind, and their error bound. */
  reserve(kind: VolumeKind): void {
    const { tree } = this.queryBody;
    const { stride } = kind;
    const nodes = tree.links.length / LINKS;
    const stackSize = 2 * waitingPairs(tree, this.reference.tree);
    deriveErrors(this, kind);
    kind.aim?.(this.pose);
    this.hulls = kind.hullsOf === undefined ? null : kind.hullsOf(tree);
    this.sharpened[0] = 0;
    if (this.movedVolumes.length < stride * nodes) this.movedVolumes = new Float64Array(stride * nodes);
    if (this.movedCorners.length < tree.triangles.length) this.movedCorners = new Float64Array(tree.triangles.length);
    if (this.volumeStamps.length < nodes) {
      this.volumeStamps = new Int32Array(nodes);
      this.leafStamps = new Int32Array(nodes);
    }
    if (this.stack.length < stackSize) this.stack = new Int32Array(stackSize);
    this.clearMoved();
  }

  /** The scratch of queries about two convex bodies; created on first use. */
  get convexScratch(): ConvexScratch {
    this.#convexScratch ??= new ConvexScratch();
    return this.#convexScratch;
  }

  /** Invalidates what was moved into the reference frame: the query body has another pose now. */
  clearMoved(): void {
    this.stamp = (this.stamp + 1) | 0;
    if (this.stamp <= 0) {
      this.volumeStamps.fill(0);
      this.leafStamps.fill(0);
      this.stamp = 1;
    }
  }
}

/** The errors that are relative to the scale, for volumes of a kind. */
export function deriveErrors({ scale, boundRounding, contactThreshold }: Workspace, kind: VolumeKind): void {
  boundRounding[0] = kind.rounding * scale[0];
  contactThreshold[0] = 2 * (DISTANCE_OVERSHOOT + kind.rounding) * scale[0];
}

/** Reserves memory for volumes of another kind, beside that prepared for. */
export function alsoUse(w: Workspace, kind: VolumeKind): void {
  const { tree } = w.queryBody;
  const size = (kind.stride * tree.links.length) / LINKS;
  if (w.movedVolumes.length < size) w.movedVolumes = new Float64Array(size);
  w.hulls = kind.hullsOf === undefined ? null : kind.hullsOf(tree);
  w.clearMoved();
}

/** The most pairs on the stack of a search of two trees: each step removes one and pushes those of all children. */
function waitingPairs(a: Tree, b: Tree): number {
  return (a.branching * b.branching - 1) * (a.depth + b.depth) + 1;
}

/**
 * Gives a module a scratch for every workspace, and so for every query: that at `slot` (scratch-slots.ts). Data that a query keeps while the caller's code may run (a
 * getter, a signal, a pose function) must not be at module level, where a nested query would overwrite it.
 */
export function perWorkspace<Scratch>(slot: number, make: () => Scratch): (w: Workspace) => Scratch {
  return ({ scratch }) => {
    scratch[slot] ??= make();
    return scratch[slot] as Scratch;
  };
}

/** One workspace for each level of nested queries. */
const workspaces: Pool<Workspace> = /* @__PURE__ */ new Pool(() => new Workspace());

/** The library's own workspace, or another one while that is in use (a nested query). */
export function borrowWorkspace(): Workspace {
  return workspaces.take();
}

/**
 * Returns a workspace; it releases the models, so that they are not kept in memory. A pose function, a signal or the memory of the
 * last query stays reachable until the next one.
 */
export function returnWorkspace(workspace: Workspace): void {
  workspace.release();
  workspace.hulls = null;
  workspaces.giveBack(workspace);
}

/** Moves the corners of a leaf of the query body into the reference frame, once per query. */
export function moveLeaf(w: Workspace, tree: Tree, leaf: number): void {
  if (w.leafStamps[leaf] === w.stamp) return;
  w.leafStamps[leaf] = w.stamp;
  const first = tree.links[LINKS * leaf + FIRST_TRIANGLE];
  moveFaces(w, first, first + tree.links[LINKS * leaf + TRIANGLE_COUNT]);
}

/** Moves the corners of faces of the query body, given by their slots in tree order, into the reference frame. */
export function moveFaces(w: Workspace, first: number, end: number): void {
  const { triangles } = w.queryBody.tree;
  const { movedCorners, pose } = w;
  const scale = pose[RELATIVE_SCALE];
  for (let k = 9 * first; k < 9 * end; k += 3) {
    const x = triangles[k] * scale;
    const y = triangles[k + 1] * scale;
    const z = triangles[k + 2] * scale;
    movedCorners[k] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    movedCorners[k + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    movedCorners[k + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
}
