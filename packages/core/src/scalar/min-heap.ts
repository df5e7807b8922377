// A binary heap of numbers, the least on top, each with two integers that identify its item. Flat arrays; nothing is allocated
// except when they grow. Keys are passed in an array: a double passed to a call that is not inlined would be boxed.
//
// Other heaps are separate, each for a reason: query/advance/pair-queue.ts has four children per slot, and another order of equal
// keys; space/schedule.ts and medial/edge-queue.ts store the position of each item, to move it; convex/polytope.ts has one number
// per face and replaces the top by new faces.

export class MinHeap {
  /** Number of entries. Set to 0, it empties the heap. */
  count = 0;
  /** In heap order. */
  keys: Float64Array;
  /** Two numbers an entry, in the same order. */
  items: Int32Array;

  /** `capacity`: entries that it holds before it grows. */
  constructor(capacity: number) {
    this.keys = new Float64Array(capacity);
    this.items = new Int32Array(2 * capacity);
  }

  /** Adds the key from[at]. */
  push(from: Float64Array, at: number, first: number, second: number): void {
    if (this.count === this.keys.length) this.#grow();
    const { keys, items } = this;
    const key = from[at];
    let hole = this.count++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[hole] = keys[parent];
      items[2 * hole] = items[2 * parent];
      items[2 * hole + 1] = items[2 * parent + 1];
      hole = parent;
    }
    keys[hole] = key;
    items[2 * hole] = first;
    items[2 * hole + 1] = second;
  }

  /** Removes the entry on top. */
  pop(): void {
    const { keys, items } = this;
    const last = --this.count;
    const key = keys[last];
    let hole = 0;
    for (let child = 1; child < last; child = 2 * hole + 1) {
      if (child + 1 < last && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[hole] = keys[child];
      items[2 * hole] = items[2 * child];
      items[2 * hole + 1] = items[2 * child + 1];
      hole = child;
    }
    keys[hole] = key;
    items[2 * hole] = items[2 * last];
    items[2 * hole + 1] = items[2 * last + 1];
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.keys.length);
    const items = new Int32Array(2 * this.items.length);
    keys.set(this.keys);
    items.set(this.items);
    this.keys = keys;
    this.items = items;
  }
}
