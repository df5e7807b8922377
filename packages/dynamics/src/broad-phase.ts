// Which boxes overlap: sorted along one axis and swept (sweep and prune on the axis of the largest spread).

/** Numbers of a box: least corner, greatest corner. */
export const BOX = 6;

/** Boxes in the order of their least corners along an axis, kept from step to step: they change little, so that sorting is a pass. */
export class SweepAndPrune {
  /** Every two boxes that `find` found to overlap, the lower number first, in an order that depends on the boxes alone. */
  overlaps: Int32Array = new Int32Array(2048);
  #order = new Int32Array(0);
  #axis = 0;
  /** The boxes in order: ends along the axis, then along both others. */
  #sorted = new Float64Array(0);
  /** Those that overlap one box, by where they are in order. */
  #hits = new Int32Array(0);

  /** Finds the boxes that overlap; returns how many pairs there are. */
  find(boxes: Float64Array, count: number): number {
    this.#sort(boxes, count);
    this.#copy(boxes, count);
    let found = 0;
    const order = this.#order;
    const n = this.#sorted;
    if (this.#hits.length < count) this.#hits = new Int32Array(2 * count);
    const hits = this.#hits;
    let { overlaps } = this;
    for (let p = 0; p < count; p++) {
      const i = BOX * p;
      const end = n[i + 1];
      const lowY = n[i + 2];
      const highY = n[i + 3];
      const lowZ = n[i + 4];
      const highZ = n[i + 5];
      if (2 * (found + count) > overlaps.length) {
        this.#grow(4 * (found + count));
        overlaps = this.overlaps;
      }
      // Without a branch that no processor can guess: what does not overlap is written over by the next.
      let near = 0;
      for (let q = p + 1, j = i + BOX; q < count && n[j] <= end; q++, j += BOX) {
        hits[near] = q;
        const isNearY = Number(n[j + 2] <= highY) & Number(lowY <= n[j + 3]);
        near += isNearY & Number(n[j + 4] <= highZ) & Number(lowZ <= n[j + 5]);
      }
      const own = order[p];
      for (let h = 0; h < near; h++, found++) {
        const other = order[hits[h]];
        overlaps[2 * found] = Math.min(own, other);
        overlaps[2 * found + 1] = Math.max(own, other);
      }
    }
    return found;
  }

  #copy(boxes: Float64Array, count: number): void {
    if (this.#sorted.length < BOX * count) this.#sorted = new Float64Array(2 * BOX * count);
    const n = this.#sorted;
    const order = this.#order;
    const x = this.#axis;
    const y = (x + 1) % 3;
    const z = (x + 2) % 3;
    for (let p = 0; p < count; p++) {
      const from = BOX * order[p];
      const to = BOX * p;
      n[to] = boxes[from + x];
      n[to + 1] = boxes[from + 3 + x];
      n[to + 2] = boxes[from + y];
      n[to + 3] = boxes[from + 3 + y];
      n[to + 4] = boxes[from + z];
      n[to + 5] = boxes[from + 3 + z];
    }
  }

  #grow(size: number): void {
    const larger = new Int32Array(size);
    larger.set(this.overlaps);
    this.overlaps = larger;
  }

  /** Sorts by insertion where the last order is of the same boxes along the same axis. Equal ones are in the order of their numbers. */
  #sort(boxes: Float64Array, count: number): void {
    const axis = widestAxis(boxes, count);
    const before = (i: number, j: number): number => boxes[BOX * i + axis] - boxes[BOX * j + axis] || i - j;
    if (this.#order.length !== count || this.#axis !== axis) {
      this.#order = Int32Array.from({ length: count }, (_, k) => k).sort(before);
      this.#axis = axis;
      return;
    }
    const order = this.#order;
    for (let p = 1; p < count; p++) {
      const moved = order[p];
      const least = boxes[BOX * moved + axis];
      let q = p - 1;
      while (q >= 0) {
        const other = boxes[BOX * order[q] + axis];
        if (other < least || (other === least && order[q] < moved)) break;
        order[q + 1] = order[q];
        q--;
      }
      order[q + 1] = moved;
    }
  }
}

/** The axis along which the middles of the boxes differ most. */
function widestAxis(boxes: Float64Array, count: number): number {
  let best = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < count; i++) {
      const middle = (boxes[BOX * i + axis] + boxes[BOX * i + 3 + axis]) / 2;
      // An empty box has none.
      if (!Number.isFinite(middle)) continue;
      sum += middle;
      squares += middle * middle;
    }
    const variance = squares - (sum * sum) / Math.max(1, count);
    if (variance > widest) {
      widest = variance;
      best = axis;
    }
  }
  return best;
}
