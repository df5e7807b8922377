// A crowd of boxes in the memory of the kernels (packages/core/kernels/crowd.ts).

import { BOX } from '../space/box-set.ts';
import type { CrowdKernel, PairList } from '../space/crowd-kernels.ts';
import type { IntList } from '../space/int-list.ts';
import type { Kernel } from './kernel.ts';

/** Bytes of a box, of one in single precision, and of a number. */
const BOX_BYTES = 48;
const SMALL_BOX = 32;
const INT = 4;
/** Bytes of a body: its box with and without margin and in single precision, and its entry in the list of those that leave. */
const BODY = 2 * BOX_BYTES + SMALL_BOX + INT;
/** Bytes of a watched pair: its boxes, its entry in the list of the changed, and whether it overlaps. */
const PAIR = 13;

export class KernelCrowd implements CrowdKernel {
  /** The memory of bodies and of pairs; 0 where there is none. */
  readonly blocks: [number, number] = [0, 0];
  readonly #kernel: Kernel;
  #bodies = 0;
  #pairs = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  writeAll(wide: Float64Array, since: Int32Array, end: number): boolean {
    const count = since.length;
    if (count > this.#bodies) {
      if (!this.#reserve(0, count * BODY)) return false;
      this.#bodies = count;
      for (let id = end; id < count; id++) this.remove(id);
    }
    this.#kernel.doubles.set(wide.subarray(0, BOX * end), this.blocks[0] / 8);
    for (let id = 0; id < end; id++) if (since[id] < 0) this.remove(id);
    return true;
  }

  write(id: number, wide: Float64Array): void {
    const { doubles } = this.#kernel;
    const to = this.blocks[0] / 8 + BOX * id;
    for (let k = 0; k < BOX; k++) doubles[to + k] = wide[BOX * id + k];
  }

  remove(id: number): void {
    const { doubles } = this.#kernel;
    const to = this.blocks[0] / 8 + BOX * id;
    doubles.fill(-Infinity, to, to + 3);
    doubles.fill(Infinity, to + 3, to + BOX);
  }

  follow(bounds: Float64Array, end: number, leaving: IntList): void {
    const { doubles, exports } = this.#kernel;
    const wide = this.blocks[0];
    const boxes = wide + BOX_BYTES * this.#bodies;
    const small = boxes + BOX_BYTES * this.#bodies;
    const list = small + SMALL_BOX * this.#bodies;
    doubles.set(bounds.subarray(0, BOX * end), boxes / 8);
    this.#take(exports.followBoxes(boxes, wide, end, small, list), list, leaving);
  }

  decide(pairs: PairList, changed: IntList): boolean {
    const { count, changedFrom } = pairs;
    let first = changedFrom;
    if (count > this.#pairs) {
      if (!this.#reserve(1, 2 * count * PAIR)) return false;
      this.#pairs = 2 * count;
      first = 0;
    }
    const boxes = this.blocks[0] + BOX_BYTES * this.#bodies;
    const small = boxes + BOX_BYTES * this.#bodies;
    const as = this.blocks[1];
    const bs = as + INT * this.#pairs;
    const list = bs + INT * this.#pairs;
    const overlaps = list + INT * this.#pairs;
    const { ints, exports } = this.#kernel;
    if (first < count) {
      ints.set(pairs.as.subarray(first, count), as / INT + first);
      ints.set(pairs.bs.subarray(first, count), bs / INT + first);
      new Uint8Array(ints.buffer, overlaps + first, count - first).set(pairs.overlaps.subarray(first, count));
    }
    this.#take(exports.decidePairs(small, boxes, as, bs, overlaps, count, list), list, changed);
    return true;
  }

  close(): void {
    for (let k = 0; k < 2; k++) {
      if (this.blocks[k] !== 0) this.#kernel.release(this.blocks[k]);
      this.blocks[k] = 0;
    }
    this.#bodies = 0;
    this.#pairs = 0;
  }

  #take(count: number, at: number, out: IntList): void {
    out.reserve(count);
    out.items.set(this.#kernel.ints.subarray(at / INT, at / INT + count));
    out.count = count;
  }

  /** Replaces a block by a larger one. The list of the kernel's last entries may be written one beyond its end. */
  #reserve(which: 0 | 1, size: number): boolean {
    if (this.blocks[which] !== 0) this.#kernel.release(this.blocks[which]);
    this.blocks[which] = 0;
    const at = this.#kernel.reserve(size + INT);
    if (at === null) {
      this.close();
      return false;
    }
    this.blocks[which] = at;
    return true;
  }
}
