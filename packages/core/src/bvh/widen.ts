// Wider trees: the same runs with fewer levels. Children that are not leaves are replaced by their own children, the largest first,
// until a node has the allowed number.

import {
  type Branching,
  CHILD_END,
  childEnd,
  FIRST_CHILD,
  FIRST_TRIANGLE,
  firstChild,
  firstTriangle,
  LINKS,
  nodeCount,
  TRIANGLE_COUNT,
  type Tree,
  triangleCount,
} from './tree.ts';

/** The tree with up to `branching` children a node, over the same triangles in the same order. */
export function widenTree(tree: Tree, branching: Branching): Tree {
  if (tree.branching >= branching) return tree;
  const narrow = tree.links;
  const links = new Int32Array(LINKS * nodeCount(tree));
  // The node of the narrow tree for each new node, and its depth.
  const origin = new Int32Array(nodeCount(tree));
  const depths = new Int32Array(nodeCount(tree));
  const children = new Int32Array(branching);
  const open = new Int32Array(nodeCount(tree));
  let top = 0;
  open[top++] = 0;
  links[2] = tree.faces.length;
  let nodes = 1;
  let depth = 0;
  while (top > 0) {
    const node = open[--top];
    const count = gatherChildren(narrow, origin[node], branching, children);
    if (count === 0) continue;
    const first = nodes;
    nodes += count;
    links[LINKS * node + FIRST_CHILD] = first;
    links[LINKS * node + CHILD_END] = nodes;
    const level = depths[node] + 1;
    if (level > depth) depth = level;
    for (let k = 0; k < count; k++) {
      const child = children[k];
      links[LINKS * (first + k) + FIRST_TRIANGLE] = firstTriangle(narrow, child);
      links[LINKS * (first + k) + TRIANGLE_COUNT] = triangleCount(narrow, child);
      origin[first + k] = child;
      depths[first + k] = level;
    }
    // The first child comes off the stack first: near nodes near in memory.
    for (let k = nodes - 1; k >= first; k--) open[top++] = k;
  }
  return { ...tree, links: links.slice(0, LINKS * nodes), depth, branching };
}

/** Fills `children` with the narrow nodes that become the children of one, in the order of their runs; returns their number. */
function gatherChildren(narrow: Int32Array, node: number, branching: Branching, children: Int32Array): number {
  let count = 0;
  for (let k = firstChild(narrow, node); k < childEnd(narrow, node); k++) children[count++] = k;
  for (;;) {
    let largest = -1;
    for (let k = 0; k < count; k++) {
      const inside = childEnd(narrow, children[k]) - firstChild(narrow, children[k]);
      if (inside === 0 || count - 1 + inside > branching) continue;
      if (largest < 0 || triangleCount(narrow, children[k]) > triangleCount(narrow, children[largest])) largest = k;
    }
    if (largest < 0) return count;
    const first = firstChild(narrow, children[largest]);
    const more = childEnd(narrow, children[largest]) - first - 1;
    for (let k = count - 1; k > largest; k--) children[k + more] = children[k];
    for (let k = 0; k <= more; k++) children[largest + k] = first + k;
    count += more;
  }
}
