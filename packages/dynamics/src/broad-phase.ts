// Which boxes overlap: sorted along one axis and swept (sweep and prune on the axis of the largest spread).

/** Numbers of a box: least corner, greatest corner. */
export const BOX = 6;

/** Boxes in the order of their least corners along an axis, kept from step to step: they change little, so that sorting is a pass. */
export class SweepAndPrune {
  #order = new Int32Array(0);
  #axis = 0;

  /** Calls `visit` with every two boxes that overlap, the lower number first, in an order that depends on the boxes alone. */
  forEachOverlap(boxes: Float64Array, count: number, visit: (i: number, j: number) => void): void {
    this.#sort(boxes, count);
    const order = this.#order;
    const axis = this.#axis;
    const y = (axis + 1) % 3;
    const z = (axis + 2) % 3;
    for (let p = 0; p < count; p++) {
      const i = BOX * order[p];
      const end = boxes[i + 3 + axis];
      for (let q = p + 1; q < count; q++) {
        const j = BOX * order[q];
        if (boxes[j + axis] > end) break;
        if (boxes[j + y] > boxes[i + 3 + y] || boxes[i + y] > boxes[j + 3 + y]) continue;
        if (boxes[j + z] > boxes[i + 3 + z] || boxes[i + z] > boxes[j + 3 + z]) continue;
        if (i < j) visit(order[p], order[q]);
        else visit(order[q], order[p]);
      }
    }
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
      let q = p - 1;
      while (q >= 0 && before(order[q], moved) > 0) {
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
