/** A pair of nodes over a span of time. */
export interface SpanOfPair {
  readonly nodeA: number;
  readonly nodeB: number;
  readonly start: number;
  readonly end: number;
}

/** Those that start first come out first: a binary heap. */
export class SpanQueue {
  readonly #heap: SpanOfPair[] = [];

  put(nodeA: number, nodeB: number, start: number, end: number): void {
    const heap = this.#heap;
    let at = heap.length;
    const added = { nodeA, nodeB, start, end };
    heap.push(added);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent].start <= start) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = added;
  }

  take(): SpanOfPair | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return last;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1].start < heap[child].start) child++;
      if (heap[child].start >= last.start) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
