// The faces of one mesh in the memory of the kernels, for one search (packages/core/kernels/self.ts has the same numbers).

import type { SelfCells, SelfSearch } from '../deform/self-kernels.ts';
import { CORNER_ORDERS } from '../deform/shared-corners.ts';
import type { Kernel } from './kernel.ts';

// Offsets in units of their kind: doubles, then integers.
const CELL_AT = 0;
const COORDINATE_ERROR_AT = 6;
const FACES_AT = 14;
const FOUND_COUNT_AT = 25;
const OPEN_COUNT_AT = 26;
const CAPACITY_AT = 27;
const IN_RANGE_AT = 28;
const ORDERS_AT = 29;

const BOX = 6;
const FOUND = 2;
const OPEN = 3;
/** Bytes of a plane, and of a face of a cell. */
const PLANE = 40;
const RECORD = 128;
/** Least number of pairs that wait for the host. */
const WAITING = 16_384;
/** Arrays begin at cache lines. */
const LINE = 64;

export function openSelfSearch(kernel: Kernel, search: SelfSearch): SelfCells | null {
  const { positions, joined, coordinateError, areInRange } = search;
  const count = joined.length / 3;
  const capacity = Math.max(WAITING, 2 * count);
  // Faces, positions, planes, boxes; of a cell the list, three integers a face; pairs found and left open; records of the cell's faces.
  const sizes = [12 * count, 8 * positions.length, PLANE * count, 48 * count];
  sizes.push(...[1, 2, 3, 4].map(() => 4 * count + LINE), 4 * FOUND * capacity, 4 * OPEN * capacity, RECORD * count);
  const starts: number[] = [];
  let size = lines(kernel.exports.selfSearchSize());
  for (const bytes of sizes) {
    starts.push(size);
    size += lines(bytes);
  }
  const at = kernel.reserve(size);
  if (at === null) return null;
  const { doubles, ints } = kernel;
  const i = at / 4;
  for (let k = 0; k < starts.length; k++) ints[i + FACES_AT + k] = at + starts[k];
  ints[i + CAPACITY_AT] = capacity;
  ints[i + FOUND_COUNT_AT] = 0;
  ints[i + OPEN_COUNT_AT] = 0;
  ints[i + IN_RANGE_AT] = Number(areInRange);
  doubles[at / 8 + COORDINATE_ERROR_AT] = coordinateError;
  new Uint16Array(ints.buffer, at + 4 * ORDERS_AT, CORNER_ORDERS.length).set(CORNER_ORDERS);
  ints.set(joined, (at + starts[0]) / 4);
  doubles.set(positions, (at + starts[1]) / 8);
  kernel.exports.prepareSelf(at, count);
  return new KernelCells(kernel, search, at, starts);
}

class KernelCells implements SelfCells {
  readonly #kernel: Kernel;
  readonly #search: SelfSearch;
  readonly #at: number;
  readonly #list: number;
  readonly #found: number;
  readonly #open: number;

  constructor(kernel: Kernel, search: SelfSearch, at: number, starts: readonly number[]) {
    this.#kernel = kernel;
    this.#search = search;
    this.#at = at;
    [this.#list, this.#found, this.#open] = [starts[4], starts[8], starts[9]].map((start) => (at + start) / 4);
  }

  compare(bounds: Float64Array, at: number, lists: Int32Array, first: number, end: number): void {
    const { doubles, ints, exports } = this.#kernel;
    const cell = this.#at / 8 + CELL_AT;
    for (let k = 0; k < BOX; k++) doubles[cell + k] = bounds[at + k];
    for (let k = first, to = this.#list; k < end; k++, to++) ints[to] = lists[k];
    const count = end - first;
    exports.fitCell(this.#at, count);
    for (let row = 0; row < count; ) {
      row = exports.searchCell(this.#at, count, row);
      if (row < count) this.finish();
    }
  }

  finish(): void {
    const { ints } = this.#kernel;
    const i = this.#at / 4;
    const foundEnd = this.#found + FOUND * ints[i + FOUND_COUNT_AT];
    for (let k = this.#found; k < foundEnd; k += FOUND) this.#search.found(ints[k], ints[k + 1]);
    const openEnd = this.#open + OPEN * ints[i + OPEN_COUNT_AT];
    for (let k = this.#open; k < openEnd; k += OPEN) this.#search.open(ints[k], ints[k + 1], ints[k + 2]);
    ints[i + FOUND_COUNT_AT] = 0;
    ints[i + OPEN_COUNT_AT] = 0;
  }

  close(): void {
    this.#kernel.release(this.#at);
  }
}

function lines(bytes: number): number {
  return LINE * Math.ceil(bytes / LINE);
}
