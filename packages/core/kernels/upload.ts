// Writes a model as the kernels search it: its tree as nodes of four discs, its leaves as packs of four triangles (layout.ts).
// src/simd/uploaded-model.ts derives STORED_RAISE. An extent is increased by 4ε: its own rounding is ε, and a product with a unit (moved.ts)
// is exact, as units are powers of two.

import { COUNT_AT, EXTENT_AT, LINKS, NO_CHILD, NODE, ORIGIN_AT, PACK, SLOT_AT, TRIANGLE } from './layout';

// A node of the tree: first child, first triangle, number of triangles, end of its children.
const LINK: usize = 16;
const DISC: usize = 64;

const EPSILON: f64 = 5.9604644775390625e-8; // 2⁻²⁴
const STORED_RAISE: f64 = 4 * EPSILON;
const NOWHERE: f32 = reinterpret<f32>(0x5e800000); // 2⁶²

/**
 * Numbers the nodes of a tree: inner ones from 1 on, in their order; leaves as the complement of the number of their pack. Returns the
 * number after the last inner node.
 */
export function numberNodes(links: usize, count: i32, numbers: usize, leafOfPack: usize): i32 {
  let inner = 1;
  let packs = 0;
  for (let node = 0; node < count; node++) {
    const at = numbers + 4 * <usize>node;
    if (load<i32>(links + LINK * <usize>node) !== 0) store<i32>(at, inner++);
    else {
      store<i32>(leafOfPack + 4 * <usize>packs, node);
      store<i32>(at, ~packs++);
    }
  }
  return inner;
}

// The tree that is written, and where to.
let links: usize = 0;
let discs: usize = 0;
let numbers: usize = 0;
let nodesAt: usize = 0;
let linksAt: usize = 0;
let firstsAt: usize = 0;
let refOf: usize = 0;
let leafOf: usize = 0;

/** `blocks`: where nodes, links, packs, corners and firsts lie. The corners are written. `refs` and `leaves` are filled with −1. */
export function writeModel(
  tree: usize,
  count: i32,
  discsAt: usize,
  numbersAt: usize,
  blocks: usize,
  refs: usize,
  leaves: usize,
): void {
  links = tree;
  discs = discsAt;
  numbers = numbersAt;
  nodesAt = <usize>load<u32>(blocks);
  linksAt = <usize>load<u32>(blocks, 4);
  const packs = <usize>load<u32>(blocks, 8);
  const corners = <usize>load<u32>(blocks, 12);
  firstsAt = <usize>load<u32>(blocks, 16);
  refOf = refs;
  leafOf = leaves;
  // Before all others one that has the root for its only child.
  writeNode(0, 0, 1);
  for (let node = 0; node < count; node++) {
    const link = links + LINK * <usize>node;
    const number = load<i32>(numbers + 4 * <usize>node);
    if (number < 0) {
      const first = load<u32>(link, 4);
      writePack(packs + PACK * <usize>~number, corners + TRIANGLE * <usize>first, first, load<u32>(link, 8));
    } else writeNode(number, load<i32>(link), load<i32>(link, 12));
  }
}

function writeNode(number: i32, first: i32, end: i32): void {
  for (let lane = 0; lane < 4; lane++) {
    const ref = 4 * number + lane;
    const at = nodesAt + NODE * <usize>number + 4 * <usize>lane;
    const link = linksAt + LINKS * <usize>number + 4 * <usize>lane;
    const child = first + lane;
    if (child >= end) {
      store<f32>(at, NOWHERE);
      store<f32>(at, NOWHERE, 16);
      store<f32>(at, NOWHERE, 32);
      store<i32>(link, NO_CHILD);
      continue;
    }
    const disc = discs + DISC * <usize>child;
    const h = load<f64>(disc, 48);
    const radius = load<f64>(disc, 56);
    let reach = h + radius;
    for (let k: usize = 0; k < 3; k++) reach += Math.abs(load<f64>(disc + 8 * k));
    for (let k: usize = 0; k < 6; k++) store<f32>(at + 16 * k, <f32>load<f64>(disc + 8 * k));
    store<f32>(at, <f32>((h + STORED_RAISE * reach) * (1 + 2 * EPSILON)), 96);
    store<f32>(at, <f32>((radius + STORED_RAISE * reach) * (1 + 2 * EPSILON)), 112);
    const inside = load<i32>(numbers + 4 * <usize>child);
    store<i32>(link, inside);
    store<i32>(firstsAt + 4 * <usize>ref, load<i32>(links + LINK * <usize>child, 4));
    if (inside >= 0) continue;
    store<i32>(refOf + 4 * <usize>child, ref);
    store<i32>(leafOf + 4 * <usize>ref, child);
  }
}

function writePack(pack: usize, triangles: usize, first: u32, count: u32): void {
  const end = triangles + TRIANGLE * <usize>count;
  for (let c: usize = 0; c < 3; c++) {
    let low: f64 = Infinity;
    let high: f64 = -Infinity;
    for (let k = triangles + 8 * c; k < end; k += 24) {
      const x = load<f64>(k);
      if (x < low) low = x;
      if (x > high) high = x;
    }
    store<f32>(pack + 4 * c, <f32>(0.5 * (low + high)), ORIGIN_AT);
  }
  const ox = <f64>load<f32>(pack, ORIGIN_AT);
  const oy = <f64>load<f32>(pack, ORIGIN_AT + 4);
  const oz = <f64>load<f32>(pack, ORIGIN_AT + 8);
  let extentSq: f64 = 0;
  for (let lane: u32 = 0; lane < 4; lane++) {
    // Unused lanes repeat the first triangle.
    const from = triangles + TRIANGLE * <usize>(lane < count ? lane : <u32>0);
    const to = pack + 4 * <usize>lane;
    for (let k: usize = 0; k < 3; k++) {
      const x = load<f64>(from + 24 * k) - ox;
      const y = load<f64>(from + 24 * k, 8) - oy;
      const z = load<f64>(from + 24 * k, 16) - oz;
      store<f32>(to + 48 * k, <f32>x);
      store<f32>(to + 48 * k, <f32>y, 16);
      store<f32>(to + 48 * k, <f32>z, 32);
      const sq = x * x + y * y + z * z;
      if (sq > extentSq) extentSq = sq;
    }
  }
  store<f32>(pack, <f32>(Math.sqrt(extentSq) * (1 + 4 * EPSILON)), EXTENT_AT);
  store<u32>(pack, count, COUNT_AT);
  store<u32>(pack, first, SLOT_AT);
}
