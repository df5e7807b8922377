// Sums over pairs of prisms of two solids. The floor is divided in halves, again and again: where one of the solids has no roof, nothing is in common, and
// the other does not matter. In the cells that are left, roofs are clipped to the cell, and all pairs of them are summed.

import { prismOverlap } from './prism-overlap.ts';
import { addRoofsOf, type Prisms, type Rectangle, RoofList, writeBounds } from './prisms.ts';

/** Integrals over the part of the box above which both solids have roofs; w and w' are their winding numbers. */
export interface PrismSums {
  /** ∫ w w'. */
  common: number;
  /** ∫ w² − w, and the same of w'. */
  doubtA: number;
  doubtB: number;
  /** The volume of cells that were left out: above them, both solids may have anything in common. */
  leftOut: number;
  /** Of all pairs of prisms that were summed: a bound of the surface of what they have in common, and its volume. */
  surface: number;
  size: number;
  /** The pairs, and the most additions that a number went through. */
  pairs: number;
  additions: number;
}

/** Roofs of both solids in a cell that is not divided, and in how many halvings a cell is no longer divided. */
const FEW_ROOFS = 24;
const DEEPEST = 14;
/** Halves that together have this many times the roofs of the whole are not better than it. */
const MANY_MORE = 1.5;
/** A cell of at most so many pairs, or of this part of the budget, is summed though it exceeds what is left: it is the last one. */
const FEW_PAIRS = 2 ** 11;
const LAST_PART = 1 / 4;

/** A solid in the box. */
export interface SummedSolid {
  readonly prisms: Prisms;
  /** Its winding number is known to be 0 or 1 everywhere. */
  readonly isSimple: boolean;
}

/** The sums of two solids in a box with these sides. Cells that would take more than `budget` pairs together are left out. */
export function sumPrisms(
  a: SummedSolid,
  b: SummedSolid,
  sides: readonly [number, number, number],
  budget: number,
): PrismSums {
  const sums = new Summation(a, b, sides[2], budget);
  sums.divide(allOf(a.prisms), allOf(b.prisms), [0, 0, sides[0], sides[1]], 0);
  return sums;
}

function allOf({ count }: Prisms): Int32Array {
  const numbers = new Int32Array(count);
  for (let k = 0; k < count; k++) numbers[k] = k;
  return numbers;
}

class Summation implements PrismSums {
  common = 0;
  doubtA = 0;
  doubtB = 0;
  leftOut = 0;
  surface = 0;
  size = 0;
  pairs = 0;
  additions = 0;
  readonly #a: SummedSolid;
  readonly #b: SummedSolid;
  readonly #height: number;
  readonly #budget: number;
  readonly #cellA = new CellRoofs();
  readonly #cellB = new CellRoofs();
  #cells = 0;

  constructor(a: SummedSolid, b: SummedSolid, height: number, budget: number) {
    this.#a = a;
    this.#b = b;
    this.#height = height;
    this.#budget = budget;
  }

