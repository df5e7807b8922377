// A contact of two bodies, kept between steps: where it is on each body, and the impulses it last had.

import type { Body } from './body.ts';
import { turn, turnBack, writeMatrix } from './rotation.ts';

const matrixA = new Float64Array(9);
const matrixB = new Float64Array(9);
const offset = new Float64Array(3);

export class Contact {
  /** The points on A and B relative to their centres of mass, in body axes. */
  readonly localA: Float64Array = new Float64Array(3);
  readonly localB: Float64Array = new Float64Array(3);
  /** Unit vector from A to B, in the world, when it was found. */
  readonly normal: Float64Array = new Float64Array(3);
  /** From the centres of mass to the middle of both points, in the world, as of the last `update`. */
  readonly armA: Float64Array = new Float64Array(3);
  readonly armB: Float64Array = new Float64Array(3);
  /** Signed distance along the normal as of the last `update`. */
  gap = 0;
  /** Force along the normal, and the friction force in the world: impulses of the last half step by its time. */
  pressed = 0;
  readonly impulse: Float64Array = new Float64Array(3);

  /** What a snapshot keeps. */
  save(): Float64Array {
    const { localA, localB, normal, armA, armB, impulse } = this;
    return Float64Array.of(...localA, ...localB, ...normal, ...armA, ...armB, ...impulse, this.gap, this.pressed);
  }

  static of(saved: Float64Array): Contact {
    const contact = new Contact();
    const parts = [contact.localA, contact.localB, contact.normal, contact.armA, contact.armB, contact.impulse];
    for (const [k, part] of parts.entries()) part.set(saved.subarray(3 * k, 3 * k + 3));
    contact.gap = saved[18];
    contact.pressed = saved[19];
    return contact;
  }

  clearImpulses(): void {
    this.pressed = 0;
    this.impulse[0] = 0;
    this.impulse[1] = 0;
    this.impulse[2] = 0;
  }

  /** Takes in a contact found with the bodies where they are: its points on A and B and its normal, nine numbers from `o` on. */
  setAt(a: Body, b: Body, numbers: Float64Array, o: number): void {
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + k] - a.com[k];
    turnBack(a.matrix, offset, 0, this.localA, 0);
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + 3 + k] - b.com[k];
    turnBack(b.matrix, offset, 0, this.localB, 0);
    for (let k = 0; k < 3; k++) this.normal[k] = numbers[o + 6 + k];
    this.updateNow(a, b);
  }

  /** Takes in a contact found with the bodies at other poses, with their centres of mass there. */
  setAtPoses(
    numbers: Float64Array,
    o: number,
    poseA: Float64Array,
    comA: Float64Array,
    poseB: Float64Array,
    comB: Float64Array,
  ): void {
    writeMatrix(poseA, 3, matrixA);
    writeMatrix(poseB, 3, matrixB);
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + k] - comA[k];
    turnBack(matrixA, offset, 0, this.localA, 0);
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + 3 + k] - comB[k];
    turnBack(matrixB, offset, 0, this.localB, 0);
    for (let k = 0; k < 3; k++) this.normal[k] = numbers[o + 6 + k];
  }

  /** Computes gap and arms with the bodies where they are. */
  updateNow(a: Body, b: Body): void {
    turn(a.matrix, this.localA, 0, this.armA, 0);
    turn(b.matrix, this.localB, 0, this.armB, 0);
    this.#measure(a.com, b.com);
  }

  /** Takes in a contact found with the bodies where they are. */
  set(a: Body, b: Body, pointA: ArrayLike<number>, pointB: ArrayLike<number>, normal: ArrayLike<number>): void {
    writeMatrix(a.pose, 3, matrixA);
    writeMatrix(b.pose, 3, matrixB);
    for (let k = 0; k < 3; k++) offset[k] = pointA[k] - a.com[k];
    turnBack(matrixA, offset, 0, this.localA, 0);
    for (let k = 0; k < 3; k++) offset[k] = pointB[k] - b.com[k];
    turnBack(matrixB, offset, 0, this.localB, 0);
    for (let k = 0; k < 3; k++) this.normal[k] = normal[k];
    this.update(a.pose, a.com, b.pose, b.com);
  }

  /** Computes gap and arms for poses with their centres of mass. */
  update(poseA: Float64Array, comA: Float64Array, poseB: Float64Array, comB: Float64Array): void {
    writeMatrix(poseA, 3, matrixA);
    writeMatrix(poseB, 3, matrixB);
    turn(matrixA, this.localA, 0, this.armA, 0);
    turn(matrixB, this.localB, 0, this.armB, 0);
    this.#measure(comA, comB);
  }

  /** Makes the gap of arms that lead to both points, and then of the arms those to the middle. */
  #measure(comA: Float64Array, comB: Float64Array): void {
    const { armA, armB, normal } = this;
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      const apart = comB[k] + armB[k] - comA[k] - armA[k];
      gap += normal[k] * apart;
      // Both impulses act in one point, so that none is left as a couple.
      armA[k] += apart / 2;
      armB[k] -= apart / 2;
    }
    this.gap = gap;
  }
}
