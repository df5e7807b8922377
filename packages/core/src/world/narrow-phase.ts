// The state of each pair of bodies whose boxes overlap, and its update.
//
// A pair sleeps while it is proven apart: its gap is a lower bound of the distance beyond the margin, and lasts for some time, by
// one of the rules of pair-sleep.ts.
//
// A pair that is awake is measured in every step in which one of its bodies moved. Convex meshes use Voronoi marching; all others
// are tested for a distance that allows them to sleep for some steps. If neither proves it, `collide` decides, seeded by the last
// contact. Before all of this, meshes that deform are compared face by face where possible (collide-shapes.ts): that needs no
// models.

import type { Model } from '../model/model.ts';
import { convexBodyOf } from '../patches/convex-model.ts';
import { type CollideOptions, CollideResult } from '../query/collide/collide.ts';
import type { DistanceOptions } from '../query/distance/distance.ts';
import type { ContactManifold } from '../query/manifold/contact-manifold.ts';
import { Pair } from '../query/pair/pair.ts';
import { ToleranceResult } from '../query/tolerance/tolerance.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import { grownBytes, grownInts } from '../space/grown.ts';
import { IntList } from '../space/int-list.ts';
import type { PairSet } from '../space/pair-set.ts';
import { type Bodies, type BodyId, bodyPose } from './bodies.ts';
import { collideShapes } from './collide-shapes.ts';
import { convexGap, FEATURES } from './convex-gap.ts';
import type { PairSleep } from './pair-sleep.ts';
import { BodyPair, type ContactDetail, NearBodies } from './step-result.ts';

// States of a handle of the pair set.
const UNKNOWN = 0;
const IGNORED = 1;
const APART = 2;
const TOUCHING = 3;

const poseA = /* @__PURE__ */ bodyPose();
const poseB = /* @__PURE__ */ bodyPose();

export class NarrowPhase {
  /** Pairs measured in the last step. */
  measured = 0;
  /** Pairs that started or stopped touching since these lists were last emptied. */
  readonly begun: BodyPair[] = [];
  readonly ended: BodyPair[] = [];
  readonly #bodies: Bodies;
  readonly #pairs: PairSet;
  readonly #margin: number;
  readonly #detail: ContactDetail;
  #states: Uint8Array = new Uint8Array(0);
  /** 1 where a pair has to be measured even if its bodies did not move. */
  #isNew: Uint8Array = new Uint8Array(0);
  #features: Int32Array = new Int32Array(0);
  /** Sum of both bodies' revisions for which memory and features are valid. */
  #revisions: Int32Array = new Int32Array(0);
  readonly #memories: (Pair | null)[] = [];
  readonly #touching: (BodyPair | null)[] = [];
  readonly #near: (NearBodies | null)[] = [];
  readonly #sleep: PairSleep;
  readonly #due: IntList = new IntList();
  readonly #awake: IntList = new IntList();
  #isListed: Uint8Array = new Uint8Array(0);
  readonly #asked = { tolerance: 0 };
  readonly #within: ToleranceResult = new ToleranceResult();
  readonly #options: CollideOptions;
  #found: CollideResult = new CollideResult();
  readonly #nearEnough: DistanceOptions;

  constructor(bodies: Bodies, pairs: PairSet, margin: number, detail: ContactDetail, sleep: PairSleep) {
    this.#bodies = bodies;
    this.#pairs = pairs;
    this.#margin = margin;
    this.#detail = detail;
    this.#sleep = sleep;
    this.#options = { contacts: detail === 'all' ? 'all' : 'first' };
    this.#nearEnough = { maxDistance: margin };
  }

  /** Number of pairs that sleep. */
  get sleeping(): number {
    return this.#sleep.count;
  }

