import type { FacePair } from '../mesh/face-pairs.ts';

/**
 * Pairs of numbers below `span`, each packed into one double: `first · span + second`. Sorted as numbers they are sorted by the
 * first, then by the second, independent of the order in which they were found: so every method gives the same list.
 */
export class PairKeys {
  #span = 1;
  #keys: Float64Array = new Float64Array(256);
  count = 0;

  /** Removes all pairs; a `span` above 2²⁶ would not fit both numbers into a double, and no mesh has so many faces. */
  start(span: number): void {
    this.#span = span;
    this.count = 0;
  }

  add(first: number, second: number): void {
    if (this.count === this.#keys.length) {
      const grown = new Float64Array(2 * this.count);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    this.#keys[this.count++] = first * this.#span + second;
  }

  /** The pairs, sorted, each once. */
  sorted(): FacePair[] {
    const keys = this.#keys.subarray(0, this.count).sort();
    const pairs: FacePair[] = [];
    for (let n = 0; n < keys.length; n++) {
      const key = keys[n];
      if (n > 0 && key === keys[n - 1]) continue;
      const first = Math.floor(key / this.#span);
      pairs.push([first, key - first * this.#span]);
    }
    return pairs;
  }
}
