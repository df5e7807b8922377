// Pairs of boxes that may soon overlap, as a list: each update decides which of them do. A pair may be in it twice, and is then decided twice.
//
// The list is in the order in which pairs were found, which is that of space: boxes are read again while they are in the processor's nearest
// memory.

import { BOX, countOverlap } from './box-set.ts';
import type { CrowdKernel } from './crowd-kernels.ts';
import { grownBytes, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';
import type { PairSet } from './pair-set.ts';

export class WatchedPairs {
  count = 0;
  as: Int32Array = new Int32Array(64);
  bs: Int32Array = new Int32Array(64);
  /** Whether they overlapped when last decided. */
  overlaps: Uint8Array = new Uint8Array(64);
  /** The first that a kernel has not seen as it is. */
  changedFrom = 0;
  readonly #changed: IntList = new IntList();

  clear(): void {
    this.count = 0;
    this.changedFrom = 0;
  }

  /** Makes space for so many. */
  reserve(count: number): void {
    while (this.as.length < count) this.#grow();
  }

  /** Watches two boxes, of which nothing is decided yet; there is space for them. */
  push(a: number, b: number): void {
    this.as[this.count] = a;
    this.bs[this.count] = b;
    this.overlaps[this.count++] = 0;
  }

  /** Watches two boxes; returns whether they overlap. */
  add(a: number, b: number, bounds: Float64Array): boolean {
    this.reserve(this.count + 1);
    this.push(a, b);
    const overlap = countOverlap(bounds, BOX * a, BOX * b);
    this.overlaps[this.count - 1] = overlap;
    return overlap === 1;
  }

  /** Adds those that overlap now to the set, and removes those that do not. */
  decide(bounds: Float64Array, pairs: PairSet, kernel: CrowdKernel | null): void {
    const { as, bs, overlaps } = this;
    const { items, count } = this.#findChanged(bounds, kernel);
    for (let i = 0; i < count; i++) {
      const k = items[i];
      overlaps[k] ^= 1;
      if (overlaps[k] === 1) pairs.put(as[k], bs[k]);
      else pairs.drop(as[k], bs[k]);
    }
  }

  /** The same for a new list: all that overlap are in the set, except for pairs of boxes of which one is marked. */
  decideNew(bounds: Float64Array, pairs: PairSet, kernel: CrowdKernel | null, isMarked: Uint8Array): void {
    const { as, bs, overlaps } = this;
    const { items, count } = this.#findChanged(bounds, kernel);
    for (let i = 0; i < count; i++) {
      const k = items[i];
      overlaps[k] = 1;
      if ((isMarked[as[k]] | isMarked[bs[k]]) === 1) pairs.put(as[k], bs[k]);
    }
  }

  /** Watches no box any more whose kind is 0. */
  dropAbsent(kinds: Uint8Array): void {
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      if (kinds[this.as[k]] === 0 || kinds[this.bs[k]] === 0) continue;
      this.as[kept] = this.as[k];
      this.bs[kept] = this.bs[k];
      this.overlaps[kept++] = this.overlaps[k];
    }
    this.count = kept;
    this.changedFrom = 0;
  }

  #findChanged(bounds: Float64Array, kernel: CrowdKernel | null): IntList {
    const { as, bs, overlaps, count } = this;
    const changed = this.#changed;
    const isByKernel = kernel?.decide(this, changed) === true;
    // What the plain search changes the kernel has not seen.
    this.changedFrom = isByKernel ? count : 0;
    if (isByKernel) return changed;
    changed.count = 0;
    for (let k = 0; k < count; k++) {
      if (countOverlap(bounds, BOX * as[k], BOX * bs[k]) !== overlaps[k]) changed.push(k);
    }
    return changed;
  }

  #grow(): void {
    const capacity = 2 * this.as.length;
    this.as = grownInts(this.as, capacity);
    this.bs = grownInts(this.bs, capacity);
    this.overlaps = grownBytes(this.overlaps, capacity);
  }
}
