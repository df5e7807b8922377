// A binary tree over the boxes of all elements, split at the median of the longest axis of the centres. Queries visit subtrees that come
// within a distance; pairs are listed as they are found, so that nothing grows with their number.

import type { Box } from './element.ts';

/** Boxes in a leaf. */
const LEAF = 4;

export class BoxTree {
  readonly #boxes: readonly Box[];
  /** Numbers of the boxes; a node owns a stretch of them. */
  readonly #order: Int32Array;
  /** Six numbers a node. The node of a stretch is found by the stretch, see #node. */
  readonly #bounds: Float64Array;

  constructor(boxes: readonly Box[]) {
    this.#boxes = boxes;
    this.#order = Int32Array.from(boxes, (_, k) => k);
    this.#bounds = new Float64Array(6 * Math.max(1, 4 * boxes.length));
    if (boxes.length > 0) this.#build(0, 0, boxes.length);
  }

  /** The numbers of all boxes, neighbours in space near each other. */
  get order(): Int32Array {
    return this.#order;
  }

  /** Calls `found` with the number of every box that is at most `reach` away from `box` along every axis. */
  query(box: Box, reach: number, found: (other: number) => void): void {
    if (this.#boxes.length > 0) this.#search(0, 0, this.#boxes.length, box, reach, found);
  }

  #build(node: number, from: number, to: number): void {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const at = 6 * node;
    this.#bounds.fill(Infinity, at, at + 3);
    this.#bounds.fill(-Infinity, at + 3, at + 6);
    for (let k = from; k < to; k++) {
      const box = this.#boxes[this.#order[k]];
      for (let axis = 0; axis < 3; axis++) {
        this.#bounds[at + axis] = Math.min(this.#bounds[at + axis], box[axis]);
        this.#bounds[at + 3 + axis] = Math.max(this.#bounds[at + 3 + axis], box[axis + 3]);
        const centre = box[axis] / 2 + box[axis + 3] / 2;
        low[axis] = Math.min(low[axis], centre);
        high[axis] = Math.max(high[axis], centre);
      }
    }
    if (to - from <= LEAF) return;
    const sizes = [0, 1, 2].map((axis) => high[axis] - low[axis]);
    const axis = sizes.indexOf(Math.max(...sizes));
    const centre = (k: number): number => this.#boxes[k][axis] / 2 + this.#boxes[k][axis + 3] / 2;
    this.#order.subarray(from, to).sort((i, j) => centre(i) - centre(j) || i - j);
    const middle = (from + to) >> 1;
    this.#build(2 * node + 1, from, middle);
    this.#build(2 * node + 2, middle, to);
  }

  #search(node: number, from: number, to: number, box: Box, reach: number, found: (other: number) => void): void {
    const at = 6 * node;
    for (let axis = 0; axis < 3; axis++) {
      if (this.#bounds[at + axis] - box[axis + 3] > reach) return;
      if (box[axis] - this.#bounds[at + 3 + axis] > reach) return;
    }
    if (to - from <= LEAF) {
      for (let k = from; k < to; k++) if (boxGap(this.#boxes[this.#order[k]], box) <= reach) found(this.#order[k]);
      return;
    }
    const middle = (from + to) >> 1;
    this.#search(2 * node + 1, from, middle, box, reach, found);
    this.#search(2 * node + 2, middle, to, box, reach, found);
  }
}

/** How far two boxes are apart along the axis where that is most; negative if they overlap. */
export function boxGap(a: Box, b: Box): number {
  let gap = -Infinity;
  for (let axis = 0; axis < 3; axis++) gap = Math.max(gap, a[axis] - b[axis + 3], b[axis] - a[axis + 3]);
  return gap;
}
