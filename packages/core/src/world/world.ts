// Many bodies over many steps: which bodies touch, and which changed.

import { DEFORMING_METHODS } from '../deform/deforming-options.ts';
import { NearmissError } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import { Model } from '../model/model.ts';
import type { Motion } from '../motion/motion.ts';
import { requireAmount, requireFlag, requireOptions } from '../query/options.ts';
import { sphere } from '../round/round-models.ts';
import type { KnownKeys } from '../scalar/known-keys.ts';
import type { Pose } from '../scalar/pose.ts';
import { readVector } from '../scalar/vector.ts';
import { box } from '../shapes/box.ts';
import { type BroadPhase, requireBroadPhase } from '../space/broad-phase.ts';
import type { Workers } from '../workers/workers.ts';
import { Bodies, type BodyId, bodyPose, readWorldPose, requireModel } from './bodies.ts';
import {
  DEFORMING_CONTACT_KEYS,
  type DeformingContactOptions,
  type DeformingContactResult,
  firstDeformingContact,
} from './deforming-contact.ts';
import { PairFilter } from './filter.ts';
import { NarrowPhase } from './narrow-phase.ts';
import type { PairSleep } from './pair-sleep.ts';
import { type BodyPair, byBodies, StepResult } from './step-result.ts';
import { type BodyMotionBounds, readMotionBounds, TimeSleep } from './time-sleep.ts';
import { TravelSleep } from './travel-sleep.ts';
import {
  BODY_DEFAULTS,
  BODY_KEYS,
  BOX_RULES,
  type BodyFilter,
  type BodyOptions,
  CONTACT_DETAILS,
  FILTER_KEYS,
  requireBits,
  requireFunction,
  requireOneOf,
  SCHEDULES,
  STEP_KEYS,
  type StepOptions,
  type StepStage,
  WORLD_DEFAULTS,
  WORLD_KEYS,
  type WorldOptions,
} from './world-options.ts';
import {
  bodiesTouching,
  type ClosestBodyResult,
  closestBody,
  raycastBodies,
  sweepBodies,
  sweptBox,
  WORLD_DISTANCE_KEYS,
  WORLD_QUERY_KEYS,
  WORLD_SWEEP_KEYS,
  type WorldDistanceOptions,
  type WorldQueryOptions,
  type WorldRaycastResult,
  type WorldSweepOptions,
  type WorldSweepResult,
} from './world-queries.ts';

