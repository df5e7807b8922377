// The boxes of the faces of one cell, each in three integers, so that two are compared by a few operations and one branch.
//
// The sides of a cell are divided into 2⁹ steps. A coordinate becomes the step it is in, or the nearest one; that map is monotone,
// rounding included, so boxes that overlap within the cell do so in steps too. The steps along x, y and z are fields of ten bits
// of one integer, and the tenth bit stays free: h − l, with that bit set in h, keeps it exactly where h ≥ l, for all three
// fields in one subtraction.
//
// A pair belongs to the cell that has the lowest corner of the intersection of both boxes. Both reach into this one, so that corner
// is in it unless both boxes begin below the cell along one axis: the third integer has a bit for each axis along which a box does.

import { BOX } from './face-table.ts';

const FIELD = 10;
const LAST_STEP = (1 << (FIELD - 1)) - 1;
const FREE_X = 1 << (FIELD - 1);
const FREE_Y = FREE_X << FIELD;
const FREE_Z = FREE_Y << FIELD;
/** The free bits of all fields. */
const FREE = FREE_X | FREE_Y | FREE_Z;

export class CellBoxes {
  /** Steps of the lower corners; of the upper ones, with the free bits set; and the free bits of axes along which boxes begin below. */
  lows: Int32Array = new Int32Array(64);
  highs: Int32Array = new Int32Array(64);
  below: Int32Array = new Int32Array(64);

  /** Reads the boxes of the slots that are listed from `first` to `end`, in the cell whose box is at `at` of `bounds`. */
  fit(bounds: Float64Array, at: number, boxes: Float64Array, lists: Int32Array, first: number, end: number): void {
    if (this.lows.length < end - first) this.#grow(end - first);
    const { lows, highs, below } = this;
    const lowX = bounds[at];
    const lowY = bounds[at + 1];
    const lowZ = bounds[at + 2];
    const scaleX = LAST_STEP / (bounds[at + 3] - lowX);
    const scaleY = LAST_STEP / (bounds[at + 4] - lowY);
    const scaleZ = LAST_STEP / (bounds[at + 5] - lowZ);
    for (let k = first, n = 0; k < end; k++, n++) {
      const o = BOX * lists[k];
      const x = boxes[o];
      const y = boxes[o + 1];
      const z = boxes[o + 2];
      lows[n] =
        step((x - lowX) * scaleX) | (step((y - lowY) * scaleY) << FIELD) | (step((z - lowZ) * scaleZ) << (2 * FIELD));
      highs[n] =
        FREE |
        step((boxes[o + 3] - lowX) * scaleX) |
        (step((boxes[o + 4] - lowY) * scaleY) << FIELD) |
        (step((boxes[o + 5] - lowZ) * scaleZ) << (2 * FIELD));
      below[n] = (x < lowX ? FREE_X : 0) | (y < lowY ? FREE_Y : 0) | (z < lowZ ? FREE_Z : 0);
    }
  }

  #grow(count: number): void {
    this.lows = new Int32Array(2 * count);
    this.highs = new Int32Array(2 * count);
    this.below = new Int32Array(2 * count);
  }
}

/** The first step too where there is no number: a cell without extent has an infinite scale. */
function step(x: number): number {
  return x > 0 ? (x < LAST_STEP ? x | 0 : LAST_STEP) : 0;
}

/** Whether the boxes of a pair may overlap, and if they do, whether the pair belongs to the cell. */
export function mayShareCell(
  lowA: number,
  highA: number,
  belowA: number,
  lowB: number,
  highB: number,
  belowB: number,
): boolean {
  return ((highA - lowB) & (highB - lowA) & ~(belowA & belowB) & FREE) === FREE;
}
