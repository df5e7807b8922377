// A contact of two bodies, kept between steps: where it is on each body, and the impulses it last had.

import type { Body } from './body.ts';
import { turn, turnBack, writeMatrix } from './rotation.ts';
import type { Work } from './work.ts';

const matrixA = new Float64Array(9);
const matrixB = new Float64Array(9);
const offset = new Float64Array(6);
const given = new Float64Array(9);

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

/** Numbers that `saveForces` writes. */
export const KEPT = 7;
/** Contacts whose numbers are in one array. */
const BLOCK = 64;

export class Contact {
  /** All of it, as snapshots keep it, from `at` on: neighbours share an array, since loops over many contacts wait for memory. */
  readonly numbers: Float64Array;
  readonly at: number;
  /** Parts of the numbers, made when they are asked for. */
  #parts: ContactParts | null = null;

  constructor(numbers: Float64Array = new Float64Array(SIZE), at = 0) {
    this.numbers = numbers;
    this.at = at;
  }

  /** Makes many that share an array. */
  static block(): Contact[] {
    const numbers = new Float64Array(BLOCK * SIZE);
    return Array.from({ length: BLOCK }, (_, k) => new Contact(numbers, SIZE * (BLOCK - 1 - k)));
  }

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
      normal: this.#part(NORMAL),
      armA: this.#part(ARM_A),
      armB: this.#part(ARM_B),
      impulse: this.#part(IMPULSE),
    };
    return this.#parts;
  }

  #part(from: number): Float64Array {
    return this.numbers.subarray(this.at + from, this.at + from + 3);
  }

  /** Signed distance along the normal as of the last `update`. */
  get gap(): number {
    return this.numbers[this.at + GAP];
  }

  /** Force along the normal: the impulse of the last half step by its time. */
  get pressed(): number {
    return this.numbers[this.at + PRESSED];
  }

  set pressed(force: number) {
    this.numbers[this.at + PRESSED] = force;
  }

  /** What a snapshot keeps. */
  save(): Float64Array {
    return this.numbers.slice(this.at, this.at + SIZE);
  }

  static of(saved: Float64Array): Contact {
    const contact = new Contact();
    contact.numbers.set(saved);
    return contact;
  }

  clearImpulses(): void {
    const n = this.numbers;
    const at = this.at;
    n[at + PRESSED] = 0;
    n[at + IMPULSE] = 0;
    n[at + IMPULSE + 1] = 0;
    n[at + IMPULSE + 2] = 0;
  }

  /** Takes in a contact found with the bodies where they are: its points on A and B and its normal, nine numbers from `o` on. */
  setAt(a: Body, b: Body, numbers: Float64Array, o: number): void {
    this.#keep(a.rows, a.com, b.rows, b.com, numbers, o);
    this.updateNow(a, b);
  }

  /**
   * Takes in a contact found where the bodies are at `next`, after `time` with the velocities `v`, and keeps its arms there: its gap is the one that it
   * had now if it closed at one speed. So what the solver adds to the velocities changes the gap at `next`, and a body that only rolls on
   * needs no push: with arms of now, the point that touches then would seem to come down straight.
   */
  setAhead(a: Body, b: Body, numbers: Float64Array, o: number, work: Work, time: number): void {
    writeMatrix(a.next, 3, matrixA);
    writeMatrix(b.next, 3, matrixB);
    const nextA = work.nextCom(a);
    const nextB = work.nextCom(b);
    this.#keep(matrixA, nextA, matrixB, nextB, numbers, o);
    this.#measure(matrixA, nextA, matrixB, nextB);
    const n = this.numbers;
    const at = this.at;
    // Both impulses act in one point here as well; what is heavier has its arm changed more, and what stands still alone.
    const inverse = work.inverseMasses[a.slot] + work.inverseMasses[b.slot];
    const part = inverse > 0 ? work.inverseMasses[b.slot] / inverse : 0.5;
    for (let k = 0; k < 3; k++) {
      const apart = b.com[k] + n[at + ARM_B + k] - a.com[k] - n[at + ARM_A + k];
      n[at + ARM_A + k] += part * apart;
      n[at + ARM_B + k] -= (1 - part) * apart;
    }
    n[at + GAP] -= time * this.openingSpeed(a, b, work.velocities);
  }

  /** How fast the gap opens at velocities. */
  openingSpeed(a: Body, b: Body, v: Float64Array): number {
    const n = this.numbers;
    const at = this.at;
    return pointSpeed(n, at, at + ARM_B, v, 6 * b.slot) - pointSpeed(n, at, at + ARM_A, v, 6 * a.slot);
  }

  /** Takes in a contact found with the bodies where they are. */
  set(a: Body, b: Body, pointA: ArrayLike<number>, pointB: ArrayLike<number>, normal: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) {
      given[k] = pointA[k];
      given[3 + k] = pointB[k];
      given[6 + k] = normal[k];
    }
    this.setAt(a, b, given, 0);
  }

  /** Keeps points of A and B in body axes, and a normal, which are given in the world. */
  #keep(
    turnA: Float64Array,
    comA: Float64Array,
    turnB: Float64Array,
    comB: Float64Array,
    numbers: Float64Array,
    o: number,
  ): void {
    const n = this.numbers;
    const at = this.at;
    offset[0] = numbers[o] - comA[0];
    offset[1] = numbers[o + 1] - comA[1];
    offset[2] = numbers[o + 2] - comA[2];
    offset[3] = numbers[o + 3] - comB[0];
    offset[4] = numbers[o + 4] - comB[1];
    offset[5] = numbers[o + 5] - comB[2];
    n[at + NORMAL] = numbers[o + 6];
    n[at + NORMAL + 1] = numbers[o + 7];
    n[at + NORMAL + 2] = numbers[o + 8];
    turnBack(turnA, offset, 0, n, at + LOCAL_A);
    turnBack(turnB, offset, 3, n, at + LOCAL_B);
  }

  /** Computes gap and arms with the bodies where they are. */
  updateNow(a: Body, b: Body): void {
    this.#measure(a.rows, a.com, b.rows, b.com);
  }

  /** Computes gap and arms for poses with their centres of mass. */
  update(poseA: Float64Array, comA: Float64Array, poseB: Float64Array, comB: Float64Array): void {
    writeMatrix(poseA, 3, matrixA);
    writeMatrix(poseB, 3, matrixB);
    this.#measure(matrixA, comA, matrixB, comB);
  }

  #measure(turnA: Float64Array, comA: Float64Array, turnB: Float64Array, comB: Float64Array): void {
    const n = this.numbers;
    const at = this.at;
    turn(turnA, n, at + LOCAL_A, n, at + ARM_A);
    turn(turnB, n, at + LOCAL_B, n, at + ARM_B);
    const x = comB[0] + n[at + ARM_B] - comA[0] - n[at + ARM_A];
    const y = comB[1] + n[at + ARM_B + 1] - comA[1] - n[at + ARM_A + 1];
    const z = comB[2] + n[at + ARM_B + 2] - comA[2] - n[at + ARM_A + 2];
    // Both impulses act in one point, so that none is left as a couple.
    n[at + ARM_A] += x / 2;
    n[at + ARM_A + 1] += y / 2;
    n[at + ARM_A + 2] += z / 2;
    n[at + ARM_B] -= x / 2;
    n[at + ARM_B + 1] -= y / 2;
    n[at + ARM_B + 2] -= z / 2;
    n[at + GAP] = n[at + NORMAL] * x + n[at + NORMAL + 1] * y + n[at + NORMAL + 2] * z;
  }

  /** Writes what a contact that replaces this one may take over to out[o…]: the point on A, the force along the normal, that of friction. */
  saveForces(out: Float64Array, o: number): void {
    const n = this.numbers;
    const at = this.at;
    out[o] = n[at + LOCAL_A];
    out[o + 1] = n[at + LOCAL_A + 1];
    out[o + 2] = n[at + LOCAL_A + 2];
    out[o + 3] = n[at + PRESSED];
    out[o + 4] = n[at + IMPULSE];
    out[o + 5] = n[at + IMPULSE + 1];
    out[o + 6] = n[at + IMPULSE + 2];
  }

  /** Takes over the forces of the nearest of contacts that were saved, if one is nearer than a distance; else it has none. */
  inherit(kept: Float64Array, count: number, near: number): void {
    const n = this.numbers;
    const at = this.at;
    let best = -1;
    let least = near * near;
    for (let k = 0; k < KEPT * count; k += KEPT) {
      const x = n[at + LOCAL_A] - kept[k];
      const y = n[at + LOCAL_A + 1] - kept[k + 1];
      const z = n[at + LOCAL_A + 2] - kept[k + 2];
      const square = x * x + y * y + z * z;
      if (square < least) {
        least = square;
        best = k;
      }
    }
    if (best < 0) {
      this.clearImpulses();
      return;
    }
    n[at + PRESSED] = kept[best + 3];
    for (let k = 0; k < 3; k++) n[at + IMPULSE + k] = kept[best + 4 + k];
  }
}

/** The speed along the normal of the contact at n[at…] of the point with the arm n[arm…] of a body with the velocities v[k…]. */
function pointSpeed(n: Float64Array, at: number, arm: number, v: Float64Array, k: number): number {
  const x = v[k] + v[k + 4] * n[arm + 2] - v[k + 5] * n[arm + 1];
  const y = v[k + 1] + v[k + 5] * n[arm] - v[k + 3] * n[arm + 2];
  const z = v[k + 2] + v[k + 3] * n[arm + 1] - v[k + 4] * n[arm];
  return n[at + NORMAL] * x + n[at + NORMAL + 1] * y + n[at + NORMAL + 2] * z;
}
