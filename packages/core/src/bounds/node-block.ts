// Blocks of nodes of two trees that are tested pair by pair. A traversal opens one node of a pair, or both (bvh/open-nodes.ts), and
// tests all resulting pairs in one call: the kernel keeps the numbers of a node in registers.

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
}
