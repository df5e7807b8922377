// The boxes of many bodies by number: what every broad phase looks at.

import { grownBytes, grownDoubles } from './grown.ts';

/** A number without a box, a box that moves, a box that rests. Two that rest are never a pair. */
export const ABSENT = 0;
const MOVING = 1;
export const RESTING = 2;

/** Doubles a box: its least corner, then its greatest. */
export const BOX = 6;

export class BoxSet {
  /** Of each number its box, finite and closed: boxes that touch overlap. */
  bounds: Float64Array = new Float64Array(BOX * 64);
  /** Of each number ABSENT, MOVING or RESTING. */
  kinds: Uint8Array = new Uint8Array(64);
  /** All boxes have numbers below this. */
  end = 0;

  /** Gives number `id` a box, to be written to `bounds`. */
  add(id: number, isResting: boolean): void {
    if (id >= this.kinds.length) this.#grow(2 * (id + 1));
    this.kinds[id] = isResting ? RESTING : MOVING;
    if (id >= this.end) this.end = id + 1;
  }

  remove(id: number): void {
    this.kinds[id] = ABSENT;
  }

  /** Whether two boxes overlap and are of interest to each other. */
  meet(a: number, b: number): boolean {
    return (this.kinds[a] & this.kinds[b]) !== RESTING && boxesOverlap(this.bounds, BOX * a, this.bounds, BOX * b);
  }

  #grow(room: number): void {
    this.bounds = grownDoubles(this.bounds, BOX * room);
    this.kinds = grownBytes(this.kinds, room);
  }
}

/** Whether the boxes at `i` and `j` have a point in common. */
export function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}
