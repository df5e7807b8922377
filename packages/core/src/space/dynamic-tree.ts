// A dynamic tree of boxes: one leaf per body, with a margin around its box, so that most bodies stay in their leaf from one update
// to the next (Catto, "Dynamic bounding volume hierarchies", 2019).
//
// Pairs of leaves that overlap are recorded; the boxes themselves decide in every update which of them are pairs. A body that has
// left its leaf gets a new one, inserted where it makes the boxes above grow least, and is tested against the tree. Departures:
// - No rotations. If many bodies have left their leaves, or enough were inserted one by one since, the whole tree is rebuilt from
//   the top, with new margins, and searched against itself: insertion is ten times more expensive per body. So a tree is never
//   worse than a good one with some insertions, and many moving bodies cause a rebuild every few updates.
// - The margin extends ahead: by the distance that the body moves in some updates at its velocity since it got its leaf.
//
// Cost of an update: linear in the moved bodies and the recorded pairs; a body that leaves its leaf costs the logarithm of all.

import { ABSENT, BOX, boxesOverlap, mayPair } from './box-set.ts';
import type { BroadPhase, BroadPhaseKind, Probe } from './broad-phase.ts';
import { grownDoubles, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';
import { WaitingBoxes } from './waiting-boxes.ts';

const NONE = -1;
/** The margin all around, in parts of the longest side. */
const MARGIN = 1 / 16;
/** The margin ahead lasts for this many further updates at the measured velocity. */
const MARGIN_UPDATES = 12;
/** Speed, in sides per update, from which a body gets no margin: it would overlap everything on its path. */
const TOO_FAST = 1 / 12;
/** Number of insertions between two rebuilds, in parts of all bodies. */
const ONE_BY_ONE = 1 / 8;

export class DynamicTree extends WaitingBoxes implements BroadPhase {
  /** For each node its box, its parent, and its children: two nodes, or NONE and the number of a body. */
  #bounds: Float64Array = new Float64Array(BOX * 64);
  #parents: Int32Array = new Int32Array(64);
  #lefts: Int32Array = new Int32Array(64);
  #rights: Int32Array = new Int32Array(64);
  #nodeCount = 0;
  #root = NONE;
  readonly #freeNodes: IntList = new IntList();
  /** For each body its leaf, or NONE; the box of the leaf; the update in which it got it, and its centre then. */
  #leaves: Int32Array = new Int32Array(0);
  #wide: Float64Array = new Float64Array(0);
  #since: Int32Array = new Int32Array(0);
  #middles: Float64Array = new Float64Array(0);
  #leafCount = 0;
  /** Number of leaves inserted since the last rebuild. */
  #putIn = 0;
  #updates = 0;
  readonly #withoutLeaf: IntList = new IntList();
  readonly #stack: IntList = new IntList();

  update(): void {
    this.#updates++;
    this.pairs.start();
    if (this.waiting.count > 0) {
      this.#findWithoutLeaf();
      const withoutLeaf = this.#withoutLeaf;
      this.#putIn += withoutLeaf.count;
      if (this.#putIn > ONE_BY_ONE * this.#leafCount) this.#rebuild();
      else {
        for (let k = 0; k < withoutLeaf.count; k++) this.#insert(withoutLeaf.items[k]);
        for (let k = 0; k < withoutLeaf.count; k++) this.#watchAround(withoutLeaf.items[k]);
      }
      this.pairs.decideWatched(this.boxes.bounds, this.#wide);
    }
    this.pairs.finish();
  }

  search(probe: Probe): void {
    const bounds = this.#bounds;
    // Not the stack of updates: `take` may start a query of its own.
    const stack = new IntList();
    if (this.#root !== NONE) stack.push(this.#root);
    while (stack.count > 0) {
      const node = stack.pop();
      if (probe.bound(bounds, BOX * node) > probe.limit) continue;
      const left = this.#lefts[node];
      const right = this.#rights[node];
      if (left === NONE) {
        if (probe.bound(this.boxes.bounds, BOX * right) <= probe.limit) probe.take(right);
        continue;
      }
      const isLeftNearer = probe.bound(bounds, BOX * left) <= probe.bound(bounds, BOX * right);
      stack.push(isLeftNearer ? right : left);
      stack.push(isLeftNearer ? left : right);
    }
  }

  protected override wait(id: number): void {
    if (id >= this.#leaves.length) this.#growBodies(2 * (id + 1));
    super.wait(id);
  }

  /** Removes the changed bodies that are gone, and lists those that have no leaf or have left it. */
  #findWithoutLeaf(): void {
    const { bounds, kinds } = this.boxes;
    const waiting = this.waiting;
    const withoutLeaf = this.#withoutLeaf;
    withoutLeaf.count = 0;
    let hasRemoved = false;
    for (let k = 0; k < waiting.count; k++) {
      const id = waiting.items[k];
      if (kinds[id] === ABSENT) {
        hasRemoved = true;
        if (this.#leaves[id] !== NONE) this.#removeLeaf(id);
      } else if (this.#leaves[id] === NONE || !isWithin(bounds, BOX * id, this.#wide)) withoutLeaf.push(id);
    }
    this.stopWaiting();
    if (hasRemoved) this.pairs.dropAbsent(kinds);
  }

  #watch(a: number, b: number): void {
    const { kinds } = this.boxes;
    if (mayPair(kinds[a], kinds[b])) this.pairs.watch(a, b);
  }

  /** Records the pairs of a body's leaf with all others. */
  #watchAround(id: number): void {
    const stack = this.#stack;
    const wide = this.#wide;
    stack.count = 0;
    stack.push(this.#root);
    while (stack.count > 0) {
      const node = stack.pop();
      if (!boxesOverlap(wide, BOX * id, this.#bounds, BOX * node)) continue;
      if (this.#lefts[node] === NONE) {
        if (this.#rights[node] !== id) this.#watch(id, this.#rights[node]);
        continue;
      }
      stack.push(this.#lefts[node]);
      stack.push(this.#rights[node]);
    }
  }

  /** Computes a body's margin: small on all sides, and ahead as far as it moves in some updates. */
  #widen(id: number): void {
    const { bounds } = this.boxes;
    const at = BOX * id;
    const side = Math.max(
      bounds[at + 3] - bounds[at],
      bounds[at + 4] - bounds[at + 1],
      bounds[at + 5] - bounds[at + 2],
    );
    const middles = this.#middles;
    const updates = this.#leaves[id] === NONE ? Infinity : this.#updates - this.#since[id];
    let isTooFast = false;
    for (let axis = 0; axis < 3; axis++) {
      const moved = (bounds[at + axis] + bounds[at + axis + 3]) / 2 - middles[3 * id + axis];
      isTooFast ||= Math.abs(moved) / updates > TOO_FAST * side;
    }
    const margin = isTooFast ? 0 : MARGIN * side;
    for (let axis = 0; axis < 3; axis++) {
      const low = bounds[at + axis];
      const high = bounds[at + axis + 3];
      const moved = (low + high) / 2 - middles[3 * id + axis];
      const ahead = isTooFast ? 0 : (MARGIN_UPDATES * moved) / updates;
      middles[3 * id + axis] = (low + high) / 2;
      this.#wide[at + axis] = low - margin + Math.min(ahead, 0);
      this.#wide[at + axis + 3] = high + margin + Math.max(ahead, 0);
    }
    this.#since[id] = this.#updates;
  }

  /** Rebuilds the tree from the top, splitting halfway along the axis of the largest spread of the boxes' centres. */
  #rebuild(): void {
    const { kinds, end } = this.boxes;
    const all = this.#withoutLeaf;
    all.count = 0;
    for (let id = 0; id < end; id++) {
      if (kinds[id] === ABSENT) continue;
      this.#widen(id);
      all.push(id);
    }
    this.#leafCount = all.count;
    this.#putIn = 0;
    this.#freeNodes.count = 0;
    this.#nodeCount = 0;
    this.#root = all.count > 0 ? 0 : NONE;
    if (all.count === 0) return;
    this.#reserveNodes(2 * all.count);
    this.#growDown(all);
    // A parent comes before its children.
    for (let node = this.#nodeCount - 1; node >= 0; node--) if (this.#lefts[node] !== NONE) this.#unite(node);
    this.#watchAll();
  }

  #growDown(all: IntList): void {
    const stack = this.#stack;
    stack.count = 0;
    stack.push(NONE);
    stack.push(0);
    stack.push(all.count);
    while (stack.count > 0) {
      const end = stack.pop();
      const first = stack.pop();
      const parent = stack.pop();
      const node = this.#nodeCount++;
      this.#parents[node] = parent;
      // The left child directly follows its parent.
      if (parent !== NONE && parent !== node - 1) this.#rights[parent] = node;
      if (end - first === 1) {
        this.#makeLeaf(node, all.items[first]);
        continue;
      }
      const middle = this.#divide(all.items, first, end);
      this.#lefts[node] = node + 1;
      stack.push(node);
      stack.push(middle);
      stack.push(end);
      stack.push(node);
      stack.push(first);
      stack.push(middle);
    }
  }

  /** Sorts some bodies into two nonempty parts, and returns the start of the second. */
  #divide(ids: Int32Array, first: number, end: number): number {
    const middles = this.#middles;
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    for (let k = first; k < end; k++) {
      const at = 3 * ids[k];
      const x = middles[at];
      const y = middles[at + 1];
      const z = middles[at + 2];
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
    }
    const isX = highX - lowX >= highY - lowY && highX - lowX >= highZ - lowZ;
    const isY = !isX && highY - lowY >= highZ - lowZ;
    const axis = isX ? 0 : isY ? 1 : 2;
    const split = isX ? lowX / 2 + highX / 2 : isY ? lowY / 2 + highY / 2 : lowZ / 2 + highZ / 2;
    let middle = first;
    for (let k = first; k < end; k++) {
      const id = ids[k];
      if (!(middles[3 * id + axis] < split)) continue;
      ids[k] = ids[middle];
      ids[middle++] = id;
    }
    return middle > first && middle < end ? middle : (first + end) >> 1;
  }

  /** Records all pairs of leaves that overlap: the tree against itself. */
  #watchAll(): void {
    const bounds = this.#bounds;
    const lefts = this.#lefts;
    const rights = this.#rights;
    const stack = this.#stack;
    for (let node = 0; node < this.#nodeCount; node++) {
      if (lefts[node] === NONE) continue;
      let a = lefts[node];
      let b = rights[node];
      stack.count = 0;
      for (;;) {
        if (boxesOverlap(bounds, BOX * a, bounds, BOX * b)) {
          const isLeafA = lefts[a] === NONE;
          const isLeafB = lefts[b] === NONE;
          if (!isLeafA || !isLeafB) {
            // Nodes higher up come first in the array, and are usually larger.
            const opensA = isLeafB || (!isLeafA && a < b);
            stack.push(opensA ? rights[a] : a);
            stack.push(opensA ? b : rights[b]);
            if (opensA) a = lefts[a];
            else b = lefts[b];
            continue;
          }
          this.#watch(rights[a], rights[b]);
        }
        if (stack.count === 0) break;
        b = stack.pop();
        a = stack.pop();
      }
    }
  }

  /** Inserts a body into a new leaf where it makes the boxes above grow least. */
  #insert(id: number): void {
    this.#widen(id);
    if (this.#leaves[id] !== NONE) this.#removeLeaf(id);
    const leaf = this.#takeNode();
    this.#makeLeaf(leaf, id);
    this.#leafCount++;
    if (this.#root === NONE) {
      this.#root = leaf;
      this.#parents[leaf] = NONE;
      return;
    }
    const sibling = this.#chooseSibling(leaf);
    const parent = this.#takeNode();
    const above = this.#parents[sibling];
    this.#parents[parent] = above;
    this.#replace(above, sibling, parent);
    this.#lefts[parent] = sibling;
    this.#rights[parent] = leaf;
    this.#parents[sibling] = parent;
    this.#parents[leaf] = parent;
    for (let node = parent; node !== NONE; node = this.#parents[node]) this.#unite(node);
  }

  /** Descends to the child whose box grows least, while that costs less than a new node here. */
  #chooseSibling(leaf: number): number {
    const bounds = this.#bounds;
    let node = this.#root;
    while (this.#lefts[node] !== NONE) {
      const united = unitedArea(bounds, node, leaf);
      // The cost that a new node below adds to this one in either case.
      const inherited = united - areaOf(bounds, node);
      const left = inherited + this.#costBelow(this.#lefts[node], leaf);
      const right = inherited + this.#costBelow(this.#rights[node], leaf);
      if (united <= left && united <= right) break;
      node = left <= right ? this.#lefts[node] : this.#rights[node];
    }
    return node;
  }

  #costBelow(node: number, leaf: number): number {
    const united = unitedArea(this.#bounds, node, leaf);
    return this.#lefts[node] === NONE ? united : united - areaOf(this.#bounds, node);
  }

  /** Removes the leaf of a body from the tree; its sibling moves up. */
  #removeLeaf(id: number): void {
    const leaf = this.#leaves[id];
    const parent = this.#parents[leaf];
    this.#leaves[id] = NONE;
    this.#leafCount--;
    this.#freeNodes.push(leaf);
    if (parent === NONE) {
      this.#root = NONE;
      return;
    }
    const sibling = this.#lefts[parent] === leaf ? this.#rights[parent] : this.#lefts[parent];
    const above = this.#parents[parent];
    this.#parents[sibling] = above;
    this.#replace(above, parent, sibling);
    this.#freeNodes.push(parent);
    for (let node = above; node !== NONE; node = this.#parents[node]) this.#unite(node);
  }

  #replace(above: number, child: number, by: number): void {
    if (above === NONE) this.#root = by;
    else if (this.#lefts[above] === child) this.#lefts[above] = by;
    else this.#rights[above] = by;
  }

  #makeLeaf(node: number, id: number): void {
    this.#lefts[node] = NONE;
    this.#rights[node] = id;
    this.#leaves[id] = node;
    for (let k = 0; k < BOX; k++) this.#bounds[BOX * node + k] = this.#wide[BOX * id + k];
  }

  /** The box of a node around those of its children. */
  #unite(node: number): void {
    const bounds = this.#bounds;
    const left = BOX * this.#lefts[node];
    const right = BOX * this.#rights[node];
    for (let k = 0; k < 3; k++) {
      bounds[BOX * node + k] = Math.min(bounds[left + k], bounds[right + k]);
      bounds[BOX * node + 3 + k] = Math.max(bounds[left + 3 + k], bounds[right + 3 + k]);
    }
  }

  #takeNode(): number {
    if (this.#freeNodes.count > 0) return this.#freeNodes.pop();
    this.#reserveNodes(this.#nodeCount + 1);
    return this.#nodeCount++;
  }

  #reserveNodes(count: number): void {
    if (count <= this.#parents.length) return;
    const capacity = 2 * count;
    this.#bounds = grownDoubles(this.#bounds, BOX * capacity);
    this.#parents = grownInts(this.#parents, capacity);
    this.#lefts = grownInts(this.#lefts, capacity);
    this.#rights = grownInts(this.#rights, capacity);
  }

  #growBodies(capacity: number): void {
    const known = this.#leaves.length;
    this.#leaves = grownInts(this.#leaves, capacity).fill(NONE, known);
    this.#since = grownInts(this.#since, capacity);
    this.#wide = grownDoubles(this.#wide, BOX * capacity);
    this.#middles = grownDoubles(this.#middles, 3 * capacity);
  }
}

/** Whether the box at `at` lies in the box at the same slot of `wide`. */
function isWithin(bounds: Float64Array, at: number, wide: Float64Array): boolean {
  return (
    wide[at] <= bounds[at] &&
    wide[at + 1] <= bounds[at + 1] &&
    wide[at + 2] <= bounds[at + 2] &&
    bounds[at + 3] <= wide[at + 3] &&
    bounds[at + 4] <= wide[at + 4] &&
    bounds[at + 5] <= wide[at + 5]
  );
}

/** Half the surface of a box. */
function areaOf(bounds: Float64Array, node: number): number {
  return unitedArea(bounds, node, node);
}

/** Half the surface of the box around two boxes: proportional to the probability that a random search enters it. */
function unitedArea(bounds: Float64Array, a: number, b: number): number {
  const i = BOX * a;
  const j = BOX * b;
  const x = Math.max(bounds[i + 3], bounds[j + 3]) - Math.min(bounds[i], bounds[j]);
  const y = Math.max(bounds[i + 4], bounds[j + 4]) - Math.min(bounds[i + 1], bounds[j + 1]);
  const z = Math.max(bounds[i + 5], bounds[j + 5]) - Math.min(bounds[i + 2], bounds[j + 2]);
  return x * y + y * z + z * x;
}

/**
 * A tree of boxes that is updated as they move: the default.
 *
 * @example
 * const world = new World({ broadPhase: dynamicTree });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const dynamicTree: BroadPhaseKind = { name: 'dynamic-tree', create: (boxes) => new DynamicTree(boxes) };
