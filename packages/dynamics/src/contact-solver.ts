// Contacts of many bodies solved by sequential impulses: projected Gauss–Seidel on arrays of numbers, with friction cones, started from the
// impulses of the last step (Catto 2005). The rows of `solver.ts` are for joints and for solves to the last digit; these are for piles.

import { usesKernels } from 'nearmiss/bodies';
import type { BodyPair } from './body-pair.ts';
import { writeCarrying } from './carrying.ts';
import { ARM_A, ARM_B, type Contact, IMPULSE, NORMAL } from './contact.ts';
import { writeAcross } from './joint.ts';
import type { Pressing } from './pressing.ts';
import { RowKernel } from './row-kernel.ts';
import {
  CONTACT,
  DIRECTION,
  FRICTION,
  IMPULSES,
  INVERSE,
  INVERSE_ACROSS,
  MASS,
  MASS_ACROSS,
  SLIPS,
  TARGET,
} from './row-layout.ts';
import type { SolverBodies } from './solver.ts';

/** Kernels get copies of what all bodies have: of so many pairs at least, and of a body for each so many at most, they pay. */
const LEAST_PAIRS = 64;
const MOST_BODIES = 4;

const carrying = new Float64Array(3);

/** The rows of contacts, and the numbers of their bodies. */
interface RowArrays {
  numbers: Float64Array;
  bodyA: Int32Array;
  bodyB: Int32Array;
}

