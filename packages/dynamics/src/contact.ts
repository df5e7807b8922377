// A contact of two bodies, kept between steps: where it is on each body, and the impulses it last had.

import type { Body } from './body.ts';
import { turn, turnBack, writeMatrix } from './rotation.ts';

const matrixA = new Float64Array(9);
const matrixB = new Float64Array(9);
const offset = new Float64Array(3);

/**
 * Where the numbers of a contact are: the points on A and B relative to their centres of mass, in body axes; the normal; the arms; the
 * friction force; the gap; the force along the normal.
 */
const LOCAL_A = 0;
const LOCAL_B = 3;
export const NORMAL = 6;
export const ARM_A = 9;
export const ARM_B = 12;
export const IMPULSE = 15;
const GAP = 18;
const PRESSED = 19;
const SIZE = 20;

interface ContactParts {
  readonly normal: Float64Array;
  readonly armA: Float64Array;
  readonly armB: Float64Array;
  readonly impulse: Float64Array;
}

export class Contact {
  /** All of it, as snapshots keep it: loops over many contacts read one array each. */
  readonly numbers: Float64Array = new Float64Array(SIZE);
  /** Parts of the numbers, made when they are asked for. */
  #parts: ContactParts | null = null;

  /** Unit vector from A to B, in the world, when it was found. */
  get normal(): Float64Array {
    return this.#views.normal;
  }

  /** From the centres of mass to the middle of both points, in the world, as of the last `update`. */
  get armA(): Float64Array {
    return this.#views.armA;
  }

  get armB(): Float64Array {
    return this.#views.armB;
  }

  /** The friction force in the world: impulses of the last half step by its time. */
  get impulse(): Float64Array {
    return this.#views.impulse;
  }

  get #views(): ContactParts {
    this.#parts ??= {
      normal: this.numbers.subarray(NORMAL, NORMAL + 3),
      armA: this.numbers.subarray(ARM_A, ARM_A + 3),
      armB: this.numbers.subarray(ARM_B, ARM_B + 3),
      impulse: this.numbers.subarray(IMPULSE, IMPULSE + 3),
    };
    return this.#parts;
  }

  /** Signed distance along the normal as of the last `update`. */
  get gap(): number {
    return this.numbers[GAP];
  }

  /** Force along the normal: the impulse of the last half step by its time. */
  get pressed(): number {
    return this.numbers[PRESSED];
  }

  set pressed(force: number) {
    this.numbers[PRESSED] = force;
  }

  /** What a snapshot keeps. */
  save(): Float64Array {
    return this.numbers.slice();
  }

  static of(saved: Float64Array): Contact {
    const contact = new Contact();
    contact.numbers.set(saved);
    return contact;
  }

  clearImpulses(): void {
    const n = this.numbers;
    n[PRESSED] = 0;
    n[IMPULSE] = 0;
    n[IMPULSE + 1] = 0;
    n[IMPULSE + 2] = 0;
  }

  /** Takes in a contact found with the bodies where they are: its points on A and B and its normal, nine numbers from `o` on. */
  setAt(a: Body, b: Body, numbers: Float64Array, o: number): void {
    const n = this.numbers;
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + k] - a.com[k];
    turnBack(a.rows, offset, 0, n, LOCAL_A);
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + 3 + k] - b.com[k];
    turnBack(b.rows, offset, 0, n, LOCAL_B);
    for (let k = 0; k < 3; k++) n[NORMAL + k] = numbers[o + 6 + k];
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
    const n = this.numbers;
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + k] - comA[k];
    turnBack(matrixA, offset, 0, n, LOCAL_A);
    for (let k = 0; k < 3; k++) offset[k] = numbers[o + 3 + k] - comB[k];
    turnBack(matrixB, offset, 0, n, LOCAL_B);
    for (let k = 0; k < 3; k++) n[NORMAL + k] = numbers[o + 6 + k];
  }

  /** Computes gap and arms with the bodies where they are. */
  updateNow(a: Body, b: Body): void {
    const n = this.numbers;
    turn(a.rows, n, LOCAL_A, n, ARM_A);
    turn(b.rows, n, LOCAL_B, n, ARM_B);
    this.#measure(a.com, b.com);
  }

  /** Takes in a contact found with the bodies where they are. */
  set(a: Body, b: Body, pointA: ArrayLike<number>, pointB: ArrayLike<number>, normal: ArrayLike<number>): void {
    writeMatrix(a.pose, 3, matrixA);
    writeMatrix(b.pose, 3, matrixB);
    for (let k = 0; k < 3; k++) offset[k] = pointA[k] - a.com[k];
    turnBack(matrixA, offset, 0, this.numbers, LOCAL_A);
    for (let k = 0; k < 3; k++) offset[k] = pointB[k] - b.com[k];
    turnBack(matrixB, offset, 0, this.numbers, LOCAL_B);
    for (let k = 0; k < 3; k++) this.numbers[NORMAL + k] = normal[k];
    this.update(a.pose, a.com, b.pose, b.com);
  }

  /** Computes gap and arms for poses with their centres of mass. */
  update(poseA: Float64Array, comA: Float64Array, poseB: Float64Array, comB: Float64Array): void {
    writeMatrix(poseA, 3, matrixA);
    writeMatrix(poseB, 3, matrixB);
    const n = this.numbers;
    turn(matrixA, n, LOCAL_A, n, ARM_A);
    turn(matrixB, n, LOCAL_B, n, ARM_B);
    this.#measure(comA, comB);
  }

  /** Makes the gap of arms that lead to both points, and then of the arms those to the middle. */
  #measure(comA: Float64Array, comB: Float64Array): void {
    const n = this.numbers;
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      const apart = comB[k] + n[ARM_B + k] - comA[k] - n[ARM_A + k];
      gap += n[NORMAL + k] * apart;
      // Both impulses act in one point, so that none is left as a couple.
      n[ARM_A + k] += apart / 2;
      n[ARM_B + k] -= apart / 2;
    }
    n[GAP] = gap;
  }

  /** Takes over the impulses of another contact. */
  inherit({ numbers }: Contact): void {
    const n = this.numbers;
    n[PRESSED] = numbers[PRESSED];
    for (let k = IMPULSE; k < IMPULSE + 3; k++) n[k] = numbers[k];
  }

  /** The squared distance of the points on A of two contacts. */
  apartSq({ numbers: q }: Contact): number {
    const p = this.numbers;
    const x = p[LOCAL_A] - q[LOCAL_A];
    const y = p[LOCAL_A + 1] - q[LOCAL_A + 1];
    const z = p[LOCAL_A + 2] - q[LOCAL_A + 2];
    return x * x + y * y + z * z;
  }
}
