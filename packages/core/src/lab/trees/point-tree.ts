import { zOrder } from '../../bvh/z-order.ts';

/** Points in a leaf at most. */
const LEAF_POINTS = 8;

/**
 * A search tree over points: they are in the order of a space-filling curve, and node k covers a run of them with its axis-aligned
 * box; its children 2k and 2k + 1 cover the halves. The root is 1.
 */
export class PointTree {
  readonly #points: Float64Array;
  readonly #order: Uint32Array;
  /** Low and high corner of each node. */
  readonly #boxes: Float64Array;
  readonly #levels: number;

  /** 3 doubles per point. They are not copied. */
  constructor(points: Float64Array) {
    this.#points = points;
    this.#order = zOrder(points);
    let levels = 0;
    while (LEAF_POINTS << levels < this.#order.length) levels++;
    this.#levels = levels;
    this.#boxes = new Float64Array(6 * (2 << levels));
    this.#fillBox(1, 0);
  }

  /** The point nearest to (x, y, z) of those nearer than `limit`, or −1; of equally near ones always the same. */
  nearest(x: number, y: number, z: number, limit: number): number {
    const points = this.#points;
    let best = -1;
    let bestSq = limit * limit;
    const visitNode = (node: number, level: number): void => {
      if (level < this.#levels) {
        const left = this.#distanceSq(2 * node, x, y, z);
        const right = this.#distanceSq(2 * node + 1, x, y, z);
        const first = left <= right ? 2 * node : 2 * node + 1;
        if (Math.min(left, right) < bestSq) visitNode(first, level + 1);
        if (Math.max(left, right) < bestSq) visitNode(first ^ 1, level + 1);
        return;
      }
      for (let slot = this.#begin(node, level); slot < this.#begin(node + 1, level); slot++) {
        const i = this.#order[slot];
        const dx = points[3 * i] - x;
        const dy = points[3 * i + 1] - y;
        const dz = points[3 * i + 2] - z;
        const sq = dx * dx + dy * dy + dz * dz;
        if (sq < bestSq) {
          bestSq = sq;
          best = i;
        }
      }
    };
    visitNode(1, 0);
    return best;
  }

  /** Calls `visit` with every point that may be within `radius` of (x, y, z), and with some others near it. */
  eachNear(x: number, y: number, z: number, radius: number, visit: (point: number) => void): void {
    const visitNode = (node: number, level: number): void => {
      if (this.#distanceSq(node, x, y, z) > radius * radius * (1 + 2 ** -40)) return;
      if (level < this.#levels) {
        visitNode(2 * node, level + 1);
        visitNode(2 * node + 1, level + 1);
        return;
      }
      for (let slot = this.#begin(node, level); slot < this.#begin(node + 1, level); slot++) {
        visit(this.#order[slot]);
      }
    };
    visitNode(1, 0);
  }

  /** First slot of a node's run: the runs of a level split the order evenly. */
  #begin(node: number, level: number): number {
    const runs = 1 << level;
    return Math.floor(((node - runs) * this.#order.length) / runs);
  }

  #fillBox(node: number, level: number): void {
    const boxes = this.#boxes;
    const at = 6 * node;
    boxes.fill(Infinity, at, at + 3);
    boxes.fill(-Infinity, at + 3, at + 6);
    if (level < this.#levels) {
      this.#fillBox(2 * node, level + 1);
      this.#fillBox(2 * node + 1, level + 1);
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[12 * node + k], boxes[12 * node + 6 + k]);
        boxes[at + 3 + k] = Math.max(boxes[12 * node + 3 + k], boxes[12 * node + 9 + k]);
      }
      return;
    }
    for (let slot = this.#begin(node, level); slot < this.#begin(node + 1, level); slot++) {
      for (let k = 0; k < 3; k++) {
        const x = this.#points[3 * this.#order[slot] + k];
        boxes[at + k] = Math.min(boxes[at + k], x);
        boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], x);
      }
    }
  }

  #distanceSq(node: number, x: number, y: number, z: number): number {
    const boxes = this.#boxes;
    const at = 6 * node;
    const dx = Math.max(0, boxes[at] - x, x - boxes[at + 3]);
    const dy = Math.max(0, boxes[at + 1] - y, y - boxes[at + 4]);
    const dz = Math.max(0, boxes[at + 2] - z, z - boxes[at + 5]);
    return dx * dx + dy * dy + dz * dz;
  }
}
