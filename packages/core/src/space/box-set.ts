// The boxes of many bodies by number: the input of every broad phase.

import { grownBytes, grownDoubles } from './grown.ts';

/**
 * A number without a box, a box in motion, a box at rest, a box of the other side. Two boxes at rest are never a pair, nor are two
 * of the other side.
 */
export const ABSENT = 0;
const IN_MOTION = 1;
export const AT_REST = 2;
const OTHER_SIDE = 4;

/** Doubles a box: its least corner, then its greatest. */
export const BOX = 6;

/** Boxes with numbers, for a {@link BroadPhase}. */
export class BoxSet {
  /** For each number its box, finite and closed: boxes that touch overlap. */
  bounds: Float64Array = new Float64Array(BOX * 64);
  /** For each number ABSENT, IN_MOTION, AT_REST or OTHER_SIDE. */
  kinds: Uint8Array = new Uint8Array(64);
  /** All boxes have numbers below this. */
  end = 0;

  /** Gives number `id` a box, to be written to `bounds`. */
  add(id: number, isAtRest: boolean): void {
    this.#put(id, isAtRest ? AT_REST : IN_MOTION);
  }

  /** The same for one of two sides: only boxes of different sides form pairs. */
  addToSide(id: number, isFirst: boolean): void {
    this.#put(id, isFirst ? AT_REST : OTHER_SIDE);
  }

  remove(id: number): void {
    this.kinds[id] = ABSENT;
  }

  /** Whether two boxes overlap and may form a pair. */
  overlap(a: number, b: number): boolean {
    return mayPair(this.kinds[a], this.kinds[b]) && boxesOverlap(this.bounds, BOX * a, this.bounds, BOX * b);
  }

  #put(id: number, kind: number): void {
    if (id >= this.kinds.length) this.#grow(2 * (id + 1));
    this.kinds[id] = kind;
    if (id >= this.end) this.end = id + 1;
  }

  #grow(capacity: number): void {
    this.bounds = grownDoubles(this.bounds, BOX * capacity);
    this.kinds = grownBytes(this.kinds, capacity);
  }
}

/** Whether boxes of two kinds may form a pair. */
export function mayPair(kindA: number, kindB: number): boolean {
  return (kindA & kindB) < AT_REST;
}

/** Whether the boxes at `i` and `j` have a point in common: exact comparisons of the coordinates. */
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

/** The same as 1 or 0, without branches: for many pairs in a row, of which no processor can guess which overlap. */
export function countOverlap(bounds: Float64Array, i: number, j: number): number {
  return (
    Number(bounds[i] <= bounds[j + 3]) &
    Number(bounds[j] <= bounds[i + 3]) &
    Number(bounds[i + 1] <= bounds[j + 4]) &
    Number(bounds[j + 1] <= bounds[i + 4]) &
    Number(bounds[i + 2] <= bounds[j + 5]) &
    Number(bounds[j + 2] <= bounds[i + 5])
  );
}
