// The scratch of one query, and the query's setting: which body moves, where, and how exact its coordinates are.
//
// Everything is computed in the frame of the *resting* body; nodes and triangles of the *moving* one are brought into it
// when first needed and remembered for the rest of the query. The body with the larger unit rests (A moves if they are
// equal), so that lengths in the resting body's unit stay within doubles whatever the two sizes. A point has no size, so it moves;
// of two points the unit is their distance.

import { AIMED_SIZE, type VolumeKind } from '../bounds/volume.ts';
import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT, type Tree, waitingNodes } from '../bvh/tree.ts';
import type { HullGraphs } from '../convex/hull-graph.ts';
import { NearmissError } from '../error.ts';
import { isPoint } from '../model/frame.ts';
import { Model } from '../model/model.ts';
import { ExactRelativePose } from '../scalar/exact-pose.ts';
import {
  POSE_SIZE,
  type Pose,
  RELATIVE_ERROR,
  RELATIVE_SCALE,
  RELATIVE_SCRATCH_SIZE,
  readPose,
} from '../scalar/pose.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { relativePoseIn } from '../scalar/relative-pose-in.ts';
import { COORDINATE_ERROR, DISTANCE_OVERSHOOT, LARGEST_OFFSET, LEAST_RATIO } from '../scalar/tolerance.ts';
import { Budget } from './budget.ts';
import { Contacts } from './collide/contacts.ts';
import { ConvexScratch } from './convex-scratch.ts';
import { BestPair } from './distance/best-pair.ts';

// Places in `counters`.
export const VOLUME_TESTS = 0;
export const TRIANGLE_TESTS = 1;
export const VOLUME_UPDATES = 2;
export const EXACT_TESTS = 3;
const COUNTERS = 4;

export class Workspace {
  moving: Model | null = null;
  resting: Model | null = null;
  /** True if the moving body is B. */
  swapped = false;
  readonly poseA: Float64Array = new Float64Array(POSE_SIZE);
  readonly poseB: Float64Array = new Float64Array(POSE_SIZE);
  /** The moving body in the resting one's frame and unit, and what the kind of volume in use makes of it (`aim`). */
  readonly pose: Float64Array = new Float64Array(AIMED_SIZE);
  /** Hulls of the moving body's nodes, where volumes are moved by them. */
  hulls: HullGraphs | null = null;
  /** [0]: the unit of length in the resting frame: that of the resting body, unless that is a point. A power of two. [1]: both radii in it. */
  readonly unit: Float64Array = new Float64Array(2);
  /** [0]: S = reach of both bodies plus their offset, in the resting unit. All rounding is relative to it. */
  readonly scale: Float64Array = new Float64Array(1);
  /** [0]: how far a coordinate of a moved or resting corner can be from its exact place. */
  readonly coordinateError: Float64Array = new Float64Array(1);
  /** [0]: how far a lower bound of the volumes used can be too large. */
  readonly boundRounding: Float64Array = new Float64Array(1);
  /** [0]: how much nearer than the best a pair may be that was passed over, beyond what rounding of the volumes allows (core-bound.ts). */
  readonly sharpened: Float64Array = new Float64Array(1);
  /** [0]: pairs of core triangles asked since the trial began; [1]: those of them that decided. */
  readonly coreTrial: Float64Array = new Float64Array(2);
  /** [0]: computed distances and bounds up to this leave open whether bodies touch. */
  readonly touch: Float64Array = new Float64Array(1);
  /** [0]: lower bound of the distance of the pair of leaves searched last. */
  readonly leafBound: Float64Array = new Float64Array(1);
  /** [0], [1]: lower and upper bound of the distance that a search has proven. */
  readonly known: Float64Array = new Float64Array(2);
  /** [0]: the distance a tolerance query asks about, in the resting unit. */
  readonly asked: Float64Array = new Float64Array(1);
  readonly counters: Float64Array = new Float64Array(COUNTERS);
  readonly budget: Budget = new Budget();
  readonly best: BestPair = new BestPair();
  readonly contacts: Contacts = new Contacts();

  /** Volumes of the moving body in the resting frame, by node, valid where `volumeStamps` holds `stamp`. */
  movedVolumes: Float64Array = new Float64Array(0);
  volumeStamps: Int32Array = new Int32Array(0);
  /** Corners of the moving body in the resting frame, in tree order, valid for leaves where `leafStamps` holds `stamp`. */
  movedCorners: Float64Array = new Float64Array(0);
  leafStamps: Int32Array = new Int32Array(0);
  stamp = 0;
  stack: Int32Array = new Int32Array(0);
  /** The stack of point locations, which are asked for while a search is under way. */
  pointStack: Int32Array = new Int32Array(0);
  /** Ints left on the stack by a search that ran out of budget. */
  stackTop = 0;
  /** The scratch of each module that has one for every workspace (`perWorkspace`), made on first use. */
  readonly scratch: unknown[] = [];

