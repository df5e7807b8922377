// Trees in parts: the nodes above, whose leaves are runs of many triangles, and a tree of each run. Joined they are the tree that is built as one,
// node by node, since nodes are numbered depth first.

import {
  CHILD_END,
  childEnd,
  FIRST_CHILD,
  FIRST_TRIANGLE,
  firstChild,
  firstTriangle,
  LINKS,
  TRIANGLE_COUNT,
  triangleCount,
} from './tree.ts';

/** Nodes of a tree, and the levels below its root. */
export interface JoinedNodes {
  readonly links: Int32Array;
  readonly depth: number;
}

/** The leaves of the nodes above, in the order of their runs, and the level of each. */
export function runsOf(above: Int32Array): { readonly node: number; readonly level: number }[] {
  const runs: { node: number; level: number }[] = [];
  const open = [{ node: 0, level: 0 }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { node, level } = top;
    if (firstChild(above, node) === 0) runs.push(top);
    for (let k = childEnd(above, node) - 1; k >= firstChild(above, node) && k > 0; k--) {
      open.push({ node: k, level: level + 1 });
    }
  }
  return runs;
}

/** Joins the nodes above with the trees of their runs, in that order. */
export function joinTrees(above: Int32Array, parts: readonly JoinedNodes[]): JoinedNodes {
  const inner = parts.reduce((sum, { links }) => sum + links.length - LINKS, 0);
  const links = new Int32Array(above.length + inner);
  links.set(above.subarray(0, LINKS));
  let nodes = 1;
  let depth = 0;
  let run = 0;
  const open = [{ node: 0, from: 0, level: 0 }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { node, from, level } = top;
    const first = firstChild(above, from);
    if (first === 0) {
      const part = parts[run++];
      writePart(links, node, part.links, nodes, firstTriangle(above, from));
      nodes += part.links.length / LINKS - 1;
      depth = Math.max(depth, level + part.depth);
      continue;
    }
    const count = childEnd(above, from) - first;
    links[LINKS * node + FIRST_CHILD] = nodes;
    links[LINKS * node + CHILD_END] = nodes + count;
    for (let k = 0; k < count; k++) {
      const at = LINKS * (nodes + k);
      links[at + FIRST_TRIANGLE] = firstTriangle(above, first + k);
      links[at + TRIANGLE_COUNT] = triangleCount(above, first + k);
    }
    for (let k = count - 1; k >= 0; k--) open.push({ node: nodes + k, from: first + k, level: level + 1 });
    nodes += count;
  }
  return { links, depth };
}

/** Its root is `node`, the others are numbered from `start` on; its first triangle is `slot`. */
function writePart(links: Int32Array, node: number, part: Int32Array, start: number, slot: number): void {
  const shift = start - 1;
  for (let k = 0; k < part.length / LINKS; k++) {
    const at = LINKS * (k === 0 ? node : k + shift);
    const child = firstChild(part, k);
    links[at + FIRST_CHILD] = child === 0 ? 0 : child + shift;
    links[at + FIRST_TRIANGLE] = firstTriangle(part, k) + slot;
    links[at + TRIANGLE_COUNT] = triangleCount(part, k);
    links[at + CHILD_END] = child === 0 ? 0 : childEnd(part, k) + shift;
  }
}

/** The nodes of more than `size` triangles, parents first, and those of fewer below them. */
export function divideTree(links: Int32Array, size: number): { readonly above: number[]; readonly parts: number[] } {
  const above: number[] = [];
  const parts: number[] = [];
  const open = [0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (triangleCount(links, node) <= size || firstChild(links, node) === 0) {
      parts.push(node);
      continue;
    }
    above.push(node);
    for (let k = firstChild(links, node); k < childEnd(links, node); k++) open.push(k);
  }
  return { above, parts };
}

/** The part of a tree below a node, as a tree: the node first, then those below it, which are neighbours. */
export function partBelow(links: Int32Array, node: number): Int32Array {
  const start = firstChild(links, node);
  const part = new Int32Array(LINKS + (start === 0 ? 0 : LINKS * (endBelow(links, node) - start)));
  part.set(links.subarray(LINKS * node, LINKS * node + LINKS));
  part.set(links.subarray(LINKS * start, LINKS * start + part.length - LINKS), LINKS);
  const shift = start - 1;
  const slot = firstTriangle(links, node);
  for (let k = 0; k < part.length; k += LINKS) {
    part[k + FIRST_TRIANGLE] -= slot;
    if (part[k + FIRST_CHILD] === 0) continue;
    part[k + FIRST_CHILD] -= shift;
    part[k + CHILD_END] -= shift;
  }
  return part;
}

/** One past the last node below: below the last child that has any, or that child itself. */
function endBelow(links: Int32Array, node: number): number {
  let at = node;
  let end = childEnd(links, at);
  for (let child = end - 1; child >= firstChild(links, at); child--) {
    if (firstChild(links, child) === 0) continue;
    at = child;
    end = childEnd(links, at);
    child = end;
  }
  return end;
}
