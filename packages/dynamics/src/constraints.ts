// The rows of an island: its joints, then its contacts, so that contacts are solved last in each sweep.

import { BEND, bendLess, writeBend } from './bends.ts';
import type { BodyPair } from './body-pair.ts';
import { writeCarrying } from './carrying.ts';
import type { Contact } from './contact.ts';
import { type Joint, type JointPoses, writeAcross } from './joint.ts';
import { Rows } from './solver.ts';
import { Subspace } from './subspace.ts';
import type { Island, Scales, Work } from './work.ts';

/** Sweeps before rows are solved as one linear system. */
const FIRST_SWEEPS = 16;
/** Sweeps between two such solves. */
const SWEEPS_BETWEEN = 6;
/** Sweeps after the last of them. */
const LAST_SWEEPS = 100;
/** Largest number of such solves. */
const MOST_SOLVES = 12;
/** Limit of the total impulse after a solve, relative to the larger of the impulse of the first sweeps and the momentum. Dimensionless. */
const MOST_EFFORT = 20;
/** Limit of the error after a solve, relative to the least error so far. Dimensionless. */
const WORSE = 4;
/** An angle or travel this near to its limit, in parts of 1 and the limit, is at it. Dimensionless. */
const AT_LIMIT = 1e-6;
/** A joint outside its limits returns by at most this part of the smaller reach of its bodies in an interval. Dimensionless. */
const MOST_RETURN = 1 / 32;
/** Where a gap is below the first part of the margin, all gaps of the island are restored to the second. Dimensionless. */
const TOO_NEAR = 1 / 4;
const RESTORED = 3 / 4;

const across = new Float64Array(6);
const carrying = new Float64Array(3);

/** Where a joint's bodies are now. */
export function posesNow({ a, b }: Joint): JointPoses {
  return { poseA: a.pose, comA: a.com, poseB: b.pose, comB: b.com };
}

/** Where they are at the end of the interval. */
function posesNext({ a, b }: Joint, work: Work): JointPoses {
  return { poseA: a.next, comA: work.nextCom(a), poseB: b.next, comB: work.nextCom(b) };
}

export class Constraints {
  readonly rows: Rows = new Rows();
  readonly #scratch: Rows = new Rows();
  readonly #subspace = new Subspace();
  /** Those that have rows in the last solve of velocities. */
  readonly #contacts: Contact[] = [];
  /** Whether a kinematic body carries the other at each of these. */
  readonly #isCarried: boolean[] = [];
  /** Of the bodies of all rows before that solve. */
  #momentum = 0;
  /** How these bend within the interval (bends.ts). */
  #bends: Float64Array = new Float64Array(64 * BEND);

  /**
   * Solves for velocities. `impulseTime` is the time for which impulses act; `ahead` the time for which the velocities then hold, so that gaps may
   * close down to the margin within it, or 0 where no gap may close any more.
   */
  solveVelocities(island: Island, work: Work, scales: Scales, impulseTime: number, ahead: number): void {
    const { rows } = this;
    rows.clear();
    for (const joint of island.joints) this.#addJoint(joint, impulseTime, ahead);
    this.#contacts.length = 0;
    for (const pair of island.pairs) {
      for (const contact of pair.contacts) {
        // What is only foreseen does not bind yet.
        if (ahead === 0 && contact.gap > scales.within) {
          contact.clearImpulses();
          continue;
        }
        const c = this.#contacts.push(contact) - 1;
        const target = ahead > 0 ? -Math.max(0, contact.gap - scales.margin) / ahead : 0;
        const row = addContact(rows, pair.a.slot, pair.b.slot, contact, pair.friction, target, impulseTime);
        this.#isCarried[c] = ahead > 0 && this.#addCarrying(row, pair, contact, work, ahead);
      }
    }
    if (rows.count === 0) return;
    rows.prepare(work);
    this.#momentum = rows.momentum(work);
    rows.applyAll(work.velocities);
    this.#solve(work.velocities, scales.tolerance, this.#momentum);
    if (impulseTime > 0) this.#keepImpulses(island.joints, impulseTime);
  }

  /**
   * Measures how the contacts bend within an interval whose velocities were solved, with the bodies at `next`. True where the gap of one that presses
   * bends by more than a length; less may be left out.
   */
  measureBends({ pairs }: Island, work: Work, ahead: number, length: number): boolean {
    const count = BEND * this.#contacts.length;
    if (this.#bends.length < count) this.#bends = new Float64Array(2 * count);
    const bends = this.#bends;
    let isAny = false;
    let o = 0;
    for (const pair of pairs) {
      const isStraight = bendLess(pair, work, ahead, length);
      for (const contact of pair.contacts) {
        if (isStraight) bends.fill(0, o, o + BEND);
        else writeBend(pair, contact, work, ahead, bends, o);
        if (contact.pressed > 0 && bends[o] > length) isAny = true;
        o += BEND;
      }
    }
    return isAny;
  }

  /** Friction asks for the velocity of the ground half the time ahead where a kinematic body carries the other. */
  #addCarrying(row: number, pair: BodyPair, { numbers, at }: Contact, { velocities }: Work, ahead: number): boolean {
    if (!writeCarrying(pair, numbers, at, velocities, ahead / 2, carrying)) return false;
    const { targets } = this.rows;
    for (let k = 0; k < 3; k++) {
      targets[row + 1] += carrying[k] * across[k];
      targets[row + 2] += carrying[k] * across[3 + k];
    }
    return true;
  }

