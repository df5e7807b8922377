/** Pairs of faces in batches by a time of [0, 1], earliest batch first; within a batch in the order of insertion. */
export class PairQueue {
  static readonly BATCHES: number = 256;
  count = 0;
  #pairs: Uint32Array = new Uint32Array(512);
  #batches: Uint8Array = new Uint8Array(256);

  clear(): void {
    this.count = 0;
  }

  add(first: number, second: number, time: number): void {
    if (this.count === this.#batches.length) this.#grow();
    this.#pairs[2 * this.count] = first;
    this.#pairs[2 * this.count + 1] = second;
    this.#batches[this.count++] = Math.min(Math.floor(time * PairQueue.BATCHES), PairQueue.BATCHES - 1);
  }

  /** The pairs, flat, batch by batch, and where each batch begins among them; batch k has times from k / BATCHES on. */
  sorted(): { readonly pairs: Uint32Array; readonly starts: Uint32Array } {
    const starts = new Uint32Array(PairQueue.BATCHES + 1);
    for (let n = 0; n < this.count; n++) starts[this.#batches[n] + 1]++;
    for (let k = 0; k < PairQueue.BATCHES; k++) starts[k + 1] += starts[k];
    const next = starts.slice();
    const pairs = new Uint32Array(2 * this.count);
    for (let n = 0; n < this.count; n++) {
      const to = 2 * next[this.#batches[n]]++;
      pairs[to] = this.#pairs[2 * n];
      pairs[to + 1] = this.#pairs[2 * n + 1];
    }
    return { pairs, starts };
  }

  #grow(): void {
    const pairs = new Uint32Array(4 * this.count);
    const batches = new Uint8Array(2 * this.count);
    pairs.set(this.#pairs);
    batches.set(this.#batches);
    this.#pairs = pairs;
    this.#batches = batches;
  }
}
