// Bodies and joints over time.

import { distance, Model, NearmissError, type Pose, penetration } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { Body, type BodyOptions, type Material, readPoseInto } from './body.ts';
import { writeBox } from './body-box.ts';
import { type BodyPair, turnedBetween } from './body-pair.ts';
import { BOX, SweepAndPrune } from './broad-phase.ts';
import { Constraints, posesNow } from './constraints.ts';
import { type ContactPoint, contactPointsOf } from './contact-points.ts';
import { EventsStep, isAtRest } from './events-step.ts';
import { EventsStepper } from './events-stepper.ts';
import { ImpulsesStepper, isBeyondStep, searchDistance } from './impulses-stepper.ts';
import { requireKeys, requireNumber, requireNumbers, requirePositive, requireWord } from './input.ts';
import { makeIslands } from './islands.ts';
import { Joint, type JointOptions } from './joint.ts';
import { moveKinematic } from './motion.ts';
import { PairTable } from './pair-table.ts';
import { separate } from './separate.ts';
import { putToSleep } from './sleep.ts';
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts';
import { type Island, type Scales, Work } from './work.ts';

/** How steps are made. See {@link SimulationOptions}. */
export type StepperName = 'events' | 'impulses';

const STEPPERS: readonly StepperName[] = ['events', 'impulses'];

/** Options of a {@link Simulation}. */
export interface SimulationOptions {
  /** Acceleration of all bodies; none by default. */
  readonly gravity?: ArrayLike<number> | undefined;
  readonly stepper?: StepperName | undefined;
  /** Contacts begin and end within this distance; by default 1e-4 of the size of the smallest body. */
  readonly threshold?: number | undefined;
  /** Defaults of bodies: friction 0.5, restitution 0. */
  readonly materials?:
    | { readonly friction?: number | undefined; readonly restitution?: number | undefined }
    | undefined;
  /** Whether bodies that have come to rest sleep: yes by default. */
  readonly sleeping?: boolean | undefined;
}

const SIMULATION_KEYS = ['gravity', 'stepper', 'threshold', 'materials', 'sleeping'] as const;
const BODY_KEYS = [
  ...['id', 'model', 'kind', 'pose', 'velocity', 'angularVelocity', 'friction', 'restitution', 'linearDamping'],
  ...['angularDamping', 'group', 'mask', 'medial', 'density', 'mass', 'centerOfMass', 'inertia'],
] as const;
const JOINT_KEYS = ['kind', 'a', 'b', 'anchor', 'axis', 'limits', 'motor', 'collide', 'breakForce'] as const;

/** What a step was like. See {@link Simulation}. */
export interface StepReport {
  /** Pairs that overlap, or were run over by a kinematic body, or that a joint does not hold together. */
  readonly violated: readonly (readonly [Body, Body])[];
  /** Intervals that islands went in, and impacts in them. */
  readonly intervals: number;
  readonly impacts: number;
  /** The longest time that bodies were stopped because their events were too many; 0 as a rule. */
  readonly stoppedTime: number;
}

/** Part of the smallest size that the threshold is by default; part of it that gaps are restored to; part of that where an advance stops. */
const DEFAULT_THRESHOLD = 1e-4;
const MARGIN = 1 / 4;
const STOP = 1 / 8;
/** Solves are as exact as this part of what gravity adds in a step, or of the largest speed. Dimensionless. */
const OF_GRAVITY = 1e-7;
const OF_SPEED = 1e-10;
/** How much farther than its velocity says a body may go. Dimensionless. */
const SPARE = 2;
/** A box that overlaps none. */
const NOTHING = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/** Bodies and joints, moved step by step. See {@link SimulationOptions}. */
export class Simulation {
  readonly gravity: Float64Array;
  readonly stepper: StepperName;
  readonly sleeping: boolean;
  /** Seconds since the start. */
  time = 0;
  /** Steps since the start. */
  steps = 0;
  readonly #material: Material;
  readonly #givenThreshold: number | null;
  /** By number; the first stands for the world, to which joints are made. */
  readonly #bodies: (Body | null)[] = [];
  readonly #free: number[] = [];
  readonly #byId = new Map<string, Body>();
  readonly #joints: Joint[] = [];
  readonly #pairs = new PairTable();
  readonly #work = new Work();
  readonly #events = new EventsStepper();
  readonly #impulses = new ImpulsesStepper();
  readonly #constraints = new Constraints();
  readonly #sweep = new SweepAndPrune();
  #boxes: Float64Array = new Float64Array(0);
  /** Bodies were added or put elsewhere. */
  #isDisturbed = true;
  #violated: (readonly [Body, Body])[] = [];
  /** All pairs with contacts, and those that were near in the last step; and those of the step that is computed. */
  #near: BodyPair[] = [];
  #nearNow: BodyPair[] = [];

