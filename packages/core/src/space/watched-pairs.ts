// Pairs of boxes that may soon overlap, as a list: each update decides which of them do. A pair may be in it twice, and is then decided twice.
//
// The list is in the order in which pairs were found, which is that of space: boxes are read again while they are in the processor's nearest
// memory.

import { BOX, countOverlap } from './box-set.ts';
import { grownBytes, grownInts } from './grown.ts';
import type { PairSet } from './pair-set.ts';

export class WatchedPairs {
  count = 0;
  #as: Int32Array = new Int32Array(64);
  #bs: Int32Array = new Int32Array(64);
  /** Whether they overlapped when last decided, and their handles in the set where they did. */
  #overlaps: Uint8Array = new Uint8Array(64);
  #handles: Int32Array = new Int32Array(64);

  clear(): void {
    this.count = 0;
  }

  /** Watches two boxes. If they overlap, they are added to the set. */
  add(a: number, b: number, bounds: Float64Array, pairs: PairSet): void {
    if (this.count === this.#as.length) this.#grow();
    const overlap = countOverlap(bounds, BOX * a, BOX * b);
    this.#as[this.count] = a;
    this.#bs[this.count] = b;
    this.#overlaps[this.count] = overlap;
    if (overlap === 1) this.#handles[this.count] = pairs.put(a, b);
    this.count++;
  }

  /** Adds those that overlap now to the set, and removes those that do not. */
  decide(bounds: Float64Array, pairs: PairSet): void {
    const as = this.#as;
    const bs = this.#bs;
    const overlaps = this.#overlaps;
    const { count } = this;
    for (let k = 0; k < count; k++) {
      const overlap = countOverlap(bounds, BOX * as[k], BOX * bs[k]);
      if (overlap === overlaps[k]) continue;
      overlaps[k] = overlap;
      if (overlap === 1) this.#handles[k] = pairs.put(as[k], bs[k]);
      // A handle is not given to another pair before the next update: of a pair that is watched twice, both may drop it.
      else pairs.setLive(this.#handles[k], false);
    }
  }

  /** Watches no box any more whose kind is 0. */
  dropAbsent(kinds: Uint8Array): void {
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      if (kinds[this.#as[k]] === 0 || kinds[this.#bs[k]] === 0) continue;
      this.#as[kept] = this.#as[k];
      this.#bs[kept] = this.#bs[k];
      this.#handles[kept] = this.#handles[k];
      this.#overlaps[kept++] = this.#overlaps[k];
    }
    this.count = kept;
  }

  #grow(): void {
    const capacity = 2 * this.#as.length;
    this.#as = grownInts(this.#as, capacity);
    this.#bs = grownInts(this.#bs, capacity);
    this.#overlaps = grownBytes(this.#overlaps, capacity);
    this.#handles = grownInts(this.#handles, capacity);
  }
}
