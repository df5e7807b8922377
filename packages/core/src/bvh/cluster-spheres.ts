import { fitSphere } from '../bounds/sphere.ts';

/** Spheres around clusters of triangles: centre and radius, 4 doubles each. A cluster costs its radius (Hubbard 1996). */
export class ClusterSpheres {
  readonly #spheres: Float64Array;

  constructor(triangles: Float64Array) {
    const elements = triangles.length / 9;
    this.#spheres = new Float64Array(4 * (2 * elements - 1));
    for (let t = 0; t < elements; t++) fitSphere(triangles, t, 1, this.#spheres, 4 * t);
  }

  /** Replaces the sphere of a merged cluster by another that is known to enclose it. */
  replace(cluster: number, spheres: Float64Array, at: number): void {
    this.#spheres.set(spheres.subarray(at, at + 4), 4 * cluster);
  }

  /**
   * Radius of the smallest sphere around two: half the length that both span along the line of centres, or the
   * larger radius.
   */
  cost(i: number, j: number): number {
    const s = this.#spheres;
    const rI = s[4 * i + 3];
    const rJ = s[4 * j + 3];
    return Math.max(rI, rJ, (this.#between(i, j) + rI + rJ) / 2);
  }

  merge(i: number, j: number, into: number): void {
    const s = this.#spheres;
    const between = this.#between(i, j);
    const larger = s[4 * i + 3] >= s[4 * j + 3] ? i : j;
    const smaller = larger === i ? j : i;
    const radius = this.cost(i, j);
    // From the larger centre towards the other, as far as the radius has grown.
    const part = between > 0 ? (radius - s[4 * larger + 3]) / between : 0;
    for (let k = 0; k < 3; k++) {
      s[4 * into + k] = s[4 * larger + k] + part * (s[4 * smaller + k] - s[4 * larger + k]);
    }
    s[4 * into + 3] = radius;
  }

  #between(i: number, j: number): number {
    const s = this.#spheres;
    const dx = s[4 * j] - s[4 * i];
    const dy = s[4 * j + 1] - s[4 * i + 1];
    const dz = s[4 * j + 2] - s[4 * i + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
