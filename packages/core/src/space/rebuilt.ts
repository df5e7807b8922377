import type { BoxSet } from './box-set.ts';
import type { BroadPhase, Probe } from './broad-phase.ts';
import { PairSet } from './pair-set.ts';
import { searchAll } from './search-all.ts';

/** A broad phase that is rebuilt whenever a box has changed: its pairs are compared with those of the last update. */
export abstract class Rebuilt implements BroadPhase {
  readonly pairs: PairSet = new PairSet();
  protected readonly boxes: BoxSet;
  #isStale = false;

  constructor(boxes: BoxSet) {
    this.boxes = boxes;
  }

  add(_id: number): void {
    this.#isStale = true;
  }

  remove(_id: number): void {
    this.#isStale = true;
  }

  move(_id: number): void {
    this.#isStale = true;
  }

  update(): void {
    this.pairs.start();
    if (this.#isStale) {
      this.findPairs();
      this.pairs.dropUnconfirmed();
    }
    this.#isStale = false;
    this.pairs.finish();
  }

  search(probe: Probe): void {
    searchAll(this.boxes, probe);
  }

  /** Adds every pair, possibly several times. */
  protected abstract findPairs(): void;
}
