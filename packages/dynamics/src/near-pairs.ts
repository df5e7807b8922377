// The broad phase: which bodies may meet in a step, by boxes that are wider by as much as bodies can go.

import type { Body } from './body.ts';
import { writeBox } from './body-box.ts';
import type { BodyPair } from './body-pair.ts';
import { BOX, SweepAndPrune } from './broad-phase.ts';
import { isBeyondStep, searchDistance } from './impulses-stepper.ts';
import type { PairTable } from './pair-table.ts';
import type { Scales, Work } from './work.ts';

/** How much farther than its velocity says a body may go. Dimensionless. */
const SPARE = 2;
/** A box that overlaps none. */
const NOTHING = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

export class NearPairs {
  readonly #table: PairTable;
  readonly #work: Work;
  readonly #gravity: Float64Array;
  readonly #sweep = new SweepAndPrune();
  #boxes: Float64Array = new Float64Array(0);
  /** All pairs with contacts, and those that were near in the last step. */
  last: BodyPair[] = [];
  /** Those that are near in the step that is computed. */
  now: BodyPair[] = [];

  constructor(table: PairTable, work: Work, gravity: Float64Array) {
    this.#table = table;
    this.#work = work;
    this.#gravity = gravity;
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
      body.startCom.set(body.com);
      if (body.kind === 'dynamic') body.start.set(body.pose);
    }
    const pairs: BodyPair[] = [];
    this.#forEachOverlap(bodies, (a, b) => {
      if (a.isAtRest && b.isAtRest) return;
      if (isImpulses && this.#staysApart(a, b, duration, scales)) return;
      const pair = this.#table.get(a, b);
      if (isImpulses && isBeyondStep(pair, this.#work, scales, duration)) {
        pair.stamp = step;
        return;
      }
      if (pair.stamp !== step) this.now.push(pair);
      pair.stamp = step;
      if (pair.isViolated && pair.measure(4 * scales.within)) pair.isViolated = false;
      pairs.push(pair);
    });
    return pairs.sort((p, q) => p.key - q.key);
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
    this.#forEachOverlap(bodies, visit);
  }

  /** Ends a step. A pair that was near before and is not has no contacts, but one that sleeps keeps them. */
  end(step: number): void {
    const near = this.now;
    for (const pair of this.last) {
      if (pair.stamp === step) continue;
      if (pair.isViolated || (pair.a.isAtRest && pair.b.isAtRest)) near.push(pair);
      else pair.forgetContacts();
    }
    this.last = near;
    this.now = [];
  }

  /** Forgets the pairs of a body that is put elsewhere or taken out; what it was in contact with is woken. */
  forget(body: Body, step: number): void {
    for (const { a, b, contacts } of this.#table.values()) {
      if (contacts.length > 0 && (a === body || b === body)) (a === body ? b : a).wake();
    }
    this.#table.drop(step, body);
    this.last = this.last.filter(({ a, b }) => a !== body && b !== body);
  }

  /** Calls `visit` with every two bodies that may collide and whose boxes, as much wider as the bodies reach, overlap. */
  #forEachOverlap(bodies: readonly (Body | null)[], visit: (a: Body, b: Body) => void): void {
    if (this.#boxes.length < BOX * bodies.length) this.#boxes = new Float64Array(2 * BOX * bodies.length);
    const boxes = this.#boxes;
    for (let slot = 0; slot < bodies.length; slot++) {
      const body = bodies[slot];
      // A box of nothing, for what collides with nobody.
      if (body === null || slot === 0) boxes.set(NOTHING, BOX * slot);
      else writeBox(body, body.pose, body.reach, boxes, BOX * slot);
    }
    this.#sweep.forEachOverlap(boxes, bodies.length, (i, j) => {
      const a = bodies[i];
      const b = bodies[j];
      if (a !== null && b !== null && this.#table.mayCollide(a, b)) visit(a, b);
    });
  }

  /** Whether the boxes of two bodies are farther apart than the bodies can approach each other in a step. */
  #staysApart(a: Body, b: Body, duration: number, scales: Scales): boolean {
    const v = this.#work.velocities;
    const i = 6 * a.slot;
    const j = 6 * b.slot;
    const spin = turning(a, v) + turning(b, v);
    const pushed = a.pushOver(duration) + b.pushOver(duration);
    const reach = searchDistance(scales) + (spin + scales.slow + pushed) * duration;
    const boxes = this.#boxes;
    for (let k = 0; k < 3; k++) {
      const p = BOX * a.slot + k;
      const q = BOX * b.slot + k;
      const gap = Math.max(boxes[q] - boxes[p + 3], boxes[p] - boxes[q + 3]) + a.reach + b.reach;
      if (gap > reach + Math.abs(v[j + k] - v[i + k]) * duration) return true;
    }
    return areBallsApart(a, b, v, searchDistance(scales) + (scales.slow + pushed) * duration, duration);
  }

  /** How far points of a body go in a time, with as much again to spare. */
  #reachOf(body: Body, time: number): number {
    if (time === 0) return 0;
    const { velocities } = this.#work;
    const speed = lengthOf(velocities, 6 * body.slot) + turning(body, velocities);
    const fall = body.kind === 'dynamic' ? lengthOf(this.#gravity, 0) * time * time : 0;
    const pushed = body.kind === 'dynamic' ? lengthOf(body.load, 0) * body.inverseMass * time * time : 0;
    return SPARE * (speed * time + fall + pushed) + 0.01 * body.size;
  }
}

/** Whether the balls around two bodies, which do not turn, stay farther apart than a distance at their velocities. */
function areBallsApart(a: Body, b: Body, v: Float64Array, distance: number, duration: number): boolean {
  const i = 6 * a.slot;
  const j = 6 * b.slot;
  const x = b.com[0] - a.com[0];
  const y = b.com[1] - a.com[1];
  const z = b.com[2] - a.com[2];
  const vx = v[j] - v[i];
  const vy = v[j + 1] - v[i + 1];
  const vz = v[j + 2] - v[i + 2];
  const least = a.radius + b.radius + distance + Math.sqrt(vx * vx + vy * vy + vz * vz) * duration;
  return x * x + y * y + z * z > least * least;
}

/** How fast the points of a body can go round its centre of mass. */
function turning({ slot, radius, symmetry }: Body, velocities: Float64Array): number {
  return symmetry === 'ball' ? 0 : radius * lengthOf(velocities, 6 * slot + 3);
}

function lengthOf(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}
