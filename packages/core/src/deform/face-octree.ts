// The third stage of Kitamura et al. (1998): space is halved recursively where faces of two bodies are still in one cell; no tree
// is stored. In a last cell the faces are compared one by one.
//
// Departures from the paper:
// * The root is the box of the overlap regions, not a cube around the world, unless one is given: levels start where they are
// needed.
// * Each pair of faces is tested in one cell only, without a list of earlier pairs: in the cell of the lowest corner of the
// intersection of both boxes (cells are half open, so it is unique). Faces are sorted into cells by their boxes, so both are in
// that cell's list. With `clip` they are sorted as triangles, as in the paper, and both may be missing there; the pairs of all
// cells are then listed first and duplicates removed.
// * A cell becomes eight by three halvings, across x, y and z, and a half without two bodies is not halved again.
// * With a trace, pairs are listed before the first is decided, so that both stages can be timed.
// * Without a given depth, cells are halved until few pairs are left or faces are as large as the cells.
//
// `bintree` always halves the longest side, as the paper proposes in its conclusion. Parts are a proposal of the paper too: the
// cells after PART_HALVINGS are assigned to workers in turn, and the parts of all workers together are the whole.

import { clipTriangleBox } from '../primitive/triangle-box-clip.ts';
import { boxesOverlap } from '../space/box-set.ts';
import { CellBoxes, mayShareCell } from './cell-boxes.ts';
import { CellGrid } from './cell-grid.ts';
import { BOX, FACE, FaceTable } from './face-table.ts';
import { PairKeys } from './pair-keys.ts';
import type { SelfCells } from './self-kernels.ts';
import type { Trace } from './trace.ts';

export interface SubdivisionOptions {
  /** Halve all three sides of a cell, or the longest. */
  readonly kind: 'octree' | 'bintree';
  /** Levels below the root: this many wherever two bodies touch, or as many as are useful. */
  readonly depth: number | 'auto';
  /** The box to subdivide, if not just the region. */
  readonly root: Float64Array | null;
  /** Sort faces into cells as triangles, by clipping, rather than by their boxes. */
  readonly clip: boolean;
  /** Every face is a body of its own: all pairs of different faces count. */
  readonly self: boolean;
  /** Search only the cells assigned to worker `part` of `parts`. */
  readonly part: number;
  readonly parts: number;
  /** Begin with a grid of cells, where the depth is `auto`: much faster, but cells are then not those of the paper. */
  readonly grid: boolean;
  /** Receives stages and cells. */
  readonly trace: Trace | null;
}

export const SUBDIVISION_DEFAULTS: SubdivisionOptions = Object.freeze({
  kind: 'octree',
  depth: 'auto',
  root: null,
  clip: false,
  self: false,
  part: 0,
  parts: 1,
  grid: false,
  trace: null,
});

/** Decides about two faces of the table whose boxes overlap. */
export type FaceJudge = (slot: number, otherSlot: number) => boolean;

/** The largest depth: the sides of an octree's cell are then 2⁻³⁰ of the region's. */
export const DEEPEST = 30;

const AXES = 3;
const MOST_HALVINGS = AXES * DEEPEST;
/** A cell with no more pairs than this is not halved: comparing boxes is cheaper than sorting them. */
const FEW_PAIRS = 512;
/** The same for a kernel, which compares four at once. */
const FEW_PAIRS_OF_KERNEL = 4096;
/** Nor is a cell whose halves together would have this many times its faces: they are as large as the cell. */
const MOST_COPIES = 1.5;
/** Halvings after which cells are assigned to workers: there are 64 then. */
const PART_HALVINGS = 6;

