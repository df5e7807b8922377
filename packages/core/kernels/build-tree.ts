// Top-down building: src/bvh/build-tree.ts, to the bit.

import { numberOrder, prepareSplits, RECORD, splitRun, writeRecords, writeRecordsOf } from './split';

const BALANCED_BELOW: i32 = 48;

// A node: first child, first triangle, number of triangles, end of its children. Behind the links of all nodes are their depths.
const LINKS: usize = 16;
const TRIANGLE: usize = 72;
const FIRST_TRIANGLE: usize = 4;
const TRIANGLE_COUNT: usize = 8;
const CHILD_END: usize = 12;

/** Bytes a triangle: records, links of fewer than two nodes, keys, order, open nodes, what goes right, depths. */
const SIZE: usize = RECORD + 2 * LINKS + 8 + 4 + 8 + 4 + 2;

/** Levels below the root of the tree that was built last. */
let depth: i32 = 0;

export function buildTreeSize(): usize {
  return SIZE;
}
export function treeDepth(): i32 {
  return depth;
}

/**
 * The tree of triangles in input order. `at` is memory of that size for each of them; the order is behind links at most two nodes a
 * triangle, and keys. The triangles in the order of the tree come first. Returns the number of nodes. `leafSize` and `level` are as in
 * src/bvh/build-tree.ts.
 */
export function buildTree(triangles: usize, count: i32, at: usize, leafSize: i32, level: i32): i32 {
  const order = prepare(count, at);
  writeRecords(triangles, <usize>count);
  const nodes = splitAll(count, at, leafSize, level);
  gather(triangles, <usize>count, order, at);
  return nodes;
}

/** The same of triangles that are three numbers of vertices each, and without the triangles in the order of the tree. */
export function buildTreeOf(vertices: usize, triangles: usize, count: i32, at: usize, leafSize: i32): i32 {
  prepare(count, at);
  writeRecordsOf(vertices, triangles, <usize>count);
  return splitAll(count, at, leafSize, 0);
}

/** Returns where the order will be. */
function prepare(count: i32, at: usize): usize {
  const n = <usize>count;
  const keys = at + (RECORD + 2 * LINKS) * n;
  const order = keys + 8 * n;
  prepareSplits(at, order, order + 12 * n, keys);
  return order;
}

function splitAll(count: i32, at: usize, leafSize: i32, rootLevel: i32): i32 {
  const n = <usize>count;
  const links = at + RECORD * n;
  const open = links + (2 * LINKS + 12) * n;
  const depths = open + 12 * n;
  writeNode(links, 0, count);
  store<u8>(depths, 0);
  let nodes = 1;
  depth = 0;
  let top: usize = 1;
  store<i32>(open, 0);
  while (top > 0) {
    const node = load<i32>(open + 4 * --top);
    const link = links + LINKS * <usize>node;
    const first = load<i32>(link, FIRST_TRIANGLE);
    const size = load<i32>(link, TRIANGLE_COUNT);
    if (size <= leafSize) continue;
    const level = <i32>load<u8>(depths + <usize>node) + 1;
    const left = splitRun(<usize>first, size, rootLevel + level > BALANCED_BELOW);
    store<i32>(link, nodes);
    store<i32>(link, nodes + 2, CHILD_END);
    writeNode(links + LINKS * <usize>nodes, first, left);
    writeNode(links + LINKS * <usize>(nodes + 1), first + left, size - left);
    store<u8>(depths + <usize>nodes, <u8>level);
    store<u8>(depths + <usize>nodes, <u8>level, 1);
    if (level > depth) depth = level;
    store<i32>(open + 4 * top, nodes + 1);
    store<i32>(open + 4 * top, nodes, 4);
    top += 2;
    nodes += 2;
  }
  numberOrder(n);
  return nodes;
}

/** The triangles in the order of the tree, where the records were. */
function gather(triangles: usize, count: usize, order: usize, to: usize): void {
  for (let slot: usize = 0; slot < count; slot++, to += TRIANGLE) {
    const from = triangles + TRIANGLE * <usize>load<u32>(order + 4 * slot);
    for (let k: usize = 0; k < 64; k += 16) v128.store(to + k, v128.load(from + k));
    store<f64>(to, load<f64>(from, 64), 64);
  }
}

/** @inline */
function writeNode(link: usize, first: i32, count: i32): void {
  store<i32>(link, 0);
  store<i32>(link, first, FIRST_TRIANGLE);
  store<i32>(link, count, TRIANGLE_COUNT);
  store<i32>(link, 0, CHILD_END);
}