  /**
   * Solves once more for velocities with what `measureBends` found: gaps may close by that as well. It goes on from the last solve, with its rows, impulses
   * and velocities, so that what does not bend is solved already.
   */
  solveBends({ joints }: Island, { velocities }: Work, scales: Scales, impulseTime: number, ahead: number): void {
    const first = this.rows.count - 3 * this.#contacts.length;
    for (let c = 0; c < this.#contacts.length; c++) this.#addBend(first + 3 * c, c, ahead);
    this.#solve(velocities, scales.tolerance, this.#momentum);
    this.#keepImpulses(joints, impulseTime);
  }

  /** The gap may close by what it bends open, and friction goes against what the point bends away; what is carried has its own arc. */
  #addBend(row: number, c: number, ahead: number): void {
    const { targets } = this.rows;
    const bends = this.#bends;
    const o = BEND * c;
    targets[row] -= bends[o] / ahead;
    if (this.#isCarried[c]) return;
    writeAcross(this.#contacts[c].normal, across);
    for (let k = 0; k < 3; k++) {
      targets[row + 1] -= (bends[o + 1 + k] / ahead) * across[k];
      targets[row + 2] -= (bends[o + 1 + k] / ahead) * across[3 + k];
    }
  }

  /**
   * Sweeps. If they do not converge, rows with a nonzero impulse are solved as one linear system. Where its equations contradict each other
   * the impulses are enormous, and the solve is undone.
   */
  #solve(velocities: Float64Array, tolerance: number, momentum: number): void {
    const { rows } = this;
    if (rows.solve(velocities, FIRST_SWEEPS, tolerance)) return;
    let best = rows.change;
    let kept = { impulses: rows.impulses.slice(0, rows.count), velocities: velocities.slice() };
    const most = MOST_EFFORT * Math.max(rows.effort, momentum);
    for (let solve = 0; solve < MOST_SOLVES; solve++) {
      if (!this.#subspace.improve(rows, velocities)) break;
      const isSolved = rows.solve(velocities, SWEEPS_BETWEEN, tolerance);
      const isSane = rows.effort <= most;
      if (isSolved && isSane) return;
      if (!isSane || rows.change > WORSE * best) break;
      if (rows.change > best) continue;
      best = rows.change;
      kept = { impulses: rows.impulses.slice(0, rows.count), velocities: velocities.slice() };
    }
    rows.impulses.set(kept.impulses);
    velocities.set(kept.velocities);
    rows.solve(velocities, LAST_SWEEPS, tolerance);
  }

  #addJoint(joint: Joint, half: number, ahead: number): void {
    const { rows } = this;
    const poses = posesNow(joint);
    const first = joint.write(rows, poses);
    joint.row = first;
    for (let k = 0; k < joint.equalities; k++) rows.impulses[first + k] = joint.forces[k] * half;
    if (!joint.isFreeUsed) return;
    joint.value = joint.measure(poses);
    const { limits, motor, value } = joint;
    if (limits !== null) {
      const [low, high] = limits;
      this.#addLimit(joint, 1, low - value, AT_LIMIT * (1 + Math.abs(low)), ahead);
      this.#addLimit(joint, -1, value - high, AT_LIMIT * (1 + Math.abs(high)), ahead);
    }
    if (motor !== null) {
      const row = joint.addFree(rows);
      rows.targets[row] = motor.speed;
      rows.lows[row] = -motor.force * half;
      rows.highs[row] = motor.force * half;
    }
  }

  /** One side of a limit. `beyond` > 0: the limit is exceeded by this much. */
  #addLimit(joint: Joint, sign: 1 | -1, beyond: number, near: number, ahead: number): void {
    if (ahead === 0 && beyond < -near) return;
    const row = this.#addSide(joint, sign);
    this.rows.targets[row] = ahead > 0 ? Math.min(0, beyond) / ahead : 0;
  }

