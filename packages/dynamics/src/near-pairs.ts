// The broad phase: which bodies may meet in a step, by boxes that are wider by as much as bodies can go.

import type { Body } from './body.ts';
import { writeBox } from './body-box.ts';
import type { BodyPair } from './body-pair.ts';
import { BOX, SweepAndPrune } from './broad-phase.ts';
import { searchDistance } from './impulses-stepper.ts';
import { PairOrder } from './pair-order.ts';
import type { PairTable } from './pair-table.ts';
import type { Scales, Work } from './work.ts';

/** How much farther than its velocity says a body may go. Dimensionless. */
const SPARE = 2;
/**
 * Where the numbers of a body are, after its centre of mass: the ball around it, how much wider its box is, the speed of its points as it
 * turns, the same where that matters, and the speed that callers' forces give it in a step.
 */
const RADIUS = 3;
const REACH = 4;
const SPIN = 5;
const TURNING = 6;
const PUSH = 7;
const BODY = 8;
/** What else decides whether it collides: bits of its groups, and its state. */
const GROUP = 0;
const MASK = 1;
const STATE = 2;
const KIND = 3;
/** States that two bodies do not collide in if both have one of them in common: no force moves it, or it does not move by itself. */
const UNMOVED = 1;
const AT_REST = 2;
/** A box that overlaps none. */
const NOTHING = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

export class NearPairs {
  readonly #table: PairTable;
  readonly #work: Work;
  readonly #gravity: Float64Array;
  readonly #sweep = new SweepAndPrune();
  /** By the bodies' numbers: boxes, and what else tells whether two come near. Flat, since thousands of pairs are told from them in a step. */
  #boxes: Float64Array = new Float64Array(0);
  #bodies: Float64Array = new Float64Array(0);
  #kinds: Int32Array = new Int32Array(0);
  readonly #order = new PairOrder();
  /** The pairs of numbers that were found, in order. */
  #found: Float64Array = new Float64Array(1024);
  /** The pairs that were last found with `impulses` in the order of their keys, which are as in `#found`, of so many bodies. */
  #known: BodyPair[] = [];
  #keys: Float64Array = new Float64Array(0);
  #lastKeys: Float64Array = new Float64Array(0);
  #bodyCount = 0;
  /** All pairs with contacts, and those that were near in the last step. */
  #last: BodyPair[] = [];
  /** Whether the gaps of their contacts are not those of the end of the last step. */
  #isStale = false;
  /** Those that are near in the step that is computed. */
  now: BodyPair[] = [];

  constructor(table: PairTable, work: Work, gravity: Float64Array) {
    this.#table = table;
    this.#work = work;
    this.#gravity = gravity;
  }

  get last(): readonly BodyPair[] {
    return this.#last;
  }

  /** The pairs whose bodies may meet in the time that is left to them; `impulses` leaves out those that stay apart at their velocities. */
  find(
    bodies: readonly (Body | null)[],
    scales: Scales,
    duration: number,
    step: number,
    isImpulses: boolean,
  ): BodyPair[] {
    for (const body of bodies) {
      if (body === null) continue;
      body.reach = this.#reachOf(body, body.kind === 'kinematic' ? duration : body.left) + scales.within;
    }
    const pairs: BodyPair[] = [];
    const within = searchDistance(scales);
    const count = this.#findOverlaps(bodies, isImpulses, within, scales.slow, duration);
    // Both lists are in order: the pairs of the last step are found without the table.
    const { keys, known } = this.#swapKnown(bodies.length, isImpulses ? count : 0);
    const found = this.#found;
    const nextKeys = this.#keys;
    const next = this.#known;
    const { now } = this;
    const bodyCount = bodies.length;
    let m = 0;
    for (let k = 0; k < count; k++) {
      const key = found[k];
      const i = Math.floor(key / bodyCount);
      const j = key - i * bodyCount;
      if (!this.#mayCollide(bodies, i, j)) continue;
      while (m < known.length && keys[m] < key) m++;
      const pair = m < known.length && keys[m] === key ? known[m] : this.#pairOf(bodies[i], bodies[j]);
      if (pair === null) continue;
      if (isImpulses) {
        nextKeys[next.push(pair) - 1] = key;
        if (pair.staysApart(this.#approachOf(i, j, scales.slow, duration), within)) {
          pair.stamp = step;
          continue;
        }
      }
      if (pair.stamp !== step) now.push(pair);
      pair.stamp = step;
      if (pair.isViolated && pair.measure(4 * scales.within)) pair.isViolated = false;
      pairs.push(pair);
    }
    return pairs;
  }

  #pairOf(a: Body | null, b: Body | null): BodyPair | null {
    return a === null || b === null ? null : this.#table.get(a, b);
  }

  /** Whether two bodies may collide, and one of them moves. Flat: bodies are large, and thousands of pairs would read them. */
  #mayCollide(bodies: readonly (Body | null)[], i: number, j: number): boolean {
    const n = this.#kinds;
    const p = KIND * i;
    const q = KIND * j;
    const isDriven = (n[p + STATE] & n[q + STATE]) === 0;
    if (!isDriven || (n[p + GROUP] & n[q + MASK]) === 0 || (n[q + GROUP] & n[p + MASK]) === 0) return false;
    if (!this.#table.isAnyJoined) return true;
    const a = bodies[i];
    const b = bodies[j];
    return a !== null && b !== null && this.#table.mayCollide(a, b);
  }

  /** The pairs of the last step and their keys, of as many bodies; makes space for others. */
  #swapKnown(bodyCount: number, count: number): { readonly keys: Float64Array; readonly known: readonly BodyPair[] } {
    const keys = this.#keys;
    const known = this.#bodyCount === bodyCount ? this.#known : [];
    this.#bodyCount = bodyCount;
    this.#keys = this.#lastKeys.length < count ? new Float64Array(2 * count) : this.#lastKeys;
    this.#lastKeys = keys;
    this.#known = [];
    return { keys, known };
  }

