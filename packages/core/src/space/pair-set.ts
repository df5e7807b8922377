// A set of pairs of numbers that reports its changes from one update to the next.
//
// Pairs have handles that stay the same while they are in the set, so that other modules can keep data about a pair in arrays.
// Handles are found through a hash table with linear probing; a removed entry is filled from behind, so that the table never
// degrades. An update may add and remove a pair any number of times: `begun` and `ended` are the difference between before and
// after.

import { grownBytes, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';

// States of a handle, as bits.
/** In the set now. */
const LIVE = 1;
/** In the set at the start of the update. */
const WAS = 2;
/** Listed for the check at the end of the update. */
const CHANGED = 4;
/** Added during this update. */
const CONFIRMED = 8;

const FIRST_CAPACITY = 64;

/** A set of pairs of box numbers, for a {@link BroadPhase}. */
export class PairSet {
  /** The two numbers of a pair by handle, the lower first. */
  lows: Int32Array = new Int32Array(FIRST_CAPACITY);
  highs: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** All handles are below this. */
  end = 0;
  /** Number of pairs in the set. */
  count = 0;
  /** Handles of pairs that the last update added, and of those that it removed; the latter are still valid. */
  readonly begun: IntList = new IntList();
  readonly ended: IntList = new IntList();
  #states: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  readonly #free: IntList = new IntList();
  readonly #changed: IntList = new IntList();
  /** Handle plus one, or 0; twice as many slots as handles at least. */
  #table: Int32Array = new Int32Array(2 * FIRST_CAPACITY);

  /** Starts an update: handles of pairs that ended in the last one may be reused. */
  start(): void {
    const { begun, ended } = this;
    for (let k = 0; k < ended.count; k++) {
      if ((this.#states[ended.items[k]] & LIVE) === 0) this.#release(ended.items[k]);
    }
    begun.count = 0;
    ended.count = 0;
  }

  /** Whether the pair of a handle is in the set. */
  isLive(handle: number): boolean {
    return (this.#states[handle] & LIVE) !== 0;
  }

  /** The handle of a pair, or −1. */
  find(a: number, b: number): number {
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    return this.#table[this.#slotOf(low, high)] - 1;
  }

  /** Adds a pair to the set, if it is not in it; returns its handle. */
  put(a: number, b: number): number {
    const handle = this.#record(a, b);
    this.#states[handle] |= CONFIRMED;
    this.setLive(handle, true);
    return handle;
  }

  /** Removes a pair from the set, if it is in it. */
  drop(a: number, b: number): void {
    const handle = this.find(a, b);
    if (handle >= 0) this.setLive(handle, false);
  }

  /** Removes every pair that was not added since the start of the update. */
  dropUnconfirmed(): void {
    const states = this.#states;
    for (let handle = 0; handle < this.end; handle++) {
      if ((states[handle] & CONFIRMED) !== 0) states[handle] &= ~CONFIRMED;
      else if ((states[handle] & LIVE) !== 0) this.setLive(handle, false);
    }
  }

  /** Removes every pair of a number whose kind is 0. */
  dropAbsent(kinds: Uint8Array): void {
    for (let handle = 0; handle < this.end; handle++) {
      if (!this.isLive(handle)) continue;
      if (kinds[this.lows[handle]] === 0 || kinds[this.highs[handle]] === 0) this.setLive(handle, false);
    }
  }

  setLive(handle: number, isLive: boolean): void {
    const state = this.#states[handle];
    if (((state & LIVE) !== 0) === isLive) return;
    this.count += isLive ? 1 : -1;
    if ((state & CHANGED) === 0) this.#changed.push(handle);
    this.#states[handle] = (state ^ LIVE) | CHANGED;
  }

  /** Ends an update: computes what began and what ended since `start`. */
  finish(): void {
    const { begun, ended } = this;
    const changed = this.#changed;
    const states = this.#states;
    for (let k = 0; k < changed.count; k++) {
      const handle = changed.items[k];
      const state = states[handle];
      const isLive = (state & LIVE) !== 0;
      const was = (state & WAS) !== 0;
      states[handle] = isLive ? LIVE | WAS : 0;
      if (isLive && !was) begun.push(handle);
      else if (!isLive && was) ended.push(handle);
      else if (!isLive) this.#release(handle);
    }
    changed.count = 0;
  }

  #record(a: number, b: number): number {
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const slot = this.#slotOf(low, high);
    const known = this.#table[slot];
    return known > 0 ? known - 1 : this.#insert(low, high, slot);
  }

  #insert(low: number, high: number, slot: number): number {
    let at = slot;
    if (this.#free.count === 0 && this.end === this.lows.length) {
      this.#grow();
      at = this.#slotOf(low, high);
    }
    const handle = this.#free.count > 0 ? this.#free.pop() : this.end++;
    this.lows[handle] = low;
    this.highs[handle] = high;
    this.#states[handle] = 0;
    this.#table[at] = handle + 1;
    return handle;
  }

  #slotOf(low: number, high: number): number {
    const table = this.#table;
    const { lows, highs } = this;
    const mask = table.length - 1;
    let slot = hashPair(low, high) & mask;
    for (let entry = table[slot]; entry !== 0; entry = table[slot]) {
      if (lows[entry - 1] === low && highs[entry - 1] === high) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Removes the handle from the table, moving up entries that linear probing had put behind it. */
  #release(handle: number): void {
    const table = this.#table;
    const { lows, highs } = this;
    const mask = table.length - 1;
    let hole = this.#slotOf(lows[handle], highs[handle]);
    for (let slot = (hole + 1) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const wish = hashPair(lows[table[slot] - 1], highs[table[slot] - 1]) & mask;
      // An entry may fill the hole unless that would put it before its preferred slot.
      if (((slot - wish) & mask) < ((slot - hole) & mask)) continue;
      table[hole] = table[slot];
      hole = slot;
    }
    table[hole] = 0;
    this.#states[handle] = 0;
    this.#free.push(handle);
  }

  #grow(): void {
    const capacity = 2 * this.lows.length;
    this.lows = grownInts(this.lows, capacity);
    this.highs = grownInts(this.highs, capacity);
    this.#states = grownBytes(this.#states, capacity);
    this.#table = new Int32Array(2 * capacity);
    for (let handle = 0; handle < this.end; handle++) {
      this.#table[this.#slotOf(this.lows[handle], this.highs[handle])] = handle + 1;
    }
  }
}

/** Odd multipliers near the golden section of 2³² spread numbers in a row; the shift brings the upper bits down. */
function hashPair(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}
