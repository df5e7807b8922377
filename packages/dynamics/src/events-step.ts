// A step of all bodies with `events`: islands of those that may meet within it, each in its own time.
//
// Islands are made from the regions of bodies (regions.ts). Where a body would leave its region, this is widened, and all bodies that it may
// then meet begin the step anew, in one island with it. The others are not concerned: none of them can have met it.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { EventsStepper, IslandStep } from './events-stepper.ts';
import { makeIslands } from './islands.ts';
import type { Joint } from './joint.ts';
import { moveKinematic } from './motion.ts';
import type { PairTable } from './pair-table.ts';
import { wakeMet } from './wake.ts';
import type { Island, Scales, Work } from './work.ts';

/** Passes from which on all bodies of an island have the region of its fastest: an impact may run through all of them. */
const SHARED_PASSES = 4;
/** Passes from which on the regions of an island have no end, so that it is done at last. */
const ENDLESS_PASSES = 12;
/** Farther than coordinates go. */
const ENDLESS = 1e100;
/** How much farther than they go bodies are measured against what stands still, so that it serves for a while. Dimensionless. */
const FARTHER = 16;

/** What a step is made with. */
export interface EventsStepContext {
  readonly bodies: readonly (Body | null)[];
  readonly joints: readonly Joint[];
  readonly pairs: PairTable;
  readonly work: Work;
  readonly scales: Scales;
  readonly gravity: Float64Array;
  readonly duration: number;
  /** Number of the step. */
  readonly step: number;
  /** Those that were near in the last step, and those that are in this one. */
  readonly near: readonly BodyPair[];
  readonly nearNow: BodyPair[];
}

/** What a joint had at the start of a step. */
interface JointStart {
  readonly joint: Joint;
  readonly forces: Float64Array;
  readonly isBroken: boolean;
}

export class EventsStep {
  readonly #stepper: EventsStepper;
  readonly #context: EventsStepContext;
  readonly #joints: readonly JointStart[];
  /** Pairs that overlap where the step begins. */
  readonly #violated = new Set<BodyPair>();
  #isRunning = false;
  /** By the first body of each island that has gone to the end of the step. */
  readonly #ends = new Map<Body, IslandStep>();
  #startVelocities: Float64Array = new Float64Array(0);

  constructor(stepper: EventsStepper, context: EventsStepContext) {
    this.#stepper = stepper;
    this.#context = context;
    this.#joints = context.joints.map((joint) => ({ joint, forces: joint.forces.slice(), isBroken: joint.isBroken }));
    const { bodies, joints, near } = context;
    const held = new Set<Body>();
    for (const { a, b, contacts } of near) if (contacts.length > 0) held.add(a).add(b);
    for (const { a, b } of joints) held.add(a).add(b);
    for (const body of bodies) if (body !== null) this.#setRegion(body, held.has(body));
  }

