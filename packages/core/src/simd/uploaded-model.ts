// A model in the memory of the kernels: its tree as nodes of four discs, its leaves as packs of four triangles, and its corners in doubles.
//
// Rounding of what is stored, ε = 2⁻²⁴. A disc of doubles holds its corners (docs/algorithms/rounding.md). Its centre moves by at most
// ε|c| when it is rounded, its axis by ε; a corner is at most h + ρ from the centre. So along the rounded axis, from the rounded centre, a corner
// is at most h + ε(|c| + h + ρ) away, and from that axis at most ρ + ε(|c| + h + ρ). Both lengths are raised by 4ε(|c| + h + ρ), and by
// 2ε of themselves for their own rounding.

import { DISC, DISC_RADIUS, discVolume } from '../bounds/disc.ts';
import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../bvh/tree.ts';
import type { Model } from '../model/model.ts';
import { SINGLE_ROUNDOFF, STORED_RAISE } from './error-bounds.ts';
import type { Kernel } from './kernel.ts';
import { COUNT_AT, EXTENT_AT, LINK, NO_CHILD, NODE, ORIGIN_AT, PACK, SLOT_AT, TRIANGLE } from './layout.ts';

const LANES = 4;
/**
 * Coordinates for a lane without a child: farther from all discs than any limit, so that it is never near, and their squares do not overflow. In a
 * body of 2⁻²⁰ of the other's size, the least that the kernels take, they are 2⁴²·√3 from its centre; no length of a query exceeds 2⁴⁰.
 */
const NOWHERE: number = 2 ** 62;

/** Blocks of memory of a model: nodes, links, packs, corners, firsts. */
export const BLOCKS = 5;

export class UploadedModel {
  /** From 1 on, in the order in which they were written. */
  readonly number: number;
  /** Where the blocks start. */
  readonly blocks: number[];
  /** The ref of each leaf, by its node in the tree; −1 for other nodes. */
  readonly refOf: Int32Array;
  /** The leaf in the tree of each ref of a leaf, and of each pack. */
  readonly leafOf: Int32Array;
  readonly leafOfPack: Int32Array;

  constructor(number: number, blocks: number[], refOf: Int32Array, leafOf: Int32Array, leafOfPack: Int32Array) {
    this.number = number;
    this.blocks = blocks;
    this.refOf = refOf;
    this.leafOf = leafOf;
    this.leafOfPack = leafOfPack;
  }
}

/** Where the extreme corners of a model are, which a search for the nearest faces starts from; 0 if they do not fit. Written on first use. */
export function extremesOf(kernel: Kernel, { blocks }: UploadedModel): number {
  if (blocks.length === BLOCKS) {
    const at = kernel.allocate(kernel.exports.extremesSize()) ?? 0;
    if (at !== 0) kernel.exports.writeExtremes(blocks[0], blocks[1], blocks[2], at);
    blocks.push(at);
  }
  return blocks[BLOCKS];
}

/** Writes a model; null if it does not fit, or its nodes have more children than lanes. */
export function uploadModel(kernel: Kernel, model: Model): UploadedModel | null {
  const { links, triangles } = model.tree;
  if (model.tree.branching > LANES || model.tree.tiles !== undefined) return null;
  const total = links.length / LINKS;
  // Inner nodes keep their order; before them one that has the root for its only child.
  const numbers = new Int32Array(total);
  const leafOfPack: number[] = [];
  let inner = 1;
  for (let node = 0; node < total; node++) {
    numbers[node] = links[LINKS * node + FIRST_CHILD] === 0 ? ~(leafOfPack.push(node) - 1) : inner++;
  }
  const blocks = allocateAll(kernel, [
    NODE * inner,
    LINK * inner,
    PACK * leafOfPack.length,
    (TRIANGLE * triangles.length) / 9,
    LINK * inner,
  ]);
  if (blocks === null) return null;
  const uploaded = new UploadedModel(
    ++kernel.models,
    blocks,
    new Int32Array(total).fill(-1),
    new Int32Array(LANES * inner).fill(-1),
    Int32Array.from(leafOfPack),
  );
  writeNode(kernel, model, uploaded, numbers, 0, 0, 1);
  for (let node = 0; node < total; node++) {
    const first = links[LINKS * node + FIRST_CHILD];
    if (first === 0) writePack(kernel, model, blocks[2] + PACK * ~numbers[node], node);
    else writeNode(kernel, model, uploaded, numbers, numbers[node], first, links[LINKS * node + CHILD_END]);
  }
  kernel.doubles.set(triangles, blocks[3] / 8);
  return uploaded;
}

