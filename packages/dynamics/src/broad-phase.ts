// Which boxes overlap: sorted along one axis and swept (sweep and prune on the axis of the largest spread).

/** Numbers of a box: least corner, greatest corner. */
export const BOX = 6;

/** Calls `visit` with every two boxes that overlap, the lower number first, in an order that depends on the boxes alone. */
export function forEachOverlap(boxes: Float64Array, count: number, visit: (i: number, j: number) => void): void {
  const axis = widestAxis(boxes, count);
  const order = Array.from({ length: count }, (_, k) => k);
  order.sort((i, j) => boxes[BOX * i + axis] - boxes[BOX * j + axis] || i - j);
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
      if (order[p] < order[q]) visit(order[p], order[q]);
      else visit(order[q], order[p]);
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