  constructor(options: SimulationOptions = {}) {
    requireKeys(options, SIMULATION_KEYS, 'A simulation');
    const { gravity, stepper, threshold, materials = {}, sleeping } = options;
    requireKeys(materials, ['friction', 'restitution'], 'materials');
    this.gravity = gravity === undefined ? new Float64Array(3) : requireNumbers(gravity, 3, 'gravity');
    this.stepper = stepper === undefined ? 'events' : requireWord(stepper, STEPPERS, 'stepper');
    this.#givenThreshold = threshold === undefined ? null : requirePositive(threshold, 'threshold');
    const friction = requireNumber(materials.friction ?? 0.5, 'materials.friction', 0);
    const restitution = requireNumber(materials.restitution ?? 0, 'materials.restitution', 0);
    this.#material = { friction, restitution };
    this.sleeping = sleeping !== false;
    const world = new Body({ model: Model.build(box()), kind: 'static' }, '', this.#material);
    world.slot = 0;
    this.#bodies.push(world);
  }

  /** All bodies, in the order of their numbers. */
  get bodies(): Body[] {
    return this.#bodies.filter((body, slot): body is Body => body !== null && slot > 0);
  }

  get joints(): readonly Joint[] {
    return this.#joints;
  }

  /** Contacts begin and end within this distance. */
  get threshold(): number {
    if (this.#givenThreshold !== null) return this.#givenThreshold;
    return DEFAULT_THRESHOLD * this.#smallest;
  }

  /** The size of the smallest body; 1 where there is none. */
  get #smallest(): number {
    let smallest = Infinity;
    for (const { size } of this.bodies) if (size > 0) smallest = Math.min(smallest, size);
    return smallest < Infinity ? smallest : 1;
  }

  /** The body with an id. */
  body(id: string): Body {
    const body = this.#byId.get(id);
    if (body !== undefined) return body;
    throw new NearmissError('dynamics/unknown-body', `There is no body "${id}".`);
  }

  addBody(options: BodyOptions): Body {
    requireKeys(options, BODY_KEYS, 'A body');
    const slot = this.#free[this.#free.length - 1] ?? this.#bodies.length;
    const id = options.id ?? String(slot);
    if (this.#byId.has(id)) throw new NearmissError('dynamics/bad-value', `There is a body "${id}" already.`);
    const body = new Body(options, id, this.#material);
    if (this.#free.length > 0) this.#free.pop();
    body.slot = slot;
    this.#bodies[slot] = body;
    this.#byId.set(id, body);
    this.#isDisturbed = true;
    return body;
  }

  /** Takes a body out, with its joints. */
  removeBody(body: Body): void {
    this.#require(body);
    for (const joint of this.#joints.filter(({ a, b }) => a === body || b === body)) this.removeJoint(joint);
    for (const { a, b, contacts } of this.#pairs.values()) {
      if (contacts.length > 0 && (a === body || b === body)) (a === body ? b : a).wake();
    }
    this.#pairs.drop(this.steps, body);
    this.#near = this.#near.filter(({ a, b }) => a !== body && b !== body);
    this.#bodies[body.slot] = null;
    this.#free.push(body.slot);
    this.#byId.delete(body.id);
    body.slot = -1;
  }

  /** Puts a body elsewhere at once. What it was in contact with is woken. */
  teleport(body: Body, pose: Pose): void {
    this.#require(body);
    const to = new Float64Array(7);
    readPoseInto(pose, to);
    for (const { a, b, contacts } of this.#pairs.values()) {
      if (contacts.length > 0 && (a === body || b === body)) (a === body ? b : a).wake();
    }
    this.#pairs.drop(this.steps, body);
    this.#near = this.#near.filter(({ a, b }) => a !== body && b !== body);
    body.pose.set(to);
    body.poseChanged();
    body.wake();
    this.#isDisturbed = true;
  }

  addJoint(options: JointOptions): Joint {
    requireKeys(options, JOINT_KEYS, 'A joint');
    const [world] = this.#bodies;
    this.#require(options.a);
    if (options.b !== undefined) this.#require(options.b);
    if (world === null || world === undefined) throw new NearmissError('dynamics/bad-joint', 'There is no world.');
    const joint = new Joint(options, world);
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
    if (at < 0) return;
    this.#joints.splice(at, 1);
    this.#pairs.join(this.#joints);
    joint.a.wake();
    joint.b.wake();
  }

  #require(body: Body): void {
    if (body instanceof Body && body.slot > 0 && this.#bodies[body.slot] === body) return;
    throw new NearmissError('dynamics/unknown-body', 'The body is none of this simulation.');
  }

  /** The lengths and speeds of a step of a duration. */
  #scales(duration: number): Scales {
    const { threshold } = this;
    const [x, y, z] = this.gravity;
    const pull = Math.sqrt(x * x + y * y + z * z) * duration;
    let fastest = 0;
    for (const { velocities, radius } of this.bodies) fastest = Math.max(fastest, speedOf(velocities, radius));
    const margin = MARGIN * threshold;
    return {
      margin,
      within: threshold,
      threshold: STOP * margin,
      slow: pull,
      smallest: this.#smallest,
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
      bodies: this.#bodies,
      joints: this.#joints,
      pairs: this.#pairs,
      work: this.#work,
      scales,
      gravity: this.gravity,
      duration,
      step: this.steps,
      near: this.#near,
      nearNow: this.#nearNow,
    });
    const islands = step.islands();
    this.#settleChanged(islands, scales);
    step.run(islands);
    return step.report;
  }

  #stepImpulses(duration: number, scales: Scales): Omit<StepReport, 'violated'> {
    const islands = this.#makeIslands(duration, scales);
    this.#settleChanged(islands, scales);
    let impacts = 0;
    for (const island of islands) {
      for (const body of island.kinematic) this.#moveKinematic(body, 0);
      impacts += this.#impulses.step(island, this.#work, scales, this.gravity, duration).impacts;
      // Bodies may overlap here; how deep is told by the gap.
      for (const pair of island.pairs) pair.isViolated = false;
    }
    return { intervals: islands.length, impacts, stoppedTime: 0 };
  }

  /** Pairs that overlap, and those whose joint does not hold them together; the world is a body without an id. */
  get violated(): (readonly [Body, Body])[] {
    return [...this.#violated];
  }

  /** Pairs that overlap, and joints that contradict others or contacts. */
  #findViolated(): (readonly [Body, Body])[] {
    const { rows } = this.#constraints;
    const apart = this.#joints.filter((joint) => {
      if (joint.isBroken) return false;
      rows.clear();
      joint.write(rows, posesNow(joint));
      return joint.apart > this.threshold;
    });
    const overlapping = this.#near.filter(({ isViolated }) => isViolated);
    return [...overlapping, ...apart].map(({ a, b }) => [a, b] as const);
  }

