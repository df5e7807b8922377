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
import { BOX, FACE, FaceTable } from './face-table.ts';
import { PairKeys } from './pair-keys.ts';
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
  #cellsDealt = 0;

  /** Finds the pairs of faces of different owners that `judge` accepts; their boxes overlap only within `region`. */
  search(table: FaceTable, region: Float64Array, options: SubdivisionOptions, judge: FaceJudge, found: PairKeys): void {
    const isListing = options.clip || options.trace !== null;
    this.#table = table;
    this.#options = options;
    this.#judge = isListing ? this.#list : judge;
    this.#found = found;
    this.#cellsDealt = 0;
    this.cells = 0;
    this.boxTests = 0;
    const { count } = table;
    this.#bounds.set(options.root === null ? region : joinedBox(region, options.root));
    this.#listed.start(count);
    this.#reserve(count);
    for (let slot = 0; slot < count; slot++) this.#lists[slot] = slot;
    options.trace?.stage('cells');
    this.#visit(0, 0, 0, count);
    if (!isListing) return;
    options.trace?.stage('pairs');
    for (const [first, second] of this.#listed.sorted()) if (judge(first, second)) found.add(first, second);
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
      this.#compare(at, first, end);
      return;
    }
    // The upper half first, since its list is on top.
    this.#visit(halvings + 1, high, highFirst, highEnd);
    this.#visit(halvings + 1, low, end, lowEnd);
  }

  #isLast(halvings: number, pairs: number): boolean {
    const { kind, depth } = this.#options;
    if (depth === 'auto') return pairs <= FEW_PAIRS || halvings === MOST_HALVINGS;
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
    const bounds = this.#bounds;
    trace?.cell(Array.from(bounds.subarray(at, at + BOX)), end - first);
    const cellLowX = bounds[at];
    const cellLowY = bounds[at + 1];
    const cellLowZ = bounds[at + 2];
    const cellHighX = bounds[at + 3] === bounds[3] ? Infinity : bounds[at + 3];
    const cellHighY = bounds[at + 4] === bounds[4] ? Infinity : bounds[at + 4];
    const cellHighZ = bounds[at + 5] === bounds[5] ? Infinity : bounds[at + 5];
    let others = first;
    for (let k = first; k < end; k++) {
      if (self) others = k + 1;
      else if (k === others) others = runEnd(owners, lists, k, end);
      const slot = lists[k];
      const a = BOX * slot;
      const lowX = boxes[a];
      const lowY = boxes[a + 1];
      const lowZ = boxes[a + 2];
      const highX = boxes[a + 3];
      const highY = boxes[a + 4];
      const highZ = boxes[a + 5];
      this.boxTests += end - others;
      for (let m = others; m < end; m++) {
        const b = BOX * lists[m];
        if (boxes[b] > highX || boxes[b + 3] < lowX) continue;
        if (boxes[b + 1] > highY || boxes[b + 4] < lowY) continue;
        if (boxes[b + 2] > highZ || boxes[b + 5] < lowZ) continue;
        if (clip) {
          this.#list(slot, lists[m]);
          continue;
        }
        const x = lowX > boxes[b] ? lowX : boxes[b];
        if (x < cellLowX || x >= cellHighX) continue;
        const y = lowY > boxes[b + 1] ? lowY : boxes[b + 1];
        if (y < cellLowY || y >= cellHighY) continue;
        const z = lowZ > boxes[b + 2] ? lowZ : boxes[b + 2];
        if (z < cellLowZ || z >= cellHighZ) continue;
        if (this.#judge(slot, lists[m])) this.#found.add(slot, lists[m]);
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
