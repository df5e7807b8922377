// Where bodies may go in a step of `events`: a box that a body has to stay in, and a distance that none of its points goes farther than.
// Two bodies whose boxes are disjoint, or that are farther apart than both go, cannot meet and need not be in one island.
//
// The box holds the flight of a body by its velocity. A body in contact or at a joint may go anywhere, so its box is wider on all sides. A
// body that would leave its box, as a rule after an impact, has it widened, and its island begins the step anew.

import type { Body } from './body.ts';
import { writeBox } from './body-box.ts';
import { BOX, SweepAndPrune } from './broad-phase.ts';
import { travelBetween } from './travel.ts';
import type { Work } from './work.ts';

/** How much farther than its velocity says a body in contact may go. Dimensionless. */
const SPARE = 2;
/** What is added to every box, in parts of the body's size. Dimensionless. */
const OF_SIZE = 0.01;
/** How much farther than the speed at the start says points may turn: a body that no torque acts on changes its speed too. Dimensionless. */
const TURNING = 1.5;
/** How much more than the last time there is to spare when a region is widened. Dimensionless. */
const WIDER = 2;
/** What there is to spare, before it is doubled, in parts of how far a body may go. Dimensionless. */
const SPARED = 1 / 8;
/** A box that overlaps none. */
const NOTHING = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

export class Regions {
  readonly #sweep = new SweepAndPrune();
  #boxes: Float64Array = new Float64Array(0);
  readonly #box = new Float64Array(BOX);

  /**
   * Gives a body its region for a time, from where it is. `isHeld`: other bodies may push it at once.
   * `within` is the distance in which features are contacts.
   */
  set(body: Body, { velocities }: Work, gravity: Float64Array, time: number, within: number, isHeld: boolean): void {
    const { region, load, inverseMass, slot, kind } = body;
    const isDynamic = kind === 'dynamic';
    const turning = body.symmetry === 'ball' ? 0 : TURNING * body.radius;
    const spin = time > 0 ? turning * lengthOf(velocities, 6 * slot + 3) * time : 0;
    let gone = 0;
    for (let k = 0; k < 3; k++) {
      const fall = isDynamic ? (gravity[k] + load[k] * inverseMass) * time * time : 0;
      const along = time > 0 ? velocities[6 * slot + k] * time : 0;
      region[k] = Math.min(0, along, along + fall);
      region[3 + k] = Math.max(0, along, along + fall);
      const most = Math.max(-region[k], region[3 + k]);
      gone += most * most;
    }
    gone = Math.sqrt(gone) + spin;
    const spare = within + (time > 0 ? OF_SIZE * body.size : 0) + (isHeld ? SPARE * gone : 0);
    writeBox(body, body.pose, spin + spare, this.#box, 0);
    for (let k = 0; k < BOX; k++) region[k] += this.#box[k];
    body.reach = gone + spare;
    body.spare = SPARED * body.reach;
  }

  /** Widens the region of a body so that it holds its motion to `next`, and more to spare each time. */
  widen(body: Body, nextCom: Float64Array): void {
    const { region, start, startCom, next } = body;
    const box = this.#box;
    body.spare *= WIDER;
    writeBox(body, next, body.spare, box, 0);
    for (let k = 0; k < 3; k++) {
      region[k] = Math.min(region[k], box[k]);
      region[3 + k] = Math.max(region[3 + k], box[3 + k]);
    }
    body.reach = Math.max(body.reach, travelBetween(body, startCom, start, nextCom, next) + body.spare);
  }

  /** Widens the region of a body on all sides. */
  widenBy(body: Body, distance: number): void {
    for (let k = 0; k < 3; k++) {
      body.region[k] -= distance;
      body.region[3 + k] += distance;
    }
    body.reach += distance;
  }

  /** Calls `visit` with every two bodies whose boxes overlap, and whose numbers are not 0, which is the world's. */
  forEachOverlap(bodies: readonly (Body | null)[], visit: (a: Body, b: Body) => void): void {
    if (this.#boxes.length < BOX * bodies.length) this.#boxes = new Float64Array(2 * BOX * bodies.length);
    const boxes = this.#boxes;
    for (let slot = 0; slot < bodies.length; slot++) {
      const body = bodies[slot];
      boxes.set(body === null || slot === 0 ? NOTHING : body.region, BOX * slot);
    }
    const count = this.#sweep.find(boxes, bodies.length);
    const { overlaps } = this.#sweep;
    for (let k = 0; k < 2 * count; k += 2) {
      const a = bodies[overlaps[k]];
      const b = bodies[overlaps[k + 1]];
      if (a !== null && b !== null) visit(a, b);
    }
  }

  /** Whether a body, on its motion from `pose` to `next`, leaves its region. */
  leaves(body: Body, nextCom: Float64Array): boolean {
    const { region, start, startCom, next, reach } = body;
    if (travelBetween(body, startCom, start, nextCom, next) > reach) return true;
    const box = this.#box;
    writeBox(body, next, 0, box, 0);
    // Between both ends a point is beyond its chord by less than it turns.
    const turned = travelBetween(body, nextCom, body.pose, nextCom, next) / 4;
    for (let k = 0; k < 3; k++) {
      if (box[k] - turned < region[k] || box[3 + k] + turned > region[3 + k]) return true;
    }
    return false;
  }
}

function lengthOf(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}
