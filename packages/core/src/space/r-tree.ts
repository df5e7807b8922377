// An R-tree as a broad phase (Guttman 1984; r-tree-nodes.ts). A box that left its leaf by little extends the leaf; one that left it
// farther is removed and inserted again; if many did either, the tree is packed again. Then the boxes that moved are looked up one
// by one, or, if many moved, the tree is joined with itself (Brinkhoff, Kriegel & Seeger, "Efficient processing of spatial joins
// using R-trees", 1993).
//
// Cost of an update: the recorded pairs, and for each moved box the logarithm of all and its pairs.

import { ABSENT, BOX, type BoxSet, boxesOverlap } from './box-set.ts';
import type { BroadPhase, BroadPhaseKind, Probe } from './broad-phase.ts';
import { IntList } from './int-list.ts';
import { MOST, NONE, RTreeNodes } from './r-tree-nodes.ts';
import { WaitingBoxes } from './waiting-boxes.ts';

/** Number of insertions between two packings, in parts of all. */
const MANY_NEW = 1 / 8;
/** How far outside its leaf a box may be to extend the leaf, in parts of its longest side. */
const LITTLE = 1 / 8;
/** Number of extended leaves between two packings, in parts of all boxes. */
const MANY_EXTENDED = 4;
/** Number of moved boxes, in parts of all, from which the tree is joined with itself. */
const MANY_MOVED = 1 / 4;

class RTree extends WaitingBoxes implements BroadPhase {
  readonly nodes: RTreeNodes;
  /** Number of insertions, and of extended leaves, since the tree was packed. */
  #putIn = 0;
  #extended = 0;
  /** Boxes to be inserted. */
  readonly #homeless: IntList = new IntList();
  readonly #stack: IntList = new IntList();

  constructor(boxes: BoxSet) {
    super(boxes);
    this.nodes = new RTreeNodes(boxes);
  }

  update(): void {
    this.pairs.start();
    if (this.waiting.count > 0) {
      this.#updateLeaves();
      this.#dropSeparated();
      if (this.waiting.count > MANY_MOVED * this.nodes.size) this.#join();
      else this.#findAll();
      this.stopWaiting();
    }
    this.pairs.finish();
  }

  search(probe: Probe): void {
    const { nodes } = this;
    // Not the stack of updates: `take` may start a query of its own.
    const stack = new IntList();
    if (nodes.root !== NONE) stack.push(nodes.root);
    while (stack.count > 0) {
      const node = stack.pop();
      if (probe.bound(nodes.bounds, BOX * node) > probe.limit) continue;
      const below = Array.from(nodes.entries.subarray(MOST * node, MOST * node + nodes.counts[node]));
      const isLeaf = nodes.heights[node] === 0;
      const source = isLeaf ? this.boxes.bounds : nodes.bounds;
      const reached = below
        .map((entry) => ({ entry, bound: probe.bound(source, BOX * entry) }))
        .filter(({ bound }) => bound <= probe.limit)
        .sort((p, q) => p.bound - q.bound);
      // The nearest node comes first, and may lower the limit for the rest.
      if (isLeaf) for (const { entry, bound } of reached) if (bound <= probe.limit) probe.take(entry);
      if (!isLeaf) for (const { entry } of reached.reverse()) stack.push(entry);
    }
  }

  /** Moves every changed box to its leaf, or out of the tree. */
  #updateLeaves(): void {
    const { nodes } = this;
    const { kinds, end } = this.boxes;
    const waiting = this.waiting;
    const homeless = this.#homeless;
    nodes.reserve(end);
    homeless.count = 0;
    for (let k = 0; k < waiting.count; k++) {
      const id = waiting.items[k];
      const isIn = nodes.leaves[id] !== NONE;
      if (kinds[id] === ABSENT) {
        if (isIn) nodes.remove(id);
      } else if (!isIn || !nodes.fits(id, LITTLE)) homeless.push(id);
      else if (!nodes.fits(id, 0)) {
        nodes.extend(id);
        this.#extended++;
      }
    }
    this.#putIn += homeless.count;
    if (this.#putIn > MANY_NEW * nodes.size || this.#extended > MANY_EXTENDED * nodes.size) {
      this.#packAll();
      return;
    }
    for (let k = 0; k < homeless.count; k++) {
      const id = homeless.items[k];
      if (nodes.leaves[id] !== NONE) nodes.remove(id);
      nodes.insert(id);
    }
  }

  #packAll(): void {
    const { kinds, end } = this.boxes;
    const all = this.#homeless;
    all.count = 0;
    for (let id = 0; id < end; id++) if (kinds[id] !== ABSENT) all.push(id);
    this.nodes.pack(all);
    this.#putIn = 0;
    this.#extended = 0;
  }

  /** Removes pairs whose boxes no longer overlap or are gone. */
  #dropSeparated(): void {
    const boxes = this.boxes;
    const { pairs } = this;
    pairs.dropAbsent(boxes.kinds);
    for (let handle = 0; handle < pairs.end; handle++) {
      if (!pairs.isLive(handle)) continue;
      if (!boxes.overlap(pairs.lows[handle], pairs.highs[handle])) pairs.setLive(handle, false);
    }
  }

  /** Adds the pairs of every changed box. */
  #findAll(): void {
    const { nodes } = this;
    const { bounds, kinds } = this.boxes;
    const stack = this.#stack;
    for (let k = 0; k < this.waiting.count; k++) {
      const id = this.waiting.items[k];
      if (kinds[id] === ABSENT) continue;
      stack.count = 0;
      stack.push(nodes.root);
      while (stack.count > 0) {
        const node = stack.pop();
        const isLeaf = nodes.heights[node] === 0;
        for (let i = MOST * node; i < MOST * node + nodes.counts[node]; i++) {
          const entry = nodes.entries[i];
          if (!isLeaf && boxesOverlap(bounds, BOX * id, nodes.bounds, BOX * entry)) stack.push(entry);
          if (isLeaf && entry !== id) this.#pair(id, entry);
        }
      }
    }
  }

  /** Adds all pairs: those within every node, and those between overlapping nodes of one height. */
  #join(): void {
    const { nodes } = this;
    const stack = this.#stack;
    stack.count = 0;
    if (nodes.root === NONE) return;
    stack.push(nodes.root);
    stack.push(nodes.root);
    while (stack.count > 0) {
      const b = stack.pop();
      const a = stack.pop();
      const isLeaf = nodes.heights[a] === 0;
      const endA = MOST * a + nodes.counts[a];
      const endB = MOST * b + nodes.counts[b];
      for (let i = MOST * a; i < endA; i++) {
        const p = nodes.entries[i];
        for (let j = a === b ? i : MOST * b; j < endB; j++) {
          const q = nodes.entries[j];
          if (isLeaf) {
            if (p !== q) this.#pair(p, q);
          } else if (boxesOverlap(nodes.bounds, BOX * p, nodes.bounds, BOX * q)) {
            stack.push(p);
            stack.push(q);
          }
        }
      }
    }
  }

  #pair(a: number, b: number): void {
    if (this.boxes.overlap(a, b)) this.pairs.put(a, b);
  }
}

/**
 * An R-tree of the boxes.
 *
 * @example
 * const world = new World({ broadPhase: rTree });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const rTree: BroadPhaseKind = { name: 'r-tree', create: (boxes) => new RTree(boxes) };
