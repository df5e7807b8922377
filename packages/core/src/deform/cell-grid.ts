// A regular grid of cells, each with the faces whose boxes reach into it: one pass in place of the first dozen halvings.
//
// Cells are as large as a few faces, and no more than a few times as many as the faces, so that counting them costs no more than
// the faces do. A cell is half open, from its bound along each axis to the next; the first begins at the region's box, and the last
// has no end. A face is listed in the cells from that of its lower corner to that of its upper one.

import { BOX, type FaceTable } from './face-table.ts';

/** Side of a cell in sides of faces, the mean of the longest: a cell of a surface then has some dozens of them. Dimensionless. */
const FACES_ALONG = 3;
/** Most cells, and most entries of all cells, in parts of the faces. */
const MOST_CELLS = 4;
const MOST_ENTRIES = 6;
/** Most cells along an axis: their numbers are fields of ten bits. */
const FIELD = 10;
const MOST_ALONG = 1 << FIELD;
const NUMBER = MOST_ALONG - 1;

export class CellGrid {
  /** Cells along x, y and z. */
  readonly size: [number, number, number] = [1, 1, 1];
  /** Where the cells begin along each axis, and where the last one ends. */
  readonly bounds: readonly [Float64Array, Float64Array, Float64Array] = [newBounds(), newBounds(), newBounds()];
  /** The end of each cell among `entries`, cells in the order of x, then y, then z; and the slots of their faces, ascending. */
  ends: Int32Array = new Int32Array(0);
  entries: Int32Array = new Int32Array(0);
  /** First and last cell of each face, three fields each. */
  #firsts: Int32Array = new Int32Array(0);
  #lasts: Int32Array = new Int32Array(0);

  /** Sorts the faces of a table into cells; returns false, with nothing sorted, where a grid does not suit them. */
  fit({ boxes, count }: FaceTable, region: Float64Array): boolean {
    if (!this.#choose(boxes, count, region)) return false;
    if (this.#firsts.length < count) {
      this.#firsts = new Int32Array(count);
      this.#lasts = new Int32Array(count);
    }
    const cells = this.size[0] * this.size[1] * this.size[2];
    const entries = this.#locate(boxes, count);
    if (entries > MOST_ENTRIES * count) return false;
    if (this.ends.length < cells) this.ends = new Int32Array(cells);
    if (this.entries.length < entries) this.entries = new Int32Array(entries);
    this.#list(count, cells);
    return true;
  }

  /** Sizes and bounds of the cells. */
  #choose(boxes: Float64Array, count: number, region: Float64Array): boolean {
    let sum = 0;
    for (let o = 0; o < BOX * count; o += BOX) {
      sum += Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
    }
    let side = (FACES_ALONG * sum) / count;
    if (!(side > 0 && side < Infinity)) return false;
    const along = (axis: number): number =>
      Math.min(Math.max(Math.floor((region[3 + axis] - region[axis]) / side), 1), MOST_ALONG);
    while (along(0) * along(1) * along(2) > MOST_CELLS * count) side *= 1.25;
    for (let axis = 0; axis < 3; axis++) {
      const n = along(axis);
      this.size[axis] = n;
      const low = region[axis];
      const step = (region[3 + axis] - low) / n;
      for (let k = 0; k < n; k++) this.bounds[axis][k] = low + k * step;
      this.bounds[axis][n] = Infinity;
    }
    return this.size[0] * this.size[1] * this.size[2] > 1;
  }

  /** Finds the cells of each face; returns how many they are together. */
  #locate(boxes: Float64Array, count: number): number {
    const firsts = this.#firsts;
    const lasts = this.#lasts;
    firsts.fill(0, 0, count);
    lasts.fill(0, 0, count);
    for (let axis = 0; axis < 3; axis++) {
      const bounds = this.bounds[axis];
      const n = this.size[axis];
      if (n === 1) continue;
      const scale = 1 / (bounds[1] - bounds[0]);
      for (let slot = 0, o = axis; slot < count; slot++, o += BOX) {
        firsts[slot] |= cellOf(boxes[o], bounds, n, scale) << (FIELD * axis);
        lasts[slot] |= cellOf(boxes[o + 3], bounds, n, scale) << (FIELD * axis);
      }
    }
    let entries = 0;
    for (let slot = 0; slot < count; slot++) {
      const first = firsts[slot];
      const last = lasts[slot];
      entries +=
        ((last & NUMBER) - (first & NUMBER) + 1) *
        (((last >> FIELD) & NUMBER) - ((first >> FIELD) & NUMBER) + 1) *
        ((last >> (2 * FIELD)) - (first >> (2 * FIELD)) + 1);
    }
    return entries;
  }

  /** A counting sort: the entries of each cell are counted, then written from its start on. */
  #list(count: number, cells: number): void {
    const { ends } = this;
    ends.fill(0, 0, cells);
    this.#pass(count, false);
    let start = 0;
    for (let cell = 0; cell < cells; cell++) {
      const next = start + ends[cell];
      ends[cell] = start;
      start = next;
    }
    this.#pass(count, true);
  }

  #pass(count: number, isWriting: boolean): void {
    const { ends, entries } = this;
    const firsts = this.#firsts;
    const lasts = this.#lasts;
    const [nx, ny] = this.size;
    for (let slot = 0; slot < count; slot++) {
      const first = firsts[slot];
      const last = lasts[slot];
      for (let z = first >> (2 * FIELD); z <= last >> (2 * FIELD); z++) {
        for (let y = (first >> FIELD) & NUMBER; y <= ((last >> FIELD) & NUMBER); y++) {
          const row = nx * (ny * z + y);
          for (let cell = row + (first & NUMBER); cell <= row + (last & NUMBER); cell++) {
            if (isWriting) entries[ends[cell]] = slot;
            ends[cell]++;
          }
        }
      }
    }
  }
}

function newBounds(): Float64Array {
  return new Float64Array(MOST_ALONG + 1);
}

/** The cell with bounds[k] ≤ x < bounds[k + 1]; the guess may be off by rounding. */
function cellOf(x: number, bounds: Float64Array, cells: number, scale: number): number {
  const guess = (x - bounds[0]) * scale;
  let k = guess < cells ? guess | 0 : cells - 1;
  while (k > 0 && x < bounds[k]) k--;
  while (x >= bounds[k + 1]) k++;
  return k;
}
