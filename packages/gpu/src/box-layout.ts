// Boxes as the device takes them: floats rounded outwards, the cells of a grid, and the few that are too large for its cells.

import type { BoxSet } from 'nearmiss';
import { LARGE, NO_BOX, SMALL } from './wgsl/box-pairs.ts';

/** Doubles of a box: its least corner, then its greatest. */
const BOX = 6;
/** The part of all boxes that may be large, and a number that always may be. */
const LARGE_PART = 1 / 1024;
const MOST_LARGE = 256;
/** Cells have numbers up to this; farther boxes count as large. */
const FARTHEST_CELL: number = 2 ** 30;
/** A cell is wider than all small boxes by this part, more than the quotient by its size can be off. */
const CELL_MARGIN: number = 1 + 2 ** -20;

export interface BoxLayout {
  readonly count: number;
  /** Two vectors a box: least corner with the kind, greatest corner. */
  readonly bounds: Float32Array<ArrayBuffer>;
  readonly cells: Int32Array<ArrayBuffer>;
  readonly larges: Uint32Array<ArrayBuffer>;
}

/** The least float that is not below x, or the greatest that is not above it. */
function outward(x: number, isUpper: boolean): number {
  const nearest = Math.fround(x);
  if (isUpper ? nearest >= x : nearest <= x) return nearest;
  // One step of 2⁻²³ or less: twice the spacing of floats of this size, or the least float.
  const step = Math.max(Math.abs(nearest) * 2 ** -23, 2 ** -149);
  return Math.fround(isUpper ? nearest + step : nearest - step);
}

/** The boxes of a set; null where too many of them are large for any grid. */
export function layOut({ bounds, kinds, end }: BoxSet): BoxLayout | null {
  const widths = new Float64Array(end);
  let sum = 0;
  let present = 0;
  for (let id = 0; id < end; id++) {
    if (kinds[id] === 0) continue;
    const at = BOX * id;
    widths[id] = Math.max(
      bounds[at + 3] - bounds[at],
      bounds[at + 4] - bounds[at + 1],
      bounds[at + 5] - bounds[at + 2],
    );
    sum += widths[id];
    present++;
  }
  let size = Math.max(2 * (sum / Math.max(1, present)), Number.MIN_VALUE * 2 ** 60);
  const most = Math.max(MOST_LARGE, LARGE_PART * present);
  // Of widths that vary by any factor, few are large after a number of doublings.
  let larges = largeBoxes(widths, kinds, bounds, size);
  while (larges.length > most && size < Number.MAX_VALUE / 4) {
    size *= 2;
    larges = largeBoxes(widths, kinds, bounds, size);
  }
  if (larges.length > most) return null;
  return { count: end, larges: Uint32Array.from(larges), ...write(bounds, kinds, end, size, new Set(larges)) };
}

function largeBoxes(widths: Float64Array, kinds: Uint8Array, bounds: Float64Array, size: number): number[] {
  const out: number[] = [];
  for (let id = 0; id < widths.length; id++) {
    if (kinds[id] === 0) continue;
    const at = BOX * id;
    const farthest = Math.max(Math.abs(bounds[at]), Math.abs(bounds[at + 1]), Math.abs(bounds[at + 2]));
    if (!(widths[id] * CELL_MARGIN <= size && farthest <= FARTHEST_CELL * size)) out.push(id);
  }
  return out;
}

function write(bounds: Float64Array, kinds: Uint8Array, end: number, size: number, larges: ReadonlySet<number>) {
  const floats = new Float32Array(8 * end);
  const cells = new Int32Array(4 * end);
  for (let id = 0; id < end; id++) {
    for (let c = 0; c < 3; c++) {
      floats[8 * id + c] = outward(bounds[BOX * id + c], false);
      floats[8 * id + 4 + c] = outward(bounds[BOX * id + 3 + c], true);
      cells[4 * id + c] = Math.floor(bounds[BOX * id + c] / size);
    }
    floats[8 * id + 3] = kinds[id];
    cells[4 * id + 3] = kinds[id] === 0 ? NO_BOX : larges.has(id) ? LARGE : SMALL;
  }
  return { bounds: floats, cells };
}