  readonly #registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
  #exact: ExactRelativePose | null = null;
  #convexScratch: ConvexScratch | null = null;

  /** Takes in a query and makes ready for a search with volumes; refuses bad models and poses before anything is changed. */
  prepare(a: Model, poseA: Pose, b: Model, poseB: Pose, kind: VolumeKind): void {
    this.place(a, poseA, b, poseB);
    this.reserve(kind);
  }

  /** The first half of `prepare`: where the bodies are, and how exactly that is known. */
  place(a: Model, poseA: Pose, b: Model, poseB: Pose): void {
    checkModel(a, 'The first body');
    checkModel(b, 'The second body');
    readPose(poseA, this.poseA, 'poseA');
    readPose(poseB, this.poseB, 'poseB');
    const swapped = movesB(a, b);
    const moving = swapped ? b : a;
    const resting = swapped ? a : b;
    if (!this.#relate(moving, resting, swapped)) {
      throw new NearmissError(
        'pose/too-far',
        'The bodies are too far apart for their size: their distance cannot be told.',
      );
    }
    this.moving = moving;
    this.resting = resting;
    this.swapped = swapped;
    for (let k = 0; k < COUNTERS; k++) this.counters[k] = 0;
  }

  /** Takes notice that `poseA` or `poseB` were changed. False, and nothing is known, where the bodies are too far apart now. */
  relate(): boolean {
    const { moving, resting, swapped } = this;
    return moving !== null && resting !== null && this.#relate(moving, resting, swapped);
  }

  /** The one pose in the resting frame, and its scale; false where bodies are too far apart for them. */
  #relate(moving: Model, resting: Model, swapped: boolean): boolean {
    const movingPose = swapped ? this.poseB : this.poseA;
    const restingPose = swapped ? this.poseA : this.poseB;
    const { pose, unit } = this;
    unit[0] = resting.frame.unit;
    const ratio = isPoint(moving.frame) ? 1 : Math.max(moving.frame.unit / unit[0], LEAST_RATIO);
    unit[1] = moving.frame.radius * ratio + resting.frame.radius;
    relativePoseIn(unit, movingPose, moving.frame.centre, restingPose, resting.frame.centre, pose, this.#registers);
    if (isPoint(resting.frame)) this.#chooseUnit(moving, movingPose, resting, restingPose);
    pose[RELATIVE_SCALE] = ratio;
    const x = pose[9];
    const y = pose[10];
    const z = pose[11];
    if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= LARGEST_OFFSET)) return false;
    const scale = unit[1] + Math.sqrt(x * x + y * y + z * z);
    pose[RELATIVE_ERROR] = COORDINATE_ERROR * scale;
    this.scale[0] = scale;
    this.coordinateError[0] = pose[RELATIVE_ERROR];
    this.#exact = null;
    return true;
  }

  /** The second half: room for volumes of one kind, and how far these can be off. */
  reserve(kind: VolumeKind): void {
    const { moving, resting } = this;
    if (moving === null || resting === null) return;
    this.#derive(kind);
    kind.aim?.(this.pose);
    this.hulls = kind.hullsOf === undefined ? null : kind.hullsOf(moving.tree);
    this.sharpened[0] = 0;
    this.#reserve(moving, resting, kind.stride);
  }

  /** Of two points, in a unit that need not be theirs: takes the power of two above their distance for it. */
  #chooseUnit(moving: Model, movingPose: Float64Array, resting: Model, restingPose: Float64Array): void {
    const { unit, pose } = this;
    const largest = Math.max(Math.abs(pose[9]), Math.abs(pose[10]), Math.abs(pose[11])) * unit[0];
    if (!(largest > 0 && largest < Infinity)) return;
    unit[0] = powerOfTwo(Math.min(exponentAbove(largest), 1023));
    relativePoseIn(unit, movingPose, moving.frame.centre, restingPose, resting.frame.centre, pose, this.#registers);
  }

  /** Sets how far things can be off: the scale of the query, and the error of a moved coordinate. */
  measure(scale: number, coordinateError: number, kind: VolumeKind): void {
    this.scale[0] = scale;
    this.coordinateError[0] = coordinateError;
    this.#derive(kind);
  }

  /** The errors that are relative to the scale. */
  #derive(kind: VolumeKind): void {
    this.boundRounding[0] = kind.rounding * this.scale[0];
    this.touch[0] = 2 * (DISTANCE_OVERSHOOT + kind.rounding) * this.scale[0];
  }

  /** The exact relative pose, A's points in B's frame; made on first demand. */
  get exact(): ExactRelativePose {
    this.#exact ??= new ExactRelativePose(this.poseA, this.poseB);
    return this.#exact;
  }

  /** The scratch of queries about two convex bodies; made on first demand. */
  get convexScratch(): ConvexScratch {
    this.#convexScratch ??= new ConvexScratch();
    return this.#convexScratch;
  }

  #reserve(moving: Model, resting: Model, stride: number): void {
    const nodes = moving.tree.links.length / LINKS;
    if (this.movedVolumes.length < stride * nodes) this.movedVolumes = new Float64Array(stride * nodes);
    if (this.movedCorners.length < moving.tree.triangles.length) {
      this.movedCorners = new Float64Array(moving.tree.triangles.length);
    }
    if (this.volumeStamps.length < nodes) {
      this.volumeStamps = new Int32Array(nodes);
      this.leafStamps = new Int32Array(nodes);
    }
    const stackSize = 2 * waitingPairs(moving.tree, resting.tree);
    if (this.stack.length < stackSize) this.stack = new Int32Array(stackSize);
    const pointStackSize = Math.max(waitingNodes(moving.tree), waitingNodes(resting.tree));
    if (this.pointStack.length < pointStackSize) this.pointStack = new Int32Array(pointStackSize);
    this.forgetMoved();
  }

  /** Makes room for volumes of another kind, beside that prepared for. */
  alsoUse(kind: VolumeKind): void {
    if (this.moving === null) return;
    const size = (kind.stride * this.moving.tree.links.length) / LINKS;
    if (this.movedVolumes.length < size) this.movedVolumes = new Float64Array(size);
    this.hulls = kind.hullsOf === undefined ? null : kind.hullsOf(this.moving.tree);
    this.forgetMoved();
  }

  /** What was brought into the resting frame is no longer where the moving body is. */
  forgetMoved(): void {
    this.stamp = (this.stamp + 1) | 0;
    if (this.stamp <= 0) {
      this.volumeStamps.fill(0);
      this.leafStamps.fill(0);
      this.stamp = 1;
    }
  }
}