  /** Calls `visit` with every two bodies that may come within a distance of each other in a time. */
  forEachWithin(
    bodies: readonly (Body | null)[],
    within: number,
    time: number,
    visit: (a: Body, b: Body) => void,
  ): void {
    for (const body of bodies) {
      if (body !== null) body.reach = this.#reachOf(body, body.kind === 'static' ? 0 : time) + within;
    }
    const count = this.#findOverlaps(bodies, false, 0, 0, time);
    for (let k = 0; k < count; k++) {
      const key = this.#found[k];
      const i = Math.floor(key / bodies.length);
      const a = bodies[i];
      const b = bodies[key - i * bodies.length];
      if (a !== null && b !== null && this.#table.mayCollide(a, b)) visit(a, b);
    }
  }

  /** Ends a step. A pair that was near before and is not has no contacts, but one that sleeps keeps them. */
  end(step: number, isImpulses: boolean): void {
    const near = this.now;
    for (const pair of this.#last) {
      if (pair.stamp === step) continue;
      if (pair.isViolated || (pair.a.isAtRest && pair.b.isAtRest)) near.push(pair);
      else pair.forgetContacts();
    }
    this.#last = near;
    this.now = [];
    this.#isStale = isImpulses;
  }

  /** Takes in the pairs of a snapshot. */
  restore(): void {
    this.#last = [...this.#table.values()];
    this.#known = [];
    this.#isStale = false;
  }

  /** Brings the gaps of contacts up to date with where bodies are. Steps do so themselves with those that they need. */
  updateContacts(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    for (const { a, b, contacts } of this.#last) for (const contact of contacts) contact.updateNow(a, b);
  }

  /** Forgets the pairs of a body that is put elsewhere or taken out; what it was in contact with is woken. */
  forget(body: Body, step: number): void {
    for (const { a, b, contacts } of this.#table.values()) {
      if (contacts.length > 0 && (a === body || b === body)) (a === body ? b : a).wake();
    }
    this.#table.drop(step, body);
    this.#known = [];
    this.#last = this.#last.filter(({ a, b }) => a !== body && b !== body);
  }

  /**
   * Finds every two bodies whose boxes, as much wider as the bodies reach, overlap; with `impulses`, without those that stay apart at their
   * velocities. In the order of their numbers i < j, as i times the number of bodies plus j; returns how many.
   */
  #findOverlaps(
    bodies: readonly (Body | null)[],
    isImpulses: boolean,
    within: number,
    slow: number,
    duration: number,
  ): number {
    this.#readBodies(bodies, duration);
    const count = this.#sweep.find(this.#boxes, bodies.length);
    const { overlaps } = this.#sweep;
    const found = isImpulses ? this.#keepApproaching(overlaps, count, within, slow, duration) : count;
    if (this.#found.length < found) this.#found = new Float64Array(2 * found);
    this.#order.sort(overlaps, found, bodies.length, this.#found);
    return found;
  }

  #readBodies(bodies: readonly (Body | null)[], duration: number): void {
    if (this.#boxes.length < BOX * bodies.length) {
      this.#boxes = new Float64Array(2 * BOX * bodies.length);
      this.#bodies = new Float64Array(2 * BODY * bodies.length);
      this.#kinds = new Int32Array(2 * KIND * bodies.length);
    }
    const boxes = this.#boxes;
    const n = this.#bodies;
    const kinds = this.#kinds;
    const { velocities } = this.#work;
    for (let slot = 0; slot < bodies.length; slot++) {
      const body = bodies[slot];
      // A box of nothing, for what collides with nobody.
      if (body === null || slot === 0) {
        boxes.set(NOTHING, BOX * slot);
        continue;
      }
      writeBox(body, body.pose, body.reach, boxes, BOX * slot);
      const k = BODY * slot;
      for (let c = 0; c < 3; c++) n[k + c] = body.com[c];
      n[k + RADIUS] = body.radius;
      n[k + REACH] = body.reach;
      n[k + SPIN] = body.radius * lengthOf(velocities, 6 * slot + 3);
      n[k + TURNING] = body.symmetry === 'ball' ? 0 : n[k + SPIN];
      n[k + PUSH] = body.pushOver(duration);
      kinds[KIND * slot + GROUP] = body.group;
      kinds[KIND * slot + MASK] = body.mask;
      kinds[KIND * slot + STATE] = (body.inverseMass === 0 ? UNMOVED : 0) | (body.isAtRest ? AT_REST : 0);
    }
  }

  /**
   * Drops pairs whose boxes or balls are farther apart than the bodies can approach each other in a step; returns how many are left. Without branches,
   * which no processor could guess.
   */
  #keepApproaching(pairs: Int32Array, count: number, within: number, slow: number, duration: number): number {
    const v = this.#work.velocities;
    const n = this.#bodies;
    const boxes = this.#boxes;
    let kept = 0;
    for (let at = 0; at < 2 * count; at += 2) {
      const i = pairs[at];
      const j = pairs[at + 1];
      const p = BODY * i;
      const q = BODY * j;
      const r = BOX * i;
      const s = BOX * j;
      const reachI = n[p + REACH];
      const reachJ = n[q + REACH];
      const vx = v[6 * j] - v[6 * i];
      const vy = v[6 * j + 1] - v[6 * i + 1];
      const vz = v[6 * j + 2] - v[6 * i + 2];
      const pushed = n[p + PUSH] + n[q + PUSH];
      const reach = within + (n[p + TURNING] + n[q + TURNING] + slow + pushed) * duration;
      const gapX = Math.max(boxes[s] - boxes[r + 3], boxes[r] - boxes[s + 3]) + reachI + reachJ;
      const gapY = Math.max(boxes[s + 1] - boxes[r + 4], boxes[r + 1] - boxes[s + 4]) + reachI + reachJ;
      const gapZ = Math.max(boxes[s + 2] - boxes[r + 5], boxes[r + 2] - boxes[s + 5]) + reachI + reachJ;
      // Balls around the bodies do not turn.
      const x = n[q] - n[p];
      const y = n[q + 1] - n[p + 1];
      const z = n[q + 2] - n[p + 2];
      const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
      const least = n[p + RADIUS] + n[q + RADIUS] + within + (slow + pushed + speed) * duration;
      const isApart =
        Number(gapX > reach + Math.abs(vx) * duration) |
        Number(gapY > reach + Math.abs(vy) * duration) |
        Number(gapZ > reach + Math.abs(vz) * duration) |
        Number(x * x + y * y + z * z > least * least);
      pairs[2 * kept] = i;
      pairs[2 * kept + 1] = j;
      kept += 1 - isApart;
    }
    return kept;
  }

