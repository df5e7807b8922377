/** Edges by cost, the cheapest first; of equal costs the lowest number. A binary heap that contains each edge once. */
export class EdgeQueue {
  #costs: Float64Array;
  readonly #edges: number[] = [];
  /** Position of each edge in the heap; −1: not in it. */
  #slots: Int32Array;

  /** `edgeCount` edges have space from the start; higher numbers make more. */
  constructor(edgeCount: number) {
    this.#costs = new Float64Array(edgeCount);
    this.#slots = new Int32Array(edgeCount).fill(-1);
  }

  /** Adds an edge, or moves it to its new cost. */
  put(edge: number, cost: number): void {
    if (edge >= this.#slots.length) this.#grow(edge + 1);
    this.#costs[edge] = cost;
    if (this.#slots[edge] < 0) this.#slots[edge] = this.#edges.push(edge) - 1;
    this.#rise(edge);
    this.#sink(edge);
  }

  /** Takes the cheapest out; −1 when none is left. */
  take(): number {
    const edges = this.#edges;
    const first = edges[0];
    const last = edges.pop();
    if (first === undefined || last === undefined) return -1;
    this.#slots[first] = -1;
    if (last !== first) {
      this.#put(last, 0);
      this.#sink(last);
    }
    return first;
  }

  /** A typed array silently drops writes past its end. */
  #grow(least: number): void {
    const capacity = Math.max(least, 2 * this.#slots.length);
    const costs = new Float64Array(capacity);
    costs.set(this.#costs);
    this.#costs = costs;
    const slots = new Int32Array(capacity).fill(-1);
    slots.set(this.#slots);
    this.#slots = slots;
  }

  #rise(edge: number): void {
    let at = this.#slots[edge];
    while (at > 0) {
      const above = this.#edges[(at - 1) >> 1];
      if (!this.#precedes(edge, above)) break;
      this.#put(above, at);
      at = (at - 1) >> 1;
    }
    this.#put(edge, at);
  }

  #sink(edge: number): void {
    const edges = this.#edges;
    let at = this.#slots[edge];
    for (;;) {
      let below = 2 * at + 1;
      if (below >= edges.length) break;
      if (below + 1 < edges.length && this.#precedes(edges[below + 1], edges[below])) below++;
      if (!this.#precedes(edges[below], edge)) break;
      this.#put(edges[below], at);
      at = below;
    }
    this.#put(edge, at);
  }

  #put(edge: number, at: number): void {
    this.#edges[at] = edge;
    this.#slots[edge] = at;
  }

  #precedes(a: number, b: number): boolean {
    const costA = this.#costs[a];
    const costB = this.#costs[b];
    return costA < costB || (costA === costB && a < b);
  }
}
