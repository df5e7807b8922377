// The children of a pair of nodes of two trees.

import type { NodeBlock } from '../bounds/node-block.ts';
import { CHILD_END, FIRST_CHILD, LINKS, TRIANGLE_COUNT } from './tree.ts';

/** Whether neither of two nodes can be opened. */
export function areLeaves(linksA: Int32Array, nodeA: number, linksB: Int32Array, nodeB: number): boolean {
  return linksA[LINKS * nodeA + FIRST_CHILD] === 0 && linksB[LINKS * nodeB + FIRST_CHILD] === 0;
}

/** Sets a block to the children of each node that is opened, and the other itself. */
export function openNodes(
  block: NodeBlock,
  linksA: Int32Array,
  nodeA: number,
  opensA: boolean,
  linksB: Int32Array,
  nodeB: number,
  opensB: boolean,
): void {
  block.set(
    opensA ? linksA[LINKS * nodeA + FIRST_CHILD] : nodeA,
    opensA ? linksA[LINKS * nodeA + CHILD_END] : nodeA + 1,
    opensB ? linksB[LINKS * nodeB + FIRST_CHILD] : nodeB,
    opensB ? linksB[LINKS * nodeB + CHILD_END] : nodeB + 1,
  );
}

/**
 * Sets a block to the children of the node with more triangles (A's for equal counts) and the other node. At least one of them is
 * not a leaf.
 */
export function openLarger(
  block: NodeBlock,
  linksA: Int32Array,
  nodeA: number,
  linksB: Int32Array,
  nodeB: number,
): void {
  const isLeafA = linksA[LINKS * nodeA + FIRST_CHILD] === 0;
  const isLeafB = linksB[LINKS * nodeB + FIRST_CHILD] === 0;
  const isLargerA = linksA[LINKS * nodeA + TRIANGLE_COUNT] >= linksB[LINKS * nodeB + TRIANGLE_COUNT];
  const opensA = isLeafB || (!isLeafA && isLargerA);
  openNodes(block, linksA, nodeA, opensA, linksB, nodeB, !opensA);
}
