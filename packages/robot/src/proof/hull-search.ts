// A front of the trees of hulls of two bodies that is apart over a whole interval: from the roots, depth first, the larger hull is opened. It ends at
// the first two leaves that are not apart. They are remembered for the pair of bodies, and tested first the next time.
//
// Fronts that are kept from one configuration to the next (Li and Chen 1998) were tried: on edges in random order, as planners ask for them, they took
// twice as long, since a front that is fine enough for all earlier configurations is too fine for most.

import type { HullNode } from '../bodies/hull-node.ts';
import type { SweptGap } from './swept-gap.ts';

/**
 * The most pairs of nodes that are opened in one test, for each part of the sizes of the bodies that they move by: shorter intervals need fewer,
 * but bodies with little between them need many on any.
 */
const MOST_OPENED = 16;
/** Both trees together are not deeper, as they are balanced over fewer than 2³² faces each. */
const DEEPEST = 66;

/** Two leaves, with a direction to begin with. */
export interface NodePair {
  readonly nodeA: HullNode;
  readonly nodeB: HullNode;
  readonly axis: Float64Array;
}

export class HullSearch {
  readonly #gap: SweptGap;
  /** Three numbers a level: the direction that was the best one for the parent, then for the node. */
  readonly #axes = new Float64Array(3 * DEEPEST);
  #opened = 0;
  /** Of the last search: the least gap of all pairs that are apart, along the linear motion; or the leaves that are not. */
  gap = 0;
  failed: NodePair | null = null;

  constructor(gap: SweptGap) {
    this.#gap = gap;
  }

  /**
   * Whether the surfaces below two nodes are farther apart than `needed` on the interval that the gap has begun, in which they move by `travel`. The
   * direction at `axes[k…]` is the first one that is tried, and receives the best one.
   */
  isApart(nodeA: HullNode, nodeB: HullNode, axes: Float64Array, k: number, needed: number, travel: number): boolean {
    this.gap = Infinity;
    this.failed = null;
    this.#opened = MOST_OPENED * Math.max(1, (nodeA.size + nodeB.size) / travel);
    for (let c = 0; c < 3; c++) this.#axes[c] = axes[k + c];
    const isApart = this.#areNodesApart(nodeA, nodeB, 0, needed);
    for (let c = 0; c < 3; c++) axes[k + c] = this.#axes[c];
    return isApart;
  }

  #areNodesApart(nodeA: HullNode, nodeB: HullNode, level: number, needed: number): boolean {
    const gap = this.#gap;
    const axes = this.#axes;
    if (gap.isApart(nodeA, nodeB, axes, 3 * level, needed)) {
      this.gap = Math.min(this.gap, gap.gap);
      return true;
    }
    const childrenA = nodeA.children;
    const childrenB = nodeB.children;
    const opensA = childrenA !== null && (childrenB === null || nodeA.size >= nodeB.size);
    const children = opensA ? childrenA : childrenB;
    if (children === null) {
      this.failed = { nodeA, nodeB, axis: axes.slice(3 * level, 3 * level + 3) };
      return false;
    }
    if (this.#opened-- <= 0) return false;
    for (let n = 0; n < 2; n++) {
      for (let c = 0; c < 3; c++) axes[3 * (level + 1) + c] = axes[3 * level + c];
      const child = children[n];
      const isApart = this.#areNodesApart(opensA ? child : nodeA, opensA ? nodeB : child, level + 1, needed);
      if (!isApart) return false;
    }
    return true;
  }
}