  /** The points of contact as of the end of the last step, with the forces that acted there. */
  get contacts(): ContactPoint[] {
    return contactPointsOf(this.#pairs.values(), this.#contactDistance);
  }

  /** The number of points of contact, as of the end of the last step. */
  get contactCount(): number {
    const most = this.#contactDistance;
    let count = 0;
    for (const { contacts } of this.#near) for (const { gap } of contacts) if (gap <= most) count++;
    return count;
  }

  /** The gap up to which features are in contact: with `events` others are kept that are only foreseen. */
  get #contactDistance(): number {
    return this.stepper === 'events' ? this.threshold : Infinity;
  }

  /**
   * A proven lower bound of the least distance of any two bodies that may collide, less an upper bound of the depth where two overlap; null
   * where no two are as near as they can go in a step of this duration.
   */
  gap(duration: number): number | null {
    requirePositive(duration, 'The duration of a step');
    const scales = this.#scales(duration);
    this.#work.fit(this.#bodies);
    for (const body of this.#bodies) {
      if (body !== null) body.reach = this.#reachOf(body, body.kind === 'static' ? 0 : duration) + scales.within;
    }
    let least: number | null = null;
    this.#overlaps((a, b) => {
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
    for (const body of this.#bodies) {
      if (body === null) continue;
      if (body.isChanged) body.wake();
      body.left = body.kind === 'dynamic' && !body.isAsleep ? duration : 0;
      body.start.set(body.pose);
      body.startCom.set(body.com);
    }
    this.#work.fit(this.#bodies);
    if (!this.#isDisturbed) return;
    this.#isDisturbed = false;
    for (const island of this.#makeIslands(duration, scales)) {
      // Contacts without joints are moved apart by the steps of `impulses` themselves.
      const isLeft = this.stepper === 'impulses' && island.joints.length === 0;
      if (!isLeft) separate(island, this.#work, scales, this.#constraints);
    }
    for (const body of this.#bodies) {
      if (body === null) continue;
      // They may have been moved far: contacts are searched anew.
      body.turned += body.size;
      body.start.set(body.pose);
      body.startCom.set(body.com);
    }
  }

  /** Bodies that callers have given velocities may approach what they are in contact with. */
  #settleChanged(islands: readonly Island[], scales: Scales): void {
    for (const island of islands) {
      const isChanged = [...island.bodies, ...island.kinematic].some((body) => body.isChanged);
      const stepper = this.stepper === 'events' ? this.#events : this.#impulses;
      if (isChanged) stepper.settle(island, this.#work, scales, 0);
      else if (this.stepper === 'events') for (const pair of island.pairs) pair.updateContacts(scales.within);
    }
    for (const body of this.#bodies) if (body !== null) body.isChanged = false;
  }

  #makeIslands(duration: number, scales: Scales): Island[] {
    let pairs = this.#nearPairs(duration, scales);
    // Whoever may be met by a body that moves is awake before.
    const woken = this.#wake(pairs, duration);
    if (woken) {
      this.#work.fit(this.#bodies);
      pairs = this.#nearPairs(duration, scales);
    }
    const joints = this.#joints.filter(({ isBroken }) => !isBroken);
    return makeIslands(this.#bodies, pairs, joints, (body) => body.inverseMass > 0 && !body.isAsleep);
  }

  #wake(pairs: readonly BodyPair[], duration: number): boolean {
    const { velocities } = this.#work;
    let isAny = false;
    if (!this.#bodies.some((body) => body?.isAsleep === true)) return false;
    const wake = (body: Body, other: Body): void => {
      if (!body.isAsleep || other.isAsleep || other.kind === 'static') return;
      if (other.kind === 'kinematic' && velocities.subarray(6 * other.slot, 6 * other.slot + 6).every((x) => x === 0))
        return;
      body.wake();
      body.left = duration;
      isAny = true;
    };
    let woken: boolean;
    do {
      woken = isAny;
      for (const { a, b } of [...pairs, ...this.#joints]) {
        wake(a, b);
        wake(b, a);
      }
    } while (isAny !== woken);
    return isAny;
  }

  /** The pairs whose bodies may meet in the time that is left to them. */
  #nearPairs(duration: number, scales: Scales): BodyPair[] {
    for (const body of this.#bodies) {
      if (body === null) continue;
      body.reach = this.#reachOf(body, body.kind === 'kinematic' ? duration : body.left) + scales.within;
      for (let k = 0; k < 3; k++) body.startCom[k] = body.com[k];
      if (body.kind === 'dynamic') for (let k = 0; k < 7; k++) body.start[k] = body.pose[k];
    }
    const pairs: BodyPair[] = [];
    this.#overlaps((a, b) => {
      if (isAtRest(a) && isAtRest(b)) return;
      if (this.stepper === 'impulses' && this.#staysApart(a, b, duration, scales)) return;
      const pair = this.#pairs.get(a, b);
      if (this.stepper === 'impulses' && isBeyondStep(pair, this.#work, scales, duration)) {
        pair.stamp = this.steps;
        return;
      }
      if (pair.stamp !== this.steps) this.#nearNow.push(pair);
      pair.stamp = this.steps;
      if (pair.isViolated && pair.measure(4 * scales.within)) pair.isViolated = false;
      pairs.push(pair);
    });
    return pairs.sort((p, q) => p.key - q.key);
  }

  /** Whether the boxes of two bodies are farther apart than the bodies can approach each other in a step. */
  #staysApart(a: Body, b: Body, duration: number, scales: Scales): boolean {
    const v = this.#work.velocities;
    const i = 6 * a.slot;
    const j = 6 * b.slot;
    const spin = turning(a, v) + turning(b, v);
    const reach = searchDistance(scales) + (spin + scales.slow) * duration;
    const boxes = this.#boxes;
    const spareA = a.reach;
    const spareB = b.reach;
    for (let k = 0; k < 3; k++) {
      const p = BOX * a.slot + k;
      const q = BOX * b.slot + k;
      const gap = Math.max(boxes[q] - boxes[p + 3], boxes[p] - boxes[q + 3]) + spareA + spareB;
      if (gap > reach + Math.abs(v[j + k] - v[i + k]) * duration) return true;
    }
    return areBallsApart(a, b, v, searchDistance(scales) + scales.slow * duration, duration);
  }

  /** Calls `visit` with every two bodies that may collide and whose boxes, as much wider as the bodies reach, overlap. */
  #overlaps(visit: (a: Body, b: Body) => void): void {
    const bodies = this.#bodies;
    if (this.#boxes.length < BOX * bodies.length) this.#boxes = new Float64Array(2 * BOX * bodies.length);
    const boxes = this.#boxes;
    for (let slot = 0; slot < bodies.length; slot++) {
      const body = bodies[slot];
      // A box of nothing, for what collides with nobody.
      if (body === null || slot === 0) boxes.set(NOTHING, BOX * slot);
      else writeBox(body, body.pose, body.reach, boxes, BOX * slot);
    }
    this.#sweep.forEachOverlap(boxes, bodies.length, (i, j) => {
      const a = bodies[i];
      const b = bodies[j];
      if (a !== null && b !== null && this.#pairs.mayCollide(a, b)) visit(a, b);
    });
  }

  /** How far points of a body go in a time, with as much again to spare. */
  #reachOf(body: Body, time: number): number {
    if (time === 0) return 0;
    const { slot, radius, symmetry } = body;
    const { velocities } = this.#work;
    const speed =
      lengthOf(velocities, 6 * slot) + (symmetry === 'ball' ? 0 : radius * lengthOf(velocities, 6 * slot + 3));
    const fall = body.kind === 'dynamic' ? lengthOf(this.gravity, 0) * time * time : 0;
    const pushed = body.kind === 'dynamic' ? lengthOf(body.load, 0) * body.inverseMass * time * time : 0;
    return SPARE * (speed * time + fall + pushed) + 0.01 * body.size;
  }

  /** A pair that was near before and is not has no contacts, but one that sleeps keeps them. */
  #keepNear(): void {
    const near = this.#nearNow;
    for (const pair of this.#near) {
      if (pair.stamp === this.steps) continue;
      if (pair.isViolated || (isAtRest(pair.a) && isAtRest(pair.b))) near.push(pair);
      else pair.forgetContacts();
    }
    this.#near = near;
    this.#nearNow = [];
  }

