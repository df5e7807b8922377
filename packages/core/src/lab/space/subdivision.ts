// Recursive subdivision of space until few boxes are left in each cell: the common part of octree, k-d tree and BSP tree. They
// differ in the planes that split a cell.
//
// A box is in every cell that it reaches. Boxes that overlap have a common point, and the cell of that point contains both. Whether
// some point of a box is on the upper side of a plane is decided by the same sum of products as for a point, at the corner of the
// box where it is greatest. Rounded sums of rounded products are monotone in each coordinate, as exact ones are. So the decision
// for a box agrees with those for all its points, and rounding loses no pair. A pair in several common cells is found in each.
//
// Cells are not stored: lists of boxes are kept on a stack as deep as the tree.

import { ABSENT, BOX } from '../../space/box-set.ts';
import { IntList } from '../../space/int-list.ts';
import { Rebuilt } from '../../space/rebuilt.ts';

/** A plane: three factors, and the least sum of products on its upper side. */
export const PLANE = 4;
/** A cell is split by up to three planes at once. */
const MOST_PLANES = 3;
/** Boxes up to which a cell is not split: tests of all pairs cost less. */
const FEW = 12;
/** Largest number of splits along a path: for boxes that no split can separate. */
const DEEPEST = 48;
/** A split is worthwhile if its children have, together, fewer than this many times the boxes of the cell. */
const MOST_COPIES = 1.75;

/** The boxes in a cell: their numbers are `list.items[k]` for first ≤ k < end. */
export interface Cell {
  readonly list: IntList;
  first: number;
  end: number;
}

export abstract class Subdivision extends Rebuilt {
  readonly #cell: Cell = { list: new IntList(), first: 0, end: 0 };
  /** The planes of the path, MOST_PLANES a split. */
  readonly #planes: Float64Array = new Float64Array(PLANE * MOST_PLANES * DEEPEST);

  protected findPairs(): void {
    const { bounds, kinds, end } = this.boxes;
    const cell = this.#cell;
    cell.list.count = 0;
    for (let id = 0; id < end; id++) if (kinds[id] !== ABSENT) cell.list.push(id);
    this.start(bounds, cell.list);
    this.#visit(0, 0, cell.list.count);
  }

  /** Called with all boxes, before the first cell. */
  protected start(_bounds: Float64Array, _all: IntList): void {}

  /** Writes the planes that split a cell to `planes` at `at`. Returns their number; 0 to keep the cell whole. */
  protected abstract split(cell: Cell, bounds: Float64Array, planes: Float64Array, at: number): number;

  /** Called before the descent into the child on a side of the planes, bit k set for above plane k, and after the return. */
  protected descend(_side: number, _isBack: boolean): void {}

  #visit(depth: number, first: number, end: number): void {
    const { bounds } = this.boxes;
    const cell = this.#cell;
    const { list } = cell;
    const at = PLANE * MOST_PLANES * depth;
    let planeCount = 0;
    if (end - first > FEW && depth < DEEPEST) {
      cell.first = first;
      cell.end = end;
      planeCount = this.split(cell, bounds, this.#planes, at);
    }
    if (planeCount === 0 || this.#copies(first, end, at, planeCount) > MOST_COPIES * (end - first)) {
      this.#testAll(first, end);
      return;
    }
    for (let side = 0; side < 1 << planeCount; side++) {
      list.count = end;
      for (let k = first; k < end; k++)
        if (this.#reaches(list.items[k], at, planeCount, side)) list.push(list.items[k]);
      if (list.count - end < 2) continue;
      this.descend(side, false);
      this.#visit(depth + 1, end, list.count);
      this.descend(side, true);
    }
  }

  /** How many boxes all children of a cell have together; at least twice as many as the cell if a child has all of them. */
  #copies(first: number, end: number, at: number, planeCount: number): number {
    const { items } = this.#cell.list;
    let copies = 0;
    for (let side = 0; side < 1 << planeCount; side++) {
      let count = 0;
      for (let k = first; k < end; k++) if (this.#reaches(items[k], at, planeCount, side)) count++;
      copies += count === end - first ? 2 * count : count;
    }
    return copies;
  }

  /** Whether a box has points on the given side of each of the planes at `at`. */
  #reaches(id: number, at: number, planeCount: number, side: number): boolean {
    const { bounds } = this.boxes;
    const planes = this.#planes;
    for (let k = 0; k < planeCount; k++) {
      const plane = at + PLANE * k;
      const isAbove = ((side >> k) & 1) === 1;
      // The corner where the sum is greatest, or least.
      const x = bounds[BOX * id + (planes[plane] > 0 === isAbove ? 3 : 0)];
      const y = bounds[BOX * id + (planes[plane + 1] > 0 === isAbove ? 4 : 1)];
      const z = bounds[BOX * id + (planes[plane + 2] > 0 === isAbove ? 5 : 2)];
      if (isAboveAt(planes, plane, x, y, z) !== isAbove) return false;
    }
    return true;
  }

  /** Tests all pairs of a cell that is not split any further. */
  #testAll(first: number, end: number): void {
    const { boxes } = this;
    const { items } = this.#cell.list;
    for (let k = first; k < end; k++) {
      for (let l = first; l < k; l++) if (boxes.overlap(items[k], items[l])) this.pairs.put(items[k], items[l]);
    }
  }
}

function isAboveAt(planes: Float64Array, plane: number, x: number, y: number, z: number): boolean {
  return planes[plane] * x + planes[plane + 1] * y + planes[plane + 2] * z >= planes[plane + 3];
}
