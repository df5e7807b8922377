// The gap of two convex bodies from the poses that a caller gives, by the kernels. Such a query takes half a microsecond, so what surrounds the
// kernel is as short as it can be: no workspace, and views of the memory at constant positions.

import type { Model } from '../model/model.ts';
import type { ConvexGap } from '../query/acceleration.ts';
import type { ConvexScratch } from '../query/convex-scratch.ts';
import { isQueryBodyB } from '../query/posed-pair.ts';
import { POSE_SIZE, type Pose, readPose } from '../scalar/pose.ts';
import { readNearest } from './convex-distance.ts';
import {
  BODY_Q_AT,
  BODY_R_AT,
  DECIDED,
  DOUBLES,
  ENOUGH_AT,
  FACE_Q_AT,
  FACE_R_AT,
  INTS,
  LOWER_AT,
  SIGN_AT,
  UPPER_AT,
  WORLD_POINTS_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './convex-layout.ts';
import type { Kernel } from './kernel.ts';
import type { UploadedBody } from './uploaded-body.ts';

export class KernelGap implements ConvexGap {
  readonly #poseA: Float64Array = new Float64Array(POSE_SIZE);
  readonly #poseB: Float64Array = new Float64Array(POSE_SIZE);
  readonly poseA: Pose = poseIn(this.#poseA);
  readonly poseB: Pose = poseIn(this.#poseB);
  bracket: Float64Array = new Float64Array(0);
  world: Float64Array = new Float64Array(0);
  faces: Int32Array = new Int32Array(0);
  isFound = false;
  swapped = false;

  readonly #kernel: Kernel;
  readonly #at: number;
  #doubles: Float64Array = new Float64Array(0);
  #ints: Int32Array = new Int32Array(0);
  #isInUse = false;

  constructor(kernel: Kernel, at: number) {
    this.#kernel = kernel;
    this.#at = at;
  }

  /** Checks and reads the poses. False, and nothing is read, within the same call: a getter of a pose may run queries. */
  read(poseA: Pose, poseB: Pose): boolean {
    if (this.#isInUse) return false;
    this.#isInUse = true;
    try {
      readPose(poseA, this.#poseA, 'poseA');
      readPose(poseB, this.#poseB, 'poseB');
    } finally {
      this.#isInUse = false;
    }
    return true;
  }

  /** Finds the gap of the bodies in the poses read. */
  find(a: Model, b: Model, bodyA: UploadedBody, bodyB: UploadedBody): void {
    // Views of a memory that has grown since are empty.
    if (this.#doubles.length === 0) this.#view();
    const doubles = this.#doubles;
    const ints = this.#ints;
    const swapped = isQueryBodyB(a, b);
    this.swapped = swapped;
    writePose(doubles, swapped ? WORLD_R_AT : WORLD_Q_AT, this.#poseA);
    writePose(doubles, swapped ? WORLD_Q_AT : WORLD_R_AT, this.#poseB);
    doubles[ENOUGH_AT] = Infinity;
    doubles[SIGN_AT] = swapped ? -1 : 1;
    ints[BODY_Q_AT] = swapped ? bodyB.at : bodyA.at;
    ints[BODY_R_AT] = swapped ? bodyA.at : bodyB.at;
    this.isFound = this.#kernel.exports.nearestConvex(this.#at, 0) === DECIDED;
  }

  copyTo(scratch: ConvexScratch): void {
    readNearest(this.#doubles, this.#ints, 0, scratch);
  }

  #view(): void {
    const { doubles, ints } = this.#kernel;
    const d = this.#at / 8;
    const i = this.#at / 4;
    this.#doubles = doubles.subarray(d, d + DOUBLES);
    this.#ints = ints.subarray(i, i + INTS);
    this.bracket = doubles.subarray(d + LOWER_AT, d + UPPER_AT + 1);
    this.world = doubles.subarray(d + WORLD_POINTS_AT, d + SIGN_AT);
    this.faces = ints.subarray(i + FACE_Q_AT, i + FACE_R_AT + 1);
  }
}

/** A pose of seven numbers, as a query takes it. */
function poseIn(pose: Float64Array): Pose {
  return { position: pose.subarray(0, 3), rotation: pose.subarray(3) };
}

function writePose(doubles: Float64Array, at: number, pose: Float64Array): void {
  doubles[at] = pose[0];
  doubles[at + 1] = pose[1];
  doubles[at + 2] = pose[2];
  doubles[at + 3] = pose[3];
  doubles[at + 4] = pose[4];
  doubles[at + 5] = pose[5];
  doubles[at + 6] = pose[6];
}
