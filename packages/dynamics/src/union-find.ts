// Disjoint sets by union and find, with path compression.

/** A partition of the numbers from 0 to count − 1. */
export class UnionFind {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = new Int32Array(count);
    for (let k = 0; k < count; k++) this.#parents[k] = k;
  }

  find(k: number): number {
    const parents = this.#parents;
    let root = k;
    while (parents[root] !== root) root = parents[root];
    for (let at = k; at !== root; ) {
      const next = parents[at];
      parents[at] = root;
      at = next;
    }
    return root;
  }

  /** The lower number becomes the root, so that sets do not depend on the order of unions. */
  unite(i: number, j: number): void {
    const p = this.find(i);
    const q = this.find(j);
    if (p < q) this.#parents[q] = p;
    else this.#parents[p] = q;
  }
}
