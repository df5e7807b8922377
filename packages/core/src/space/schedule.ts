// A schedule: a heap of items by the time until which each is proven free, the earliest on top.
//
// "Time" may be anything that only grows: seconds, or the distance travelled by the fastest of many bodies.

import { grownDoubles, grownInts } from './grown.ts';

const NONE = -1;

export class Schedule {
  /** Number of scheduled items. */
  count = 0;
  #items: Int32Array = new Int32Array(64);
  #times: Float64Array = new Float64Array(64);
  /** For each item its slot in the heap, or NONE. */
  #slots: Int32Array = new Int32Array(64).fill(NONE);

  /** The time at which the first item is due; Infinity if there is none. */
  get earliest(): number {
    return this.count > 0 ? this.#times[0] : Infinity;
  }

  /** Whether an item is scheduled. */
  has(item: number): boolean {
    return item < this.#slots.length && this.#slots[item] !== NONE;
  }

  /** Schedules an item for a time, or changes the time of a scheduled one. */
  set(item: number, time: number): void {
    this.#reserve(item);
    let slot = this.#slots[item];
    if (slot === NONE) slot = this.count++;
    this.#rise(slot, item, time);
    this.#sink(this.#slots[item], item, time);
  }

  /** Removes an item from the schedule, if it is in it. */
  remove(item: number): void {
    if (!this.has(item)) return;
    const slot = this.#slots[item];
    this.#slots[item] = NONE;
    const last = --this.count;
    if (slot === last) return;
    const moved = this.#items[last];
    const time = this.#times[last];
    this.#rise(slot, moved, time);
    this.#sink(this.#slots[moved], moved, time);
  }

  /** Removes the item that is due first and returns it. */
  pop(): number {
    const item = this.#items[0];
    this.remove(item);
    return item;
  }

  #put(slot: number, item: number, time: number): void {
    this.#items[slot] = item;
    this.#times[slot] = time;
    this.#slots[item] = slot;
  }

  /** Moves an item up from a slot to its position, and later ones down. */
  #rise(from: number, item: number, time: number): void {
    let slot = from;
    while (slot > 0) {
      const above = (slot - 1) >> 1;
      if (!(time < this.#times[above])) break;
      this.#put(slot, this.#items[above], this.#times[above]);
      slot = above;
    }
    this.#put(slot, item, time);
  }

  /** Moves an item down from a slot to its position, and earlier ones up. */
  #sink(from: number, item: number, time: number): void {
    let slot = from;
    for (let below = 2 * slot + 1; below < this.count; below = 2 * slot + 1) {
      if (below + 1 < this.count && this.#times[below + 1] < this.#times[below]) below++;
      if (!(this.#times[below] < time)) break;
      this.#put(slot, this.#items[below], this.#times[below]);
      slot = below;
    }
    this.#put(slot, item, time);
  }

  #reserve(item: number): void {
    if (item >= this.#slots.length) {
      const known = this.#slots.length;
      this.#slots = grownInts(this.#slots, 2 * (item + 1)).fill(NONE, known);
    }
    if (this.count === this.#items.length) {
      this.#items = grownInts(this.#items, 2 * this.count);
      this.#times = grownDoubles(this.#times, 2 * this.count);
    }
  }
}
