// Trees with their discs and boxes, built in the memory of the kernels (packages/core/kernels/build-tree.ts, fit-discs.ts, fit-boxes.ts).

import { DISC, fitDisc } from '../bounds/disc.ts';
import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT, type Tree } from '../bvh/tree.ts';
import type { Kernel } from './kernel.ts';

/** Bytes of a triangle, of a node's links, moments and disc, and of a record of the splitter. */
const TRIANGLE = 72;
const LINK = 16;
const MOMENTS = 80;
const RECORD = 80;
/** Smaller trees are built before their triangles would be copied. */
const LEAST = 64;

export function buildTree(kernel: Kernel, triangles: Float64Array, leafSize: number, level: number): Tree | null {
  const count = triangles.length / 9;
  if (count < LEAST) return null;
  const at = kernel.reserve((TRIANGLE + kernel.exports.buildTreeSize()) * count);
  if (at === null) return null;
  kernel.doubles.set(triangles, at / 8);
  const scratch = at + TRIANGLE * count;
  const nodes = kernel.exports.buildTree(at, count, scratch, leafSize, level);
  const links = (scratch + RECORD * count) / 4;
  // Behind links of two nodes a triangle, and keys.
  const order = links + (2 * LINK + 8) * (count / 4);
  const tree: Tree = {
    links: kernel.ints.slice(links, links + LINKS * nodes),
    faces: new Uint32Array(kernel.ints.slice(order, order + count).buffer),
    triangles: kernel.doubles.slice(scratch / 8, scratch / 8 + triangles.length),
    depth: kernel.exports.treeDepth(),
    branching: 2,
  };
  kernel.release(at);
  return tree;
}

export function fitBoxes(kernel: Kernel, links: Int32Array, triangles: Float64Array, out: Float64Array): boolean {
  if (triangles.length < 9 * LEAST) return false;
  const boxes = 8 * triangles.length;
  const linksAt = boxes + 8 * out.length;
  const at = kernel.reserve(linksAt + 4 * links.length);
  if (at === null) return false;
  kernel.doubles.set(triangles, at / 8);
  kernel.ints.set(links, (at + linksAt) / 4);
  kernel.exports.fitBoxes(at + linksAt, links.length / LINKS, at, at + boxes);
  out.set(kernel.doubles.subarray((at + boxes) / 8, (at + linksAt) / 8));
  kernel.release(at);
  return true;
}

export function fitDiscs(
  kernel: Kernel,
  links: Int32Array,
  triangles: Float64Array,
  out: Float64Array,
  rootMoments?: Float64Array,
): boolean {
  const nodes = links.length / LINKS;
  if (triangles.length < 9 * LEAST) return false;
  const discs = 8 * triangles.length;
  const moments = discs + 8 * DISC * nodes;
  const linksAt = moments + MOMENTS * nodes;
  const at = kernel.reserve(linksAt + LINK * nodes);
  if (at === null) return false;
  kernel.doubles.set(triangles, at / 8);
  kernel.ints.set(links, (at + linksAt) / 4);
  const bare = fitAreas(kernel, at + linksAt, nodes, at, at + moments, at + discs);
  out.set(kernel.doubles.subarray((at + discs) / 8, (at + moments) / 8));
  rootMoments?.set(kernel.doubles.subarray((at + moments) / 8, (at + moments + MOMENTS) / 8));
  kernel.release(at);
  fitBare(bare, links, triangles, out);
  return true;
}

/** Fits the nodes whose triangles have an area, in the memory of the kernels; returns the others. */
export function fitAreas(
  kernel: Kernel,
  links: number,
  nodes: number,
  triangles: number,
  moments: number,
  discs: number,
  starts = 0,
  lists = 0,
): readonly number[] {
  const bare: number[] = [];
  for (let node = nodes - 1; node >= 0; node--) {
    node = kernel.exports.fitDiscs(links, node, triangles, moments, discs, starts, lists);
    if (node >= 0) bare.push(node);
  }
  return bare;
}

/** Triangles without area: only their corners are left to go by. */
export function fitBare(bare: readonly number[], links: Int32Array, triangles: Float64Array, out: Float64Array): void {
  for (const node of bare) {
    fitDisc(triangles, links[LINKS * node + FIRST_TRIANGLE], links[LINKS * node + TRIANGLE_COUNT], out, DISC * node);
  }
}
