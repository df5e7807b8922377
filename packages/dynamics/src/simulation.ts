// Bodies and joints over time.

import { distance, NearmissError, type Pose, penetration } from 'nearmiss';
import { type Body, type BodyOptions, readPoseInto } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { BodySet } from './body-set.ts';
import { Constraints, posesNow } from './constraints.ts';
import { type ContactPoint, contactPointsOf, isClosed } from './contact-points.ts';
import { EventsStep } from './events-step.ts';
import { EventsStepper } from './events-stepper.ts';
import { ImpulsesStepper } from './impulses-stepper.ts';
import { requireKeys, requireNumbers, requirePositive } from './input.ts';
import { makeIslands } from './islands.ts';
import { Joint, type JointOptions } from './joint.ts';
import { moveKinematic } from './motion.ts';
import { NearPairs } from './near-pairs.ts';
import { PairTable } from './pair-table.ts';
import { separate } from './separate.ts';
import { checkOptions, type SimulationOptions, type StepperName } from './simulation-options.ts';
import { putToSleep } from './sleep.ts';
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts';
import { turnedBetween } from './travel.ts';
import { wakeMet } from './wake.ts';
import { type Island, type Scales, Work } from './work.ts';

const JOINT_KEYS = ['kind', 'a', 'b', 'anchor', 'axis', 'limits', 'motor', 'collide', 'breakForce'] as const;

/** What a step was like. See {@link Simulation}. */
export interface StepReport {
  /** Pairs that overlap, or were run over by a kinematic body, or that a joint does not hold together or within its limits; with `impulses` the last ones alone. */
  readonly violated: readonly (readonly [Body, Body])[];
  /** Intervals that islands went in, and impacts with restitution in them. */
  readonly intervals: number;
  readonly impacts: number;
  /** The longest time that bodies were stopped because their events were too many; 0 as a rule. */
  readonly stoppedTime: number;
}

/** Part of the smallest size that the threshold is by default; part of it that gaps are restored to; part of that where an advance stops. */
const DEFAULT_THRESHOLD = 1e-4;
const MARGIN = 1 / 4;
const STOP = 1 / 8;
/** Times that bodies which overlap are moved apart before a step. */
const MOST_SEPARATIONS = 8;
/** Solves are as exact as this part of what gravity adds in a step, or of the largest speed. Dimensionless. */
const OF_GRAVITY = 1e-7;
const OF_SPEED = 1e-10;
/** Bodies and joints, moved step by step. See {@link SimulationOptions}. */
export class Simulation {
  readonly stepper: StepperName;
  readonly sleeping: boolean;
  /** Seconds since the start. */
  time = 0;
  /** Steps since the start. */
  steps = 0;
  readonly #gravity: Float64Array;
  readonly #givenThreshold: number | null;
  readonly #bodies: BodySet;
  readonly #joints: Joint[] = [];
  readonly #pairs = new PairTable();
  readonly #work = new Work();
  readonly #near: NearPairs;
  readonly #events = new EventsStepper();
  readonly #impulses = new ImpulsesStepper();
  readonly #constraints = new Constraints();
  /** Bodies were added or put elsewhere. */
  #isDisturbed = true;
  #violated: (readonly [Body, Body])[] = [];

  constructor(options: SimulationOptions = {}) {
    const { gravity, stepper, threshold, material, sleeping } = checkOptions(options);
    this.#gravity = gravity;
    this.stepper = stepper;
    this.sleeping = sleeping;
    this.#givenThreshold = threshold;
    this.#bodies = new BodySet(material);
    this.#near = new NearPairs(this.#pairs, this.#work, gravity);
  }

  /** All bodies, in the order of their numbers. */
  get bodies(): Body[] {
    return this.#bodies.all;
  }

  /** Acceleration of all bodies, which can be changed between steps: set it to another one. */
  get gravity(): readonly [number, number, number] {
    const [x, y, z] = this.#gravity;
    return Object.freeze<[number, number, number]>([x, y, z]);
  }

