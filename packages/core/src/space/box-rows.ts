// Boxes in rows: which of many overlap, found all at once.
//
// Space is divided into rows along one axis, that of the largest spread; a box belongs to one row, that of its least corner, and the boxes of a
// row are in order along the axis. Rows are wider than their boxes, so two boxes that overlap are in one row or in two neighbours: each row
// is swept once by itself and once with half of its eight neighbours. Boxes much larger than the average have rows of their own, on a
// further level; they find the boxes of finer levels in the rows there that they reach.
//
// Everything is sorted anew by counting. Rows that share an entry of the table by accident, since it has a limited size, cost tests and
// miss nothing: it is a torus of at least four rows in both directions, on which a row and half of its neighbours are different ones.
//
// Rounding misses no pair. Widths of rows are powers of two, so that quotients are exact, and the sides of a box are less than a width also
// in exact arithmetic, since subtraction rounds monotonically. Ends are rounded to single precision after the least is subtracted, both
// monotonically: what overlaps still does. So some pairs may be found that only nearly overlap.

import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { BOX } from './box-set.ts';
import { crowdKernels, type RowTable } from './crowd-kernels.ts';
import type { IntList } from './int-list.ts';
import { RadixOrder } from './radix-order.ts';

/** Boxes up to this many average sides are on one level; where there are larger ones, those above half of that are on a further level. */
const LARGE = 4;
/** Width of rows, in parts of the spread of the boxes, where these are points. */
const NARROWEST: number = 2 ** -30;
/** Rows are fewer than boxes by as many binary orders. */
const ROW_BOXES = 1;
/** Binary exponents of the number of rows in a direction. */
const LEAST_ROWS = 2;
const MOST_ROWS = 12;
/** Exponents of widths are limited to this, so that all are doubles; coordinates are far below. */
const LARGEST_EXPONENT = 1000;
/** Fewer boxes than this are sorted before they would be copied for a kernel. */
const KERNEL_COUNT = 256;
/** Numbers of rows up to this are integers in every arithmetic. */
const LARGEST_CELL: number = 2 ** 52;

export class BoxRows {
  readonly #levels: RowLevel[] = [];
  #levelCount = 0;
  #ids: Int32Array = new Int32Array(0);
  readonly #extremes: Float64Array = new Float64Array(BOX);

