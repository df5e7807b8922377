// The final translations of the last queries of a `Pair` (PolyDepth, section 5.3): for a small motion the next one is usually near.

import { directionToBody, directionToWorld } from '../../scalar/pose.ts';
import type { PosedPair } from '../posed-pair.ts';

/** Number of in-contact configurations kept. */
const REMEMBERED = 3;

export class TranslationMemory {
  readonly #difference: Float64Array = new Float64Array(3);
  readonly #turned: Float64Array = new Float64Array(3);
  /** A's position in B's frame, three doubles each. */
  readonly #positions: Float64Array = new Float64Array(3 * REMEMBERED);
  #count = 0;
  #next = 0;
  /** Number of directions tested so far for a shorter translation. */
  turn = 0;

  /** Stores that A, posed as in the pair and moved by x, is free. */
  add({ poseA, poseB }: PosedPair, x: Float64Array): void {
    const difference = this.#difference;
    const turned = this.#turned;
    for (let k = 0; k < 3; k++) difference[k] = poseA[k] + x[k] - poseB[k];
    directionToBody(poseB, difference, turned);
    this.#positions.set(turned, 3 * this.#next);
    this.#next = (this.#next + 1) % REMEMBERED;
    this.#count = Math.min(REMEMBERED, this.#count + 1);
  }

  /**
   * Writes the shortest of the translations that move A, posed as in the pair, to a stored free position; false if there is none.
   */
  shortest({ poseA, poseB }: PosedPair, out: Float64Array): boolean {
    const difference = this.#difference;
    const turned = this.#turned;
    let leastSq = Infinity;
    for (let n = 0; n < this.#count; n++) {
      for (let k = 0; k < 3; k++) difference[k] = this.#positions[3 * n + k];
      directionToWorld(poseB, difference, turned);
      let sq = 0;
      for (let k = 0; k < 3; k++) {
        turned[k] += poseB[k] - poseA[k];
        sq += turned[k] * turned[k];
      }
      if (sq >= leastSq) continue;
      leastSq = sq;
      out.set(turned);
    }
    return this.#count > 0;
  }
}
