// A model in the memory of the kernels: its tree as nodes of four discs, its leaves as packs of four triangles.
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
import { COUNT_AT, DOUBLES_AT, LINKS_AT, NO_CHILD, NODE, PACK, SLOT_AT } from './layout.ts';

const LANES = 4;
/** Coordinates for a lane without a child: nothing is near them, and their squares do not overflow. */
const NOWHERE = 1e18;

export class UploadedModel {
  readonly nodes: number;
  readonly packs: number;
  /** The ref of each leaf, by its node in the tree; −1 for other nodes. */
  readonly refOf: Int32Array;
  /** The leaf in the tree of each ref of a leaf. */
  readonly leafOf: Int32Array;

  constructor(nodes: number, packs: number, refOf: Int32Array, leafOf: Int32Array) {
    this.nodes = nodes;
    this.packs = packs;
    this.refOf = refOf;
    this.leafOf = leafOf;
  }
}

/** Writes a model; null if it does not fit, or its nodes have more children than lanes. */
export function uploadModel(kernel: Kernel, model: Model): UploadedModel | null {
  const { links } = model.tree;
  if (model.tree.branching > LANES || model.tree.tiles !== undefined) return null;
  const total = links.length / LINKS;
  // Inner nodes keep their order; before them one that has the root for its only child.
  const numbers = new Int32Array(total);
  let inner = 1;
  let leaves = 0;
  for (let node = 0; node < total; node++) {
    numbers[node] = links[LINKS * node + FIRST_CHILD] === 0 ? ~leaves++ : inner++;
  }
  const nodes = kernel.allocate(NODE * inner);
  if (nodes === null) return null;
  const packs = kernel.allocate(PACK * leaves);
  if (packs === null) {
    kernel.release(nodes);
    return null;
  }
  const uploaded = new UploadedModel(
    nodes,
    packs,
    new Int32Array(total).fill(-1),
    new Int32Array(LANES * inner).fill(-1),
  );
  writeNode(kernel, model, uploaded, numbers, 0, 0, 1);
  for (let node = 0; node < total; node++) {
    const first = links[LINKS * node + FIRST_CHILD];
    if (first === 0) writePack(kernel, model, packs + PACK * ~numbers[node], node);
    else writeNode(kernel, model, uploaded, numbers, numbers[node], first, links[LINKS * node + CHILD_END]);
  }
  return uploaded;
}

function writeNode(
  { floats, ints }: Kernel,
  model: Model,
  { nodes, refOf, leafOf }: UploadedModel,
  numbers: Int32Array,
  number: number,
  first: number,
  end: number,
): void {
  const discs = model.volumes(discVolume);
  for (let lane = 0; lane < LANES; lane++) {
    const at = (nodes + NODE * number) / 4 + lane;
    const child = first + lane;
    if (child >= end) {
      for (let k = 0; k < 3; k++) floats[at + LANES * k] = NOWHERE;
      ints[at + LINKS_AT] = NO_CHILD;
      continue;
    }
    const disc = DISC * child;
    let reach = discs[disc + DISC_RADIUS - 1] + discs[disc + DISC_RADIUS];
    for (let k = 0; k < 3; k++) reach += Math.abs(discs[disc + k]);
    for (let k = 0; k < 6; k++) floats[at + LANES * k] = discs[disc + k];
    for (let k = 6; k < DISC; k++) {
      floats[at + LANES * k] = (discs[disc + k] + STORED_RAISE * reach) * (1 + 2 * SINGLE_ROUNDOFF);
    }
    ints[at + LINKS_AT] = numbers[child];
    if (numbers[child] >= 0) continue;
    refOf[child] = LANES * number + lane;
    leafOf[LANES * number + lane] = child;
  }
}

function writePack({ doubles, floats, ints }: Kernel, { tree }: Model, pack: number, leaf: number): void {
  const { links, triangles } = tree;
  const first = links[LINKS * leaf + FIRST_TRIANGLE];
  const count = links[LINKS * leaf + TRIANGLE_COUNT];
  for (let lane = 0; lane < LANES; lane++) {
    // Unused lanes repeat the first triangle.
    const from = 9 * (lane < count ? first + lane : first);
    for (let k = 0; k < 9; k++) {
      floats[pack / 4 + LANES * k + lane] = triangles[from + k];
      doubles[pack / 8 + DOUBLES_AT + 9 * lane + k] = triangles[from + k];
    }
  }
  ints[pack / 4 + COUNT_AT] = count;
  ints[pack / 4 + SLOT_AT] = first;
}