  set gravity(gravity: ArrayLike<number>) {
    this.#gravity.set(requireNumbers(gravity, 3, 'gravity'));
    for (const body of this.bodies) body.wake();
  }

  get joints(): readonly Joint[] {
    return [...this.#joints];
  }

  /** Contacts begin and end within this distance. */
  get threshold(): number {
    if (this.#givenThreshold !== null) return this.#givenThreshold;
    return DEFAULT_THRESHOLD * this.#bodies.smallest;
  }

  /** The body with an id. */
  body(id: string): Body {
    return this.#bodies.named(id);
  }

  addBody(options: BodyOptions): Body {
    const body = this.#bodies.add(options);
    this.#isDisturbed = true;
    return body;
  }

  /** Takes a body out, with its joints. */
  removeBody(body: Body): void {
    this.#bodies.require(body, 'The body');
    for (const joint of this.#joints.filter(({ a, b }) => a === body || b === body)) this.removeJoint(joint);
    this.#near.forget(body, this.steps);
    this.#violated = this.#violated.filter(([a, b]) => a !== body && b !== body);
    this.#bodies.remove(body);
  }

  /** Puts a body elsewhere at once. What it was in contact with is woken. */
  teleport(body: Body, pose: Pose): void {
    this.#bodies.require(body, 'The body');
    const to = new Float64Array(7);
    readPoseInto(pose, to);
    this.#near.forget(body, this.steps);
    body.pose.set(to);
    body.poseChanged();
    body.wake();
    this.#isDisturbed = true;
  }

  addJoint(options: JointOptions): Joint {
    requireKeys(options, JOINT_KEYS, 'A joint');
    this.#bodies.require(options.a, 'joint.a');
    if (options.b !== undefined) this.#bodies.require(options.b, 'joint.b');
    const joint = new Joint(options, this.#bodies.world);
    if (joint.a.inverseMass === 0 && joint.b.inverseMass === 0) {
      throw new NearmissError('dynamics/bad-joint', 'A joint needs a dynamic body.');
    }
    this.#joints.push(joint);
    this.#pairs.join(this.#joints);
    joint.a.wake();
    joint.b.wake();
    return joint;
  }

  removeJoint(joint: Joint): void {
    const at = this.#joints.indexOf(joint);
    if (at < 0) throw new NearmissError('dynamics/bad-joint', 'The joint is none of this simulation.');
    this.#joints.splice(at, 1);
    this.#pairs.join(this.#joints);
    joint.a.wake();
    joint.b.wake();
  }

  /** The lengths and speeds of a step of a duration. */
  #scales(duration: number): Scales {
    const { threshold } = this;
    const [x, y, z] = this.#gravity;
    const pull = Math.sqrt(x * x + y * y + z * z) * duration;
    let fastest = 0;
    for (const body of this.#bodies.slots) if (body !== null) fastest = Math.max(fastest, speedOf(body));
    const margin = MARGIN * threshold;
    return {
      margin,
      within: threshold,
      threshold: STOP * margin,
      slow: pull,
      smallest: this.#bodies.smallest,
      tolerance: Math.max(OF_GRAVITY * pull, OF_SPEED * fastest, Number.MIN_VALUE),
    };
  }

  /** Moves everything on by a time. */
  step(duration: number): StepReport {
    requirePositive(duration, 'The duration of a step');
    const scales = this.#scales(duration);
    this.#begin(duration, scales);
    const report =
      this.stepper === 'events' ? this.#stepEvents(duration, scales) : this.#stepImpulses(duration, scales);
    this.#end(duration);
    return { violated: this.violated, ...report };
  }

  #stepEvents(duration: number, scales: Scales): Omit<StepReport, 'violated'> {
    const step = new EventsStep(this.#events, {
      bodies: this.#bodies.slots,
      joints: this.#joints,
      pairs: this.#pairs,
      work: this.#work,
      scales,
      gravity: this.#gravity,
      duration,
      step: this.steps,
      near: this.#near.last,
      nearNow: this.#near.now,
    });
    const islands = step.islands();
    this.#settleChanged(islands, scales);
    step.run(islands);
    return step.report;
  }

  #stepImpulses(duration: number, scales: Scales): Omit<StepReport, 'violated'> {
    const islands = this.#makeIslands(duration, scales);
    this.#settleChanged(islands, scales);
    let [intervals, impacts] = [0, 0];
    for (const island of islands) {
      for (const body of island.kinematic) this.#moveKinematic(body, 0);
      const end = this.#impulses.step(island, this.#work, scales, this.#gravity, duration);
      intervals += end.intervals;
      impacts += end.impacts;
      if (island.joints.length > 0) for (const pair of island.pairs) pair.isViolated = false;
    }
    return { intervals, impacts, stoppedTime: 0 };
  }

  /** Pairs that overlap, and those whose joint does not hold them together; the world is a body without an id. */
  get violated(): (readonly [Body, Body])[] {
    return [...this.#violated];
  }

  /** Pairs that overlap, and joints that contradict others or contacts. */
  #findViolated(): (readonly [Body, Body])[] {
    const { rows } = this.#constraints;
    const { threshold } = this;
    const apart = this.#joints.filter((joint) => {
      if (joint.isBroken) return false;
      rows.clear();
      joint.write(rows, posesNow(joint));
      return Math.max(joint.apart, joint.beyondLimits) > threshold;
    });
    // With `impulses` bodies may overlap; how deep is told by the gap.
    const overlapping = this.stepper === 'events' ? this.#near.last.filter(({ isViolated }) => isViolated) : [];
    return [...overlapping, ...apart].map(({ a, b }) => [a, b] as const);
  }

  /** The points of contact as of the end of the last step, with the forces that acted there. */
  get contacts(): ContactPoint[] {
    this.#near.updateContacts();
    return contactPointsOf(this.#pairs.values(), this.threshold);
  }

  /** The number of points of contact, as of the end of the last step. */
  get contactCount(): number {
    const { threshold } = this;
    this.#near.updateContacts();
    let count = 0;
    for (const { contacts } of this.#near.last)
      for (const contact of contacts) if (isClosed(contact, threshold)) count++;
    return count;
  }

  /**
   * A proven lower bound of the least distance of any two bodies that may collide, less an upper bound of the depth where two overlap; null
   * where no two are as near as they can go in a step of this duration.
   */
  gap(duration: number): number | null {
    requirePositive(duration, 'The duration of a step');
    const scales = this.#scales(duration);
    this.#work.fit(this.#bodies.slots);
    let least: number | null = null;
    this.#near.forEachWithin(this.#bodies.slots, scales.within, duration, (a, b) => {
      // By queries of its own: what the pair remembers decides how a step computes, and asking must not change that.
      const { status, lower } = distance(a.model, a.poseView, b.model, b.poseView);
      const isApart = status === 'separated';
      const gap = isApart ? lower : -penetration(a.model, a.poseView, b.model, b.poseView).upper;
      if (least === null || gap < least) least = gap;
    });
    return least;
  }

  #moveKinematic(body: Body, clock: number): void {
    moveKinematic(body, body.start, clock, body.pose);
    body.poseChanged();
    this.#work.load(body);
  }

  /** Takes in what callers have changed. */
  #begin(duration: number, scales: Scales): void {
    this.#pairs.join(this.#joints);
    for (const body of this.#bodies.slots) {
      if (body === null) continue;
      if (body.isChanged) body.wake();
      body.left = body.kind === 'dynamic' && !body.isAsleep ? duration : 0;
      body.begin();
    }
    this.#work.fit(this.#bodies.slots);
    if (!this.#isDisturbed) return;
    this.#isDisturbed = false;
    // Bodies that are moved apart may come to overlap others: these are found anew.
    for (let round = 0; round < MOST_SEPARATIONS && this.#separateIslands(duration, scales); round++);
    for (const body of this.#bodies.slots) {
      if (body === null) continue;
      // They may have been moved far: contacts are searched anew.
      body.turned += body.size;
      body.begin();
    }
  }

  /** Moves bodies apart that overlap. False where none did. */
  #separateIslands(duration: number, scales: Scales): boolean {
    let isMoved = false;
    for (const island of this.#makeIslands(duration, scales)) {
      // Contacts without joints are moved apart by the steps of `impulses` themselves.
      if (this.stepper === 'impulses' && island.joints.length === 0) continue;
      if (separate(island, this.#work, scales, this.#constraints)) isMoved = true;
    }
    return isMoved;
  }

  /** Bodies that callers have given velocities may approach what they are in contact with. */
  #settleChanged(islands: readonly Island[], scales: Scales): void {
    for (const island of islands) {
      const isChanged = island.bodies.some((body) => body.isChanged) || island.kinematic.some((body) => body.isChanged);
      const stepper = this.stepper === 'events' ? this.#events : this.#impulses;
      if (isChanged) stepper.settle(island, this.#work, scales, 0);
      else if (this.stepper === 'events') for (const pair of island.pairs) pair.updateContacts(scales.within);
    }
    for (const body of this.#bodies.slots) if (body !== null) body.isChanged = false;
  }

  #makeIslands(duration: number, scales: Scales): Island[] {
    const bodies = this.#bodies.slots;
    const findPairs = (): BodyPair[] =>
      this.#near.find(bodies, scales, duration, this.steps, this.stepper === 'impulses');
    let pairs = findPairs();
    const isAnyAsleep = bodies.some((body) => body?.isAsleep === true);
    if (isAnyAsleep && wakeMet([...pairs, ...this.#joints], this.#work, duration).length > 0) {
      this.#work.fit(bodies);
      pairs = findPairs();
    }
    const joints = this.#joints.filter(({ isBroken }) => !isBroken);
    return makeIslands(bodies, pairs, joints, (body) => body.inverseMass > 0 && !body.isAsleep);
  }

  /** Takes the result of a step over. */
  #end(duration: number): void {
    for (const body of this.#bodies.slots) {
      if (body === null) continue;
      if (body.kind === 'kinematic') this.#moveKinematicEnd(body, duration);
      if (body.inverseMass > 0 && !body.isAsleep) {
        for (let k = 0; k < 6; k++) body.velocities[k] = this.#work.velocities[6 * body.slot + k];
      }
      if (body.kind !== 'static') body.turned += turnedBetween(body, body.start, body.pose, body.com);
      for (let k = 0; k < 6; k++) body.load[k] = 0;
    }
    this.#near.end(this.steps, this.stepper === 'impulses');
    for (const joint of this.#joints) {
      if (!joint.isBroken) joint.endStep(duration);
      joint.value = joint.measure(posesNow(joint));
    }
    this.#violated = this.#findViolated();
    this.time += duration;
    this.steps++;
    if (this.sleeping) putToSleep(this.#bodies.slots, this.#near.last, this.#joints, this.#gravity, duration);
    this.#pairs.drop(this.steps);
  }

  /** All that decides how the simulation goes on. Taking it changes nothing. */
  snapshot(): Snapshot {
    this.#near.updateContacts();
    return takeSnapshot(
      this.time,
      this.steps,
      this.#isDisturbed,
      this.#gravity,
      this.bodies,
      this.#joints,
      this.#pairs,
    );
  }

  /** Back to a snapshot of the same bodies and joints: what follows is the same to the bit. */
  restore(snapshot: Snapshot): void {
    restoreSnapshot(snapshot, this.bodies, this.#joints, this.#pairs);
    this.#gravity.set(snapshot.gravity);
    this.#pairs.join(this.#joints);
    this.time = snapshot.time;
    this.steps = snapshot.steps;
    this.#isDisturbed = snapshot.isDisturbed;
    this.#near.restore();
    this.#violated = this.#findViolated();
  }

  #moveKinematicEnd(body: Body, duration: number): void {
    moveKinematic(body, body.start, duration, body.pose);
    body.poseChanged();
  }
}

/** The fastest that a point of a body can be. */
function speedOf({ velocities: v, radius }: Body): number {
  const linear = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return linear + radius * Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
}
