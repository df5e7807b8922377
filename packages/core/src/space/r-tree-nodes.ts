// The nodes of an R-tree over the boxes of a set (Guttman, "R-trees: a dynamic index structure for spatial searching", 1984): all
// leaves at one height, between LEAST and MOST entries in every node but the root. Boxes are inserted where nodes grow least, a
// full node is split in quadratic time (§3.5.2), and a node with too few entries is dissolved and its entries are inserted again
// (§3.3).
//
// Departures:
// - Nodes are judged by half their surface, not by their volume: flat boxes have none, and the cost of a search is proportional to
//   surface.
// - A box that moves within its leaf stays there (Kwon, Lee & Lee, "lazy update R-tree", 2002), and one that moves a little out of
//   it may extend the leaf (Lee et al., "Supporting frequent updates in R-trees: a bottom-up approach", 2003). So leaves may be
//   wider than their entries, never narrower.
// - Many boxes at once are packed by "sort-tile-recursive" (Leutenegger, Lopez & Edgington 1997), with some free entries in every
//   node, and in parts of equal number, so that no node has too few.

import { BOX, type BoxSet } from './box-set.ts';
import { grownDoubles, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';

export const NONE = -1;
/** Entries of a node, at most and, but for the root, at least. */
export const MOST = 8;
export const LEAST = 3;
/** Largest number of entries of a packed node: it takes two more before it is split. */
const PACKED = 6;

export class RTreeNodes {
  root: number = NONE;
  /** Number of boxes in the tree. */
  size = 0;
  /** For each node its box, its parent or NONE, its height (0: a leaf), and its entries: nodes, or in a leaf numbers of boxes. */
  bounds: Float64Array = new Float64Array(BOX * 16);
  parents: Int32Array = new Int32Array(16);
  heights: Int32Array = new Int32Array(16);
  counts: Int32Array = new Int32Array(16);
  entries: Int32Array = new Int32Array(MOST * 16);
  /** For each box the leaf it is in, or NONE. */
  leaves: Int32Array = new Int32Array(0);
  readonly #boxes: BoxSet;
  #end = 0;
  readonly #free: IntList = new IntList();
  /** Entries of a full node that is being split: their numbers and boxes, and the part of each, or 0. */
  readonly #split: Int32Array = new Int32Array(MOST + 1);
  readonly #splitBounds: Float64Array = new Float64Array(BOX * (MOST + 1));
  readonly #parts: Uint8Array = new Uint8Array(MOST + 1);
  /** Nodes to be dissolved. */
  readonly #orphans: IntList = new IntList();

  constructor(boxes: BoxSet) {
    this.#boxes = boxes;
  }

  /** Reserves memory for boxes with numbers below `capacity`. */
  reserve(capacity: number): void {
    const known = this.leaves.length;
    if (capacity > known) this.leaves = grownInts(this.leaves, 2 * capacity).fill(NONE, known);
  }

  /** Inserts a box that is not in the tree. */
  insert(id: number): void {
    this.size++;
    if (this.root === NONE) this.root = this.#take(0);
    this.#insertEntry(id, 0);
  }

  /** Removes a box that is in the tree. */
  remove(id: number): void {
    this.size--;
    const leaf = this.leaves[id];
    this.leaves[id] = NONE;
    this.#dropEntry(leaf, id);
    this.#condense(leaf);
  }

  /** Whether the current box of `id` lies within its leaf, or outside by no more than `reach` of its own longest side. */
  fits(id: number, reach: number): boolean {
    const { bounds } = this.#boxes;
    const at = BOX * this.leaves[id];
    const from = BOX * id;
    let side = 0;
    for (let k = 0; k < 3; k++) side = Math.max(side, bounds[from + 3 + k] - bounds[from + k]);
    for (let k = 0; k < 3; k++) {
      if (bounds[from + k] < this.bounds[at + k] - reach * side) return false;
      if (bounds[from + 3 + k] > this.bounds[at + 3 + k] + reach * side) return false;
    }
    return true;
  }

  /** Extends the leaf of `id`, and the nodes above, to its current box. */
  extend(id: number): void {
    const { bounds } = this.#boxes;
    const from = BOX * id;
    for (let node = this.leaves[id]; node !== NONE; node = this.parents[node]) {
      const at = BOX * node;
      for (let k = 0; k < 3; k++) {
        this.bounds[at + k] = Math.min(this.bounds[at + k], bounds[from + k]);
        this.bounds[at + 3 + k] = Math.max(this.bounds[at + 3 + k], bounds[from + 3 + k]);
      }
    }
  }

  /** Rebuilds the tree from the listed boxes, which are reordered. */
  pack(ids: IntList): void {
    this.#free.count = 0;
    this.#end = 0;
    this.leaves.fill(NONE);
    this.size = ids.count;
    this.root = NONE;
    if (ids.count === 0) return;
    const level = ids.items;
    let count = ids.count;
    // Nodes of one height replace their entries in the list.
    for (let height = 0; height === 0 || count > 1; height++) count = this.#packLevel(level, count, height);
    this.root = level[0];
    this.parents[this.root] = NONE;
  }

  #packLevel(level: Int32Array, count: number, height: number): number {
    let made = 0;
    const { bounds } = height === 0 ? this.#boxes : this;
    const middle = (entry: number, axis: number): number =>
      bounds[BOX * entry + axis] / 2 + bounds[BOX * entry + 3 + axis] / 2;
    const tile = (first: number, end: number, axis: number): void => {
      const nodes = Math.ceil((end - first) / PACKED);
      if (axis === 3 || nodes === 1) {
        const node = this.#take(height);
        for (let k = first; k < end; k++) this.#adopt(node, level[k]);
        this.#fit(node);
        // Only after these entries have been read: a node has at least one.
        level[made++] = node;
        return;
      }
      level.subarray(first, end).sort((p, q) => middle(p, axis) - middle(q, axis) || p - q);
      const parts = axis === 2 ? nodes : rootAbove(nodes, 3 - axis);
      for (let k = 0; k < parts; k++) {
        tile(partStart(first, end, parts, k), partStart(first, end, parts, k + 1), axis + 1);
      }
    };
    tile(0, count, 0);
    return made;
  }

  /** Inserts an entry into a node of a height, and splits full nodes, up to the root. */
  #insertEntry(entry: number, height: number): void {
    const node = this.#choose(entry, height);
    if (this.counts[node] < MOST) {
      this.#adopt(node, entry);
      this.#fitUp(node);
      return;
    }
    let full = node;
    let added = entry;
    for (;;) {
      const other = this.#splitNode(full, added);
      const above = this.parents[full];
      if (above === NONE) {
        const root = this.#take(this.heights[full] + 1);
        this.#adopt(root, full);
        this.#adopt(root, other);
        this.#fit(root);
        this.parents[root] = NONE;
        this.root = root;
        return;
      }
      if (this.counts[above] < MOST) {
        this.#adopt(above, other);
        this.#fitUp(above);
        return;
      }
      full = above;
      added = other;
    }
  }

  /** The node of a height that grows least by an entry; of equal ones the smallest. */
  #choose(entry: number, height: number): number {
    const source = height === 0 ? this.#boxes.bounds : this.bounds;
    let node = this.root;
    while (this.heights[node] > height) {
      let best = this.entries[MOST * node];
      let leastGrowth = Infinity;
      let leastArea = Infinity;
      for (let k = 0; k < this.counts[node]; k++) {
        const child = this.entries[MOST * node + k];
        const area = areaOf(this.bounds, child);
        const growth = unitedArea(this.bounds, child, source, entry) - area;
        if (!(growth < leastGrowth || (growth === leastGrowth && area < leastArea))) continue;
        best = child;
        leastGrowth = growth;
        leastArea = area;
      }
      node = best;
    }
    return node;
  }

  /** Divides the entries of a full node and one more between it and another node, which is returned. */
  #splitNode(node: number, added: number): number {
    const { bounds } = this.heights[node] === 0 ? this.#boxes : this;
    const all = this.#split;
    const boxes = this.#splitBounds;
    for (let k = 0; k < MOST; k++) all[k] = this.entries[MOST * node + k];
    all[MOST] = added;
    for (let k = 0; k <= MOST; k++) for (let i = 0; i < BOX; i++) boxes[BOX * k + i] = bounds[BOX * all[k] + i];
    const other = this.#take(this.heights[node]);
    this.counts[node] = 0;
    this.#parts.fill(0);
    this.#pickSeeds(node, other);
    for (let left = MOST - 1; left > 0; left--) {
      // A part that needs all remaining entries to reach the minimum gets them.
      const fewest = this.counts[node] <= this.counts[other] ? node : other;
      if (this.counts[fewest] + left <= LEAST) this.#give(this.#nextOf(node, other), fewest);
      else this.#giveNext(node, other);
    }
    return other;
  }

  /** Gives each part one of the two entries that would waste most in one node (PickSeeds). */
  #pickSeeds(node: number, other: number): void {
    const boxes = this.#splitBounds;
    let first = 0;
    let second = 1;
    let worst = -Infinity;
    for (let i = 0; i < MOST; i++) {
      for (let j = i + 1; j <= MOST; j++) {
        const waste = unitedArea(boxes, i, boxes, j) - areaOf(boxes, i) - areaOf(boxes, j);
        if (!(waste > worst)) continue;
        worst = waste;
        first = i;
        second = j;
      }
    }
    this.#give(first, node);
    this.#give(second, other);
  }

  /** The unassigned entry with the largest difference between the two parts (PickNext). */
  #nextOf(node: number, other: number): number {
    let next = NONE;
    let largest = -1;
    for (let k = 0; k <= MOST; k++) {
      if (this.#parts[k] === 1) continue;
      const difference = Math.abs(this.#growth(node, k) - this.#growth(other, k));
      if (next !== NONE && !(difference > largest)) continue;
      next = k;
      largest = difference;
    }
    return next;
  }

  #giveNext(node: number, other: number): void {
    const next = this.#nextOf(node, other);
    const byGrowth = this.#growth(node, next) - this.#growth(other, next);
    const byArea = areaOf(this.bounds, node) - areaOf(this.bounds, other);
    const order = byGrowth || byArea || this.counts[node] - this.counts[other];
    this.#give(next, order <= 0 ? node : other);
  }

  #growth(node: number, k: number): number {
    return unitedArea(this.bounds, node, this.#splitBounds, k) - areaOf(this.bounds, node);
  }

  #give(k: number, node: number): void {
    this.#parts[k] = 1;
    this.#adopt(node, this.#split[k]);
    this.#fit(node);
  }

  /** Repairs the nodes above one that has lost an entry (CondenseTree). */
  #condense(from: number): void {
    const orphans = this.#orphans;
    orphans.count = 0;
    let node = from;
    while (node !== this.root) {
      const above = this.parents[node];
      if (this.counts[node] < LEAST) {
        this.#dropEntry(above, node);
        orphans.push(node);
      } else this.#fit(node);
      node = above;
    }
    if (this.counts[node] > 0) this.#fit(node);
    for (let k = 0; k < orphans.count; k++) this.#dissolve(orphans.items[k]);
    while (this.heights[this.root] > 0 && this.counts[this.root] === 1) {
      const only = this.entries[MOST * this.root];
      this.#free.push(this.root);
      this.root = only;
      this.parents[only] = NONE;
    }
    if (this.counts[this.root] > 0) return;
    this.#free.push(this.root);
    this.root = NONE;
  }

  #dissolve(node: number): void {
    for (let k = 0; k < this.counts[node]; k++) this.#insertEntry(this.entries[MOST * node + k], this.heights[node]);
    this.#free.push(node);
  }

  #adopt(node: number, entry: number): void {
    this.entries[MOST * node + this.counts[node]++] = entry;
    if (this.heights[node] === 0) this.leaves[entry] = node;
    else this.parents[entry] = node;
  }

  #dropEntry(node: number, entry: number): void {
    const first = MOST * node;
    const last = first + --this.counts[node];
    for (let k = first; k < last; k++) {
      if (this.entries[k] === entry) this.entries[k] = this.entries[last];
    }
  }

  #fitUp(from: number): void {
    for (let node = from; node !== NONE; node = this.parents[node]) this.#fit(node);
  }

  /** The box of a node around those of its entries. */
  #fit(node: number): void {
    const source = this.heights[node] === 0 ? this.#boxes.bounds : this.bounds;
    const { bounds } = this;
    const at = BOX * node;
    for (let k = 0; k < this.counts[node]; k++) {
      const from = BOX * this.entries[MOST * node + k];
      for (let axis = 0; axis < 3; axis++) {
        const low = source[from + axis];
        const high = source[from + 3 + axis];
        if (k === 0 || low < bounds[at + axis]) bounds[at + axis] = low;
        if (k === 0 || high > bounds[at + 3 + axis]) bounds[at + 3 + axis] = high;
      }
    }
  }

  #take(height: number): number {
    if (this.#free.count === 0 && this.#end === this.parents.length) this.#grow(2 * this.#end);
    const node = this.#free.count > 0 ? this.#free.pop() : this.#end++;
    this.heights[node] = height;
    this.counts[node] = 0;
    this.parents[node] = NONE;
    return node;
  }

  #grow(capacity: number): void {
    this.bounds = grownDoubles(this.bounds, BOX * capacity);
    this.parents = grownInts(this.parents, capacity);
    this.heights = grownInts(this.heights, capacity);
    this.counts = grownInts(this.counts, capacity);
    this.entries = grownInts(this.entries, MOST * capacity);
  }
}

/** The least integer whose power is `n` or more. */
function rootAbove(n: number, power: number): number {
  let root = 1;
  while ((power === 3 ? root * root * root : root * root) < n) root++;
  return root;
}

/** The start of the k-th of some equal parts. */
function partStart(first: number, end: number, parts: number, k: number): number {
  return first + Math.floor((k * (end - first)) / parts);
}

/** Half the surface of a box. */
function areaOf(bounds: Float64Array, at: number): number {
  return unitedArea(bounds, at, bounds, at);
}

/** Half the surface of the box around two boxes. */
function unitedArea(boundsA: Float64Array, a: number, boundsB: Float64Array, b: number): number {
  const i = BOX * a;
  const j = BOX * b;
  const x = Math.max(boundsA[i + 3], boundsB[j + 3]) - Math.min(boundsA[i], boundsB[j]);
  const y = Math.max(boundsA[i + 4], boundsB[j + 4]) - Math.min(boundsA[i + 1], boundsB[j + 1]);
  const z = Math.max(boundsA[i + 5], boundsB[j + 5]) - Math.min(boundsA[i + 2], boundsB[j + 2]);
  return x * y + y * z + z * x;
}
