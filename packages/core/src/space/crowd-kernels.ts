// Kernels that keep track of a crowd of boxes in place of what is here, with the same pairs in the same order. `use` installs them
// (query/acceleration.ts).

import type { IntList } from './int-list.ts';

/** Boxes of similar size in rows (box-rows.ts), as a kernel reads and writes them. */
export interface RowTable {
  readonly count: number;
  readonly ids: Int32Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  readonly lowsU: Float32Array;
  readonly highsU: Float32Array;
  readonly lowsV: Float32Array;
  readonly highsV: Float32Array;
  readonly reached: Float32Array;
  readonly starts: Int32Array;
  readonly axis: number;
  /** The least ends along the rows and across them, and the width of rows: a power of two. */
  readonly least: Float64Array;
  readonly width: number;
  readonly maskU: number;
  readonly maskV: number;
  readonly shift: number;
}

/** Pairs of boxes that are decided in every update (watched-pairs.ts). */
export interface PairList {
  readonly count: number;
  readonly as: Int32Array;
  readonly bs: Int32Array;
  readonly overlaps: Uint8Array;
  readonly changedFrom: number;
}

/** The copy of a crowd in the memory of the kernels. */
export interface CrowdKernel {
  /** Takes over the boxes with margins of all bodies, whose numbers are below `end`; `since` is negative for those without one. False where memory is missing. */
  writeAll(wide: Float64Array, since: Int32Array, end: number): boolean;
  /** Takes over the box of one, or that it has none any more. */
  write(id: number, wide: Float64Array): void;
  remove(id: number): void;
  /** Takes over the boxes of all bodies, whose numbers are below `end`, and lists those that have left their margins. */
  follow(bounds: Float64Array, end: number, leaving: IntList): void;
  /** Lists the pairs for which `overlaps` is not true any more, for the boxes of `follow`. False, and nothing listed, where memory is missing. */
  decide(pairs: PairList, changed: IntList): boolean;
  close(): void;
}

export interface CrowdKernels {
  /** @internal Null where these kernels do not apply; `owner` holds the memory. */
  openCrowd(owner: object): CrowdKernel | null;
  /**
   * @internal Same as `RowLevel.fill` after the rows are chosen: sorts the boxes whose sides across the rows are at most `largest`, moves the
   * numbers of the others to the front, and returns how many they are. −1, and nothing written, where these kernels do not apply.
   */
  sortRows(table: RowTable, bounds: Float64Array, ids: Int32Array, count: number, largest: number): number;
  /** @internal Same as `RowLevel.findPairs` right after `sortRows`; false, and nothing appended, where these kernels do not apply. */
  sweepRows(table: RowTable, out: IntList): boolean;
}

/** The installed kernels: a setting of the program, which `use` alone changes. */
export const crowdKernels: { kernels: CrowdKernels | null } = { kernels: null };
