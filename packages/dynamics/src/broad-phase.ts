// Which boxes overlap: sorted along one axis and swept (sweep and prune on the axis of the largest spread).

/** Numbers of a box: least corner, greatest corner. */
export const BOX = 6;

/** Boxes in the order of their least corners along an axis, kept from step to step: they change little, so that sorting is a pass. */
export class SweepAndPrune {
  /** Every two boxes that `find` found to overlap, the lower number first, in an order that depends on the boxes alone. */
  overlaps: Int32Array = new Int32Array(2048);
  #order = new Int32Array(0);
  #axis = 0;

  /** Finds the boxes that overlap; returns how many pairs there are. */
  find(boxes: Float64Array, count: number): number {
    this.#sort(boxes, count);
    let found = 0;
    const order = this.#order;
    const axis = this.#axis;
    const y = (axis + 1) % 3;
    const z = (axis + 2) % 3;
    for (let p = 0; p < count; p++) {
      const i = BOX * order[p];
      const end = boxes[i + 3 + axis];
      const lowY = boxes[i + y];
      const highY = boxes[i + 3 + y];
      const lowZ = boxes[i + z];
      const highZ = boxes[i + 3 + z];
      for (let q = p + 1; q < count; q++) {
        const j = BOX * order[q];
        if (boxes[j + axis] > end) break;
        if (boxes[j + y] > highY || lowY > boxes[j + 3 + y]) continue;
        if (boxes[j + z] > highZ || lowZ > boxes[j + 3 + z]) continue;
        if (2 * found + 2 > this.overlaps.length) this.#grow();
        this.overlaps[2 * found] = i < j ? order[p] : order[q];
        this.overlaps[2 * found + 1] = i < j ? order[q] : order[p];
        found++;
      }
    }
    return found;
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.overlaps.length);
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
