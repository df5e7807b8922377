// The third stage of Kitamura et al. (1998): space is halved again and again where faces of two bodies still meet one cell,
// by recursion, with no tree ever stored. What reaches a last cell is compared face by face.
//
// Departures from the paper:
//   * The root is the box of the overlap regions, not a cube around the world: six levels start where they are needed.
//   * Each pair of faces is looked at in one cell only without any list of earlier pairs: in the cell of the lowest corner
//     that the boxes of both have in common (cells are half open, so there is one). Faces are sorted into cells by their
//     boxes, so both are in that cell's list. With `clip` they are sorted as triangles, as in the paper, and may both be
//     missing there; the pairs of all cells are then listed first and repetitions dropped.
//   * Unless a depth is asked for, cells are halved until few pairs are left or until faces are as large as the cells.
//
// `bintree` halves the longest side of a cell instead of all three, which the paper proposes in its conclusion. So are
// parts: cells at PART_LEVEL are dealt out in turn, and the parts of any number of workers together are the whole.

import { clipTriangleBox } from '../primitive/triangle-box-clip.ts';
import { BOX, FACE, FaceTable } from './face-table.ts';
import { PairKeys } from './pair-keys.ts';

export interface SubdivisionOptions {
  /** Halve all three sides of a cell, or the longest. */
  readonly kind: 'octree' | 'bintree';
  /** Levels below the root: that many wherever two bodies meet, or as many as pay. */
  readonly depth: number | 'auto';
  /** Sort faces into cells as triangles, by clipping, rather than by their boxes. */
  readonly clip: boolean;
  /** Every face is a body of its own: all pairs of different faces count. */
  readonly self: boolean;
  /** Look into the cells dealt to worker `part` of `parts` only. */
  readonly part: number;
  readonly parts: number;
}

export const SUBDIVISION_DEFAULTS: SubdivisionOptions = Object.freeze({
  kind: 'octree',
  depth: 'auto',
  clip: false,
  self: false,
  part: 0,
  parts: 1,
});

/** Has the last word on two faces of the table whose boxes overlap. */
export type FaceJudge = (place: number, otherPlace: number) => boolean;

/** The most levels that can be asked for: the sides of a cell are then 2⁻³⁰ of the region's. */
export const DEEPEST = 30;

/** A cell with no more pairs than this is not halved: comparing boxes is cheaper than sorting them. */
const FEW_PAIRS = 64;
/** Nor is one whose faces would be this many times as many in its parts: they are as large as the cell. */
const MOST_COPIES = { octree: 3, bintree: 1.5 } as const;
/** Levels after which cells are dealt out to workers: 64 cells. */
const PART_LEVEL = { octree: 2, bintree: 6 } as const;

/** The axes of a cell that are halved, as bits. */
const EVERY_AXIS = 7;
/** The bits of `#sides` that a face needs to be in child c: for each axis the lower half, 1, or the upper, 2. */
const LOWER = [1, 4, 16] as const;
const UPPER = [2, 8, 32] as const;

export class FaceSubdivision {
  cells = 0;
  boxTests = 0;
  #table: FaceTable = new FaceTable();
  #options: SubdivisionOptions = SUBDIVISION_DEFAULTS;
  #judge: FaceJudge = () => false;
  #found: PairKeys = new PairKeys();
  /** With `clip`: pairs that share a cell. */
  readonly #listed: PairKeys = new PairKeys();
  /** The cell at work on each level. */
  readonly #bounds: Float64Array = new Float64Array(BOX * (DEEPEST + 1));
  /** Places in the table: level upon level, the faces of the cell at work there. */
  #lists: Int32Array = new Int32Array(1024);
  /** Beside each: which halves of the cell its box reaches. */
  #sides: Uint8Array = new Uint8Array(1024);
  #cellsDealt = 0;

