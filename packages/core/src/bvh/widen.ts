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
  const children: number[] = [];
  const open = [0];
  links[2] = tree.faces.length;
  let nodes = 1;
  let depth = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    gatherChildren(narrow, origin[node], branching, children);
    if (children.length === 0) continue;
    const first = nodes;
    nodes += children.length;
    links[LINKS * node + FIRST_CHILD] = first;
    links[LINKS * node + CHILD_END] = nodes;
    const level = depths[node] + 1;
    if (level > depth) depth = level;
    for (const [k, child] of children.entries()) {
      links[LINKS * (first + k) + FIRST_TRIANGLE] = firstTriangle(narrow, child);
      links[LINKS * (first + k) + TRIANGLE_COUNT] = triangleCount(narrow, child);
      origin[first + k] = child;
      depths[first + k] = level;
    }
    // The first child comes off the stack first: near nodes near in memory.
    for (let k = nodes - 1; k >= first; k--) open.push(k);
  }
  return { ...tree, links: links.slice(0, LINKS * nodes), depth, branching };
}

/** Fills `children` with the narrow nodes that become the children of one, in the order of their runs. */
function gatherChildren(narrow: Int32Array, node: number, branching: Branching, children: number[]): void {
  children.length = 0;
  for (let k = firstChild(narrow, node); k < childEnd(narrow, node); k++) children.push(k);
  for (;;) {
    let largest = -1;
    for (const [k, child] of children.entries()) {
      const grandchildren = childEnd(narrow, child) - firstChild(narrow, child);
      if (grandchildren === 0 || children.length - 1 + grandchildren > branching) continue;
      if (largest < 0 || triangleCount(narrow, child) > triangleCount(narrow, children[largest])) largest = k;
    }
    if (largest < 0) return;
    const opened = children[largest];
    const inside: number[] = [];
    for (let k = firstChild(narrow, opened); k < childEnd(narrow, opened); k++) inside.push(k);
    children.splice(largest, 1, ...inside);
  }
}
