// Space-time bounds (Hubbard, "Collision detection for interactive graphics applications", 1995; Lin's lectures list them among the
// spatial decompositions): for each box a bound in space and time, a horn that opens as a parabola around its expected path. Two
// boxes are not compared before the time at which their horns first overlap.
//
// A horn starts with the box, a little wider, continues at the velocity measured since the last one, and opens by the measured
// acceleration. It lasts for HORIZON updates. Every update compares every box with its horn at that time: a box that has left it,
// or whose horn has ended, gets a new one, and its pairs are tested again. So the caller has to provide nothing, and no pair is
// missed under any motion: while both boxes are in their horns, and these are apart, so are the boxes.
//
// Departures: Hubbard encloses horns in "hypertrapezoids" and solves for the times at which their faces touch. Updates are discrete
// here, so the first of them at which two horns overlap is found by testing both at each, with the same numbers that boxes are
// compared with; no rounding needs a bound. Horns are boxes at every time, and a dynamic tree over all that each horn covers until
// it ends finds those that can overlap at all.

import { ABSENT, BOX, BoxSet } from './box-set.ts';
import type { BroadPhase, BroadPhaseKind, Probe } from './broad-phase.ts';
import { DynamicTree } from './dynamic-tree.ts';
import { grownDoubles, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';
import { PairSet } from './pair-set.ts';
import { Schedule } from './schedule.ts';

/** Number of updates that a horn lasts for. */
const HORIZON = 16;
/** How much wider a horn starts than its box, in parts of the longest side. */
const ERROR_BOUND = 1 / 16;
/** Speed, in sides per update, from which a box counts as jumping: a horn along its path would be useless. */
const TOO_FAST = 1;
/** Sides that a horn may open by until it ends. */
const WIDEST = 1 / 2;

// For each box: its ends at the start of its horn, then these.
const VELOCITY = 6;
/** The initial width of the horn, and its increase in one update; in two updates the increase is four times that. */
const WIDTH = 9;
const OPENING = 10;
const BEGIN = 11;
const FIELDS = 12;

export class SpaceTime implements BroadPhase {
  readonly pairs: PairSet = new PairSet();
  /** Pairs tested in the last update. */
  tests = 0;
  readonly #boxes: BoxSet;
  #horns: Float64Array = new Float64Array(0);
  /** For each box the update in which its horn started, or 0 where there is no box. */
  #since: Int32Array = new Int32Array(0);
  #now = 0;
  /** The box that each horn covers until it ends, and the pairs of these that overlap. */
  readonly #covers: BoxSet = new BoxSet();
  readonly #tree: DynamicTree = new DynamicTree(this.#covers);
  /** Those pairs by the update in which their horns next overlap. */
  readonly #schedule: Schedule = new Schedule();
  readonly #waiting: IntList = new IntList();

  constructor(boxes: BoxSet) {
    this.#boxes = boxes;
  }

  add(id: number): void {
    this.#waiting.push(id);
  }

  remove(id: number): void {
    this.#waiting.push(id);
  }

  move(_id: number): void {
    // Every box is compared with its horn in every update, moved or not.
  }

  update(): void {
    const { kinds } = this.#boxes;
    this.#now++;
    this.tests = 0;
    this.pairs.start();
    this.#updateBoxes();
    this.#followAll();
    this.pairs.dropAbsent(kinds);
    this.#tree.update();
    const { begun, ended, lows, highs, end } = this.#tree.pairs;
    for (let k = 0; k < ended.count; k++) {
      const handle = ended.items[k];
      this.#schedule.remove(handle);
      this.pairs.drop(lows[handle], highs[handle]);
    }
    for (let k = 0; k < begun.count; k++) this.#schedule.set(begun.items[k], this.#now);
    for (let handle = 0; handle < end; handle++) {
      if (!this.#tree.pairs.isLive(handle)) continue;
      if (this.#begin(lows[handle]) === this.#now || this.#begin(highs[handle]) === this.#now) {
        this.#schedule.set(handle, this.#now);
      }
    }
    while (this.#schedule.earliest <= this.#now) this.#test(this.#schedule.pop());
    this.pairs.finish();
  }

  search(probe: Probe): void {
    const { bounds } = this.#boxes;
    this.#tree.search({
      get limit(): number {
        return probe.limit;
      },
      bound: (covers, at) => probe.bound(covers, at),
      take: (id) => {
        if (probe.bound(bounds, BOX * id) <= probe.limit) probe.take(id);
      },
    });
  }

  /** Adds the new boxes and removes the removed ones. */
  #updateBoxes(): void {
    const { kinds, end } = this.#boxes;
    if (end > this.#since.length) {
      this.#horns = grownDoubles(this.#horns, 2 * FIELDS * end);
      this.#since = grownInts(this.#since, 2 * end);
    }
    const waiting = this.#waiting;
    for (let k = 0; k < waiting.count; k++) {
      const id = waiting.items[k];
      const isKnown = this.#since[id] > 0;
      if (kinds[id] === ABSENT && isKnown) {
        this.#since[id] = 0;
        this.#covers.remove(id);
        this.#tree.remove(id);
      } else if (kinds[id] !== ABSENT && !isKnown) {
        this.#covers.add(id, false);
        this.#covers.kinds[id] = kinds[id];
        this.#open(id);
        this.#tree.add(id);
      }
    }
    waiting.count = 0;
  }

  /** Gives a new horn to every box that has left its own, or whose horn has ended. */
  #followAll(): void {
    const { end } = this.#boxes;
    for (let id = 0; id < end; id++) {
      if (this.#since[id] === 0 || (this.#now - this.#since[id] <= HORIZON && this.#isInHorn(id))) continue;
      this.#open(id);
      this.#tree.move(id);
    }
  }

  #begin(id: number): number {
    return this.#since[id];
  }

  /** Decides a pair, and when to test it next. */
  #test(handle: number): void {
    this.tests++;
    const a = this.#tree.pairs.lows[handle];
    const b = this.#tree.pairs.highs[handle];
    if (this.#boxes.overlap(a, b)) {
      this.pairs.put(a, b);
      this.#schedule.set(handle, this.#now + 1);
      return;
    }
    this.pairs.drop(a, b);
    // When a horn ends, its box gets a new one, and the pair is tested in any case.
    const end = Math.min(this.#since[a], this.#since[b]) + HORIZON;
    let time = this.#now + 1;
    while (time <= end && !this.#overlapAt(a, b, time)) time++;
    if (time <= end) this.#schedule.set(handle, time);
  }

  /** Whether the horns of two boxes overlap in an update. */
  #overlapAt(a: number, b: number, time: number): boolean {
    for (let axis = 0; axis < 3; axis++) {
      if (this.#lowAt(a, axis, time) > this.#highAt(b, axis, time)) return false;
      if (this.#lowAt(b, axis, time) > this.#highAt(a, axis, time)) return false;
    }
    return true;
  }

  #isInHorn(id: number): boolean {
    const { bounds } = this.#boxes;
    for (let axis = 0; axis < 3; axis++) {
      if (bounds[BOX * id + axis] < this.#lowAt(id, axis, this.#now)) return false;
      if (bounds[BOX * id + 3 + axis] > this.#highAt(id, axis, this.#now)) return false;
    }
    return true;
  }

  #lowAt(id: number, axis: number, time: number): number {
    const horns = this.#horns;
    const at = FIELDS * id;
    const t = time - horns[at + BEGIN];
    return horns[at + axis] + horns[at + VELOCITY + axis] * t - (horns[at + WIDTH] + horns[at + OPENING] * t * t);
  }

  #highAt(id: number, axis: number, time: number): number {
    const horns = this.#horns;
    const at = FIELDS * id;
    const t = time - horns[at + BEGIN];
    return horns[at + 3 + axis] + horns[at + VELOCITY + axis] * t + (horns[at + WIDTH] + horns[at + OPENING] * t * t);
  }

  /** Gives a box a horn that starts now, and its cover. */
  #open(id: number): void {
    const { bounds } = this.#boxes;
    const horns = this.#horns;
    const at = FIELDS * id;
    const from = BOX * id;
    const updates = this.#since[id] === 0 ? Infinity : this.#now - this.#since[id];
    let side = 0;
    for (let k = 0; k < 3; k++) side = Math.max(side, bounds[from + 3 + k] - bounds[from + k]);
    let fastest = 0;
    let change = 0;
    for (let k = 0; k < 3; k++) {
      const offset = bounds[from + k] / 2 + bounds[from + 3 + k] / 2 - (horns[at + k] / 2 + horns[at + 3 + k] / 2);
      const velocity = updates > 0 && updates < Infinity ? offset / updates : 0;
      fastest = Math.max(fastest, Math.abs(velocity));
      change = Math.max(change, Math.abs(velocity - horns[at + VELOCITY + k]) / Math.max(updates, 1));
      horns[at + VELOCITY + k] = velocity;
    }
    const isTooFast = !(fastest <= TOO_FAST * side);
    for (let k = 0; k < 3; k++) if (isTooFast) horns[at + VELOCITY + k] = 0;
    for (let k = 0; k < BOX; k++) horns[at + k] = bounds[from + k];
    horns[at + WIDTH] = ERROR_BOUND * side;
    // Half the acceleration, no more than the horn may open by.
    horns[at + OPENING] = isTooFast ? 0 : Math.min(change / 2, (WIDEST * side) / (HORIZON * HORIZON));
    horns[at + BEGIN] = this.#now;
    this.#since[id] = this.#now;
    this.#cover(id);
  }

  #cover(id: number): void {
    const { bounds } = this.#covers;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let t = 0; t <= HORIZON; t++) {
        low = Math.min(low, this.#lowAt(id, axis, this.#now + t));
        high = Math.max(high, this.#highAt(id, axis, this.#now + t));
      }
      bounds[BOX * id + axis] = low;
      bounds[BOX * id + 3 + axis] = high;
    }
  }
}

/**
 * Boxes over time, for bodies with bounds on their motion.
 *
 * @example
 * const world = new World({ broadPhase: spaceTime });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const spaceTime: BroadPhaseKind = { name: 'space-time', create: (boxes) => new SpaceTime(boxes) };
