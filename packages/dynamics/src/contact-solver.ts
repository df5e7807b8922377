// Contacts of many bodies solved by sequential impulses: projected Gauss–Seidel on arrays of numbers, with friction cones, started from the
// impulses of the last step (Catto 2005). The rows of `solver.ts` are for joints and for solves to the last digit; these are for piles.

import type { BodyPair } from './body-pair.ts';
import { ARM_A, ARM_B, type Contact, IMPULSE, NORMAL } from './contact.ts';
import { writeAcross } from './joint.ts';
import type { SolverBodies } from './solver.ts';

/** Numbers of a direction of a contact: itself, its moments about A and B, what an impulse of 1 does to both spins, inverse of the mass it moves. */
const DIRECTION = 16;
/** Directions of a contact: the normal, two across. */
const CONTACT = 3 * DIRECTION;
const MASS = 15;

export class ContactSolver {
  count = 0;
  /** The largest change of a speed in the last sweep. */
  change = 0;
  #bodyA = new Int32Array(64);
  #bodyB = new Int32Array(64);
  #numbers: Float64Array = new Float64Array(64 * CONTACT);
  #targets: Float64Array = new Float64Array(64);
  #frictions: Float64Array = new Float64Array(64);
  /** Along the normal, and across. */
  #impulses: Float64Array = new Float64Array(64 * 3);
  readonly #contacts: Contact[] = [];
  readonly #pairs: BodyPair[] = [];
  /** Gaps when contacts were added. */
  #gaps: Float64Array = new Float64Array(64);
  /** The normal of a contact, and two directions across. */
  readonly #normal: Float64Array = new Float64Array(3);
  readonly #across: Float64Array = new Float64Array(6);

  clear(): void {
    this.count = 0;
  }

