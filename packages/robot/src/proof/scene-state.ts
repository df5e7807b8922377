// All bodies at one time: frames, poses, centres. One object serves a search; nothing is allocated after it was made.

import { motionPose, type Pose } from 'nearmiss';
import type { Body } from '../bodies/body.ts';
import { FrameState } from '../kinematics/forward-kinematics.ts';
import type { KinematicTree } from '../kinematics/kinematic-tree.ts';
import { multiplyTransforms, rotate, TRANSFORM, unitRotation } from '../kinematics/rotation.ts';

/** A part by which boxes are enlarged for rounding. Dimensionless. */
const GROWN: number = 1 + 2 ** -40;

export class SceneState {
  readonly bodies: readonly Body[];
  readonly frames: FrameState;
  /** Poses as the queries of the library take them: views of the numbers here. */
  readonly poses: readonly { readonly position: Float64Array; readonly rotation: Float64Array }[];
  /** Seven numbers a body. */
  readonly numbers: Float64Array;
  /** Three numbers a body. */
  readonly centres: Float64Array;
  /** Nine numbers a body: its rotation matrix, by rows. */
  readonly rotations: Float64Array;
  /** Three numbers a body: how far its box reaches from the centre along the axes of the world. */
  readonly extents: Float64Array;
  /** Bodies that do not move have their poses written once. */
  readonly #still: Uint8Array;

  constructor(tree: KinematicTree, bodies: readonly Body[]) {
    this.bodies = bodies;
    this.frames = new FrameState(tree);
    const numbers = new Float64Array(TRANSFORM * bodies.length);
    this.numbers = numbers;
    this.centres = new Float64Array(3 * bodies.length);
    this.rotations = new Float64Array(9 * bodies.length);
    this.extents = new Float64Array(3 * bodies.length);
    this.poses = bodies.map((_, k) => ({
      position: numbers.subarray(TRANSFORM * k, TRANSFORM * k + 3),
      rotation: numbers.subarray(TRANSFORM * k + 3, TRANSFORM * k + 7),
    }));
    this.#still = new Uint8Array(bodies.length);
    bodies.forEach(({ frame, motion }, k) => {
      if (frame !== 0 || motion !== null) return;
      this.#writePose(k);
      this.#still[k] = 1;
    });
  }

  /** Puts all bodies where the values say; obstacles with a motion where they are at `time`. */
  update(values: Float64Array, time: number): void {
    this.frames.update(values);
    const { bodies } = this;
    for (let k = 0; k < bodies.length; k++) {
      if (this.#still[k] === 1) continue;
      const { motion } = bodies[k];
      if (motion !== null) writePose(motion.pose(time), bodies[k].offset);
      this.#writePose(k);
    }
  }

  #writePose(k: number): void {
    const { frame, offset, shape } = this.bodies[k];
    const { numbers, centres } = this;
    const at = TRANSFORM * k;
    multiplyTransforms(this.frames.poses, TRANSFORM * frame, offset, 0, numbers, at);
    rotate(numbers, at + 3, shape.centre, 0, centres, 3 * k);
    centres[3 * k] += numbers[at];
    centres[3 * k + 1] += numbers[at + 1];
    centres[3 * k + 2] += numbers[at + 2];
    writeRotation(numbers, at + 3, this.rotations, 9 * k);
    writeExtents(this.rotations, 9 * k, shape.halves, this.extents, 3 * k);
  }
}

/** Writes the matrix of a quaternion, by rows. */
function writeRotation(q: Float64Array, i: number, out: Float64Array, o: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - w * z);
  out[o + 2] = 2 * (x * z + w * y);
  out[o + 3] = 2 * (x * y + w * z);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - w * x);
  out[o + 6] = 2 * (x * z - w * y);
  out[o + 7] = 2 * (y * z + w * x);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}

/** Writes how far a box reaches along the axes of the world: its half sides by the absolute values of the rotation matrix. */
function writeExtents(matrix: Float64Array, i: number, halves: Float64Array, out: Float64Array, o: number): void {
  for (let c = 0; c < 3; c++) {
    const k = i + 3 * c;
    const sides =
      Math.abs(matrix[k]) * halves[0] + Math.abs(matrix[k + 1]) * halves[1] + Math.abs(matrix[k + 2]) * halves[2];
    out[o + c] = sides * GROWN;
  }
}

/**
 * Writes a pose as seven numbers, checked. Its quaternion is made unit: the library divides its length out, and forward kinematics multiplies
 * quaternions as they are.
 */
export function writePose(pose: Pose, out: Float64Array): void {
  const { position, rotation } = motionPose(pose, 0);
  out.set(position);
  out.set(unitRotation(rotation), 3);
}
