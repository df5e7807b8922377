/** Pairs of numbers below 2²⁶, in an open-addressing table that forgets all of them at once. */
export class PairSet {
  #keys: Float64Array = new Float64Array(1 << 12);
  /** In which round the position was filled; one of an earlier round is empty. */
  #rounds: Uint32Array = new Uint32Array(1 << 12);
  #round = 1;
  #count = 0;

  clear(): void {
    this.#round++;
    this.#count = 0;
  }

  /** Whether the pair is new. */
  add(first: number, second: number): boolean {
    const mask = this.#keys.length - 1;
    const key = first * 2 ** 26 + second;
    let at = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 7;
    for (at &= mask; this.#rounds[at] === this.#round; at = (at + 1) & mask) if (this.#keys[at] === key) return false;
    this.#keys[at] = key;
    this.#rounds[at] = this.#round;
    if (++this.#count > mask >> 1) this.#grow();
    return true;
  }

  #grow(): void {
    const keys = this.#keys.filter((_, at) => this.#rounds[at] === this.#round);
    this.#keys = new Float64Array(2 * this.#keys.length);
    this.#rounds = new Uint32Array(this.#keys.length);
    this.#count = 0;
    for (const key of keys) this.add(Math.floor(key / 2 ** 26), key % 2 ** 26);
  }
}
