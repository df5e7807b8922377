// Contacts of many bodies solved by sequential impulses: projected Gauss–Seidel on arrays of numbers, with friction cones, started from the
// impulses of the last step (Catto 2005). The rows of `solver.ts` are for joints and for solves to the last digit; these are for piles.

import type { BodyPair } from './body-pair.ts';
import type { Contact } from './contact.ts';
import { writeAcross } from './joint.ts';
import type { SolverBodies } from './solver.ts';

/** Numbers of a direction of a contact: itself, its moments about A and B, what an impulse of 1 does to both spins, inverse of the mass it moves. */
const DIRECTION = 16;
/** Directions of a contact: the normal, two across. */
const CONTACT = 3 * DIRECTION;
const MASS = 15;

const across = new Float64Array(6);

export class ContactSolver {
  count = 0;
  #bodyA = new Int32Array(64);
  #bodyB = new Int32Array(64);
  #numbers: Float64Array = new Float64Array(64 * CONTACT);
  #targets: Float64Array = new Float64Array(64);
  #frictions: Float64Array = new Float64Array(64);
  /** Along the normal, and across. */
  #impulses: Float64Array = new Float64Array(64 * 3);
  #contacts: Contact[] = [];

  clear(): void {
    this.count = 0;
  }

  /** Adds a contact that asks for at least `target` along its normal. */
  add({ a, b, friction }: BodyPair, contact: Contact, target: number, time: number, bodies: SolverBodies): void {
    if (this.count === this.#bodyA.length) this.#grow();
    const c = this.count++;
    const { normal, armA, armB, impulse } = contact;
    this.#bodyA[c] = a.slot;
    this.#bodyB[c] = b.slot;
    this.#targets[c] = target;
    this.#frictions[c] = friction;
    this.#contacts[c] = contact;
    writeAcross(normal, across);
    const k = CONTACT * c;
    const { inverseMasses } = bodies;
    const masses = inverseMasses[a.slot] + inverseMasses[b.slot];
    this.#writeDirection(k, normal, 0, armA, armB, masses, bodies.inverseInertias, c);
    this.#writeDirection(k + DIRECTION, across, 0, armA, armB, masses, bodies.inverseInertias, c);
    this.#writeDirection(k + 2 * DIRECTION, across, 3, armA, armB, masses, bodies.inverseInertias, c);
    this.#impulses[3 * c] = contact.pressed * time;
    this.#impulses[3 * c + 1] = time * (impulse[0] * across[0] + impulse[1] * across[1] + impulse[2] * across[2]);
    this.#impulses[3 * c + 2] = time * (impulse[0] * across[3] + impulse[1] * across[4] + impulse[2] * across[5]);
  }

  #grow(): void {
    const size = 2 * this.#bodyA.length;
    const wider = (array: Float64Array, stride: number): Float64Array => {
      const larger = new Float64Array(size * stride);
      larger.set(array);
      return larger;
    };
    const bodyA = new Int32Array(size);
    const bodyB = new Int32Array(size);
    bodyA.set(this.#bodyA);
    bodyB.set(this.#bodyB);
    this.#bodyA = bodyA;
    this.#bodyB = bodyB;
    this.#numbers = wider(this.#numbers, CONTACT);
    this.#targets = wider(this.#targets, 1);
    this.#frictions = wider(this.#frictions, 1);
    this.#impulses = wider(this.#impulses, 3);
  }

  #writeDirection(
    k: number,
    d: Float64Array,
    o: number,
    armA: Float64Array,
    armB: Float64Array,
    masses: number,
    inertias: Float64Array,
    c: number,
  ): void {
    const n = this.#numbers;
    const x = d[o];
    const y = d[o + 1];
    const z = d[o + 2];
    n[k] = x;
    n[k + 1] = y;
    n[k + 2] = z;
    let sum = masses;
    for (let side = 0; side < 2; side++) {
      const arm = side === 0 ? armA : armB;
      const i = 9 * (side === 0 ? this.#bodyA[c] : this.#bodyB[c]);
      const m = k + 3 + 6 * side;
      const rx = arm[1] * z - arm[2] * y;
      const ry = arm[2] * x - arm[0] * z;
      const rz = arm[0] * y - arm[1] * x;
      n[m] = rx;
      n[m + 1] = ry;
      n[m + 2] = rz;
      const wx = inertias[i] * rx + inertias[i + 1] * ry + inertias[i + 2] * rz;
      const wy = inertias[i + 3] * rx + inertias[i + 4] * ry + inertias[i + 5] * rz;
      const wz = inertias[i + 6] * rx + inertias[i + 7] * ry + inertias[i + 8] * rz;
      n[m + 3] = wx;
      n[m + 4] = wy;
      n[m + 5] = wz;
      sum += rx * wx + ry * wy + rz * wz;
    }
    n[k + MASS] = sum > 0 ? 1 / sum : 0;
  }

  /** Gives the bodies the impulses of the last step. */
  warmStart({ velocities, inverseMasses }: SolverBodies): void {
    for (let c = 0; c < this.count; c++) {
      for (let d = 0; d < 3; d++) {
        const impulse = this.#impulses[3 * c + d];
        if (impulse !== 0) this.#apply(c, CONTACT * c + DIRECTION * d, impulse, velocities, inverseMasses);
      }
    }
  }

  #apply(c: number, k: number, impulse: number, v: Float64Array, inverseMasses: Float64Array): void {
    const n = this.#numbers;
    const a = this.#bodyA[c];
    const b = this.#bodyB[c];
    const i = 6 * a;
    const j = 6 * b;
    const pushA = impulse * inverseMasses[a];
    const pushB = impulse * inverseMasses[b];
    v[i] -= pushA * n[k];
    v[i + 1] -= pushA * n[k + 1];
    v[i + 2] -= pushA * n[k + 2];
    v[i + 3] -= impulse * n[k + 6];
    v[i + 4] -= impulse * n[k + 7];
    v[i + 5] -= impulse * n[k + 8];
    v[j] += pushB * n[k];
    v[j + 1] += pushB * n[k + 1];
    v[j + 2] += pushB * n[k + 2];
    v[j + 3] += impulse * n[k + 12];
    v[j + 4] += impulse * n[k + 13];
    v[j + 5] += impulse * n[k + 14];
  }

  /** The speed of B's point relative to A's along a direction. */
  #speed(c: number, k: number, v: Float64Array): number {
    const n = this.#numbers;
    const i = 6 * this.#bodyA[c];
    const j = 6 * this.#bodyB[c];
    return (
      n[k] * (v[j] - v[i]) +
      n[k + 1] * (v[j + 1] - v[i + 1]) +
      n[k + 2] * (v[j + 2] - v[i + 2]) +
      (n[k + 9] * v[j + 3] + n[k + 10] * v[j + 4] + n[k + 11] * v[j + 5]) -
      (n[k + 3] * v[i + 3] + n[k + 4] * v[i + 4] + n[k + 5] * v[i + 5])
    );
  }

