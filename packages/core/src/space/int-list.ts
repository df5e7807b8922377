import { grownInts } from './grown.ts';

/**
 * A list of integers that keeps its memory when it is emptied: no allocation once it has been long enough. See {@link BroadPhase}.
 */
export class IntList {
  items: Int32Array;
  count = 0;

  constructor(capacity = 64) {
    this.items = new Int32Array(capacity);
  }

  push(item: number): void {
    if (this.count === this.items.length) this.items = grownInts(this.items, 2 * this.count);
    this.items[this.count++] = item;
  }

  /** Makes space for so many. */
  reserve(count: number): void {
    if (count > this.items.length) this.items = grownInts(this.items, 2 * count);
  }

  pop(): number {
    return this.items[--this.count];
  }
}
