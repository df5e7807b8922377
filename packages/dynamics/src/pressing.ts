// Which bodies contacts press on in a part of a step of `impulses`, and from where: this decides how they move on.

import type { Body } from './body.ts';

/** The least cosine of the angle between normals that are the same. Dimensionless. */
const SAME_NORMAL = 0.999;

const FREE = 0;
const ON_PLANE = 1;
const HELD = 2;

export class Pressing {
  #states: Uint8Array = new Uint8Array(0);
  #normals: Float64Array = new Float64Array(0);

  /** Begins anew, for so many bodies. */
  clear(count: number): void {
    if (this.#states.length < count) {
      this.#states = new Uint8Array(count);
      this.#normals = new Float64Array(3 * count);
    }
    this.#states.fill(FREE);
  }

  /** Notes a contact that presses, with the normal n[k…]. */
  add(a: Body, b: Body, n: Float64Array, k: number): void {
    this.#addTo(a, b, n, k);
    this.#addTo(b, a, n, k);
  }

  #addTo({ slot }: Body, { kind }: Body, n: Float64Array, k: number): void {
    const normals = this.#normals;
    const at = 3 * slot;
    // What a kinematic body carries goes with velocities of half a step ahead already (carrying.ts).
    if (kind === 'kinematic') this.#states[slot] = HELD;
    if (this.#states[slot] === HELD) return;
    if (this.#states[slot] === FREE) {
      this.#states[slot] = ON_PLANE;
      for (let c = 0; c < 3; c++) normals[at + c] = n[k + c];
      return;
    }
    const cosine = normals[at] * n[k] + normals[at + 1] * n[k + 1] + normals[at + 2] * n[k + 2];
    if (Math.abs(cosine) < SAME_NORMAL) this.#states[slot] = HELD;
  }

  /**
   * Moves `next` from where the last velocities bring a body to where the mean of these and those before, v[k…], does: in all directions where nothing
   * presses on it, so that it flies on its parabola; along the plane where all contacts have one normal, so that it slides as far as it should.
   */
  correct(
    { slot, next }: Body,
    v: Float64Array,
    k: number,
    velocities: Float64Array,
    nextComs: Float64Array,
    time: number,
  ): void {
    const state = this.#states[slot];
    if (state === HELD) return;
    const normals = this.#normals;
    let along = 0;
    if (state === ON_PLANE) {
      for (let c = 0; c < 3; c++) along += normals[3 * slot + c] * (v[k + c] - velocities[6 * slot + c]);
    }
    for (let c = 0; c < 3; c++) {
      const change = v[k + c] - velocities[6 * slot + c] - along * normals[3 * slot + c];
      nextComs[3 * slot + c] += (change / 2) * time;
      next[c] += (change / 2) * time;
    }
  }
}