  /** Adds a contact that asks for at least `target` along its normal. */
  add(pair: BodyPair, contact: Contact, target: number, time: number, bodies: SolverBodies): void {
    if (this.count === this.#bodyA.length) this.#grow();
    const c = this.count++;
    const { a, b, friction } = pair;
    this.#pairs[c] = pair;
    this.#gaps[c] = contact.gap;
    const { numbers: n } = contact;
    this.#bodyA[c] = a.slot;
    this.#bodyB[c] = b.slot;
    this.#targets[c] = target;
    this.#frictions[c] = friction;
    this.#contacts[c] = contact;
    const normal = this.#normal;
    const across = this.#across;
    for (let d = 0; d < 3; d++) normal[d] = n[NORMAL + d];
    writeAcross(normal, across);
    const k = CONTACT * c;
    const { inverseMasses } = bodies;
    const masses = inverseMasses[a.slot] + inverseMasses[b.slot];
    this.#writeDirection(k, normal, 0, n, masses, bodies.inverseInertias, c);
    this.#writeDirection(k + DIRECTION, across, 0, n, masses, bodies.inverseInertias, c);
    this.#writeDirection(k + 2 * DIRECTION, across, 3, n, masses, bodies.inverseInertias, c);
    this.#impulses[3 * c] = contact.pressed * time;
    this.#impulses[3 * c + 1] = time * dot(n, IMPULSE, across, 0);
    this.#impulses[3 * c + 2] = time * dot(n, IMPULSE, across, 3);
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
    this.#gaps = wider(this.#gaps, 1);
    this.#frictions = wider(this.#frictions, 1);
    this.#impulses = wider(this.#impulses, 3);
  }

  #writeDirection(
    k: number,
    d: Float64Array,
    o: number,
    contact: Float64Array,
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
      const arm = side === 0 ? ARM_A : ARM_B;
      const i = 9 * (side === 0 ? this.#bodyA[c] : this.#bodyB[c]);
      const m = k + 3 + 6 * side;
      const rx = contact[arm + 1] * z - contact[arm + 2] * y;
      const ry = contact[arm + 2] * x - contact[arm] * z;
      const rz = contact[arm] * y - contact[arm + 1] * x;
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

  /** Calls `visit` with the contacts whose gap is at most `most` after a time, to first order. */
  forEachBelow(
    most: number,
    time: number,
    velocities: Float64Array,
    visit: (pair: BodyPair, contact: Contact) => void,
  ): void {
    for (let c = 0; c < this.count; c++) {
      const gap = this.#gaps[c] + time * this.#speed(c, CONTACT * c, velocities);
      if (gap <= most) visit(this.#pairs[c], this.#contacts[c]);
    }
  }

  /** Sweeps over all contacts until a sweep changes no speed by more than `tolerance`; false where `sweeps` are not enough. */
  solve({ velocities, inverseMasses }: SolverBodies, sweeps: number, tolerance: number): boolean {
    for (let sweep = 0; sweep < sweeps; sweep++) {
      let largest = 0;
      for (let c = 0; c < this.count; c++) {
        const change = this.#solveContact(c, velocities, inverseMasses);
        if (change > largest) largest = change;
      }
      this.change = largest;
      if (largest <= tolerance) return true;
    }
    return false;
  }

  /** Friction first, below the normal impulse there is: then the normal has the last word. */
  #solveContact(c: number, v: Float64Array, inverseMasses: Float64Array): number {
    const impulses = this.#impulses;
    const k = CONTACT * c;
    const most = this.#frictions[c] * impulses[3 * c];
    const hasFriction = most > 0 || impulses[3 * c + 1] !== 0 || impulses[3 * c + 2] !== 0;
    const largest = hasFriction ? this.#solveFriction(c, k, most, v, inverseMasses) : 0;
    const mass = this.#numbers[k + MASS];
    const old = impulses[3 * c];
    const wanted = old + mass * (this.#targets[c] - this.#speed(c, k, v));
    const now = wanted > 0 ? wanted : 0;
    if (now === old) return largest;
    impulses[3 * c] = now;
    this.#apply(c, k, now - old, v, inverseMasses);
    const change = (now > old ? now - old : old - now) / mass;
    return change > largest ? change : largest;
  }

  /** Both directions of friction at once, with the velocities in registers; returns the largest change of a speed. */
  #solveFriction(c: number, k: number, most: number, v: Float64Array, inverseMasses: Float64Array): number {
    const n = this.#numbers;
    const impulses = this.#impulses;
    const a = this.#bodyA[c];
    const b = this.#bodyB[c];
    const i = 6 * a;
    const j = 6 * b;
    const p = k + DIRECTION;
    const q = k + 2 * DIRECTION;
    const x = v[j] - v[i];
    const y = v[j + 1] - v[i + 1];
    const z = v[j + 2] - v[i + 2];
    const ax = v[i + 3];
    const ay = v[i + 4];
    const az = v[i + 5];
    const bx = v[j + 3];
    const by = v[j + 4];
    const bz = v[j + 5];
    const turnP = n[p + 9] * bx + n[p + 10] * by + n[p + 11] * bz - (n[p + 3] * ax + n[p + 4] * ay + n[p + 5] * az);
    const turnQ = n[q + 9] * bx + n[q + 10] * by + n[q + 11] * bz - (n[q + 3] * ax + n[q + 4] * ay + n[q + 5] * az);
    const slipP = n[p] * x + n[p + 1] * y + n[p + 2] * z + turnP;
    const slipQ = n[q] * x + n[q + 1] * y + n[q + 2] * z + turnQ;
    const mass = n[p + MASS] < n[q + MASS] ? n[p + MASS] : n[q + MASS];
    const oldP = impulses[3 * c + 1];
    const oldQ = impulses[3 * c + 2];
    let newP = oldP - mass * slipP;
    let newQ = oldQ - mass * slipQ;
    const lengthSq = newP * newP + newQ * newQ;
    if (lengthSq > most * most) {
      const part = most / Math.sqrt(lengthSq);
      newP *= part;
      newQ *= part;
    }
    const addP = newP - oldP;
    const addQ = newQ - oldQ;
    if (addP === 0 && addQ === 0) return 0;
    impulses[3 * c + 1] = newP;
    impulses[3 * c + 2] = newQ;
    const pushX = addP * n[p] + addQ * n[q];
    const pushY = addP * n[p + 1] + addQ * n[q + 1];
    const pushZ = addP * n[p + 2] + addQ * n[q + 2];
    const massA = inverseMasses[a];
    const massB = inverseMasses[b];
    v[i] -= massA * pushX;
    v[i + 1] -= massA * pushY;
    v[i + 2] -= massA * pushZ;
    v[i + 3] = ax - addP * n[p + 6] - addQ * n[q + 6];
    v[i + 4] = ay - addP * n[p + 7] - addQ * n[q + 7];
    v[i + 5] = az - addP * n[p + 8] - addQ * n[q + 8];
    v[j] += massB * pushX;
    v[j + 1] += massB * pushY;
    v[j + 2] += massB * pushZ;
    v[j + 3] = bx + addP * n[p + 12] + addQ * n[q + 12];
    v[j + 4] = by + addP * n[p + 13] + addQ * n[q + 13];
    v[j + 5] = bz + addP * n[p + 14] + addQ * n[q + 14];
    const change = Math.max(Math.abs(addP), Math.abs(addQ));
    return mass > 0 ? change / mass : 0;
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
        contact.numbers[IMPULSE + d] = u * this.#numbers[k + DIRECTION + d] + v * this.#numbers[k + 2 * DIRECTION + d];
      }
    }
  }
}

function dot(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}
