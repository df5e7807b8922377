// The bodies of a world: model, pose, bounding box, and travel of each.
//
// A body has a slot in flat arrays, and a number that identifies slot and use: slots are reused, numbers are not, so an outdated
// number is detected. Slots of removed bodies are not reused until the broad phase has been updated.

import type { HullGraphs } from '../convex/hull-graph.ts';
import { DeformingMesh } from '../deform/deforming-mesh.ts';
import type { DeformingMethod } from '../deform/deforming-options.ts';
import { NearmissError, textOf } from '../error.ts';
import { MAX_COORDINATE } from '../mesh/mesh.ts';
import { Model } from '../model/model.ts';
import { POSE_SIZE, type Pose, readPose } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { BOX, BoxSet } from '../space/box-set.ts';
import { grownBytes, grownDoubles, grownInts } from '../space/grown.ts';
import { IntList } from '../space/int-list.ts';
import {
  type Extent,
  extentOf,
  hullOf,
  type PosedBoxes,
  poseOfOne,
  travelBetween,
  writeBox,
  writeHullBox,
} from './body-extent.ts';
import { BodyShape } from './body-shape.ts';

/** The number that `World.add` gave a body. See {@link World}. */
export type BodyId = number;

/** Refuses anything but a model, such as a mesh or the number of a body. */
export function requireModel(model: Model): void {
  if (model instanceof Model) return;
  throw new NearmissError('model/bad-argument', 'A body is a Model: Model.build(new Mesh(positions, triangles)).');
}

/** Largest number of slots. A number is its slot plus this times how often the slot was used before. */
const SLOTS = 2 ** 24;

/**
 * Boxes around the rotated box of the mesh; boxes that do not change with rotation, and are quickly moved; or the smallest boxes,
 * by hill climbing on the hull of the mesh.
 *
 * @see {@link WorldOptions}
 */
export type BoxRule = 'dynamic' | 'fixed' | 'hull';

/** Poses that are not shared: getters of one that is being read may move another body. */
const idlePoses: Float64Array[] = [];
/** The new pose of a body, before it is known whether it differs. */
const elsewhere: PosedBoxes = /* @__PURE__ */ poseOfOne();

export class Bodies {
  readonly boxes: BoxSet = new BoxSet();
  /** All slots in use are below this. */
  end = 0;
  count = 0;
  ids: Float64Array = new Float64Array(0);
  poses: Float64Array = new Float64Array(0);
  /** Upper bound of the travel of any point since the body was added. */
  odometers: Float64Array = new Float64Array(0);
  /** The same since the last step. */
  steps: Float64Array = new Float64Array(0);
  /** The number of the next step, and the last step of each body's motion. */
  step = 1;
  movedBefore: Int32Array = new Int32Array(0);
  /** Slots of bodies that moved since the last step. */
  readonly moved: IntList = new IntList();
  groups: Int32Array = new Int32Array(0);
  masks: Int32Array = new Int32Array(0);
  /** How often its shape has changed. */
  revisions: Int32Array = new Int32Array(0);
  isReshaped: Uint8Array = new Uint8Array(0);
  #centres: Float64Array = new Float64Array(0);
  readonly #here: PosedBoxes = poseOfOne();
  /** Models as last requested: those of bodies deformed since are refitted when next requested. */
  readonly #models: (Model | null)[] = [];
  #isModelStale: Uint8Array = new Uint8Array(0);
  readonly #shapes: (BodyShape | null)[] = [];
  readonly #methods: DeformingMethod[] = [];
  #extents = new WeakMap<Model, Extent>();
  readonly #margin: number;
  readonly #isFixed: boolean;
  /** Hulls, where boxes are computed from them, and for each body the vertices at the six ends of its last box. */
  readonly #hulls: WeakMap<Model, HullGraphs | null> | null;
  #ends: Int32Array = new Int32Array(0);
  readonly #free: number[] = [];
  readonly #idle: number[] = [];

  constructor(rule: BoxRule, margin: number) {
    this.#isFixed = rule === 'fixed';
    this.#hulls = rule === 'hull' ? new WeakMap() : null;
    // Boxes of bodies that are the margin apart touch.
    this.#margin = margin / 2;
  }

  has(id: BodyId): boolean {
    const slot = Number.isInteger(id) && id >= 0 ? id % SLOTS : this.end;
    return slot < this.end && this.isPresent(slot) && this.ids[slot] === id;
  }

