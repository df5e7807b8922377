// The queue of the pairs of an advancement: a heap ordered by time. Each entry is a time and two numbers for the pair. A slot has
// four children: that halves the levels of a binary heap, and the children share a cache line.

export class PairQueue {
  /** Number of pairs in the queue. */
  length = 0;
  /** [0]: the time of the first pair, infinite if the queue is empty. */
  readonly next: Float64Array = new Float64Array(1).fill(Infinity);
  #times = new Float64Array(1024);
  #pairs = new Int32Array(2048);

  clear(): void {
    this.length = 0;
    this.next[0] = Infinity;
  }

  /** The first number of the first pair. */
  get first(): number {
    return this.#pairs[0];
  }

  /** The second number of the first pair. */
  get second(): number {
    return this.#pairs[1];
  }

  /** Adds the pair for the time at[k]. A number passed in an array is not boxed. */
  push(at: Float64Array, k: number, first: number, second: number): void {
    if (this.length === this.#times.length) this.#grow();
    const times = this.#times;
    const pairs = this.#pairs;
    const time = at[k];
    let hole = this.length++;
    while (hole > 0) {
      const parent = (hole - 1) >> 2;
      if (times[parent] <= time) break;
      times[hole] = times[parent];
      pairs[2 * hole] = pairs[2 * parent];
      pairs[2 * hole + 1] = pairs[2 * parent + 1];
      hole = parent;
    }
    times[hole] = time;
    pairs[2 * hole] = first;
    pairs[2 * hole + 1] = second;
    this.next[0] = times[0];
  }

  /**
   * Replaces the first pair. This is cheaper than removing it and adding another: the new pair is usually among the first again.
   */
  replace(at: Float64Array, k: number, first: number, second: number): void {
    this.#sink(at[k], first, second);
  }

  /** Removes the first pair. */
  pop(): void {
    const last = --this.length;
    if (last > 0) this.#sink(this.#times[last], this.#pairs[2 * last], this.#pairs[2 * last + 1]);
    else this.next[0] = Infinity;
  }

  /** Overwrites the first pair and moves the new one down to its slot. */
  #sink(time: number, first: number, second: number): void {
    const times = this.#times;
    const pairs = this.#pairs;
    const last = this.length;
    let hole = 0;
    for (let child = 1; child < last; child = 4 * hole + 1) {
      const end = child + 4 < last ? child + 4 : last;
      let least = child;
      for (let other = child + 1; other < end; other++) if (times[other] < times[least]) least = other;
      if (time <= times[least]) break;
      times[hole] = times[least];
      pairs[2 * hole] = pairs[2 * least];
      pairs[2 * hole + 1] = pairs[2 * least + 1];
      hole = least;
    }
    times[hole] = time;
    pairs[2 * hole] = first;
    pairs[2 * hole + 1] = second;
    this.next[0] = times[0];
  }

  #grow(): void {
    const times = new Float64Array(2 * this.#times.length);
    const pairs = new Int32Array(2 * this.#pairs.length);
    times.set(this.#times);
    pairs.set(this.#pairs);
    this.#times = times;
    this.#pairs = pairs;
  }
}
