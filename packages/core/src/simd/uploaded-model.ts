// A model in the memory of the kernels: its tree as nodes of four discs, its leaves as packs of four triangles, and its corners in doubles.
//
// Rounding of what is stored, ε = 2⁻²⁴. A disc of doubles holds its corners (docs/algorithms/rounding.md). Its centre moves by at most
// ε|c| when it is rounded, its axis by ε; a corner is at most h + ρ from the centre. So along the rounded axis, from the rounded centre, a corner
// is at most h + ε(|c| + h + ρ) away, and from that axis at most ρ + ε(|c| + h + ρ). Both lengths are raised by 4ε(|c| + h + ρ), and by
// 2ε of themselves for their own rounding.
//
// A lane without a child has coordinates 2⁶²: farther from all discs than any limit, so that it is never near, and their squares do not
// overflow. In a body of 2⁻²⁰ of the other's size, the least that the kernels take, they are 2⁴²·√3 from its centre; no length of a query
// exceeds 2⁴⁰. In the frame of that body (kernels/turned-disc.ts) they are 2⁶²·√3 from its centre, and no length exceeds 2⁶⁰.

import { discVolume } from '../bounds/disc.ts';
import { LINKS, waitingNodes } from '../bvh/tree.ts';
import type { Model } from '../model/model.ts';
import { type Frame, isPoint } from '../model/model-frame.ts';
import type { Kernel } from './kernel.ts';
import { LINK, NODE, PACK, TRIANGLE } from './layout.ts';

const LANES = 4;
/** Nodes that wait in a search of one body: the capacity of the kernels (heights.ts, nearest-point.ts), for 170 levels of four children. */
const MOST_WAITING = 512;
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
  readonly frame: Frame;
  /** A mesh around the origin of its coordinates, and not a point: kernels can relate its pose to that of another. */
  readonly isCentred: boolean;

  constructor(
    number: number,
    { frame, round }: Model,
    blocks: number[],
    refOf: Int32Array,
    leafOf: Int32Array,
    leafOfPack: Int32Array,
  ) {
    this.number = number;
    this.frame = frame;
    this.isCentred = round === null && !isPoint(frame) && frame.centre.every((x) => x === 0);
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

/** Writes a model (packages/core/kernels/upload.ts); null if it does not fit, its nodes have more children than lanes, or it is too deep. */
export function uploadModel(kernel: Kernel, model: Model): UploadedModel | null {
  const { links, triangles, branching, tiles } = model.tree;
  if (branching > LANES || tiles !== undefined || waitingNodes(model.tree) > MOST_WAITING) return null;
  const total = links.length / LINKS;
  const discs = model.volumes(discVolume);
  // Of the tree: its links and discs. Of the nodes: their numbers, the refs of leaves, the leaves of packs and of refs.
  const starts = [0, 4 * links.length, 4 * links.length + 8 * discs.length];
  for (const size of [4 * total, 4 * total, 4 * total, 4 * LANES * (total + 1)])
    starts.push(starts[starts.length - 1] + size);
  const scratch = kernel.reserve(starts[6] + 4 * BLOCKS);
  if (scratch === null) return null;
  const [tree, discsAt, numbers, refs, leafOfPack, leaves, list] = starts.map((start) => scratch + start);
  kernel.ints.set(links, tree / 4);
  kernel.doubles.set(discs, discsAt / 8);
  const inner = kernel.exports.numberNodes(tree, total, numbers, leafOfPack);
  const packs = total + 1 - inner;
  const blocks = allocateAll(kernel, [
    NODE * inner,
    LINK * inner,
    PACK * packs,
    (TRIANGLE * triangles.length) / 9,
    LINK * inner,
  ]);
  if (blocks === null) {
    kernel.release(scratch);
    return null;
  }
  kernel.doubles.set(triangles, blocks[3] / 8);
  kernel.ints.set(blocks, list / 4);
  kernel.ints.fill(-1, refs / 4, refs / 4 + total);
  kernel.ints.fill(-1, leaves / 4, leaves / 4 + LANES * inner);
  kernel.exports.writeModel(tree, total, discsAt, numbers, list, refs, leaves);
  const taken = (at: number, count: number): Int32Array => kernel.ints.slice(at / 4, at / 4 + count);
  const uploaded = new UploadedModel(
    ++kernel.models,
    model,
    blocks,
    taken(refs, total),
    taken(leaves, LANES * inner),
    taken(leafOfPack, packs),
  );
  kernel.release(scratch);
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