  #keepImpulses(joints: readonly Joint[], half: number): void {
    const { rows } = this;
    const rate = 1 / half;
    for (const joint of joints) {
      for (let k = 0; k < joint.equalities; k++) joint.forces[k] = rows.impulses[joint.row + k] * rate;
    }
    let row = rows.count - 3 * this.#contacts.length;
    for (const contact of this.#contacts) {
      keepImpulse(rows, row, contact, rate);
      row += 3;
    }
  }

  /**
   * Solves for displacements, left in `work.displacements`, that bring the contacts of the bodies at `next` to RESTORED of the margin and the
   * joints together. False where nothing has to be moved.
   */
  solvePositions({ pairs, joints }: Island, work: Work, { margin }: Scales): boolean {
    const { rows } = this;
    rows.clear();
    let isNeeded = false;
    for (const joint of joints) {
      const first = joint.write(rows, posesNext(joint, work));
      for (let k = 0; k < joint.equalities; k++) {
        rows.targets[first + k] = -joint.errors[k];
        if (Math.abs(joint.errors[k]) > margin / 16) isNeeded = true;
      }
      if (this.#addReturn(joint, posesNext(joint, work), margin)) isNeeded = true;
    }
    for (const { a, b, contacts } of pairs) {
      for (const contact of contacts) {
        contact.update(a.next, work.nextCom(a), b.next, work.nextCom(b));
        if (contact.gap < TOO_NEAR * margin) isNeeded = true;
        const [x, y, z] = contact.normal;
        const row = rows.addPoint(a.slot, b.slot, x, y, z, contact.armA, contact.armB);
        rows.targets[row] = RESTORED * margin - contact.gap;
        rows.lows[row] = 0;
      }
    }
    if (!isNeeded) return false;
    rows.prepare(work);
    work.displacements.fill(0);
    this.#solve(work.displacements, margin / 64, 0);
    return true;
  }

  /** The displacement that brings a joint back within its limits; after `write`, at the same poses. True where it is needed. */
  #addReturn(joint: Joint, poses: JointPoses, margin: number): boolean {
    if (joint.limits === null) return false;
    const [low, high] = joint.limits;
    const value = joint.measure(poses);
    const beyond = Math.max(low - value, value - high);
    if (!(beyond > 0)) return false;
    const arm = joint.pointsMove;
    const row = this.#addSide(joint, value < low ? 1 : -1);
    this.rows.targets[row] = Math.min(beyond, (MOST_RETURN * joint.size) / arm);
    return beyond * arm > margin / 16;
  }

  /** The row of one side of a limit, which pushes inwards. */
  #addSide(joint: Joint, sign: 1 | -1): number {
    const { rows } = this;
    const row = joint.addFree(rows);
    if (sign < 0) for (let k = 12 * row; k < 12 * row + 12; k++) rows.jacobians[k] = -rows.jacobians[k];
    rows.lows[row] = 0;
    return row;
  }

  /** The largest error that joints gain within the interval. The displacements that undo it are left in `work.displacements`. */
  solveJointDrift({ joints }: Island, work: Work): number {
    const { rows } = this;
    const scratch = this.#scratch;
    rows.clear();
    let largest = 0;
    for (const joint of joints) {
      scratch.clear();
      joint.write(scratch, posesNext(joint, work));
      const ends = joint.errors.slice();
      // Constraint forces act along the Jacobian at the start (RATTLE).
      const first = joint.write(rows, posesNow(joint));
      for (let k = 0; k < joint.equalities; k++) {
        const drift = ends[k] - joint.startErrors[k];
        rows.targets[first + k] = -drift;
        largest = Math.max(largest, Math.abs(drift));
      }
    }
    rows.prepare(work);
    work.displacements.fill(0);
    this.#solve(work.displacements, 1e-3 * largest, 0);
    return largest;
  }
}

/** The three rows of a contact: along the normal, and two across. */
export function addContact(
  rows: Rows,
  a: number,
  b: number,
  contact: Contact,
  friction: number,
  target: number,
  half: number,
): number {
  const { normal, armA, armB, impulse } = contact;
  const row = rows.addPoint(a, b, normal[0], normal[1], normal[2], armA, armB);
  rows.targets[row] = target;
  rows.lows[row] = 0;
  rows.impulses[row] = contact.pressed * half;
  writeAcross(normal, across);
  for (let side = 0; side < 2; side++) {
    const k = 3 * side;
    const slip = rows.addPoint(a, b, across[k], across[k + 1], across[k + 2], armA, armB);
    rows.normals[slip] = side === 0 ? row : -2;
    rows.frictions[slip] = friction;
    rows.impulses[slip] = half * (impulse[0] * across[k] + impulse[1] * across[k + 1] + impulse[2] * across[k + 2]);
  }
  return row;
}

function keepImpulse(rows: Rows, row: number, contact: Contact, rate: number): void {
  const { normal, impulse } = contact;
  writeAcross(normal, across);
  contact.pressed = rows.impulses[row] * rate;
  for (let k = 0; k < 3; k++) {
    impulse[k] = rate * (rows.impulses[row + 1] * across[k] + rows.impulses[row + 2] * across[3 + k]);
  }
}
