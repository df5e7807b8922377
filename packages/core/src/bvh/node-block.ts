// Nodes of two trees that are tested pair by pair. A traversal opens one node of a pair, or both, and tests all pairs of what comes of
// them by one call: the kernel keeps what it needs of a node in registers.

import { CHILD_END, FIRST_CHILD, LINKS, TRIANGLE_COUNT } from './tree.ts';

/** Each node in [firstA, endA) of one tree with each in [firstB, endB) of the other; the two roots at first. */
export class NodeBlock {
  firstA = 0;
  endA = 1;
  firstB = 0;
  endB = 1;

  set(firstA: number, endA: number, firstB: number, endB: number): this {
    this.firstA = firstA;
    this.endA = endA;
    this.firstB = firstB;
    this.endB = endB;
    return this;
  }

  /** Two nodes. */
  pair(nodeA: number, nodeB: number): this {
    return this.set(nodeA, nodeA + 1, nodeB, nodeB + 1);
  }

  /** The children of one of two nodes, and the other. */
  openOne(linksA: Int32Array, nodeA: number, linksB: Int32Array, nodeB: number, opensA: boolean): this {
    return opensA
      ? this.set(linksA[LINKS * nodeA + FIRST_CHILD], linksA[LINKS * nodeA + CHILD_END], nodeB, nodeB + 1)
      : this.set(nodeA, nodeA + 1, linksB[LINKS * nodeB + FIRST_CHILD], linksB[LINKS * nodeB + CHILD_END]);
  }

  /** The children of the node with more triangles, of A if both have as many, and the other. One of them is no leaf. */
  openLarger(linksA: Int32Array, nodeA: number, linksB: Int32Array, nodeB: number): this {
    const isLeafA = linksA[LINKS * nodeA + FIRST_CHILD] === 0;
    const isLeafB = linksB[LINKS * nodeB + FIRST_CHILD] === 0;
    const isLargerA = linksA[LINKS * nodeA + TRIANGLE_COUNT] >= linksB[LINKS * nodeB + TRIANGLE_COUNT];
    return this.openOne(linksA, nodeA, linksB, nodeB, isLeafB || (!isLeafA && isLargerA));
  }
}