export class ContactSolver {
  count = 0;
  /** The largest change of a speed in the last sweep. */
  change = 0;
  /** The arrays without kernels, and those in use. */
  readonly #plain: RowArrays = {
    numbers: new Float64Array(64 * CONTACT),
    bodyA: new Int32Array(64),
    bodyB: new Int32Array(64),
  };
  #numbers: Float64Array = this.#plain.numbers;
  #bodyA: Int32Array = this.#plain.bodyA;
  #bodyB: Int32Array = this.#plain.bodyB;
  /** The kernels, if these hold the arrays above; and whether they could not be opened. */
  #kernel: RowKernel | null = null;
  #opened: RowKernel | null = null;
  #isRefused = false;
  /** The time over which impulses of contacts act. */
  #time = 0;
  readonly #contacts: Contact[] = [];
  readonly #pairs: BodyPair[] = [];
  /** Gaps when contacts were added. */
  #gaps: Float64Array = new Float64Array(64);
  /** The normal of a contact, and two directions across. */
  readonly #normal: Float64Array = new Float64Array(3);
  readonly #across: Float64Array = new Float64Array(6);

  /** Begins anew, with the contacts of about so many pairs among so many bodies. */
  clear(pairs = 0, bodies = 0): void {
    this.count = 0;
    const kernel = pairs >= LEAST_PAIRS && bodies <= MOST_BODIES * pairs ? this.#openKernel() : null;
    if (kernel !== null) {
      kernel.reserve(64, bodies);
      this.#takeArrays(kernel);
    } else if (this.#kernel !== null) this.#takeArrays(this.#plain);
    this.#kernel = kernel;
  }

  #openKernel(): RowKernel | null {
    if (this.#isRefused || !usesKernels()) return null;
    this.#opened ??= RowKernel.open();
    this.#isRefused = this.#opened === null;
    return this.#opened;
  }

  #takeArrays({ numbers, bodyA, bodyB }: RowArrays): void {
    this.#numbers = numbers;
    this.#bodyA = bodyA;
    this.#bodyB = bodyB;
  }

  /** Adds a contact that asks for at least `target` along its normal. */
  add(pair: BodyPair, contact: Contact, target: number, time: number, bodies: SolverBodies): void {
    if (this.count === this.#bodyA.length) this.#grow();
    const c = this.count++;
    const { a, b, friction } = pair;
    const { numbers, at } = contact;
    this.#pairs[c] = pair;
    this.#contacts[c] = contact;
    if (c >= this.#gaps.length) this.#gaps = wider(this.#gaps, 2 * c);
    this.#gaps[c] = contact.gap;
    this.#bodyA[c] = a.slot;
    this.#bodyB[c] = b.slot;
    const k = CONTACT * c;
    const n = this.#numbers;
    const isCarried = writeCarrying(pair, numbers, at, bodies.velocities, time / 2, carrying);
    n[k + TARGET] = target;
    n[k + FRICTION] = friction;
    n[k + IMPULSES] = contact.pressed * time;
    this.#time = time;
    if (this.#kernel === null) this.#writeRow(c, contact, time, isCarried, bodies);
    else this.#writeGiven(k, contact, isCarried);
  }

  /** Writes a contact as the kernels make a row of it. */
  #writeGiven(k: number, { numbers, at }: Contact, isCarried: boolean): void {
    const n = this.#numbers;
    n[k] = numbers[at + NORMAL];
    n[k + 1] = numbers[at + NORMAL + 1];
    n[k + 2] = numbers[at + NORMAL + 2];
    n[k + 3] = numbers[at + ARM_A];
    n[k + 4] = numbers[at + ARM_A + 1];
    n[k + 5] = numbers[at + ARM_A + 2];
    n[k + 9] = numbers[at + ARM_B];
    n[k + 10] = numbers[at + ARM_B + 1];
    n[k + 11] = numbers[at + ARM_B + 2];
    n[k + DIRECTION] = numbers[at + IMPULSE];
    n[k + DIRECTION + 1] = numbers[at + IMPULSE + 1];
    n[k + DIRECTION + 2] = numbers[at + IMPULSE + 2];
    n[k + SLIPS] = isCarried ? 1 : 0;
    n[k + SLIPS + 1] = 0;
    if (!isCarried) return;
    for (let d = 0; d < 3; d++) n[k + 2 * DIRECTION + d] = carrying[d];
  }

  #writeRow(c: number, { numbers, at }: Contact, time: number, isCarried: boolean, bodies: SolverBodies): void {
    const normal = this.#normal;
    const across = this.#across;
    for (let d = 0; d < 3; d++) normal[d] = numbers[at + NORMAL + d];
    writeAcross(normal, across);
    const k = CONTACT * c;
    const n = this.#numbers;
    const along = this.#writeDirection(c, k, normal, 0, numbers, at, bodies);
    const p = this.#writeDirection(c, k + DIRECTION, across, 0, numbers, at, bodies);
    const q = this.#writeDirection(c, k + 2 * DIRECTION, across, 3, numbers, at, bodies);
    const most = p > q ? p : q;
    n[k + MASS] = along > 0 ? 1 / along : 0;
    n[k + MASS_ACROSS] = most > 0 ? 1 / most : 0;
    n[k + INVERSE] = along;
    n[k + INVERSE_ACROSS] = most;
    n[k + SLIPS] = isCarried ? dot(carrying, 0, across, 0) : 0;
    n[k + SLIPS + 1] = isCarried ? dot(carrying, 0, across, 3) : 0;
    n[k + IMPULSES + 1] = time * dot(numbers, at + IMPULSE, across, 0);
    n[k + IMPULSES + 2] = time * dot(numbers, at + IMPULSE, across, 3);
  }

  #grow(): void {
    const size = 2 * this.#bodyA.length;
    if (this.#kernel !== null) {
      this.#kernel.reserve(size, 0);
      this.#takeArrays(this.#kernel);
      return;
    }
    const plain = this.#plain;
    plain.numbers = wider(this.#numbers, size * CONTACT);
    plain.bodyA = new Int32Array(size);
    plain.bodyB = new Int32Array(size);
    plain.bodyA.set(this.#bodyA);
    plain.bodyB.set(this.#bodyB);
    this.#takeArrays(plain);
  }

  /** Writes the numbers of a direction of contact c; returns the inverse of the mass that an impulse along it moves. */
  #writeDirection(
    c: number,
    k: number,
    d: Float64Array,
    o: number,
    contact: Float64Array,
    at: number,
    { inverseMasses, inverseInertias: inertias }: SolverBodies,
  ): number {
    const n = this.#numbers;
    const x = d[o];
    const y = d[o + 1];
    const z = d[o + 2];
    n[k] = x;
    n[k + 1] = y;
    n[k + 2] = z;
    let sum = inverseMasses[this.#bodyA[c]] + inverseMasses[this.#bodyB[c]];
    for (let side = 0; side < 2; side++) {
      const arm = at + (side === 0 ? ARM_A : ARM_B);
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
    return sum;
  }

  /** Gives the bodies the impulses of the last step. */
  #warmStart({ velocities: v, inverseMasses }: SolverBodies): void {
    const n = this.#numbers;
    for (let c = 0; c < this.count; c++) {
      const a = this.#bodyA[c];
      const b = this.#bodyB[c];
      const i = 6 * a;
      const j = 6 * b;
      for (let d = 0; d < 3; d++) {
        const impulse = n[CONTACT * c + IMPULSES + d];
        if (impulse === 0) continue;
        const k = CONTACT * c + DIRECTION * d;
        const pushA = impulse * inverseMasses[a];
        const pushB = impulse * inverseMasses[b];
        for (let e = 0; e < 3; e++) {
          v[i + e] -= pushA * n[k + e];
          v[i + 3 + e] -= impulse * n[k + 6 + e];
          v[j + e] += pushB * n[k + e];
          v[j + 3 + e] += impulse * n[k + 12 + e];
        }
      }
    }
  }

  /** Calls `visit` with the contacts whose gap is at most `most` after a time, to first order. */
  forEachBelow(
    most: number,
    time: number,
    velocities: Float64Array,
    visit: (pair: BodyPair, contact: Contact) => void,
  ): void {
    for (let c = 0; c < this.count; c++) {
      const gap = this.#gaps[c] + time * this.#closing(c, velocities);
      if (gap <= most) visit(this.#pairs[c], this.#contacts[c]);
    }
  }

  /** The speed of B's point relative to A's along the normal of contact c. */
  #closing(c: number, v: Float64Array): number {
    const n = this.#numbers;
    const k = CONTACT * c;
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

  /**
   * Gives the bodies the impulses of the last step, and sweeps over all contacts until a sweep changes no speed by more than `tolerance`; false where
   * `sweeps` are not enough.
   */
  solve(bodies: SolverBodies, sweeps: number, tolerance: number): boolean {
    if (this.#kernel !== null) {
      this.change = this.#kernel.solve(bodies, this.count, this.#time, sweeps, tolerance);
      return this.change <= tolerance;
    }
    this.#warmStart(bodies);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      this.change = this.#sweep(bodies.velocities, bodies.inverseMasses);
      if (this.change <= tolerance) return true;
    }
    return false;
  }

  /**
   * Solves every contact once; returns the largest change of a speed. Of each contact first friction, both directions at once, below the
   * normal impulse there is; then the normal, which has the last word. Velocities stay in registers while contacts are of the same bodies.
   */
  #sweep(v: Float64Array, inverseMasses: Float64Array): number {
    const n = this.#numbers;
    const bodyA = this.#bodyA;
    const bodyB = this.#bodyB;
    const { count } = this;
    let largest = 0;
    for (let c = 0; c < count; ) {
      const a = bodyA[c];
      const b = bodyB[c];
      const i = 6 * a;
      const j = 6 * b;
      const massA = inverseMasses[a];
      const massB = inverseMasses[b];
      // Linear velocities and spins of A and B.
      let ax = v[i];
      let ay = v[i + 1];
      let az = v[i + 2];
      let au = v[i + 3];
      let av = v[i + 4];
      let aw = v[i + 5];
      let bx = v[j];
      let by = v[j + 1];
      let bz = v[j + 2];
      let bu = v[j + 3];
      let bv = v[j + 4];
      let bw = v[j + 5];
      do {
        const k = CONTACT * c;
        const most = n[k + FRICTION] * n[k + IMPULSES];
        const oldP = n[k + IMPULSES + 1];
        const oldQ = n[k + IMPULSES + 2];
        if (most > 0 || oldP !== 0 || oldQ !== 0) {
          const p = k + DIRECTION;
          const q = k + 2 * DIRECTION;
          const x = bx - ax;
          const y = by - ay;
          const z = bz - az;
          const turnP =
            n[p + 9] * bu + n[p + 10] * bv + n[p + 11] * bw - (n[p + 3] * au + n[p + 4] * av + n[p + 5] * aw);
          const turnQ =
            n[q + 9] * bu + n[q + 10] * bv + n[q + 11] * bw - (n[q + 3] * au + n[q + 4] * av + n[q + 5] * aw);
          const mass = n[k + MASS_ACROSS];
          let newP = oldP - mass * (n[p] * x + n[p + 1] * y + n[p + 2] * z + turnP - n[k + SLIPS]);
          let newQ = oldQ - mass * (n[q] * x + n[q + 1] * y + n[q + 2] * z + turnQ - n[k + SLIPS + 1]);
          const lengthSq = newP * newP + newQ * newQ;
          if (lengthSq > most * most) {
            const part = most / Math.sqrt(lengthSq);
            newP *= part;
            newQ *= part;
          }
          const addP = newP - oldP;
          const addQ = newQ - oldQ;
          n[k + IMPULSES + 1] = newP;
          n[k + IMPULSES + 2] = newQ;
          const pushX = addP * n[p] + addQ * n[q];
          const pushY = addP * n[p + 1] + addQ * n[q + 1];
          const pushZ = addP * n[p + 2] + addQ * n[q + 2];
          ax -= massA * pushX;
          ay -= massA * pushY;
          az -= massA * pushZ;
          au = au - addP * n[p + 6] - addQ * n[q + 6];
          av = av - addP * n[p + 7] - addQ * n[q + 7];
          aw = aw - addP * n[p + 8] - addQ * n[q + 8];
          bx += massB * pushX;
          by += massB * pushY;
          bz += massB * pushZ;
          bu = bu + addP * n[p + 12] + addQ * n[q + 12];
          bv = bv + addP * n[p + 13] + addQ * n[q + 13];
          bw = bw + addP * n[p + 14] + addQ * n[q + 14];
          const change = n[k + INVERSE_ACROSS] * Math.max(Math.abs(addP), Math.abs(addQ));
          if (change > largest) largest = change;
        }
        const speed =
          n[k] * (bx - ax) +
          n[k + 1] * (by - ay) +
          n[k + 2] * (bz - az) +
          (n[k + 9] * bu + n[k + 10] * bv + n[k + 11] * bw) -
          (n[k + 3] * au + n[k + 4] * av + n[k + 5] * aw);
        const old = n[k + IMPULSES];
        const wanted = old + n[k + MASS] * (n[k + TARGET] - speed);
        const now = wanted > 0 ? wanted : 0;
        const add = now - old;
        if (add !== 0) {
          n[k + IMPULSES] = now;
          const pushA = add * massA;
          const pushB = add * massB;
          ax -= pushA * n[k];
          ay -= pushA * n[k + 1];
          az -= pushA * n[k + 2];
          au -= add * n[k + 6];
          av -= add * n[k + 7];
          aw -= add * n[k + 8];
          bx += pushB * n[k];
          by += pushB * n[k + 1];
          bz += pushB * n[k + 2];
          bu += add * n[k + 12];
          bv += add * n[k + 13];
          bw += add * n[k + 14];
          const change = n[k + INVERSE] * Math.abs(add);
          if (change > largest) largest = change;
        }
        c++;
      } while (c < count && bodyA[c] === a && bodyB[c] === b);
      v[i] = ax;
      v[i + 1] = ay;
      v[i + 2] = az;
      v[i + 3] = au;
      v[i + 4] = av;
      v[i + 5] = aw;
      v[j] = bx;
      v[j + 1] = by;
      v[j + 2] = bz;
      v[j + 3] = bu;
      v[j + 4] = bv;
      v[j + 5] = bw;
    }
    return largest;
  }

  /** Keeps the impulses with their contacts, as forces over a time, and notes which press. */
  keepImpulses(time: number, pressing: Pressing): void {
    const n = this.#numbers;
    const rate = 1 / time;
    for (let c = 0; c < this.count; c++) {
      const contact = this.#contacts[c];
      const { numbers, at } = contact;
      const k = CONTACT * c;
      const u = rate * n[k + IMPULSES + 1];
      const v = rate * n[k + IMPULSES + 2];
      contact.pressed = rate * n[k + IMPULSES];
      if (n[k + IMPULSES] > 0) pressing.add(this.#pairs[c].a, this.#pairs[c].b, n, k);
      const p = k + DIRECTION;
      const q = k + 2 * DIRECTION;
      numbers[at + IMPULSE] = u * n[p] + v * n[q];
      numbers[at + IMPULSE + 1] = u * n[p + 1] + v * n[q + 1];
      numbers[at + IMPULSE + 2] = u * n[p + 2] + v * n[q + 2];
    }
  }
}

function dot(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}

function wider(array: Float64Array, size: number): Float64Array {
  const larger = new Float64Array(size);
  larger.set(array);
  return larger;
}
