// Memory for the copies of poses, kept from one call to the next. A system hands out fresh memory page by page: the copy of 4 million poses
// into it takes 150 ms, into memory that was used before 22 ms (docs/lab/gpu.md).

/** Bytes that are kept at most: somewhat more than 4 million poses. */
const MOST_KEPT: number = 2 ** 28;

export class PoseMemory {
  #kept: ArrayBuffer | null = null;

  /** A copy, in memory that nobody else has until it is given back. */
  copy(given: Float64Array): Float64Array<ArrayBuffer> {
    const kept = this.#kept;
    if (kept === null || kept.byteLength < given.byteLength) return new Float64Array(given);
    this.#kept = null;
    // Shared memory may grow meanwhile: its length is read once.
    const out = new Float64Array(kept, 0, given.length);
    out.set(given.subarray(0, out.length));
    return out;
  }

  /** Keeps the memory of a copy that is no longer read. Of two, the larger one is kept. */
  giveBack({ buffer }: Float64Array<ArrayBuffer>): void {
    const { byteLength } = buffer;
    if (byteLength <= MOST_KEPT && byteLength > (this.#kept?.byteLength ?? 0)) this.#kept = buffer;
  }

  clear(): void {
    this.#kept = null;
  }
}
