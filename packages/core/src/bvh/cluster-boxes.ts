import type { ClusterBounds } from './agglomerate.ts';

/** Aligned boxes around clusters of triangles: low and high corner, 6 doubles each. A cluster costs its half area. */
export class ClusterBoxes implements ClusterBounds {
  readonly #boxes: Float64Array;

  constructor(triangles: Float64Array) {
    const elements = triangles.length / 9;
    this.#boxes = new Float64Array(6 * (2 * elements - 1));
    for (let t = 0; t < elements; t++) {
      for (let k = 0; k < 3; k++) {
        const a = triangles[9 * t + k];
        const b = triangles[9 * t + 3 + k];
        const c = triangles[9 * t + 6 + k];
        this.#boxes[6 * t + k] = Math.min(a, b, c);
        this.#boxes[6 * t + 3 + k] = Math.max(a, b, c);
      }
    }
  }

  cost(i: number, j: number): number {
    const boxes = this.#boxes;
    const p = 6 * i;
    const q = 6 * j;
    const x = Math.max(boxes[p + 3], boxes[q + 3]) - Math.min(boxes[p], boxes[q]);
    const y = Math.max(boxes[p + 4], boxes[q + 4]) - Math.min(boxes[p + 1], boxes[q + 1]);
    const z = Math.max(boxes[p + 5], boxes[q + 5]) - Math.min(boxes[p + 2], boxes[q + 2]);
    return x * y + y * z + z * x;
  }

  merge(i: number, j: number, into: number): void {
    const boxes = this.#boxes;
    for (let k = 0; k < 3; k++) {
      boxes[6 * into + k] = Math.min(boxes[6 * i + k], boxes[6 * j + k]);
      boxes[6 * into + 3 + k] = Math.max(boxes[6 * i + 3 + k], boxes[6 * j + 3 + k]);
    }
  }
}