/** Whether B is the moving body: the one with the larger unit rests, or the one that is no point; of two points, B. */
export function movesB({ frame: a }: Model, { frame: b }: Model): boolean {
  return !isPoint(a) && (isPoint(b) || a.unit > b.unit);
}

/** Refuses what is not a model. */
export function checkModel(model: Model, what: string): void {
  if (!(model instanceof Model)) {
    throw new NearmissError(
      'model/bad-argument',
      `${what} must be a Model: Model.build(new Mesh(positions, triangles)).`,
    );
  }
}

/** The most pairs that can wait in a search of two trees: each step takes one and leaves those of all children. */
function waitingPairs(a: Tree, b: Tree): number {
  return (a.branching * b.branching - 1) * (a.depth + b.depth) + 1;
}

let modules = 0;

/**
 * Gives a module a scratch for every workspace, and so for every query: what a query keeps while code of the caller may run (a getter,
 * a signal, a pose function) must not be at module level, where a query asked from there would write over it.
 */
export function perWorkspace<Scratch>(make: () => Scratch): (w: Workspace) => Scratch {
  const at = modules++;
  return ({ scratch }) => {
    scratch[at] ??= make();
    return scratch[at] as Scratch;
  };
}

/** One, and another for each level of queries asked from within queries. */
const idle: Workspace[] = [];

/** The library's own workspace, or another one while that is lent out (a query asked from within a query). */
export function borrowWorkspace(): Workspace {
  return idle.pop() ?? new Workspace();
}

/**
 * Takes a workspace back; it lets go of the models, which may be all that keeps them in memory. A pose function or a signal of the
 * last query stays reachable until the next one.
 */
export function returnWorkspace(workspace: Workspace): void {
  workspace.moving = null;
  workspace.resting = null;
  workspace.hulls = null;
  idle.push(workspace);
}

/** Brings the corners of a leaf of the moving body into the resting frame, once a query. */
export function moveLeaf(w: Workspace, tree: Tree, leaf: number): void {
  if (w.leafStamps[leaf] === w.stamp) return;
  w.leafStamps[leaf] = w.stamp;
  const { links, triangles } = tree;
  const { pose, movedCorners } = w;
  const scale = pose[RELATIVE_SCALE];
  const first = 9 * links[LINKS * leaf + FIRST_TRIANGLE];
  const end = first + 9 * links[LINKS * leaf + TRIANGLE_COUNT];
  for (let k = first; k < end; k += 3) {
    const x = triangles[k] * scale;
    const y = triangles[k + 1] * scale;
    const z = triangles[k + 2] * scale;
    movedCorners[k] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    movedCorners[k + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    movedCorners[k + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
}
