// A broad phase that records added, moved and removed boxes, and tests each once, at the next update.

import type { BoxSet } from './box-set.ts';
import { grownBytes } from './grown.ts';
import { IntList } from './int-list.ts';
import { PairSet } from './pair-set.ts';

export abstract class WaitingBoxes {
  readonly pairs: PairSet = new PairSet();
  protected readonly boxes: BoxSet;
  /** The changed boxes, each once. */
  protected readonly waiting: IntList = new IntList();
  #isWaiting: Uint8Array = new Uint8Array(64);

  constructor(boxes: BoxSet) {
    this.boxes = boxes;
  }

  add(id: number): void {
    this.wait(id);
  }

  remove(id: number): void {
    this.wait(id);
  }

  move(id: number): void {
    this.wait(id);
  }

  protected wait(id: number): void {
    if (id >= this.#isWaiting.length) this.#isWaiting = grownBytes(this.#isWaiting, 2 * (id + 1));
    if (this.#isWaiting[id] === 1) return;
    this.#isWaiting[id] = 1;
    this.waiting.push(id);
  }

  /** Clears the changed boxes. */
  protected stopWaiting(): void {
    const { items, count } = this.waiting;
    for (let k = 0; k < count; k++) this.#isWaiting[items[k]] = 0;
    this.waiting.count = 0;
  }
}