/** Blocks of these sizes; null, and none of them, if they do not fit. */
function allocateAll(kernel: Kernel, sizes: readonly number[]): number[] | null {
  const blocks: number[] = [];
  for (const size of sizes) {
    const block = kernel.allocate(size);
    if (block === null) {
      for (const other of blocks) kernel.release(other);
      return null;
    }
    blocks.push(block);
  }
  return blocks;
}

function writeNode(
  { floats, ints }: Kernel,
  model: Model,
  { blocks, refOf, leafOf }: UploadedModel,
  numbers: Int32Array,
  number: number,
  first: number,
  end: number,
): void {
  const discs = model.volumes(discVolume);
  for (let lane = 0; lane < LANES; lane++) {
    const at = (blocks[0] + NODE * number) / 4 + lane;
    const link = (blocks[1] + LINK * number) / 4 + lane;
    const child = first + lane;
    if (child >= end) {
      for (let k = 0; k < 3; k++) floats[at + LANES * k] = NOWHERE;
      ints[link] = NO_CHILD;
      continue;
    }
    const disc = DISC * child;
    let reach = discs[disc + DISC_RADIUS - 1] + discs[disc + DISC_RADIUS];
    for (let k = 0; k < 3; k++) reach += Math.abs(discs[disc + k]);
    for (let k = 0; k < 6; k++) floats[at + LANES * k] = discs[disc + k];
    for (let k = 6; k < DISC; k++) {
      floats[at + LANES * k] = (discs[disc + k] + STORED_RAISE * reach) * (1 + 2 * SINGLE_ROUNDOFF);
    }
    ints[link] = numbers[child];
    ints[(blocks[4] + LINK * number) / 4 + lane] = model.tree.links[LINKS * child + FIRST_TRIANGLE];
    if (numbers[child] >= 0) continue;
    refOf[child] = LANES * number + lane;
    leafOf[LANES * number + lane] = child;
  }
}

function writePack({ floats, ints }: Kernel, { tree }: Model, pack: number, leaf: number): void {
  const { links, triangles } = tree;
  const at = pack / 4;
  const first = links[LINKS * leaf + FIRST_TRIANGLE];
  const count = links[LINKS * leaf + TRIANGLE_COUNT];
  for (let c = 0; c < 3; c++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = 9 * first + c; k < 9 * (first + count); k += 3) {
      if (triangles[k] < low) low = triangles[k];
      if (triangles[k] > high) high = triangles[k];
    }
    floats[at + ORIGIN_AT + c] = 0.5 * (low + high);
  }
  for (let lane = 0; lane < LANES; lane++) {
    // Unused lanes repeat the first triangle.
    const from = 9 * (lane < count ? first + lane : first);
    for (let k = 0; k < 9; k++) floats[at + LANES * k + lane] = triangles[from + k] - floats[at + ORIGIN_AT + (k % 3)];
  }
  let extentSq = 0;
  for (let k = 9 * first; k < 9 * (first + count); k += 3) {
    let sq = 0;
    for (let c = 0; c < 3; c++) {
      const offset = triangles[k + c] - floats[at + ORIGIN_AT + c];
      sq += offset * offset;
    }
    if (sq > extentSq) extentSq = sq;
  }
  floats[at + EXTENT_AT] = Math.sqrt(extentSq) * (1 + 4 * SINGLE_ROUNDOFF);
  ints[at + COUNT_AT] = count;
  ints[at + SLOT_AT] = first;
}
