// Aligned boxes on all nodes of a tree, from the leaves up: the box of a node is that around its children, to the bit.
//
// packages/core/kernels/fit-boxes.ts does the same, to the bit.

import { AABB, writeAabb } from '../bounds/aabb.ts';
import { buildKernels } from './build-kernels.ts';
import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from './tree.ts';

/** Fits boxes to the triangles (9 doubles each, in tree order) of every node. */
export function fitBoxes(links: Int32Array, triangles: Float64Array, out: Float64Array): void {
  if (buildKernels.kernels?.fitBoxes(links, triangles, out)) return;
  const nodes = links.length / LINKS;
  // Lowest and highest numbers first.
  for (let node = nodes - 1; node >= 0; node--) {
    const at = LINKS * node;
    const first = 9 * links[at + FIRST_TRIANGLE];
    if (links[at + FIRST_CHILD] === 0)
      boundCorners(triangles, first, first + 9 * links[at + TRIANGLE_COUNT], out, AABB * node);
    else boundChildren(out, links[at + FIRST_CHILD], links[at + CHILD_END], AABB * node);
  }
  for (let o = 0; o < AABB * nodes; o += AABB) {
    for (let axis = 0; axis < 3; axis++) writeAabb(out[o + axis], out[o + 3 + axis], out, o, axis);
  }
}

function boundCorners(t: Float64Array, begin: number, end: number, out: Float64Array, o: number): void {
  let x = Infinity;
  let y = Infinity;
  let z = Infinity;
  let xHigh = -Infinity;
  let yHigh = -Infinity;
  let zHigh = -Infinity;
  for (let k = begin; k < end; k += 3) {
    x = Math.min(x, t[k]);
    y = Math.min(y, t[k + 1]);
    z = Math.min(z, t[k + 2]);
    xHigh = Math.max(xHigh, t[k]);
    yHigh = Math.max(yHigh, t[k + 1]);
    zHigh = Math.max(zHigh, t[k + 2]);
  }
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = xHigh;
  out[o + 4] = yHigh;
  out[o + 5] = zHigh;
}

function boundChildren(out: Float64Array, first: number, end: number, o: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = AABB * first + axis; k < AABB * end; k += AABB) {
      low = Math.min(low, out[k]);
      high = Math.max(high, out[k + 3]);
    }
    out[o + axis] = low;
    out[o + 3 + axis] = high;
  }
}
