// A crowd of equal boxes in a cube with walls, a unit of space each however many they are, every one of them in progress. Some seven in ten
// boxes overlap another one.

import { randomBetween, seeded } from '@nearmiss/fixtures';

/** Sides of boxes that have a unit of space: so many overlap as of the moving boxes of other benchmarks. */
export const HALF_SIDE = 0.29;
/** Seconds a step. */
export const STEP: number = 1 / 60;
const SEED = 7;

export class Crowd {
  readonly count: number;
  /** Middles of the boxes. */
  readonly positions: Float64Array;
  readonly #velocities: Float64Array;
  readonly #side: number;

  constructor(count: number) {
    const random = seeded(SEED);
    this.count = count;
    this.#side = Math.cbrt(count);
    this.positions = new Float64Array(3 * count).map(() => randomBetween(random, 0, this.#side));
    // Up to a unit a second along each axis: in a step, up to 3 % of a side.
    this.#velocities = new Float64Array(3 * count).map(() => randomBetween(random, -1, 1));
  }

  advance(): void {
    const { positions } = this;
    const velocities = this.#velocities;
    for (let k = 0; k < positions.length; k++) {
      positions[k] += STEP * velocities[k];
      const isOut = positions[k] < 0 ? velocities[k] < 0 : positions[k] > this.#side && velocities[k] > 0;
      if (isOut) velocities[k] = -velocities[k];
    }
  }
}