/**
 * A set of bodies that are added, moved, deformed and removed. Each step reports which of them touch. The results are those of
 * `collide` for each pair, and do not depend on the order in which bodies were added or moved.
 *
 * @example
 * const world = new World();
 * const cube = Model.build(box());
 * world.add(cube);
 * const moving = world.add(cube, { position: [3, 0, 0] });
 * console.log(world.step().begin.length); // 0
 * world.move(moving, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export class World {
  readonly #bodies: Bodies;
  readonly #broad: BroadPhase;
  readonly #narrow: NarrowPhase;
  readonly #filter: PairFilter;
  /** Present where bodies have motion bounds. */
  readonly #times: TimeSleep | null;
  #isFilterStale = false;
  #isBusy = false;

  constructor(options: WorldOptions = {}) {
    requireOptions(options, WORLD_KEYS);
    const { broadPhase, boxes, schedule, contacts, predicate } = options;
    const margin = requireAmount('margin', options.margin, WORLD_DEFAULTS.margin);
    const structure = requireBroadPhase(
      'broadPhase',
      broadPhase === undefined ? WORLD_DEFAULTS.broadPhase : broadPhase,
    );
    const rule = requireOneOf('boxes', boxes, WORLD_DEFAULTS.boxes, BOX_RULES);
    const detail = requireOneOf('contacts', contacts, WORLD_DEFAULTS.contacts, CONTACT_DETAILS);
    const sleep = requireOneOf('schedule', schedule, WORLD_DEFAULTS.schedule, SCHEDULES);
    requireFunction('predicate', predicate, 'a function of two bodies that says whether they may touch');
    this.#bodies = new Bodies(rule, margin);
    this.#broad = structure.create(this.#bodies.boxes);
    const { pairs } = this.#broad;
    this.#times = sleep === 'times' ? new TimeSleep(this.#bodies, pairs) : null;
    const sleepers: PairSleep = this.#times ?? new TravelSleep(this.#bodies, pairs);
    this.#narrow = new NarrowPhase(this.#bodies, pairs, margin, detail, sleepers);
    this.#filter = new PairFilter(predicate);
  }

  /** Number of bodies. */
  get size(): number {
    return this.#bodies.count;
  }

  /** Adds a body to the world. Its number is never used again. */
  add(model: Model, pose: Pose = {}, options: BodyOptions = BODY_DEFAULTS): BodyId {
    this.#requireIdle();
    requireOptions(options, BODY_KEYS);
    const isStatic = requireFlag('static', options.static);
    const group = requireBits('group', options.group, BODY_DEFAULTS.group);
    const mask = requireBits('mask', options.mask, BODY_DEFAULTS.mask);
    const deforming = requireOneOf('deforming', options.deforming, BODY_DEFAULTS.deforming, DEFORMING_METHODS);
    const slot = this.#bodies.add(model, pose, isStatic, group, mask, deforming);
    this.#broad.add(slot);
    return this.#bodies.ids[slot];
  }

  /** Removes a body from the world. Its pairs end in the next step. */
  remove(body: BodyId): void {
    this.#requireIdle();
    const slot = this.#bodies.slotOf(body);
    this.#filter.forget(body);
    this.#times?.forget(slot);
    this.#bodies.remove(slot);
    this.#broad.remove(slot);
  }

  /** Moves a body to another pose. */
  move(body: BodyId, pose: Pose): void {
    this.#requireIdle();
    this.#bodies.slotOf(body);
    // Getters of the pose may have changed the world while it was read.
    const read = readWorldPose(pose);
    const slot = this.#bodies.slotOf(body);
    if (this.#bodies.move(slot, read)) this.#broad.move(slot);
  }

  /** Gives the vertices of a body's mesh other positions, three numbers each, in body coordinates. */
  deform(body: BodyId, positions: ArrayLike<number>): void {
    this.#requireIdle();
    const slot = this.#bodies.slotOf(body);
    this.#isBusy = true;
    try {
      this.#bodies.deform(slot, positions);
    } finally {
      this.#isBusy = false;
    }
    this.#broad.move(slot);
  }

  /**
   * Sets bounds on the motion of a body from the last step on; a missing property is 0. Needs `schedule: "times"`. The next step
   * detects a body that exceeds its bounds, and tests all its pairs.
   */
  setMotionBounds(body: BodyId, bounds: BodyMotionBounds): void {
    this.#requireIdle();
    this.#bodies.slotOf(body);
    if (this.#times === null) {
      throw new NearmissError('options/bad-value', 'Bounds are of use in a world with the schedule "times".');
    }
    const read = readMotionBounds(bounds);
    // Getters of the bounds may have changed the world while they were read.
    this.#times.setBounds(this.#bodies.slotOf(body), read);
  }

  /** Gives a body other groups or another mask; a missing property does not change. */
  setFilter(body: BodyId, filter: BodyFilter): void {
    this.#requireIdle();
    const bodies = this.#bodies;
    const slot = bodies.slotOf(body);
    requireOptions(filter, FILTER_KEYS);
    const group = requireBits('group', filter.group, bodies.groups[slot]);
    const mask = requireBits('mask', filter.mask, bodies.masks[slot]);
    bodies.groups[slot] = group;
    bodies.masks[slot] = mask;
    this.#isFilterStale = true;
  }

  /** Excludes a pair of bodies from all tests, or, with false, includes it again. */
  ignore(bodyA: BodyId, bodyB: BodyId, isIgnored = true): void {
    this.#requireIdle();
    this.#bodies.slotOf(bodyA);
    this.#bodies.slotOf(bodyB);
    if (this.#filter.ignore(bodyA, bodyB, isIgnored)) this.#isFilterStale = true;
  }

  /** Whether the number is that of a body of this world. */
  has(body: BodyId): boolean {
    return this.#bodies.has(body);
  }

  /** The model of a body: after a deformation, a model refitted to the deformed mesh. */
  modelOf(body: BodyId): Model {
    return this.#bodies.modelAt(this.#bodies.slotOf(body));
  }

  /** The pose of a body. */
  poseOf(body: BodyId): Pose {
    const pose = bodyPose();
    this.#bodies.readPose(this.#bodies.slotOf(body), pose);
    return pose;
  }

  /**
   * Finds the bodies that touch, and the changes since the step before.
   *
   * @param out a result to write into instead of making a new one
   */
  step(options: StepOptions = {}, out: StepResult = new StepResult()): StepResult {
    const read = this.#startStep(options, out);
    this.#narrow.measureAll();
    return this.#endStep(read, out);
  }

  /**
   * As {@link World.step}, with the pairs measured in the threads of a pool; until the promise settles the world is busy. The results are the same bits for any
   * number of threads. Threads remember the pairs that they have measured, as a world does that steps by itself: a world that is
   * stepped by `step` and by `stepOver` in turn decides alike, but may report other points of a contact. Bodies that deform are measured in this thread.
   */
  async stepOver(workers: Workers, options: StepOptions = {}, out: StepResult = new StepResult()): Promise<StepResult> {
    const read = this.#startStep(options, out);
    this.#isBusy = true;
    try {
      await this.#narrow.measureOver(workers);
    } finally {
      this.#isBusy = false;
    }
    return this.#endStep(read, out);
  }

  /** Reads the options of a step, and updates everything but the pairs to measure. */
  #startStep(options: StepOptions, out: StepResult): StepOptions {
    this.#requireIdle();
    requireOptions(options, STEP_KEYS);
    const changesOnly = requireFlag('changesOnly', options.changesOnly);
    const selfContacts = requireFlag('selfContacts', options.selfContacts);
    const dt = requireAmount('dt', options.dt, 0);
    if (!(out instanceof StepResult)) {
      throw new NearmissError('options/bad-value', 'out must be a result of an earlier step.');
    }
    const { onStage } = options;
    requireFunction('onStage', onStage, 'a function that is told of each stage');
    this.#enter('broad', onStage);
    this.#update();
    this.#enter('waking', onStage);
    this.#narrow.advance(dt);
    this.#enter('narrow', onStage);
    return { changesOnly, selfContacts, onStage };
  }

  #endStep({ changesOnly = false, selfContacts = false, onStage }: StepOptions, out: StepResult): StepResult {
    const bodies = this.#bodies;
    const narrow = this.#narrow;
    bodies.endStep();
    this.#enter('report', onStage);
    this.#report(changesOnly, out);
    this.#reportSelf(selfContacts, out);
    out.bodies = bodies.count;
    out.boxPairs = this.#broad.pairs.count;
    out.measured = narrow.measured;
    out.sleeping = narrow.sleeping;
    return out;
  }

  /** The first body that a ray hits, from an origin in a direction; as `raycast` for each. */
  raycast(
    origin: ArrayLike<number>,
    towards: ArrayLike<number>,
    options: WorldDistanceOptions = {},
  ): WorldRaycastResult {
    const from = new Float64Array(3);
    const along = new Float64Array(3);
    readVector(origin, from, 0, 'vector/bad', 'The origin');
    readVector(towards, along, 0, 'vector/bad', 'The direction');
    const largest = Math.max(...along.map(Math.abs));
    if (!(largest > 0)) throw new NearmissError('vector/bad', 'The direction is zero; a ray has to point somewhere.');
    const [x, y, z] = along.map((d) => d / largest);
    const length = Math.sqrt(x * x + y * y + z * z);
    const unit = Float64Array.of(x / length, y / length, z / length);
    const { maxDistance, mask } = this.#startQuery(options, WORLD_DISTANCE_KEYS);
    return raycastBodies(this.#bodies, this.#broad, from, unit, maxDistance, mask) ?? MISS;
  }

  /** The bodies that a model would touch in a pose, in the order of their numbers. */
  touching(model: Model, pose: Pose = {}, options: WorldQueryOptions = {}): BodyId[] {
    requireModel(model);
    const read = readWorldPose(pose);
    const { mask } = this.#startQuery(options, WORLD_QUERY_KEYS);
    return bodiesTouching(this.#bodies, this.#broad, model, read, mask);
  }

  /** The bodies that have a point within a radius of a centre, in the order of their numbers. */
  inSphere(centre: ArrayLike<number>, radius: number, options: WorldQueryOptions = {}): BodyId[] {
    return this.touching(sphere({ radius }), { position: centre }, options);
  }

  /** The bodies that have a point in a box, given by its least and its greatest corner, in the order of their numbers. */
  inBox(least: ArrayLike<number>, greatest: ArrayLike<number>, options: WorldQueryOptions = {}): BodyId[] {
    return this.touching(boxModel(least, greatest), {}, options);
  }

  /** The body that is closest to a posed model; as `distance` for each. */
  closest(model: Model, pose: Pose = {}, options: WorldDistanceOptions = {}): ClosestBodyResult {
    requireModel(model);
    const read = readWorldPose(pose);
    const { maxDistance, mask } = this.#startQuery(options, WORLD_DISTANCE_KEYS);
    return closestBody(this.#bodies, this.#broad, model, read, maxDistance, mask);
  }

  /** The body that is closest to a point; distance 0 inside a solid. */
  closestToPoint(point: ArrayLike<number>, options: WorldDistanceOptions = {}): ClosestBodyResult {
    return this.closest(Model.build(new Mesh([0, 0, 0], [0, 0, 0])), { position: point }, options);
  }

  /** The first body hit by a moving model over time 0 to 1, and the time; as `timeOfContact` for each body in its pose. */
  sweep(model: Model, motion: Motion, options: WorldSweepOptions = {}): WorldSweepResult {
    requireModel(model);
    requireOptions(options, WORLD_SWEEP_KEYS);
    const { threshold } = options;
    requireAmount('threshold', threshold, 0);
    const swept = sweptBox(model, motion);
    const { mask } = this.#startQuery(options, WORLD_SWEEP_KEYS);
    return sweepBodies(this.#bodies, this.#broad, model, motion, swept, { threshold }, mask);
  }

  /**
   * If the listener throws, the next step still reports everything that this one found: travel counts twice, which wakes pairs too
   * early.
   */
  #enter(stage: StepStage, onStage: StepOptions['onStage']): void {
    if (onStage === undefined) return;
    this.#isBusy = true;
    try {
      onStage(stage);
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * The first body hit by a deforming body, and the time, while its vertices move linearly to other positions over time 0 to 1; as
   * `deformingTimeOfContact` for each body that it may collide with, in its pose. Nothing is changed.
   */
  deformingContact(
    body: BodyId,
    end: ArrayLike<number>,
    options: DeformingContactOptions = {},
  ): DeformingContactResult {
    this.#requireIdle();
    const bodies = this.#bodies;
    const slot = bodies.slotOf(body);
    requireOptions(options, DEFORMING_CONTACT_KEYS);
    const self = requireFlag('self', options.self);
    const { tolerance } = options;
    this.#update();
    const mayTouch = (other: number): boolean => {
      const isTurned = bodies.ids[other] < body;
      return this.#filter.admits(bodies, isTurned ? other : slot, isTurned ? slot : other);
    };
    this.#isBusy = true;
    try {
      return firstDeformingContact(bodies, this.#broad, slot, end, { tolerance }, self, mayTouch);
    } finally {
      this.#isBusy = false;
    }
  }

  #startQuery<T extends WorldDistanceOptions>(
    options: T,
    known: KnownKeys<T>,
  ): { readonly maxDistance: number; readonly mask: number } {
    this.#requireIdle();
    requireOptions(options, known);
    const maxDistance = requireAmount('maxDistance', options.maxDistance, Infinity);
    const mask = requireBits('mask', options.mask, BODY_DEFAULTS.mask);
    this.#update();
    return { maxDistance, mask };
  }

  /** Updates the broad phase and the state of pairs. */
  #update(): void {
    const { pairs } = this.#broad;
    const narrow = this.#narrow;
    this.#broad.update();
    for (let k = 0; k < pairs.ended.count; k++) narrow.end(pairs.ended.items[k]);
    this.#bodies.releaseSlots();
    if (pairs.begun.count === 0 && !this.#isFilterStale) return;
    // If the predicate throws, pairs have no answer, and it is called again for all of them next time.
    const isStale = this.#isFilterStale;
    this.#isFilterStale = true;
    this.#isBusy = true;
    try {
      if (isStale) for (let handle = 0; handle < pairs.end; handle++) this.#admit(handle);
      else for (let k = 0; k < pairs.begun.count; k++) this.#admit(pairs.begun.items[k]);
    } finally {
      this.#isBusy = false;
    }
    this.#isFilterStale = false;
  }

  /** Includes or excludes a pair, if its state is not as it should be. */
  #admit(handle: number): void {
    const { pairs } = this.#broad;
    if (!pairs.isLive(handle)) return;
    const bodies = this.#bodies;
    const low = pairs.lows[handle];
    const high = pairs.highs[handle];
    const isTurned = bodies.ids[low] > bodies.ids[high];
    const isAdmitted = this.#filter.admits(bodies, isTurned ? high : low, isTurned ? low : high);
    if (this.#narrow.isAdmitted(handle) === isAdmitted) return;
    this.#narrow.end(handle);
    this.#narrow.begin(handle, isAdmitted);
  }

  #report(changesOnly: boolean, out: StepResult): void {
    const { begun, ended } = this.#narrow;
    for (const list of [out.begin, out.stay, out.end, out.near]) list.length = 0;
    // A pair that separated and touched again between two steps, as seen by a query in between, is not reported as a change.
    const parted = new Map(ended.map((report) => [nameOf(report), report]));
    const isNew = new Set<BodyPair>();
    for (const report of begun) {
      if (ended.length > 0 && parted.delete(nameOf(report))) continue;
      isNew.add(report);
      out.begin.push(report);
    }
    for (const report of parted.values()) out.end.push(report);
    begun.length = 0;
    ended.length = 0;
    if (!changesOnly) {
      this.#narrow.forEachTouching((report) => {
        if (!isNew.has(report)) out.stay.push(report);
      });
      this.#narrow.forEachNear((report) => out.near.push(report));
    }
    for (const list of [out.begin, out.stay, out.end]) list.sort(byBodies);
    out.near.sort(byBodies);
  }

  #reportSelf(isAsked: boolean, out: StepResult): void {
    const bodies = this.#bodies;
    out.self.length = 0;
    if (!isAsked) return;
    for (let slot = 0; slot < bodies.end; slot++) {
      if (bodies.isReshaped[slot] === 0 || !bodies.isPresent(slot)) continue;
      const pairs = bodies.requireShape(slot).selfPairs;
      if (pairs.length > 0) out.self.push({ body: bodies.ids[slot], pairs });
    }
    out.self.sort((p, q) => p.body - q.body);
  }

  #requireIdle(): void {
    if (!this.#isBusy) return;
    throw new NearmissError(
      'world/busy',
      'The world is asking a function of yours, or workers; it cannot be used until that is done.',
    );
  }
}

const MISS: WorldRaycastResult = Object.freeze({
  status: 'miss',
  distance: Infinity,
  point: null,
  normal: null,
  face: null,
  body: null,
});

/** A box by its corners, which are not copied. */
function boxModel(least: ArrayLike<number>, greatest: ArrayLike<number>): Model {
  const ends = new Float64Array(6);
  readVector(least, ends, 0, 'vector/bad', 'The least corner');
  readVector(greatest, ends, 3, 'vector/bad', 'The greatest corner');
  for (let k = 0; k < 3; k++) {
    if (ends[k] <= ends[k + 3]) continue;
    throw new NearmissError('vector/bad', `The least corner has ${ends[k]} where the greatest has ${ends[k + 3]}.`);
  }
  const { positions, triangles } = box();
  return Model.build(
    new Mesh(
      positions.map((x, k) => ends[(k % 3) + (x > 0 ? 3 : 0)]),
      triangles,
    ),
  );
}

function nameOf({ bodyA, bodyB }: BodyPair): string {
  return `${bodyA}:${bodyB}`;
}
