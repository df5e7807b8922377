// Boxes in rows in the memory of the kernels, for one search (packages/core/kernels/crowd.ts has the same numbers).

import { BOX } from '../space/box-set.ts';
import type { RowTable } from '../space/crowd-kernels.ts';
import type { IntList } from '../space/int-list.ts';
import type { Kernel } from './kernel.ts';

// Offsets in units of their kind: doubles, then integers.
const LEAST_AT = 0;
const PER_WIDTH_AT = 3;
const LARGEST_AT = 4;
const AXIS_AT = 10;
const MASK_U_AT = 13;
const COUNT_AT = 16;
const CAPACITY_AT = 17;
const BOUNDS_AT = 18;
const SORTED_AT = 28;
const FOUND_AT = 37;
const BLOCK = 192;

/** Pairs that may be found, for each box. */
const MOST_PAIRS = 16;
const DIGITS = 3 << 11;
/** Arrays begin at cache lines, and may be read a vector beyond their ends. */
const LINE = 64;

export function sortRows(
  kernel: Kernel,
  table: RowTable,
  bounds: Float64Array,
  ids: Int32Array,
  count: number,
  largest: number,
): number {
  let end = 0;
  for (let k = 0; k < count; k++) if (ids[k] >= end) end = ids[k] + 1;
  const rows = (table.maskU + 1) << table.shift;
  // Boxes, numbers, six arrays of members, counts of digits, ends of rows.
  const boxes = bounds.subarray(0, BOX * end);
  const sizes = [8 * boxes.length, 4 * count, ...Array(6).fill(4 * count), 4 * DIGITS, 4 * rows];
  const at = openBlock(kernel, table, [...sizes, ...sortedSizes(count, rows)], BOUNDS_AT);
  if (at === null) return -1;
  const { doubles, ints, exports } = kernel;
  const i = at / 4;
  doubles[at / 8 + LARGEST_AT] = largest;
  ints[i + COUNT_AT] = count;
  doubles.set(boxes, ints[i + BOUNDS_AT] / 8);
  ints.set(ids.subarray(0, count), ints[i + BOUNDS_AT + 1] / 4);
  const left = exports.sortRows(at);
  const idsAt = ints[i + BOUNDS_AT + 1] / 4;
  ids.set(ints.subarray(idsAt, idsAt + left));
  sortedArrays(table).forEach((array, k) => {
    const from = ints[i + SORTED_AT + k] / 4;
    const length = k === 0 ? rows + 1 : count - left;
    array.set((array instanceof Int32Array ? ints : kernel.floats).subarray(from, from + length));
  });
  kernel.release(at);
  return left;
}

export function sweepRows(kernel: Kernel, table: RowTable, out: IntList): boolean {
  const { count } = table;
  const rows = (table.maskU + 1) << table.shift;
  const at = openBlock(kernel, table, [...sortedSizes(count, rows), 8 * MOST_PAIRS * count], SORTED_AT);
  if (at === null) return false;
  const { ints, floats, exports } = kernel;
  const i = at / 4;
  ints[i + CAPACITY_AT] = MOST_PAIRS * count;
  sortedArrays(table).forEach((array, k) => {
    const to = ints[i + SORTED_AT + k] / 4;
    const part = array.subarray(0, k === 0 ? rows + 1 : count);
    if (part instanceof Int32Array) ints.set(part, to);
    else floats.set(part, to);
  });
  const found = exports.sweepRows(at);
  if (found >= 0) {
    out.reserve(out.count + 2 * found);
    const from = ints[i + FOUND_AT] / 4;
    out.items.set(ints.subarray(from, from + 2 * found), out.count);
    out.count += 2 * found;
  }
  kernel.release(at);
  return found >= 0;
}

/** Arrays by rows and by slots, in the order in which the kernels have them. */
function sortedArrays(table: RowTable): (Int32Array | Float32Array)[] {
  const { starts, ids, from, to, lowsU, highsU, lowsV, highsV, reached } = table;
  return [starts, ids, from, to, lowsU, highsU, lowsV, highsV, reached];
}

function sortedSizes(count: number, rows: number): number[] {
  return [4 * (rows + 1), ...Array(8).fill(4 * count)];
}

/** Memory for arrays, which are entered in the block from `first` on. */
function openBlock(kernel: Kernel, table: RowTable, sizes: readonly number[], first: number): number | null {
  const starts: number[] = [];
  let size = BLOCK;
  for (const bytes of sizes) {
    starts.push(size);
    size += LINE * Math.ceil((bytes + LINE / 4) / LINE);
  }
  const at = kernel.reserve(size);
  if (at === null) return null;
  const { doubles, ints } = kernel;
  const { axis, least, width, maskU, maskV, shift } = table;
  const i = at / 4;
  for (let k = 0; k < starts.length; k++) ints[i + first + k] = at + starts[k];
  doubles.set(least, at / 8 + LEAST_AT);
  doubles[at / 8 + PER_WIDTH_AT] = 1 / width;
  for (let k = 0; k < 3; k++) ints[i + AXIS_AT + k] = 8 * ((axis + k) % 3);
  ints[i + MASK_U_AT] = maskU;
  ints[i + MASK_U_AT + 1] = maskV;
  ints[i + MASK_U_AT + 2] = shift;
  return at;
}