  #setRegion(body: Body, isHeld: boolean): void {
    const { work, gravity, duration, scales } = this.#context;
    const time = body.kind === 'kinematic' ? duration : body.left;
    this.#stepper.regions.set(body, work, gravity, time, scales.within, isHeld);
  }

  /** The islands of bodies that may meet. */
  islands(): Island[] {
    const { bodies, work } = this.#context;
    let pairs = this.#nearPairs();
    // Whoever may be met by a body that moves is awake before.
    const wake = (): Body[] => wakeMet([...pairs, ...this.#context.joints], work, this.#context.duration);
    for (let woken = wake(); woken.length > 0; woken = wake()) {
      for (const body of woken) {
        work.load(body);
        this.#setRegion(body, true);
      }
      pairs = this.#nearPairs();
    }
    const joints = this.#joints.filter(({ isBroken }) => !isBroken).map(({ joint }) => joint);
    return makeIslands(bodies, pairs, joints, (body) => body.inverseMass > 0 && !body.isAsleep);
  }

  #nearPairs(): BodyPair[] {
    const { bodies, pairs: table, step, nearNow } = this.#context;
    const pairs: BodyPair[] = [];
    this.#stepper.regions.forEachOverlap(bodies, (a, b) => {
      if ((a.isAtRest && b.isAtRest) || !table.mayCollide(a, b)) return;
      const pair = table.get(a, b);
      if (this.#staysApart(pair)) return;
      if (pair.stamp !== step) nearNow.push(pair);
      // Where others have moved already, a pair that overlapped counts as it did.
      if (pair.stamp !== step && this.#isRunning && pair.isViolated) this.#violated.add(pair);
      pair.stamp = step;
      if (!this.#isRunning) {
        this.#testViolated(pair);
        pair.doHullsOverlap = false;
      }
      pairs.push(pair);
    });
    return pairs.sort((p, q) => p.key - q.key);
  }

  /** Whether a pair that overlapped still does. */
  #testViolated(pair: BodyPair): void {
    if (pair.isViolated && pair.measure(4 * this.#context.scales.within)) pair.isViolated = false;
    if (pair.isViolated) this.#violated.add(pair);
  }

  /** Whether two bodies were farther apart at the start of the step than both go. */
  #staysApart(pair: BodyPair): boolean {
    const { a, b } = pair;
    const { step } = this.#context;
    if (pair.isViolated || pair.contacts.length > 0) return false;
    const reach = a.reach + b.reach;
    if (pair.startStep !== step) {
      // Bodies that have moved are not where the step began.
      if (this.#isRunning) return false;
      const isStanding = a.kind === 'static' || b.kind === 'static';
      if (isStanding && pair.knownClearance <= reach) pair.measure(FARTHER * reach);
      pair.startStep = step;
      pair.startClearance = pair.knownClearance;
    }
    return pair.startClearance > reach;
  }

  /** Moves all islands to the end of the step; the first are given. */
  run(first: readonly Island[]): void {
    this.#startVelocities = this.#context.work.velocities.slice();
    this.#isRunning = true;
    let islands = first;
    for (let pass = 0; ; pass++) {
      let isDone = true;
      for (const island of islands) {
        if (!island.bodies.some(({ left }) => left > 0)) continue;
        if (pass > 0) this.#goBack(island);
        if (this.#runIsland(island)) continue;
        if (pass >= SHARED_PASSES) this.#widen(island, pass >= ENDLESS_PASSES);
        isDone = false;
      }
      if (isDone) return;
      islands = this.islands();
    }
  }

  /** Widens the regions of all bodies of an island by as far as the fastest of them goes, or without end. */
  #widen({ bodies, kinematic }: Island, isEndless: boolean): void {
    const { work, duration } = this.#context;
    let farthest = isEndless ? ENDLESS : 0;
    for (const { slot } of [...bodies, ...kinematic]) {
      const [x, y, z] = work.velocities.subarray(6 * slot, 6 * slot + 3);
      farthest = Math.max(farthest, Math.sqrt(x * x + y * y + z * z) * duration);
    }
    for (const body of bodies) this.#stepper.regions.widenBy(body, farthest);
  }

  /** False where a body would leave its region; then all are where they were. */
  #runIsland(island: Island): boolean {
    const { work, scales, gravity, duration } = this.#context;
    for (const body of island.kinematic) this.#moveToStart(body);
    const end = this.#stepper.step(island, work, scales, gravity, duration);
    if (end.left > 0) {
      this.#goBack(island);
      return false;
    }
    for (const body of island.bodies) body.left = 0;
    this.#ends.set(island.bodies[0], end);
    return true;
  }

  /** Puts an island back to where the step began. */
  #goBack(island: Island): void {
    const { work, scales, duration } = this.#context;
    for (const body of island.bodies) {
      this.#ends.delete(body);
      body.pose.set(body.start);
      body.poseChanged();
      body.left = duration;
      work.load(body);
      const k = 6 * body.slot;
      work.velocities.set(this.#startVelocities.subarray(k, k + 6), k);
    }
    for (const body of island.kinematic) this.#moveToStart(body);
    for (const { joint, forces, isBroken } of this.#joints) {
      if (!island.joints.includes(joint)) continue;
      joint.forces.set(forces);
      joint.impulse.fill(0);
      joint.isBroken = isBroken;
    }
    for (const pair of island.pairs) {
      pair.isViolated = this.#violated.has(pair);
      pair.updateContacts(scales.within);
    }
  }

  #moveToStart(body: Body): void {
    moveKinematic(body, body.start, 0, body.pose);
    body.poseChanged();
    this.#context.work.load(body);
  }

  /** What all islands together were like. */
  get report(): { readonly intervals: number; readonly impacts: number; readonly stoppedTime: number } {
    const { bodies } = this.#context;
    let [intervals, impacts, stoppedTime] = [0, 0, 0];
    for (const end of this.#ends.values()) {
      intervals += end.intervals;
      impacts += end.impacts;
      stoppedTime = Math.max(stoppedTime, end.stoppedTime);
    }
    for (const body of bodies) stoppedTime = Math.max(stoppedTime, body?.left ?? 0);
    return { intervals, impacts, stoppedTime };
  }
}
