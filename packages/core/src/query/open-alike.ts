// Which of two nodes a traversal of discs opens: the larger, or both where their sizes are similar.

import { DISC, DISC_RADIUS } from '../bounds/disc.ts';
import type { NodeBlock } from '../bounds/node-block.ts';
import { openNodes } from '../bvh/open-nodes.ts';
import { FIRST_CHILD, LINKS } from '../bvh/tree.ts';
import { RELATIVE_SCALE } from '../scalar/pose.ts';
import type { Workspace } from './workspace.ts';

/**
 * Both nodes are opened while the larger disc is at most this many times the smaller: more tests in one call,
 * and one level less.
 */
export const ALIKE = 4;

/**
 * Sets a block to the children of two nodes, at least one of which is not a leaf; `own` are the query body's discs in its own
 * frame.
 */
export function openAlike(
  opened: NodeBlock,
  w: Workspace,
  linksQ: Int32Array,
  nodeQ: number,
  own: Float64Array,
  linksR: Int32Array,
  nodeR: number,
  discsR: Float64Array,
): void {
  const isLeafQ = linksQ[LINKS * nodeQ + FIRST_CHILD] === 0;
  const isLeafR = linksR[LINKS * nodeR + FIRST_CHILD] === 0;
  const sizeQ = own[DISC * nodeQ + DISC_RADIUS] * w.pose[RELATIVE_SCALE];
  const sizeR = discsR[DISC * nodeR + DISC_RADIUS];
  const opensQ = !isLeafQ && (isLeafR || sizeQ * ALIKE >= sizeR);
  const opensR = !isLeafR && (isLeafQ || sizeR * ALIKE >= sizeQ);
  openNodes(opened, linksQ, nodeQ, opensQ, linksR, nodeR, opensR);
}