  /** Includes or excludes a pair. */
  begin(handle: number, isAdmitted: boolean): void {
    if (handle >= this.#states.length) this.#grow(2 * (handle + 1));
    this.#states[handle] = isAdmitted ? APART : IGNORED;
    this.#revisions[handle] = 0;
    if (isAdmitted) this.#wake(handle);
  }

  /** Removes a pair. */
  end(handle: number): void {
    if (handle >= this.#states.length) return;
    this.#part(handle);
    this.#states[handle] = UNKNOWN;
    this.#sleep.remove(handle);
    this.#memories[handle] = null;
    this.#near[handle] = null;
  }

  /** Whether a pair is included, excluded (false), or unknown (null). */
  isAdmitted(handle: number): boolean | null {
    const state = handle < this.#states.length ? this.#states[handle] : UNKNOWN;
    return state === UNKNOWN ? null : state !== IGNORED;
  }

  /** Updates the poses, `dt` after the last step, and wakes the pairs that may no longer be apart. */
  advance(dt: number): void {
    const due = this.#due;
    due.count = 0;
    this.#sleep.advance(dt, due);
    for (let k = 0; k < due.count; k++) this.#wake(due.items[k]);
  }

  /** Measures the pairs that are awake, where a body moved or the pair is new. */
  measureAll(): void {
    const { movedBefore, step } = this.#bodies;
    const { lows, highs } = this.#pairs;
    const awake = this.#awake;
    this.measured = 0;
    let kept = 0;
    for (let k = 0; k < awake.count; k++) {
      const handle = awake.items[k];
      this.#isListed[handle] = 0;
      if (this.#states[handle] !== APART && this.#states[handle] !== TOUCHING) continue;
      const hasMoved = movedBefore[lows[handle]] === step || movedBefore[highs[handle]] === step;
      if (hasMoved || this.#isNew[handle] === 1) {
        this.#measure(handle);
        this.#isNew[handle] = 0;
        this.measured++;
      }
      if (this.#sleep.has(handle)) continue;
      this.#isListed[handle] = 1;
      awake.items[kept++] = handle;
    }
    awake.count = kept;
  }

  /** Every pair that touches, unordered. */
  forEachTouching(visit: (report: BodyPair) => void): void {
    this.#forEachAwake((handle) => {
      const report = this.#touching[handle];
      if (report != null) visit(report);
    });
  }

  /** Every pair that does not touch but is within the margin, unordered. */
  forEachNear(visit: (report: NearBodies) => void): void {
    this.#forEachAwake((handle) => {
      const report = this.#near[handle];
      if (report != null) visit(report);
    });
  }

  #forEachAwake(visit: (handle: number) => void): void {
    for (let k = 0; k < this.#awake.count; k++) visit(this.#awake.items[k]);
  }

  /** Ensures that a pair is measured in this step. It may still be listed from before it last ended. */
  #wake(handle: number): void {
    this.#isNew[handle] = 1;
    if (this.#isListed[handle] === 1) return;
    this.#isListed[handle] = 1;
    this.#awake.push(handle);
  }