  /** The slot of a body; refuses numbers of no body. */
  slotOf(id: BodyId): number {
    if (this.has(id)) return id % SLOTS;
    throw new NearmissError('world/unknown-body', `There is no body ${textOf(id)} in this world; it may be removed.`);
  }

  modelAt(slot: number): Model {
    const model = this.#models[slot];
    if (model == null) throw new NearmissError('world/unknown-body', `Slot ${slot} is empty.`);
    const shape = this.#shapes[slot];
    if (shape == null || this.#isModelStale[slot] === 0) return model;
    const fitted = model.refit(shape.mesh.positions);
    this.#models[slot] = fitted;
    this.#isModelStale[slot] = 0;
    return fitted;
  }

  /** The current mesh of a body; null for a round one. */
  shapeAt(slot: number): BodyShape | null {
    const known = this.#shapes[slot];
    if (known != null) return known;
    const model = this.modelAt(slot);
    if (model.round !== null) return null;
    const shape = new BodyShape(new DeformingMesh(model.mesh), this.#methods[slot]);
    this.#shapes[slot] = shape;
    return shape;
  }

  /** The same for a body to be deformed; refuses round ones. */
  requireShape(slot: number): BodyShape {
    const shape = this.shapeAt(slot);
    if (shape !== null) return shape;
    throw new NearmissError('model/bad-argument', 'A round body has no vertices to move; add another one.');
  }

  /** Whether two bodies have the same pose, number for number: their coordinates are then in one frame. */
  shareFrame(a: number, b: number): boolean {
    for (let k = 0; k < POSE_SIZE; k++) {
      if (this.poses[POSE_SIZE * a + k] !== this.poses[POSE_SIZE * b + k]) return false;
    }
    return true;
  }

  isPresent(slot: number): boolean {
    return this.#models[slot] != null;
  }

  /** Adds a body in a slot of its own. */
  add(model: Model, at: Pose, isAtRest: boolean, group: number, mask: number, deforming: DeformingMethod): number {
    requireModel(model);
    const pose = readWorldPose(at);
    if (this.#free.length === 0 && this.end === SLOTS) {
      throw new NearmissError('world/full', `A world holds ${SLOTS} bodies.`);
    }
    const slot = this.#free.pop() ?? this.end++;
    if (slot >= this.ids.length) this.#grow(2 * (slot + 1));
    const wasUsed = this.revisions[slot] > 0;
    this.ids[slot] = wasUsed ? this.ids[slot] + SLOTS : slot;
    this.revisions[slot]++;
    this.isReshaped[slot] = 0;
    this.#isModelStale[slot] = 0;
    this.#ends.fill(0, 6 * slot, 6 * slot + 6);
    this.groups[slot] = group;
    this.masks[slot] = mask;
    this.odometers[slot] = 0;
    this.steps[slot] = 0;
    this.boxes.add(slot, isAtRest);
    this.poses.set(pose, POSE_SIZE * slot);
    idlePoses.push(pose);
    this.#models[slot] = model;
    this.#methods[slot] = deforming;
    this.#poseAll(slot);
    this.count++;
    return slot;
  }

  remove(slot: number): void {
    this.#models[slot] = null;
    this.#shapes[slot] = null;
    this.boxes.remove(slot);
    this.#idle.push(slot);
    this.count--;
  }

  /** Frees the slots of bodies removed before the last update of the broad phase. */
  releaseSlots(): void {
    for (const slot of this.#idle) this.#free.push(slot);
    this.#idle.length = 0;
  }

  /** Moves a body and returns whether its pose changed. The pose object of `readWorldPose` is returned to the pool. */
  move(slot: number, pose: Float64Array): boolean {
    const extent = this.extentAt(slot);
    elsewhere.poses = pose;
    this.#writeBox(slot, extent, elsewhere, 0);
    const travel = travelBetween(extent, this.#slots(), slot, elsewhere, 0);
    idlePoses.push(pose);
    if (travel === 0) return false;
    this.poses.set(pose, POSE_SIZE * slot);
    this.boxes.bounds.set(elsewhere.boxes, BOX * slot);
    this.#centres.set(elsewhere.centres, 3 * slot);
    this.#addTravel(slot, travel);
    return true;
  }

  /** Gives a body another shape, in the same pose. */
  deform(slot: number, positions: ArrayLike<number>): void {
    this.requireShape(slot).deform(positions);
    this.revisions[slot]++;
    this.isReshaped[slot] = 1;
    this.#isModelStale[slot] = 1;
    this.#poseAll(slot);
    this.#addTravel(slot, Infinity);
  }

  /** Starts to count the travel of the next step. */
  endStep(): void {
    for (let k = 0; k < this.moved.count; k++) this.steps[this.moved.items[k]] = 0;
    this.moved.count = 0;
    this.step++;
  }

  /** Adds `travel` to that of a body's points. */
  #addTravel(slot: number, travel: number): void {
    if (this.movedBefore[slot] !== this.step) this.moved.push(slot);
    this.movedBefore[slot] = this.step;
    this.steps[slot] += travel;
    // Rounded up, so that the difference of two values is never less than the path between them.
    if (travel < Infinity) this.odometers[slot] = (this.odometers[slot] + travel) * (1 + 4 * UNIT_ROUNDOFF);
  }

  extentAt(slot: number): Extent {
    const shape = this.isReshaped[slot] === 1 ? this.#shapes[slot] : null;
    if (shape != null) return shape.extent;
    const model = this.modelAt(slot);
    let extent = this.#extents.get(model);
    if (extent === undefined) {
      extent = extentOf(model);
      this.#extents.set(model, extent);
    }
    return extent;
  }

  /** Writes the pose of a body into a pose object for queries. */
  readPose(slot: number, out: BodyPose): void {
    const at = POSE_SIZE * slot;
    for (let k = 0; k < 3; k++) out.position[k] = this.poses[at + k];
    for (let k = 0; k < 4; k++) out.rotation[k] = this.poses[at + 3 + k];
  }

  #poseAll(slot: number): void {
    this.#writeBox(slot, this.extentAt(slot), this.#slots(), slot);
  }

  /** The current poses of all bodies. */
  #slots(): PosedBoxes {
    const here = this.#here;
    here.poses = this.poses;
    here.boxes = this.boxes.bounds;
    here.centres = this.#centres;
    return here;
  }

  /** Writes the box of a body in its pose to a slot of `slots`. */
  #writeBox(slot: number, extent: Extent, slots: PosedBoxes, to: number): void {
    const model = this.#models[slot];
    // The hull of a body that deforms would have to be rebuilt every time.
    const hull = this.#hulls === null || model == null || this.isReshaped[slot] === 1 ? null : this.#hullOf(model);
    if (hull === null || model == null) {
      writeBox(extent, slots, to, this.#isFixed, this.#margin);
    } else writeHullBox(extent, model, hull, slots, to, this.#ends, 6 * slot, this.#margin);
  }

  #hullOf(model: Model): HullGraphs | null {
    const known = this.#hulls?.get(model);
    if (known !== undefined) return known;
    const hull = hullOf(model);
    this.#hulls?.set(model, hull);
    return hull;
  }

  #grow(capacity: number): void {
    this.ids = grownDoubles(this.ids, capacity);
    this.poses = grownDoubles(this.poses, POSE_SIZE * capacity);
    this.odometers = grownDoubles(this.odometers, capacity);
    this.steps = grownDoubles(this.steps, capacity);
    this.#ends = grownInts(this.#ends, 6 * capacity);
    this.#centres = grownDoubles(this.#centres, 3 * capacity);
    this.movedBefore = grownInts(this.movedBefore, capacity);
    this.isReshaped = grownBytes(this.isReshaped, capacity);
    this.#isModelStale = grownBytes(this.#isModelStale, capacity);
    this.groups = grownInts(this.groups, capacity);
    this.masks = grownInts(this.masks, capacity);
    this.revisions = grownInts(this.revisions, capacity);
  }
}

/** A pose whose numbers queries read without boxing. */
export interface BodyPose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

export function bodyPose(): BodyPose {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) };
}

/** The seven doubles of a pose; positions have the limit of mesh coordinates. */
export function readWorldPose(given: Pose): Float64Array {
  const pose = idlePoses.pop() ?? new Float64Array(POSE_SIZE);
  readPose(given, pose, 'pose');
  for (let k = 0; k < 3; k++) {
    if (Math.abs(pose[k]) <= MAX_COORDINATE) continue;
    throw new NearmissError(
      'pose/too-far',
      `pose.position[${k}] is ${pose[k]}; positions go up to ±${MAX_COORDINATE}.`,
    );
  }
  return pose;
}