  /** Finds the pairs of faces of different owners that the judge accepts; boxes of such overlap within `region` only. */
  search(table: FaceTable, region: Float64Array, options: SubdivisionOptions, judge: FaceJudge, found: PairKeys): void {
    this.#table = table;
    this.#options = options;
    this.#judge = judge;
    this.#found = found;
    this.#cellsDealt = 0;
    this.cells = 0;
    this.boxTests = 0;
    const { count } = this.#table;
    this.#bounds.set(region);
    this.#listed.start(count);
    this.#reserve(count);
    for (let place = 0; place < count; place++) this.#lists[place] = place;
    this.#visit(0, 0, count);
    if (!this.#options.clip) return;
    const pairs = this.#listed.sorted();
    for (let k = 0; k < pairs.length; k += 2) {
      if (this.#judge(pairs[k], pairs[k + 1])) this.#found.add(pairs[k], pairs[k + 1]);
    }
  }

  /** The cell of a level, whose faces are those listed from `first` to `end`. */
  #visit(level: number, first: number, end: number): void {
    const { kind, depth, part, parts } = this.#options;
    const pairs = this.#countPairs(first, end);
    if (pairs === 0) return;
    this.cells++;
    let isLast = depth === 'auto' ? pairs <= FEW_PAIRS || level === DEEPEST : level >= depth;
    const axes = kind === 'octree' ? EVERY_AXIS : 1 << this.#longestAxis(level);
    if (!isLast) {
      const copies = this.#findSides(level, first, end, axes);
      isLast = depth === 'auto' && copies > MOST_COPIES[kind] * (end - first);
    }
    if (parts > 1 && (level === PART_LEVEL[kind] || (isLast && level < PART_LEVEL[kind]))) {
      if (this.#cellsDealt++ % parts !== part) return;
    }
    if (isLast) this.#compare(level, first, end);
    else this.#visitChildren(level, first, end, axes);
  }

  #visitChildren(level: number, first: number, end: number, axes: number): void {
    const { clip } = this.#options;
    const bounds = this.#bounds;
    const corners = this.#table.corners;
    const at = BOX * level;
    const child = at + BOX;
    for (let c = 0; c <= EVERY_AXIS; c++) {
      if ((c & ~axes) !== 0) continue;
      let needed = 0;
      for (let axis = 0; axis < 3; axis++) {
        bounds[child + axis] = bounds[at + axis];
        bounds[child + 3 + axis] = bounds[at + 3 + axis];
        if ((axes & (1 << axis)) === 0) continue;
        const isUpper = (c & (1 << axis)) !== 0;
        bounds[child + (isUpper ? axis : 3 + axis)] = this.#middle(at + axis);
        needed |= isUpper ? UPPER[axis] : LOWER[axis];
      }
      this.#reserve(2 * end - first);
      const lists = this.#lists;
      const sides = this.#sides;
      let last = end;
      for (let k = first; k < end; k++) {
        if ((sides[k] & needed) !== needed) continue;
        if (clip && !clipTriangleBox(corners, FACE * lists[k], bounds, child)) continue;
        lists[last++] = lists[k];
      }
      this.#visit(level + 1, end, last);
    }
  }

  /** Half each before the sum, which may overflow. */
  #middle(at: number): number {
    return this.#bounds[at] / 2 + this.#bounds[at + 3] / 2;
  }