  #measure(handle: number): void {
    const bodies = this.#bodies;
    const low = this.#pairs.lows[handle];
    const high = this.#pairs.highs[handle];
    const isTurned = bodies.ids[low] > bodies.ids[high];
    const slotA = isTurned ? high : low;
    const slotB = isTurned ? low : high;
    const revision = bodies.revisions[slotA] + bodies.revisions[slotB];
    if (this.#revisions[handle] !== revision) this.#forget(handle, revision);
    if (this.#decideByShapes(handle, slotA, slotB)) return;

    const modelA = bodies.modelAt(slotA);
    const modelB = bodies.modelAt(slotB);
    bodies.readPose(slotA, poseA);
    bodies.readPose(slotB, poseB);
    // The convexity test of a mesh needs a hull: too expensive for one that deforms continually.
    const mayUseMarching = bodies.isReshaped[slotA] === 0 && bodies.isReshaped[slotB] === 0;
    const wish = this.#sleep.wish(slotA, slotB);
    const lower = this.#proveApart(handle, modelA, modelB, mayUseMarching, wish);
    if (lower > this.#margin) {
      this.#part(handle);
      this.#near[handle] = null;
      this.#sleep.fallAsleep(handle, lower - this.#margin);
    } else this.#decide(handle, modelA, modelB, bodies.ids[slotA], bodies.ids[slotB]);
  }

  /** Decides a pair by the faces alone if a body deforms and both have the same pose; returns whether it is decided. */
  #decideByShapes(handle: number, slotA: number, slotB: number): boolean {
    const bodies = this.#bodies;
    if ((bodies.isReshaped[slotA] | bodies.isReshaped[slotB]) === 0 || !bodies.shareFrame(slotA, slotB)) return false;
    const shapeA = bodies.shapeAt(slotA);
    const shapeB = bodies.shapeAt(slotB);
    if (shapeA === null || shapeB === null) return false;
    const found = this.#touching[handle]?.contact ?? this.#found;
    const intersects = collideShapes(shapeA, shapeB, bodies.poses, POSE_SIZE * slotA, this.#detail === 'all', found);
    if (intersects === true) {
      this.#touch(handle, bodies.ids[slotA], bodies.ids[slotB], found);
      return true;
    }
    // Their distance needs models.
    if (intersects === null || this.#margin > 0) return false;
    this.#part(handle);
    return true;
  }

  /** A lower bound of the distance where one is worthwhile, else 0. `wish`: the gap that is needed. */
  #proveApart(handle: number, a: Model, b: Model, mayUseMarching: boolean, wish: number): number {
    if (this.#states[handle] === TOUCHING) return 0;
    if (mayUseMarching && convexBodyOf(a) !== null && convexBodyOf(b) !== null) {
      return convexGap(a, poseA, b, poseB, this.#features, FEATURES * handle);
    }
    if (!(wish > 0 && wish < Infinity)) return 0;
    this.#asked.tolerance = this.#margin + wish;
    this.#memoryOf(handle, a, b).tolerance(poseA, poseB, this.#asked, this.#within);
    return this.#within.status === 'beyond' ? this.#within.lower : 0;
  }

  /** Decides whether a pair touches, and if not, whether it is within the margin. */
  #decide(handle: number, a: Model, b: Model, idA: BodyId, idB: BodyId): void {
    const memory = this.#memoryOf(handle, a, b);
    const found = memory.collide(poseA, poseB, this.#options, this.#touching[handle]?.contact ?? this.#found);
    // A pair that could not be decided counts as touching, with its status.
    if (found.colliding !== false) {
      this.#touch(handle, idA, idB, found).manifold = this.#manifoldOf(memory);
      return;
    }
    this.#part(handle);
    if (this.#margin === 0) return;
    const near = this.#near[handle] ?? new NearBodies(idA, idB);
    const { lower, status } = memory.distance(poseA, poseB, this.#nearEnough, near.distance);
    // Round bodies are measured to the end even if they are beyond.
    this.#near[handle] = status === 'beyond' || lower > this.#margin ? null : near;
    if (this.#near[handle] !== null) near.manifold = this.#manifoldOf(memory);
    if (lower > this.#margin) this.#sleep.fallAsleep(handle, lower - this.#margin);
  }

  /** The contacts of a pair within the margin, where the world was asked for them. */
  #manifoldOf(memory: Pair): ContactManifold | null {
    return this.#detail === 'manifold' ? memory.contactManifold(poseA, poseB, { within: this.#margin }) : null;
  }

  #touch(handle: number, idA: BodyId, idB: BodyId, found: CollideResult): BodyPair {
    let report = this.#touching[handle];
    if (report == null) {
      report = new BodyPair(idA, idB, this.#detail === 'none' ? null : found);
      // Passed to the caller; the next pair gets another one.
      if (report.contact !== null) this.#found = new CollideResult();
      this.#touching[handle] = report;
      this.begun.push(report);
    }
    report.status = found.status;
    this.#states[handle] = TOUCHING;
    this.#near[handle] = null;
    return report;
  }

  #part(handle: number): void {
    const report = this.#touching[handle];
    this.#states[handle] = APART;
    this.#touching[handle] = null;
    if (report != null) this.ended.push(report);
  }

  #memoryOf(handle: number, a: Model, b: Model): Pair {
    const memory = this.#memories[handle] ?? new Pair(a, b);
    this.#memories[handle] = memory;
    return memory;
  }

  /** Resets a pair whose bodies have changed. */
  #forget(handle: number, revision: number): void {
    this.#revisions[handle] = revision;
    this.#memories[handle] = null;
    this.#features[FEATURES * handle] = 0;
  }

  #grow(capacity: number): void {
    this.#states = grownBytes(this.#states, capacity);
    this.#isNew = grownBytes(this.#isNew, capacity);
    this.#isListed = grownBytes(this.#isListed, capacity);
    this.#features = grownInts(this.#features, FEATURES * capacity);
    this.#revisions = grownInts(this.#revisions, capacity);
  }
}
