// Arrays that grow by doubling, for files that do not declare their size. The memory stays proportional to the bytes read, whatever
// a header claims.

import { refuse } from './refuse.ts';

const FIRST_CAPACITY = 1024;

export class FloatList {
  #items: Float64Array = new Float64Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.#items.length) this.#items = grow(this.#items, Float64Array);
    this.#items[this.length++] = value;
  }

  /** The item at a position below `length`. */
  at(index: number): number {
    return this.#items[index];
  }

  /** A view of the items; it is out of date after the next push. */
  view(): Float64Array {
    return this.#items.subarray(0, this.length);
  }
}

/** Whole numbers from 0 to 2³² − 1. */
export class IndexList {
  #items: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.#items.length) this.#items = grow(this.#items, Uint32Array);
    this.#items[this.length++] = value;
  }

  /** A view of the items; it is out of date after the next push. */
  view(): Uint32Array {
    return this.#items.subarray(0, this.length);
  }
}

function grow<T extends Float64Array | Uint32Array>(items: T, Kind: new (length: number) => T): T {
  const larger = allocate(Kind, 2 * items.length);
  larger.set(items);
  return larger;
}

/** A new typed array, or an error for a file that is too large for the memory. */
export function allocate<T>(Kind: new (length: number) => T, length: number): T {
  try {
    return new Kind(length);
  } catch (cause) {
    return refuse('io/too-large', 'whole file', `The file holds more than fits in memory: ${length} numbers.`, cause);
  }
}
