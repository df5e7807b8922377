// A binary tree of boxes for searches: a leaf a box, inserted where the boxes above grow least (Catto, "Dynamic bounding volume
// hierarchies", 2019), or all at once from the top, split halfway along the axis of the largest spread of the boxes' centres.
//
// No rotations: it is built anew before many leaves have been inserted.

import { BOX } from './box-set.ts';
import type { Probe } from './broad-phase.ts';
import { grownDoubles, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';

const NONE = -1;

export class BoxTree {
  /** For each node its box, its parent, and its children: two nodes, or NONE and the number of a box. */
  #bounds: Float64Array = new Float64Array(BOX * 64);
  #parents: Int32Array = new Int32Array(64);
  #lefts: Int32Array = new Int32Array(64);
  #rights: Int32Array = new Int32Array(64);
  #nodeCount = 0;
  #root = NONE;
  readonly #freeNodes: IntList = new IntList();
  /** For each number its leaf, or NONE. */
  #leaves: Int32Array = new Int32Array(0);
  readonly #stack: IntList = new IntList();

  /** Passes the probe every number whose own box it can reach; the boxes of leaves enclose those. */
  search(probe: Probe, boxes: Float64Array): void {
    const bounds = this.#bounds;
    // A stack of its own: `take` may start a query of its own.
    const stack = new IntList();
    if (this.#root !== NONE) stack.push(this.#root);
    while (stack.count > 0) {
      const node = stack.pop();
      if (probe.bound(bounds, BOX * node) > probe.limit) continue;
      const left = this.#lefts[node];
      const right = this.#rights[node];
      if (left === NONE) {
        if (probe.bound(boxes, BOX * right) <= probe.limit) probe.take(right);
        continue;
      }
      const isLeftNearer = probe.bound(bounds, BOX * left) <= probe.bound(bounds, BOX * right);
      stack.push(isLeftNearer ? right : left);
      stack.push(isLeftNearer ? left : right);
    }
  }

  /** Makes the tree of some numbers, whose order it changes. Boxes are given by number, all of them below `end`. */
  build(ids: Int32Array, count: number, end: number, boxes: Float64Array): void {
    if (this.#leaves.length < end) this.#leaves = new Int32Array(2 * end);
    this.#leaves.fill(NONE);
    this.#freeNodes.count = 0;
    this.#nodeCount = 0;
    this.#root = count > 0 ? 0 : NONE;
    if (count === 0) return;
    this.#reserveNodes(2 * count);
    this.#growDown(ids, count, boxes);
    // A parent comes before its children.
    for (let node = this.#nodeCount - 1; node >= 0; node--) if (this.#lefts[node] !== NONE) this.#unite(node);
  }

  #growDown(ids: Int32Array, count: number, boxes: Float64Array): void {
    const stack = this.#stack;
    stack.count = 0;
    stack.push(NONE);
    stack.push(0);
    stack.push(count);
    while (stack.count > 0) {
      const end = stack.pop();
      const first = stack.pop();
      const parent = stack.pop();
      const node = this.#nodeCount++;
      this.#parents[node] = parent;
      // The left child directly follows its parent.
      if (parent !== NONE && parent !== node - 1) this.#rights[parent] = node;
      if (end - first === 1) {
        this.#makeLeaf(node, ids[first], boxes);
        continue;
      }
      const middle = divide(ids, first, end, boxes);
      this.#lefts[node] = node + 1;
      stack.push(node);
      stack.push(middle);
      stack.push(end);
      stack.push(node);
      stack.push(first);
      stack.push(middle);
    }
  }

  /** Gives a number a new leaf with its box, where it makes the boxes above grow least. */
  insert(id: number, boxes: Float64Array): void {
    if (id >= this.#leaves.length) {
      const known = this.#leaves.length;
      this.#leaves = grownInts(this.#leaves, 2 * (id + 1)).fill(NONE, known);
    }
    this.remove(id);
    const leaf = this.#takeNode();
    this.#makeLeaf(leaf, id, boxes);
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

  /** Removes the leaf of a number, if it has one; its sibling moves up. */
  remove(id: number): void {
    if (id >= this.#leaves.length || this.#leaves[id] === NONE) return;
    const leaf = this.#leaves[id];
    const parent = this.#parents[leaf];
    this.#leaves[id] = NONE;
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

  #makeLeaf(node: number, id: number, wide: Float64Array): void {
    this.#lefts[node] = NONE;
    this.#rights[node] = id;
    this.#leaves[id] = node;
    for (let k = 0; k < BOX; k++) this.#bounds[BOX * node + k] = wide[BOX * id + k];
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
}

/** Sorts some numbers into two nonempty parts, and returns the start of the second. */
function divide(ids: Int32Array, first: number, end: number, boxes: Float64Array): number {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let k = first; k < end; k++) {
    const at = BOX * ids[k];
    const x = boxes[at] + boxes[at + 3];
    const y = boxes[at + 1] + boxes[at + 4];
    const z = boxes[at + 2] + boxes[at + 5];
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
    if (!(boxes[BOX * id + axis] + boxes[BOX * id + 3 + axis] < split)) continue;
    ids[k] = ids[middle];
    ids[middle++] = id;
  }
  return middle > first && middle < end ? middle : (first + end) >> 1;
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