  /** The gap that contact number `c` has after a time, to first order: `gap` is that of now. */
  gapAfter(c: number, gap: number, time: number, velocities: Float64Array): number {
    return gap + time * this.#speed(c, CONTACT * c, velocities);
  }

  /** Sweeps over all contacts until a sweep changes no speed by more than `tolerance`; false where `sweeps` are not enough. */
  solve({ velocities, inverseMasses }: SolverBodies, sweeps: number, tolerance: number): boolean {
    for (let sweep = 0; sweep < sweeps; sweep++) {
      let largest = 0;
      for (let c = 0; c < this.count; c++) {
        const change = this.#solveContact(c, velocities, inverseMasses);
        if (change > largest) largest = change;
      }
      if (largest <= tolerance) return true;
    }
    return false;
  }

  /** Friction first, below the normal impulse there is: then the normal has the last word. */
  #solveContact(c: number, v: Float64Array, inverseMasses: Float64Array): number {
    const n = this.#numbers;
    const impulses = this.#impulses;
    const k = CONTACT * c;
    const most = this.#frictions[c] * impulses[3 * c];
    let largest = 0;
    if (most > 0) {
      const massU = n[k + DIRECTION + MASS];
      const massV = n[k + 2 * DIRECTION + MASS];
      const mass = massU < massV ? massU : massV;
      const oldX = impulses[3 * c + 1];
      const oldY = impulses[3 * c + 2];
      let x = oldX - mass * this.#speed(c, k + DIRECTION, v);
      let y = oldY - mass * this.#speed(c, k + 2 * DIRECTION, v);
      const lengthSq = x * x + y * y;
      if (lengthSq > most * most) {
        const part = most / Math.sqrt(lengthSq);
        x *= part;
        y *= part;
      }
      if (x !== oldX) this.#apply(c, k + DIRECTION, x - oldX, v, inverseMasses);
      if (y !== oldY) this.#apply(c, k + 2 * DIRECTION, y - oldY, v, inverseMasses);
      impulses[3 * c + 1] = x;
      impulses[3 * c + 2] = y;
      if (mass > 0) largest = Math.max(Math.abs(x - oldX), Math.abs(y - oldY)) / mass;
    } else if (impulses[3 * c + 1] !== 0 || impulses[3 * c + 2] !== 0) {
      this.#apply(c, k + DIRECTION, -impulses[3 * c + 1], v, inverseMasses);
      this.#apply(c, k + 2 * DIRECTION, -impulses[3 * c + 2], v, inverseMasses);
      impulses[3 * c + 1] = 0;
      impulses[3 * c + 2] = 0;
    }
    const mass = n[k + MASS];
    const old = impulses[3 * c];
    const wanted = old + mass * (this.#targets[c] - this.#speed(c, k, v));
    const now = wanted > 0 ? wanted : 0;
    if (now === old) return largest;
    impulses[3 * c] = now;
    this.#apply(c, k, now - old, v, inverseMasses);
    return Math.max(largest, Math.abs(now - old) / mass);
  }

  /** Keeps the impulses with their contacts, as forces over a time, and marks the bodies they press on. */
  keepImpulses(time: number, pressed: Uint8Array): void {
    const rate = 1 / time;
    for (let c = 0; c < this.count; c++) {
      const contact = this.#contacts[c];
      const k = CONTACT * c;
      const u = rate * this.#impulses[3 * c + 1];
      const v = rate * this.#impulses[3 * c + 2];
      contact.pressed = rate * this.#impulses[3 * c];
      if (contact.pressed > 0) {
        pressed[this.#bodyA[c]] = 1;
        pressed[this.#bodyB[c]] = 1;
      }
      for (let d = 0; d < 3; d++) {
        contact.impulse[d] = u * this.#numbers[k + DIRECTION + d] + v * this.#numbers[k + 2 * DIRECTION + d];
      }
    }
  }
}