  /** How far two bodies can approach each other in a time. */
  #approachOf(i: number, j: number, slow: number, time: number): number {
    const n = this.#bodies;
    const p = BODY * i;
    const q = BODY * j;
    return (this.#speed(i, j) + n[p + SPIN] + n[q + SPIN] + slow + n[p + PUSH] + n[q + PUSH]) * time;
  }

  /** The speed of a body's centre of mass relative to that of another. */
  #speed(i: number, j: number): number {
    const v = this.#work.velocities;
    const x = v[6 * j] - v[6 * i];
    const y = v[6 * j + 1] - v[6 * i + 1];
    const z = v[6 * j + 2] - v[6 * i + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** How far points of a body go in a time, with as much again to spare. */
  #reachOf(body: Body, time: number): number {
    if (time === 0) return 0;
    const { velocities } = this.#work;
    const turning = body.symmetry === 'ball' ? 0 : body.radius * lengthOf(velocities, 6 * body.slot + 3);
    const speed = lengthOf(velocities, 6 * body.slot) + turning;
    const fall = body.kind === 'dynamic' ? lengthOf(this.#gravity, 0) * time * time : 0;
    const pushed = body.kind === 'dynamic' ? lengthOf(body.load, 0) * body.inverseMass * time * time : 0;
    return SPARE * (speed * time + fall + pushed) + 0.01 * body.size;
  }
}

function lengthOf(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}