  /** Takes the result of a step over. */
  #end(duration: number): void {
    for (const body of this.#bodies) {
      if (body === null) continue;
      if (body.kind === 'kinematic') this.#moveKinematicEnd(body, duration);
      if (body.inverseMass > 0 && !body.isAsleep) {
        for (let k = 0; k < 6; k++) body.velocities[k] = this.#work.velocities[6 * body.slot + k];
      }
      if (body.kind !== 'static') body.turned += turnedBetween(body, body.start, body.pose, body.com);
      body.load.fill(0);
    }
    this.#keepNear();
    for (const joint of this.#joints) joint.value = joint.measure(posesNow(joint));
    this.#violated = this.#findViolated();
    this.time += duration;
    this.steps++;
    if (this.sleeping) putToSleep(this.bodies, this.#near, this.#joints, this.gravity, duration);
    this.#pairs.drop(this.steps);
  }

  /** All that decides how the simulation goes on. Taking it changes nothing. */
  snapshot(): Snapshot {
    return takeSnapshot(this.time, this.steps, this.#isDisturbed, this.bodies, this.#joints, this.#pairs);
  }

  /** Back to a snapshot of the same bodies and joints: what follows is the same to the bit. */
  restore(snapshot: Snapshot): void {
    restoreSnapshot(snapshot, this.bodies, this.#joints, this.#pairs);
    this.#pairs.join(this.#joints);
    this.time = snapshot.time;
    this.steps = snapshot.steps;
    this.#isDisturbed = snapshot.isDisturbed;
    this.#near = [...this.#pairs.values()];
    this.#violated = this.#findViolated();
  }

  #moveKinematicEnd(body: Body, duration: number): void {
    moveKinematic(body, body.start, duration, body.pose);
    body.poseChanged();
  }
}

/** Whether the balls around two bodies, which do not turn, stay farther apart than a distance at their velocities. */
function areBallsApart(a: Body, b: Body, v: Float64Array, distance: number, duration: number): boolean {
  const i = 6 * a.slot;
  const j = 6 * b.slot;
  const x = b.com[0] - a.com[0];
  const y = b.com[1] - a.com[1];
  const z = b.com[2] - a.com[2];
  const vx = v[j] - v[i];
  const vy = v[j + 1] - v[i + 1];
  const vz = v[j + 2] - v[i + 2];
  const least = a.radius + b.radius + distance + Math.sqrt(vx * vx + vy * vy + vz * vz) * duration;
  return x * x + y * y + z * z > least * least;
}

/** How fast the points of a body can go round its centre of mass. */
function turning({ slot, radius, symmetry }: Body, velocities: Float64Array): number {
  return symmetry === 'ball' ? 0 : radius * lengthOf(velocities, 6 * slot + 3);
}

function lengthOf(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}

/** The fastest that a point of a body can be. */
function speedOf(velocities: Float64Array, radius: number): number {
  return lengthOf(velocities, 0) + radius * lengthOf(velocities, 3);
}