  /** Takes in the first `count` of some numbers, with their boxes. */
  fill(bounds: Float64Array, ids: Int32Array, count: number): void {
    if (this.#ids.length < count) this.#ids = new Int32Array(2 * count);
    for (let k = 0; k < count; k++) this.#ids[k] = ids[k];
    const extremes = this.#extremes;
    findExtremes(bounds, ids, count, extremes);
    const x = extremes[3] - extremes[0];
    const y = extremes[4] - extremes[1];
    const z = extremes[5] - extremes[2];
    const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    this.#levelCount = 0;
    for (let left = count; left > 0; ) {
      if (this.#levelCount === this.#levels.length) this.#levels.push(new RowLevel());
      left = this.#levels[this.#levelCount++].fill(bounds, this.#ids, left, axis, extremes);
    }
  }

  /** Appends every two boxes that overlap, both numbers of each. */
  findPairs(bounds: Float64Array, out: IntList): void {
    for (let k = 0; k < this.#levelCount; k++) {
      this.#levels[k].findPairs(out);
      for (let coarser = k + 1; coarser < this.#levelCount; coarser++) {
        const { ids, count } = this.#levels[coarser];
        for (let slot = 0; slot < count; slot++) {
          const first = out.count;
          this.#levels[k].findAround(bounds, BOX * ids[slot], out);
          pairWith(ids[slot], out, first);
        }
      }
    }
  }

  /** Appends the numbers of all boxes that overlap the one at `at`. */
  findAround(bounds: Float64Array, at: number, out: IntList): void {
    for (let k = 0; k < this.#levelCount; k++) this.#levels[k].findAround(bounds, at, out);
  }
}

/** Makes pairs of a number and of those in the list from `first` on. */
function pairWith(id: number, list: IntList, first: number): void {
  const found = list.count - first;
  for (let k = 0; k < found; k++) list.push(id);
  for (let k = found - 1; k >= 0; k--) {
    list.items[first + 2 * k] = list.items[first + k];
    list.items[first + 2 * k + 1] = id;
  }
}

/** Boxes of similar size in rows. */
class RowLevel implements RowTable {
  count = 0;
  /** By slot, in the order of rows and, within a row, of lower ends along it: number; ends along the row; ends across it. */
  ids: Int32Array = new Int32Array(0);
  from: Float32Array = new Float32Array(0);
  to: Float32Array = new Float32Array(0);
  lowsU: Float32Array = new Float32Array(0);
  highsU: Float32Array = new Float32Array(0);
  lowsV: Float32Array = new Float32Array(0);
  highsV: Float32Array = new Float32Array(0);
  /** The largest end along the row of this and all slots before in it. */
  reached: Float32Array = new Float32Array(0);
  /** By row its first slot, and the first that is free while rows are filled. Rows of one u follow each other. */
  starts: Int32Array = new Int32Array(0);
  #ends: Int32Array = new Int32Array(0);
  /** Before they are in order: numbers and rows. */
  #members: Int32Array = new Int32Array(0);
  #rows: Int32Array = new Int32Array(0);
  readonly #order = new RadixOrder();
  axis = 0;
  #u = 1;
  #v = 2;
  readonly least: Float64Array = new Float64Array(3);
  width = 1;
  /** One less than the number of rows in each direction, a power of two, and the exponent of that along v. */
  maskU = 0;
  maskV = 0;
  shift = 0;
  /** Whether a kernel has sorted this level, and may sweep it. */
  #isByKernel = false;

  /**
   * Takes in those of the first `count` numbers whose boxes are not much larger than the average. Moves the others to the front, and returns
   * how many they are. The extremes are those of all least corners.
   */
  fill(bounds: Float64Array, ids: Int32Array, count: number, axis: number, extremes: Float64Array): number {
    this.axis = axis;
    this.#u = (axis + 1) % 3;
    this.#v = (axis + 2) % 3;
    this.#reserve(count);
    this.least[0] = extremes[axis];
    this.least[1] = extremes[this.#u];
    this.least[2] = extremes[this.#v];
    const largest = this.#chooseRows(bounds, ids, count, extremes);
    const sorted = this.#mayBeByKernel(count, extremes)
      ? crowdKernels.kernels?.sortRows(this, bounds, ids, count, largest)
      : undefined;
    this.#isByKernel = sorted !== undefined && sorted >= 0;
    if (sorted === undefined || sorted < 0) return this.#fillPlainly(bounds, ids, count, largest);
    this.count = count - sorted;
    return sorted;
  }

  #mayBeByKernel(count: number, extremes: Float64Array): boolean {
    if (count < KERNEL_COUNT) return false;
    const farU = Math.max(Math.abs(extremes[this.#u]), Math.abs(extremes[3 + this.#u]));
    const farV = Math.max(Math.abs(extremes[this.#v]), Math.abs(extremes[3 + this.#v]));
    return Math.max(farU, farV) <= LARGEST_CELL * this.width;
  }

  #fillPlainly(bounds: Float64Array, ids: Int32Array, count: number, largest: number): number {
    const { keys } = this.#order;
    const rows = this.#rows;
    const members = this.#members;
    const { axis } = this;
    const [least] = this.least;
    const u = this.#u;
    const v = this.#v;
    let taken = 0;
    let left = 0;
    for (let k = 0; k < count; k++) {
      const id = ids[k];
      const at = BOX * id;
      if (this.#sideOf(bounds, at) > largest) {
        ids[left++] = id;
        continue;
      }
      keys[taken] = bounds[at + axis] - least;
      rows[taken] = this.#rowAt(this.#cellOf(bounds[at + u]), this.#cellOf(bounds[at + v]));
      members[taken++] = id;
    }
    this.count = taken;
    this.#sortIntoRows(bounds);
    return left;
  }

  /** Chooses the width and the number of rows; returns the largest side across them that a box of this level may have. */
  #chooseRows(bounds: Float64Array, ids: Int32Array, count: number, extremes: Float64Array): number {
    const u = extremes[3 + this.#u] - extremes[this.#u];
    const v = extremes[3 + this.#v] - extremes[this.#v];
    let sum = 0;
    let longest = 0;
    for (let k = 0; k < count; k++) {
      const side = this.#sideOf(bounds, BOX * ids[k]);
      sum += side / count;
      if (side > longest) longest = side;
    }
    const largest = longest > LARGE * sum ? (LARGE / 2) * sum : longest;
    // Any width does for coincident points.
    const width = Math.max(largest, NARROWEST * u, NARROWEST * v) || 1;
    this.width = powerOfTwo(Math.min(exponentAbove(width), LARGEST_EXPONENT));
    const all = Math.max(exponentAbove(count) - ROW_BOXES, 2 * LEAST_ROWS);
    const acrossV = rowsExponent(v / this.width, all - LEAST_ROWS);
    const acrossU = rowsExponent(u / this.width, all - acrossV);
    this.maskU = (1 << acrossU) - 1;
    this.maskV = (1 << acrossV) - 1;
    this.shift = acrossV;
    return largest;
  }

  /** The longer side of a box across the rows. */
  #sideOf(bounds: Float64Array, at: number): number {
    const u = bounds[at + 3 + this.#u] - bounds[at + this.#u];
    const v = bounds[at + 3 + this.#v] - bounds[at + this.#v];
    return Math.max(u, v);
  }

  #cellOf(coordinate: number): number {
    return Math.floor(coordinate / this.width);
  }

  /** Bits of numbers beyond 2³¹ are those of their remainder, as they should be. */
  #rowAt(cellU: number, cellV: number): number {
    return ((cellU & this.maskU) << this.shift) | (cellV & this.maskV);
  }

  /** Brings the members in order along the axis, then by rows, which keeps that order within each. */
  #sortIntoRows(bounds: Float64Array): void {
    const { count, ids } = this;
    const order = this.#order.sort(count);
    const { from, to, reached, lowsU, highsU, lowsV, highsV, starts, axis } = this;
    const ends = this.#ends;
    const rows = this.#rows;
    const members = this.#members;
    const u = this.#u;
    const v = this.#v;
    const [least, leastU, leastV] = this.least;
    const rowCount = (this.maskU + 1) << this.shift;
    starts.fill(0, 0, rowCount + 1);
    for (let k = 0; k < count; k++) starts[rows[k] + 1]++;
    for (let row = 0; row < rowCount; row++) {
      starts[row + 1] += starts[row];
      ends[row] = starts[row];
    }
    for (let k = 0; k < count; k++) {
      const row = rows[order[k]];
      const id = members[order[k]];
      const at = BOX * id;
      const slot = ends[row]++;
      ids[slot] = id;
      from[slot] = bounds[at + axis] - least;
      to[slot] = bounds[at + 3 + axis] - least;
      lowsU[slot] = bounds[at + u] - leastU;
      highsU[slot] = bounds[at + 3 + u] - leastU;
      lowsV[slot] = bounds[at + v] - leastV;
      highsV[slot] = bounds[at + 3 + v] - leastV;
      const before = slot > starts[row] ? reached[slot - 1] : -Infinity;
      reached[slot] = to[slot] > before ? to[slot] : before;
    }
  }

  /** Appends every two boxes of this level that overlap. */
  findPairs(out: IntList): void {
    if (this.#isByKernel && crowdKernels.kernels?.sweepRows(this, out) === true) return;
    const { starts } = this;
    for (let u = 0; u <= this.maskU; u++) {
      for (let v = 0; v <= this.maskV; v++) {
        const row = this.#rowAt(u, v);
        if (starts[row] === starts[row + 1]) continue;
        this.#sweepBoth(row, row, out);
        this.#sweepBoth(row, this.#rowAt(u, v + 1), out);
        for (let k = -1; k <= 1; k++) this.#sweepBoth(row, this.#rowAt(u + 1, v + k), out);
      }
    }
  }

  /** Sweeps two rows, or one: of two boxes that overlap, the one that begins first finds the other among those that begin before it ends. */
  #sweepBoth(rowA: number, rowB: number, out: IntList): void {
    const { ids, from, lowsU, highsU, lowsV, highsV } = this;
    const endA = this.starts[rowA + 1];
    const endB = this.starts[rowB + 1];
    const isOne = rowA === rowB;
    let { items, count } = out;
    let a = this.starts[rowA];
    let b = isOne ? a + 1 : this.starts[rowB];
    while (a < endA && b < endB) {
      const isA = from[a] <= from[b];
      const slot = isA ? a++ : b++;
      const to = this.to[slot];
      const end = isA ? endB : endA;
      let k = isA ? b : a;
      if (isOne) b = a + 1;
      if (count + 2 * (end - k) > items.length) {
        out.reserve(count + 2 * (end - k));
        items = out.items;
      }
      for (; k < end && from[k] <= to; k++) {
        // Without a branch that no processor can guess: what does not overlap is written over by the next.
        items[count] = ids[slot];
        items[count + 1] = ids[k];
        const isNearU = Number(lowsU[k] <= highsU[slot]) & Number(highsU[k] >= lowsU[slot]);
        count += 2 * (isNearU & Number(lowsV[k] <= highsV[slot]) & Number(highsV[k] >= lowsV[slot]));
      }
    }
    out.count = count;
  }

  /** Appends the numbers of all boxes of this level that overlap the one at `at`, of whatever size. */
  findAround(bounds: Float64Array, at: number, out: IntList): void {
    // A box of this level that overlaps has its least corner at most one row before. As integers of 32 bits, so that adding is exact.
    const firstU = this.#cellOf(bounds[at + this.#u]) - 1;
    const firstV = this.#cellOf(bounds[at + this.#v]) - 1;
    const rowsU = Math.min(this.#cellOf(bounds[at + 3 + this.#u]) - firstU, this.maskU);
    const rowsV = Math.min(this.#cellOf(bounds[at + 3 + this.#v]) - firstV, this.maskV);
    const u = firstU | 0;
    const v = firstV | 0;
    for (let i = 0; i <= rowsU; i++) {
      for (let j = 0; j <= rowsV; j++) this.#searchRow(this.#rowAt(u + i, v + j), bounds, at, out);
    }
  }

  #searchRow(row: number, bounds: Float64Array, at: number, out: IntList): void {
    const [least, leastU, leastV] = this.least;
    const from = Math.fround(bounds[at + this.axis] - least);
    const to = Math.fround(bounds[at + 3 + this.axis] - least);
    const lowU = Math.fround(bounds[at + this.#u] - leastU);
    const highU = Math.fround(bounds[at + 3 + this.#u] - leastU);
    const lowV = Math.fround(bounds[at + this.#v] - leastV);
    const highV = Math.fround(bounds[at + 3 + this.#v] - leastV);
    const end = this.starts[row + 1];
    // The first slot by which the row has reached the box.
    let slot = this.starts[row];
    for (let last = end; slot < last; ) {
      const middle = (slot + last) >> 1;
      if (this.reached[middle] < from) slot = middle + 1;
      else last = middle;
    }
    for (; slot < end && this.from[slot] <= to; slot++) {
      if (this.to[slot] < from || this.lowsU[slot] > highU || this.highsU[slot] < lowU) continue;
      if (this.lowsV[slot] <= highV && this.highsV[slot] >= lowV) out.push(this.ids[slot]);
    }
  }

  #reserve(count: number): void {
    if (this.ids.length >= count) return;
    const capacity = 2 * count;
    this.ids = new Int32Array(capacity);
    this.from = new Float32Array(capacity);
    this.to = new Float32Array(capacity);
    this.lowsU = new Float32Array(capacity);
    this.highsU = new Float32Array(capacity);
    this.lowsV = new Float32Array(capacity);
    this.highsV = new Float32Array(capacity);
    this.reached = new Float32Array(capacity);
    this.#members = new Int32Array(capacity);
    this.#rows = new Int32Array(capacity);
    this.#order.reserve(capacity);
    const most = 1 << Math.max(exponentAbove(capacity) - ROW_BOXES, 2 * LEAST_ROWS);
    this.starts = new Int32Array(most + 1);
    this.#ends = new Int32Array(most);
  }
}

/** The exponent of a number of rows that covers so many widths, and one more at most. */
function rowsExponent(widths: number, most: number): number {
  const needed = widths < 1 << MOST_ROWS ? exponentAbove(widths + 1) : MOST_ROWS;
  return Math.min(Math.max(needed, LEAST_ROWS), most);
}

/** Writes the least and the greatest coordinates of the boxes' least corners. */
function findExtremes(bounds: Float64Array, ids: Int32Array, count: number, out: Float64Array): void {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let k = 0; k < count; k++) {
    const at = BOX * ids[k];
    const x = bounds[at];
    const y = bounds[at + 1];
    const z = bounds[at + 2];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  out[0] = lowX;
  out[1] = lowY;
  out[2] = lowZ;
  out[3] = highX;
  out[4] = highY;
  out[5] = highZ;
}