  /** Adds what is above a rectangle, where these roofs are. */
  divide(roofsA: Int32Array, roofsB: Int32Array, rectangle: Rectangle, depth: number): void {
    if (roofsA.length === 0 || roofsB.length === 0) return;
    if (this.pairs > this.#budget) {
      this.#leaveOut(rectangle);
      return;
    }
    const count = roofsA.length + roofsB.length;
    if (count <= FEW_ROOFS || depth === DEEPEST) {
      this.#sum(roofsA, roofsB, rectangle);
      return;
    }
    const axis = rectangle[2] - rectangle[0] >= rectangle[3] - rectangle[1] ? 0 : 1;
    const middle = (rectangle[axis] + rectangle[axis + 2]) / 2;
    const lowA = below(this.#a.prisms, roofsA, axis, middle);
    const lowB = below(this.#b.prisms, roofsB, axis, middle);
    const highA = above(this.#a.prisms, roofsA, axis, middle);
    const highB = above(this.#b.prisms, roofsB, axis, middle);
    const hasEmpty = lowA.length * lowB.length === 0 || highA.length * highB.length === 0;
    const parts = lowA.length + lowB.length + highA.length + highB.length;
    if (parts > MANY_MORE * count && !hasEmpty && count < 4 * FEW_ROOFS) {
      this.#sum(roofsA, roofsB, rectangle);
      return;
    }
    const { 0: left, 1: front, 2: right, 3: back } = rectangle;
    const low: Rectangle = axis === 0 ? [left, front, middle, back] : [left, front, right, middle];
    const high: Rectangle = axis === 0 ? [middle, front, right, back] : [left, middle, right, back];
    this.divide(lowA, lowB, low, depth + 1);
    this.divide(highA, highB, high, depth + 1);
  }

  #sum(roofsA: Int32Array, roofsB: Int32Array, rectangle: Rectangle): void {
    const cellA = this.#cellA;
    const cellB = this.#cellB;
    cellA.clip(this.#a.prisms, roofsA, rectangle);
    cellB.clip(this.#b.prisms, roofsB, rectangle);
    const { count: countA, signs: signsA } = cellA.list;
    const { count: countB, signs: signsB } = cellB.list;
    if (countA === 0 || countB === 0) return;
    const cost = countA * countB + ownPairs(countA, this.#a) + ownPairs(countB, this.#b);
    if (cost > Math.max(FEW_PAIRS, LAST_PART * this.#budget) && this.pairs + cost > this.#budget) {
      this.#leaveOut(rectangle);
      return;
    }
    let common = 0;
    for (let i = 0; i < countA; i++) {
      for (let j = 0; j < countB; j++) {
        const volume = cellOverlap(cellA, i, cellB, j);
        common += signsA[i] * signsB[j] * volume;
        this.size += volume;
      }
    }
    this.common += common;
    this.pairs += cost;
    if (!this.#a.isSimple) this.doubtA += this.#doubt(cellA);
    if (!this.#b.isSimple) this.doubtB += this.#doubt(cellB);
    // What a pair has in common is above both of its roofs.
    const rims =
      Math.min(countB * cellA.rim, countA * cellB.rim) + this.#ownRims(cellA, this.#a) + this.#ownRims(cellB, this.#b);
    this.surface += rims * (this.#height + rectangle[2] - rectangle[0] + rectangle[3] - rectangle[1]);
    this.#cells++;
    this.additions = Math.max(this.additions, (countA + countB) ** 2 + this.#cells);
  }

  #leaveOut([left, front, right, back]: Rectangle): void {
    this.leftOut += (right - left) * (back - front) * this.#height;
  }

  /** ∫ w² − w of a solid over the cell: each prism with itself cancels where it counts +1, and counts twice otherwise. */
  #doubt(cell: CellRoofs): number {
    const { signs, count } = cell.list;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      if (signs[i] < 0) sum += 2 * this.#sized(cellOverlap(cell, i, cell, i));
      for (let j = 0; j < i; j++) sum += 2 * signs[i] * signs[j] * this.#sized(cellOverlap(cell, i, cell, j));
    }
    return sum;
  }

  #ownRims({ list, rim }: CellRoofs, { isSimple }: SummedSolid): number {
    return isSimple ? 0 : 2 * list.count * rim;
  }

  #sized(volume: number): number {
    this.size += 2 * volume;
    return volume;
  }
}

/** Pairs of a solid's own roofs in a cell that are summed. */
function ownPairs(count: number, { isSimple }: SummedSolid): number {
  return isSimple ? 0 : (count * (count + 1)) / 2;
}

function below({ bounds }: Prisms, roofs: Int32Array, axis: number, middle: number): Int32Array {
  const kept = new Int32Array(roofs.length);
  let count = 0;
  for (let k = 0; k < roofs.length; k++) if (bounds[4 * roofs[k] + axis] < middle) kept[count++] = roofs[k];
  return kept.subarray(0, count);
}

function above({ bounds }: Prisms, roofs: Int32Array, axis: number, middle: number): Int32Array {
  const kept = new Int32Array(roofs.length);
  let count = 0;
  for (let k = 0; k < roofs.length; k++) if (bounds[4 * roofs[k] + 2 + axis] > middle) kept[count++] = roofs[k];
  return kept.subarray(0, count);
}

/** The roofs of a solid above a cell, clipped to it, as triangles. */
class CellRoofs {
  readonly list = new RoofList();
  /** Least and greatest u and v of each; what is beyond the last has no meaning. */
  bounds: Float64Array = new Float64Array(0);
  /** The perimeters of the rectangles around them, all together. */
  rim = 0;

  clip(prisms: Prisms, members: Int32Array, cell: Rectangle): void {
    this.list.count = 0;
    for (let m = 0; m < members.length; m++) addRoofsOf(prisms, members[m], cell, this.list);
    this.#bound();
  }

  #bound(): void {
    const { corners, count } = this.list;
    if (this.bounds.length < 4 * count) this.bounds = new Float64Array(8 * count);
    writeBounds(corners, count, this.bounds);
    this.rim = 0;
    for (let k = 0; k < 4 * count; k += 4) {
      this.rim += 2 * (this.bounds[k + 2] - this.bounds[k] + this.bounds[k + 3] - this.bounds[k + 1]);
    }
  }
}

/** The volume in common of two prisms of a cell; most are beside each other. */
function cellOverlap(a: CellRoofs, i: number, b: CellRoofs, j: number): number {
  const p = a.bounds;
  const q = b.bounds;
  if (p[4 * i] >= q[4 * j + 2] || q[4 * j] >= p[4 * i + 2]) return 0;
  if (p[4 * i + 1] >= q[4 * j + 3] || q[4 * j + 1] >= p[4 * i + 3]) return 0;
  return prismOverlap(a.list.corners, i, b.list.corners, j);
}
