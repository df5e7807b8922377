// Sweep and prune (Baraff 1992; Cohen, Lin, Manocha & Ponamgi, "I-COLLIDE", 1995): along each axis the ends of all boxes are kept
// sorted, and a body that moves a little is swapped with few others.
//
// Insertion sort moves an end to the left past greater ones, and each swap is an event. A lower end that passes an upper one makes
// two intervals overlap: a pair, if the boxes now overlap on all axes. An upper end that passes a lower one separates two
// intervals: the pair ends. Two ends in the wrong order are swapped exactly once, whichever of them moved, so nothing is missed;
// and since both are updated before they are compared, all events hold for the current boxes. Lower ends come before equal upper
// ends: boxes that touch overlap.
//
// Cost: linear in the bodies plus the swaps. Many new boxes, which insertion would move through the whole list one by one, are
// sorted at once and swept from the start.

import { ABSENT, BOX, type BoxSet } from './box-set.ts';
import type { BroadPhase, BroadPhaseKind, Probe } from './broad-phase.ts';
import { grownDoubles, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';
import { PairSet } from './pair-set.ts';
import { searchAll } from './search-all.ts';

/** Number of new boxes, in parts of all, from which sorting at once is faster than insertion. */
const CROWD = 1 / 16;
/** Fewer new boxes than this are always inserted. */
const SMALL_CROWD = 16;

/** An axis: the values of all ends in ascending order, and their boxes, 2·id for a lower and 2·id + 1 for an upper end. */
interface Axis {
  values: Float64Array;
  owners: Int32Array;
}

export class SweepAndPrune implements BroadPhase {
  readonly pairs: PairSet = new PairSet();
  /** Swaps in the last update. */
  swaps = 0;
  readonly #boxes: BoxSet;
  readonly #axes: readonly Axis[] = [0, 1, 2].map(() => ({
    values: new Float64Array(64),
    owners: new Int32Array(64),
  }));
  #ends = 0;
  readonly #added: IntList = new IntList();
  /** Boxes that a sweep has entered and not yet left. */
  readonly #open: IntList = new IntList();
  #hasRemoved = false;
  #isStale = false;

  constructor(boxes: BoxSet) {
    this.#boxes = boxes;
  }

  add(id: number): void {
    this.#added.push(id);
    this.#isStale = true;
  }

  remove(_id: number): void {
    this.#hasRemoved = true;
    this.#isStale = true;
  }

  move(_id: number): void {
    this.#isStale = true;
  }

  update(): void {
    const { pairs } = this;
    const { kinds } = this.#boxes;
    this.swaps = 0;
    pairs.start();
    if (this.#isStale) {
      if (this.#hasRemoved) pairs.dropAbsent(kinds);
      const isCrowd = this.#added.count > Math.max(SMALL_CROWD, CROWD * this.#ends);
      this.#append();
      if (isCrowd) this.#sortAll();
      else for (let axis = 0; axis < 3; axis++) this.#insertAll(axis);
      this.#isStale = false;
    }
    pairs.finish();
  }

  search(probe: Probe): void {
    searchAll(this.#boxes, probe);
  }

  /** Removes the ends of removed boxes and appends those of new ones; the sort updates the values. */
  #append(): void {
    const { kinds } = this.#boxes;
    const added = this.#added;
    let kept = 0;
    for (const axis of this.#axes) {
      kept = this.#ends;
      if (this.#hasRemoved) {
        kept = 0;
        for (let k = 0; k < this.#ends; k++) {
          if (kinds[axis.owners[k] >> 1] !== ABSENT) axis.owners[kept++] = axis.owners[k];
        }
      }
      if (kept + 2 * added.count > axis.owners.length) growAxis(axis, 2 * (kept + 2 * added.count));
      for (let k = 0; k < added.count; k++) {
        if (kinds[added.items[k]] === ABSENT) continue;
        axis.owners[kept++] = 2 * added.items[k];
        axis.owners[kept++] = 2 * added.items[k] + 1;
      }
    }
    this.#ends = kept;
    added.count = 0;
    this.#hasRemoved = false;
  }

  #insertAll(axis: number): void {
    const { pairs } = this;
    const boxes = this.#boxes;
    const { bounds } = boxes;
    const { values, owners } = this.#axes[axis];
    let swaps = 0;
    for (let k = 0; k < this.#ends; k++) {
      const owner = owners[k];
      const id = owner >> 1;
      const isUpper = owner & 1;
      const value = bounds[BOX * id + 3 * isUpper + axis];
      let slot = k;
      while (slot > 0) {
        const left = values[slot - 1];
        const other = owners[slot - 1];
        if (left < value || (left === value && (other & 1) <= isUpper)) break;
        if (isUpper === 0 && (other & 1) === 1) {
          if (boxes.overlap(id, other >> 1)) pairs.put(id, other >> 1);
        } else if (isUpper === 1 && (other & 1) === 0) pairs.drop(id, other >> 1);
        values[slot] = left;
        owners[slot] = other;
        slot--;
      }
      values[slot] = value;
      owners[slot] = owner;
      swaps += k - slot;
    }
    this.swaps += swaps;
  }

  /** Sorts every axis and finds the pairs by sweeping along the first. */
  #sortAll(): void {
    const boxes = this.#boxes;
    const { bounds } = boxes;
    const count = this.#ends;
    for (let axis = 0; axis < 3; axis++) {
      const { values, owners } = this.#axes[axis];
      const endOf = (owner: number): number => bounds[BOX * (owner >> 1) + 3 * (owner & 1) + axis];
      owners.subarray(0, count).sort((a, b) => endOf(a) - endOf(b) || (a & 1) - (b & 1) || a - b);
      for (let k = 0; k < count; k++) values[k] = endOf(owners[k]);
    }
    const open = this.#open;
    open.count = 0;
    const { owners } = this.#axes[0];
    for (let k = 0; k < count; k++) {
      const id = owners[k] >> 1;
      if ((owners[k] & 1) === 0) {
        for (let o = 0; o < open.count; o++) if (boxes.overlap(id, open.items[o])) this.pairs.put(id, open.items[o]);
        open.push(id);
      } else {
        const last = open.pop();
        const slot = open.items.subarray(0, open.count).indexOf(id);
        if (slot >= 0) open.items[slot] = last;
      }
    }
    this.pairs.dropUnconfirmed();
  }
}

function growAxis(axis: Axis, capacity: number): void {
  axis.values = grownDoubles(axis.values, capacity);
  axis.owners = grownInts(axis.owners, capacity);
}

/**
 * Intervals sorted along an axis.
 *
 * @example
 * const world = new World({ broadPhase: sweepAndPrune });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const sweepAndPrune: BroadPhaseKind = { name: 'sweep-and-prune', create: (boxes) => new SweepAndPrune(boxes) };