  /** Writes the halves that each face reaches, and returns how many faces all parts of the cell will have. */
  #findSides(level: number, first: number, end: number, axes: number): number {
    const { boxes } = this.#table;
    const lists = this.#lists;
    const sides = this.#sides;
    const at = BOX * level;
    const middleX = this.#middle(at);
    const middleY = this.#middle(at + 1);
    const middleZ = this.#middle(at + 2);
    const { clip } = this.#options;
    let copies = 0;
    for (let k = first; k < end; k++) {
      const b = BOX * lists[k];
      let reached = 0;
      let parts = 1;
      if ((axes & 1) !== 0) {
        if (boxes[b] < middleX) reached |= 1;
        if (boxes[b + 3] >= middleX) reached |= 2;
        if ((reached & 3) === 3) parts = 2;
      }
      if ((axes & 2) !== 0) {
        if (boxes[b + 1] < middleY) reached |= 4;
        if (boxes[b + 4] >= middleY) reached |= 8;
        if ((reached & 12) === 12) parts *= 2;
      }
      if ((axes & 4) !== 0) {
        if (boxes[b + 2] < middleZ) reached |= 16;
        if (boxes[b + 5] >= middleZ) reached |= 32;
        if ((reached & 48) === 48) parts *= 2;
      }
      // Clipping has a point of the face in each closed cell it keeps; a box that only touches the middle is in both.
      sides[k] = clip ? 63 : reached;
      copies += parts;
    }
    return copies;
  }

  #longestAxis(level: number): number {
    const bounds = this.#bounds;
    const at = BOX * level;
    const x = bounds[at + 3] - bounds[at];
    const y = bounds[at + 4] - bounds[at + 1];
    const z = bounds[at + 5] - bounds[at + 2];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }

  /** Pairs of faces of different owners among those listed, which stand by owner. */
  #countPairs(first: number, end: number): number {
    const count = end - first;
    if (this.#options.self) return (count * (count - 1)) / 2;
    const { owners } = this.#table;
    const lists = this.#lists;
    let pairs = count * count;
    for (let k = first; k < end; ) {
      const next = this.#runEnd(owners, lists, k, end);
      pairs -= (next - k) * (next - k);
      k = next;
    }
    return pairs / 2;
  }

  #runEnd(owners: Int32Array, lists: Int32Array, first: number, end: number): number {
    const owner = owners[lists[first]];
    let k = first + 1;
    while (k < end && owners[lists[k]] === owner) k++;
    return k;
  }

  /** Every pair of the cell, in this cell only. */
  #compare(level: number, first: number, end: number): void {
    const { clip, self } = this.#options;
    const { boxes, owners } = this.#table;
    const lists = this.#lists;
    const at = BOX * level;
    let runEnd = first;
    for (let k = first; k < end; k++) {
      if (self) runEnd = k + 1;
      else if (k === runEnd) runEnd = this.#runEnd(owners, lists, k, end);
      const place = lists[k];
      const a = BOX * place;
      const lowX = boxes[a];
      const lowY = boxes[a + 1];
      const lowZ = boxes[a + 2];
      const highX = boxes[a + 3];
      const highY = boxes[a + 4];
      const highZ = boxes[a + 5];
      this.boxTests += end - runEnd;
      for (let m = runEnd; m < end; m++) {
        const other = lists[m];
        const b = BOX * other;
        if (boxes[b] > highX || boxes[b + 3] < lowX) continue;
        if (boxes[b + 1] > highY || boxes[b + 4] < lowY) continue;
        if (boxes[b + 2] > highZ || boxes[b + 5] < lowZ) continue;
        if (clip) {
          this.#listed.add(place, other);
          continue;
        }
        if (!this.#holds(at, 0, lowX > boxes[b] ? lowX : boxes[b])) continue;
        if (!this.#holds(at, 1, lowY > boxes[b + 1] ? lowY : boxes[b + 1])) continue;
        if (!this.#holds(at, 2, lowZ > boxes[b + 2] ? lowZ : boxes[b + 2])) continue;
        if (this.#judge(place, other)) this.#found.add(place, other);
      }
    }
  }

  /** Cells are half open, but for the upper sides of the region itself. */
  #holds(at: number, axis: number, x: number): boolean {
    const bounds = this.#bounds;
    return x >= bounds[at + axis] && (x < bounds[at + 3 + axis] || bounds[at + 3 + axis] === bounds[3 + axis]);
  }

  #reserve(size: number): void {
    if (this.#lists.length >= size) return;
    const lists = new Int32Array(2 * size);
    const sides = new Uint8Array(2 * size);
    lists.set(this.#lists);
    sides.set(this.#sides);
    this.#lists = lists;
    this.#sides = sides;
  }
}
