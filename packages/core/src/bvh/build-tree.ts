// Top-down building: split the whole run, then each part, until LEAF_SIZE triangles or fewer are left.

import { buildKernels } from './build-kernels.ts';
import { createSplitScratch, type SplitRule, splitRun } from './split.ts';
import {
  CHILD_END,
  FIRST_CHILD,
  FIRST_TRIANGLE,
  gatherTriangles,
  LEAF_SIZE,
  LINKS,
  TRIANGLE_COUNT,
  type Tree,
} from './tree.ts';

/** Very uneven splits on every level would make a list instead of a tree; below this depth the run is halved. */
const BALANCED_BELOW = 48;

/**
 * Builds the tree over `triangles` (9 doubles each, in input order). The depth stays below BALANCED_BELOW + log₂ of the number of
 * triangles, whatever the input.
 */
export function buildTree(triangles: Float64Array, rule: SplitRule): Tree {
  return buildRun(triangles, rule, LEAF_SIZE, 0);
}

/**
 * The part of a tree over a run of its triangles: from a node at `level` down to nodes of at most `leafSize` triangles. A run determines
 * its nodes, so that parts that are built apart are those of the whole tree (join-trees.ts).
 */
export function buildRun(triangles: Float64Array, rule: SplitRule, leafSize: number, level: number): Tree {
  const built = rule === 'sah' ? buildKernels.kernels?.buildTree(triangles, leafSize, level) : null;
  return built ?? buildHere(triangles, rule, leafSize, level);
}

function buildHere(triangles: Float64Array, rule: SplitRule, leafSize: number, rootLevel: number): Tree {
  const total = triangles.length / 9;
  const scratch = createSplitScratch(triangles);
  // Every inner node has two children, and a leaf holds at least one triangle.
  const links = new Int32Array(LINKS * (2 * total - 1));
  const depths = new Uint8Array(2 * total - 1);
  links[1] = 0;
  links[2] = total;
  let nodes = 1;
  let depth = 0;
  // A stack of open nodes gives depth-first numbering, so that near nodes are near in memory.
  const open = new Int32Array(2 * total);
  let top = 0;
  open[top++] = 0;
  while (top > 0) {
    const node = open[--top];
    const first = links[LINKS * node + FIRST_TRIANGLE];
    const count = links[LINKS * node + TRIANGLE_COUNT];
    if (count <= leafSize) continue;
    const level = depths[node] + 1;
    const left = splitRun(scratch, first, count, rootLevel + level > BALANCED_BELOW ? 'median' : rule);
    links[LINKS * node + FIRST_CHILD] = nodes;
    links[LINKS * node + CHILD_END] = nodes + 2;
    links[LINKS * nodes + FIRST_TRIANGLE] = first;
    links[LINKS * nodes + TRIANGLE_COUNT] = left;
    links[LINKS * nodes + LINKS + 1] = first + left;
    links[LINKS * nodes + LINKS + 2] = count - left;
    depths[nodes] = level;
    depths[nodes + 1] = level;
    if (level > depth) depth = level;
    open[top++] = nodes + 1;
    open[top++] = nodes;
    nodes += 2;
  }
  const faces = scratch.order;
  return {
    links: links.slice(0, LINKS * nodes),
    faces,
    triangles: gatherTriangles(triangles, faces),
    depth,
    branching: 2,
  };
}