export class FaceSubdivision {
  cells = 0;
  boxTests = 0;
  #table: FaceTable = new FaceTable();
  #options: SubdivisionOptions = SUBDIVISION_DEFAULTS;
  #judge: FaceJudge = () => false;
  #found: PairKeys = new PairKeys();
  #kernel: SelfCells | null = null;
  /** With `clip`, pairs in a common cell; with a trace, pairs to be decided. */
  readonly #listed: PairKeys = new PairKeys();
  readonly #list: FaceJudge = (slot, otherSlot) => {
    this.#listed.add(slot, otherSlot);
    return false;
  };
  /** The current cell after each number of halvings, and the other half of its parent. */
  readonly #bounds: Float64Array = new Float64Array(2 * BOX * (MOST_HALVINGS + 1));
  /** A stack of slots in the table: the faces of the current cells and of the halves still to be searched. */
  #lists: Int32Array = new Int32Array(4096);
  readonly #grid: CellGrid = new CellGrid();
  readonly #cell: CellBoxes = new CellBoxes();
  #cellsDealt = 0;

  /**
   * Finds the pairs of faces of different owners that `judge` accepts; their boxes overlap only within `region`. A kernel, if there is
   * one, compares the faces of each last cell, and neither `judge` nor `found` is used.
   */
  search(
    table: FaceTable,
    region: Float64Array,
    options: SubdivisionOptions,
    judge: FaceJudge,
    found: PairKeys,
    kernel: SelfCells | null = null,
  ): void {
    const isListing = options.clip || options.trace !== null;
    this.#table = table;
    this.#options = options;
    this.#judge = isListing ? this.#list : judge;
    this.#found = found;
    this.#kernel = kernel;
    this.#cellsDealt = 0;
    this.cells = 0;
    this.boxTests = 0;
    const { count } = table;
    this.#bounds.set(options.root === null ? region : joinedBox(region, options.root));
    this.#listed.start(count);
    this.#reserve(count);
    for (let slot = 0; slot < count; slot++) this.#lists[slot] = slot;
    options.trace?.stage('cells');
    if (options.grid && this.#grid.fit(table, region)) this.#visitGrid(region);
    else this.#visit(0, 0, 0, count);
    if (!isListing) return;
    options.trace?.stage('pairs');
    for (const [first, second] of this.#listed.sorted()) if (judge(first, second)) found.add(first, second);
  }

  #visitGrid(region: Float64Array): void {
    const { size, bounds, ends, entries } = this.#grid;
    const [boundsX, boundsY, boundsZ] = bounds;
    const cell = this.#bounds;
    const high = (axis: number, k: number): number => (k === size[axis] ? region[3 + axis] : bounds[axis][k]);
    for (let z = 0, k = 0, start = 0; z < size[2]; z++) {
      for (let y = 0; y < size[1]; y++) {
        for (let x = 0; x < size[0]; x++, k++) {
          const count = ends[k] - start;
          if (count > 1) {
            for (let n = 0; n < count; n++) this.#lists[n] = entries[start + n];
            cell[0] = boundsX[x];
            cell[1] = boundsY[y];
            cell[2] = boundsZ[z];
            cell[3] = high(0, x + 1);
            cell[4] = high(1, y + 1);
            cell[5] = high(2, z + 1);
            this.#visit(0, 0, 0, count);
          }
          start = ends[k];
        }
      }
    }
  }

  /** A cell made by so many halvings, with its box at `at` and its faces listed from `first` to `end`. */
  #visit(halvings: number, at: number, first: number, end: number): void {
    const { depth, part, parts } = this.#options;
    const pairs = this.#countPairs(first, end);
    if (pairs === 0) return;
    this.cells++;
    // Lists of both halves, the lower one above this cell's, and above that the upper one.
    const count = end - first;
    const low = BOX * (2 * halvings + 1);
    const high = low + BOX;
    const highFirst = end + count;
    let lowEnd = end;
    let highEnd = highFirst;
    let isLast = this.#isLast(halvings, pairs);
    if (!isLast) {
      const axis = this.#splitAxis(halvings, at);
      this.#reserve(highFirst + count);
      this.#halve(at, axis, low);
      lowEnd = this.#gather(first, end, low, axis, false, end);
      highEnd = this.#gather(first, end, high, axis, true, highFirst);
      isLast = depth === 'auto' && lowEnd - end + (highEnd - highFirst) > MOST_COPIES * count;
    }
    if (parts > 1 && (halvings === PART_HALVINGS || (isLast && halvings < PART_HALVINGS))) {
      if (this.#cellsDealt++ % parts !== part) return;
    }
    if (isLast) {
      if (this.#kernel === null) this.#compare(at, first, end);
      else this.#kernel.compare(this.#bounds, at, this.#lists, first, end);
      return;
    }
    // The upper half first, since its list is on top.
    this.#visit(halvings + 1, high, highFirst, highEnd);
    this.#visit(halvings + 1, low, end, lowEnd);
  }

  #isLast(halvings: number, pairs: number): boolean {
    const { kind, depth } = this.#options;
    const few = this.#kernel === null ? FEW_PAIRS : FEW_PAIRS_OF_KERNEL;
    if (depth === 'auto') return pairs <= few || halvings === MOST_HALVINGS;
    return halvings === (kind === 'octree' ? AXES * depth : depth);
  }

  #splitAxis(halvings: number, at: number): number {
    if (this.#options.kind === 'octree') return halvings % AXES;
    const bounds = this.#bounds;
    const x = bounds[at + 3] - bounds[at];
    const y = bounds[at + 4] - bounds[at + 1];
    const z = bounds[at + 5] - bounds[at + 2];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }

  /** Writes the lower and the upper half of the cell at `at` to `halves`. */
  #halve(at: number, axis: number, halves: number): void {
    const bounds = this.#bounds;
    // Half each before the sum, which may overflow.
    const middle = bounds[at + axis] / 2 + bounds[at + 3 + axis] / 2;
    bounds.copyWithin(halves, at, at + BOX);
    bounds.copyWithin(halves + BOX, at, at + BOX);
    bounds[halves + 3 + axis] = middle;
    bounds[halves + BOX + axis] = middle;
  }

  /** Lists the faces of [first, end) that reach into a half of their cell, from `to` on; returns the end of that list. */
  #gather(first: number, end: number, half: number, axis: number, isUpper: boolean, to: number): number {
    const { boxes, corners } = this.#table;
    const lists = this.#lists;
    const bounds = this.#bounds;
    let last = to;
    if (this.#options.clip) {
      for (let k = first; k < end; k++) {
        if (clipTriangleBox(corners, FACE * lists[k], bounds, half)) lists[last++] = lists[k];
      }
    } else if (isUpper) {
      const middle = bounds[half + axis];
      for (let k = first; k < end; k++) {
        lists[last] = lists[k];
        if (boxes[BOX * lists[k] + 3 + axis] >= middle) last++;
      }
    } else {
      const middle = bounds[half + 3 + axis];
      for (let k = first; k < end; k++) {
        lists[last] = lists[k];
        if (boxes[BOX * lists[k] + axis] < middle) last++;
      }
    }
    return last;
  }

  /** Pairs of faces of different owners among those listed, which are sorted by owner. */
  #countPairs(first: number, end: number): number {
    const count = end - first;
    if (this.#options.self) return (count * (count - 1)) / 2;
    const { owners } = this.#table;
    const lists = this.#lists;
    let pairs = count * count;
    for (let k = first; k < end; ) {
      const next = runEnd(owners, lists, k, end);
      pairs -= (next - k) * (next - k);
      k = next;
    }
    return pairs / 2;
  }

  /** Every pair of the cell that belongs to it: cells are half open, except at the upper sides of the region itself. */
  #compare(at: number, first: number, end: number): void {
    const { clip, self, trace } = this.#options;
    const { boxes, owners } = this.#table;
    const lists = this.#lists;
    const cell = this.#cell;
    trace?.cell(Array.from(this.#bounds.subarray(at, at + BOX)), end - first);
    cell.fit(this.#bounds, at, boxes, lists, first, end);
    const { lows, highs, below } = cell;
    let others = first;
    for (let k = first; k < end; k++) {
      if (self) others = k + 1;
      else if (k === others) others = runEnd(owners, lists, k, end);
      const slot = lists[k];
      const low = lows[k - first];
      const high = highs[k - first];
      const below1 = clip ? 0 : below[k - first];
      this.boxTests += end - others;
      for (let m = others - first; m < end - first; m++) {
        if (!mayShareCell(low, high, below1, lows[m], highs[m], below[m])) continue;
        const other = lists[first + m];
        if (!boxesOverlap(boxes, BOX * slot, boxes, BOX * other)) continue;
        if (clip) this.#list(slot, other);
        else if (this.#judge(slot, other)) this.#found.add(slot, other);
      }
    }
  }

  #reserve(size: number): void {
    if (this.#lists.length >= size) return;
    const lists = new Int32Array(2 * size);
    lists.set(this.#lists);
    this.#lists = lists;
  }
}

function joinedBox(p: Float64Array, q: Float64Array): Float64Array {
  return p.map((x, k) => (k < 3 ? Math.min(x, q[k]) : Math.max(x, q[k])));
}

/** The end of the listed faces of the owner that starts at `first`. */
function runEnd(owners: Int32Array, lists: Int32Array, first: number, end: number): number {
  const owner = owners[lists[first]];
  let k = first + 1;
  while (k < end && owners[lists[k]] === owner) k++;
  return k;
}
