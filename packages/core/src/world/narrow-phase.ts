// The state of each pair of bodies whose boxes overlap, and its update.
//
// A pair sleeps while it is proven apart: its gap is a lower bound of the distance beyond the margin, and lasts for some time, by
// one of the rules of pair-sleep.ts.
//
// A pair that is awake is measured in every step in which one of its bodies moved (pair-measurements.ts), in this thread or in those of a
// pool. Before that, meshes that deform are compared face by face where possible (collide-shapes.ts): that needs no models.

import { CollideResult } from '../query/collide/collide.ts';
import { DistanceResult } from '../query/distance/distance.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import { grownBytes, grownInts } from '../space/grown.ts';
import { IntList } from '../space/int-list.ts';
import type { PairSet } from '../space/pair-set.ts';
import type { Workers } from '../workers/workers.ts';
import type { Bodies, BodyId } from './bodies.ts';
import { collideShapes } from './collide-shapes.ts';
import { PairAnswer, PairMeasurements, PairQuestion } from './pair-measurements.ts';
import type { PairSleep } from './pair-sleep.ts';
import { PairsOverWorkers } from './pairs-over-workers.ts';
import { BodyPair, type ContactDetail, NearBodies } from './step-result.ts';

// States of a handle of the pair set.
const UNKNOWN = 0;
const IGNORED = 1;
const APART = 2;
const TOUCHING = 3;

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
  /** Sum of both bodies' revisions when the serial number was given, and that number: it changes with what was remembered of the pair. */
  #revisions: Int32Array = new Int32Array(0);
  #serials: Int32Array = new Int32Array(0);
  readonly #measurements: PairMeasurements;
  readonly #touching: (BodyPair | null)[] = [];
  readonly #near: (NearBodies | null)[] = [];
  readonly #sleep: PairSleep;
  readonly #due: IntList = new IntList();
  readonly #awake: IntList = new IntList();
  /** Pairs to measure in this step. */
  readonly #asked: IntList = new IntList();
  #isListed: Uint8Array = new Uint8Array(0);
  readonly #question: PairQuestion = new PairQuestion();
  readonly #answer: PairAnswer = new PairAnswer();
  /** Results to write into, until a report takes them. */
  #found: CollideResult = new CollideResult();
  #distance: DistanceResult = new DistanceResult();

  constructor(bodies: Bodies, pairs: PairSet, margin: number, detail: ContactDetail, sleep: PairSleep) {
    this.#bodies = bodies;
    this.#pairs = pairs;
    this.#margin = margin;
    this.#detail = detail;
    this.#sleep = sleep;
    this.#measurements = new PairMeasurements(margin, detail);
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
    this.#serials[handle]++;
    if (isAdmitted) this.#wake(handle);
  }

  /** Removes a pair. */
  end(handle: number): void {
    if (handle >= this.#states.length) return;
    this.#part(handle);
    this.#states[handle] = UNKNOWN;
    this.#sleep.remove(handle);
    this.#measurements.forget(handle);
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
    const asked = this.#listAsked();
    for (let k = 0; k < asked.count; k++) this.#measure(asked.items[k]);
    this.#listAwake();
  }

  /** The same in the threads of a pool, to the bit. If that fails, nothing is measured, and the next step measures it. */
  async measureOver(workers: Workers): Promise<void> {
    const asked = this.#listAsked();
    const over = new PairsOverWorkers(workers);
    let sent = 0;
    for (let k = 0; k < asked.count; k++) if (this.#isRigid(asked.items[k])) this.#send(asked.items[k], over);
    await over.measure(this, this.#margin, this.#detail);
    // In the order of one thread, so that all lists are the same.
    for (let k = 0; k < asked.count; k++) {
      const handle = asked.items[k];
      if (!this.#isRigid(handle)) {
        this.#measure(handle);
        continue;
      }
      this.#prepareAnswer(handle);
      over.read(sent++, this.#answer);
      this.#settle(handle);
    }
    this.#listAwake();
  }

  /** The pairs to measure in this step. */
  #listAsked(): IntList {
    const { movedBefore, step } = this.#bodies;
    const { lows, highs } = this.#pairs;
    const awake = this.#awake;
    const asked = this.#asked;
    asked.count = 0;
    for (let k = 0; k < awake.count; k++) {
      const handle = awake.items[k];
      if (this.#states[handle] !== APART && this.#states[handle] !== TOUCHING) continue;
      const hasMoved = movedBefore[lows[handle]] === step || movedBefore[highs[handle]] === step;
      if (hasMoved || this.#isNew[handle] === 1) asked.push(handle);
    }
    this.measured = asked.count;
    return asked;
  }

  /** Drops the pairs that have ended or fallen asleep from the list of those that are awake. */
  #listAwake(): void {
    const awake = this.#awake;
    let kept = 0;
    for (let k = 0; k < awake.count; k++) {
      const handle = awake.items[k];
      this.#isListed[handle] = 0;
      if (this.#states[handle] !== APART && this.#states[handle] !== TOUCHING) continue;
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
    const slotA = this.#slotOf(handle, true);
    const slotB = this.#slotOf(handle, false);
    if (this.#decideByShapes(handle, slotA, slotB)) {
      this.#isNew[handle] = 0;
      return;
    }
    this.#ask(handle, slotA, slotB);
    this.#prepareAnswer(handle);
    this.#measurements.measure(this.#question, bodies.modelAt(slotA), bodies.modelAt(slotB), this.#answer);
    this.#settle(handle);
  }

  #send(handle: number, over: PairsOverWorkers): void {
    const slotA = this.#slotOf(handle, true);
    const slotB = this.#slotOf(handle, false);
    this.#ask(handle, slotA, slotB);
    over.add(this.#question, this.#bodies.modelAt(slotA), this.#bodies.modelAt(slotB));
  }

  /** The slot of the body with the lower number, or of the other one. */
  #slotOf(handle: number, isFirst: boolean): number {
    const { ids } = this.#bodies;
    const low = this.#pairs.lows[handle];
    const high = this.#pairs.highs[handle];
    return ids[low] < ids[high] === isFirst ? low : high;
  }

  /** Whether neither body has been deformed. */
  #isRigid(handle: number): boolean {
    const { isReshaped } = this.#bodies;
    return (isReshaped[this.#pairs.lows[handle]] | isReshaped[this.#pairs.highs[handle]]) === 0;
  }

  /** Writes the question about a pair. */
  #ask(handle: number, slotA: number, slotB: number): void {
    const bodies = this.#bodies;
    const asked = this.#question;
    const revision = bodies.revisions[slotA] + bodies.revisions[slotB];
    if (this.#revisions[handle] !== revision) this.#serials[handle]++;
    this.#revisions[handle] = revision;
    asked.handle = handle;
    asked.serial = this.#serials[handle];
    bodies.readPose(slotA, asked.poseA);
    bodies.readPose(slotB, asked.poseB);
    asked.isTouching = this.#states[handle] === TOUCHING;
    // The convexity test of a mesh needs a hull: too expensive for one that deforms continually.
    asked.mayUseMarching = this.#isRigid(handle);
    asked.wish = this.#sleep.wish(slotA, slotB);
  }

  /** Results that are reported already are written into. */
  #prepareAnswer(handle: number): void {
    this.#answer.found = this.#touching[handle]?.contact ?? this.#found;
    this.#answer.distance = this.#near[handle]?.distance ?? this.#distance;
  }

  /** Draws the conclusions from what was measured. */
  #settle(handle: number): void {
    const { lower, isTouching, isNear, found, distance, manifold } = this.#answer;
    const idA = this.#bodies.ids[this.#slotOf(handle, true)];
    const idB = this.#bodies.ids[this.#slotOf(handle, false)];
    this.#isNew[handle] = 0;
    if (isTouching) {
      this.#touch(handle, idA, idB, found).manifold = manifold;
      return;
    }
    this.#part(handle);
    if (isNear) {
      const near = this.#near[handle] ?? new NearBodies(idA, idB, distance);
      near.manifold = manifold;
      // Passed to the caller; the next pair gets another one.
      if (distance === this.#distance) this.#distance = new DistanceResult();
      this.#near[handle] = near;
    } else this.#near[handle] = null;
    if (lower > this.#margin) this.#sleep.fallAsleep(handle, lower - this.#margin);
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

  #grow(capacity: number): void {
    this.#states = grownBytes(this.#states, capacity);
    this.#isNew = grownBytes(this.#isNew, capacity);
    this.#isListed = grownBytes(this.#isListed, capacity);
    this.#revisions = grownInts(this.#revisions, capacity);
    this.#serials = grownInts(this.#serials, capacity);
  }
}
