// Probes of a world: a ray, a box, or a body with a distance. Bounds are for boxes that were rounded outwards, and are themselves
// rounded down by more than their arithmetic can lose.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { BOX, boxesOverlap } from '../space/box-set.ts';
import type { Probe } from '../space/broad-phase.ts';

/** Error bound of a bound, in parts of its numbers. Dimensionless. */
const BOUND_ROUNDING = 16 * UNIT_ROUNDOFF;

type Take = (slot: number) => void;

/** The boxes that overlap a box. */
export class BoxProbe implements Probe {
  limit = 0;
  readonly take: Take;
  readonly #box: Float64Array;

  constructor(box: Float64Array, take: Take) {
    this.#box = box;
    this.take = take;
  }

  bound(bounds: Float64Array, at: number): number {
    return boxesOverlap(bounds, at, this.#box, 0) ? 0 : Infinity;
  }
}

/** The boxes that are within `limit` of a box. */
export class NearProbe implements Probe {
  limit: number;
  readonly take: Take;
  readonly #box: Float64Array;
  readonly #size: number;

  constructor(box: Float64Array, limit: number, take: Take) {
    this.#box = box;
    this.limit = limit;
    this.take = take;
    this.#size = Math.max(...box.map(Math.abs));
  }

  bound(bounds: Float64Array, at: number): number {
    const box = this.#box;
    let sq = 0;
    let size = this.#size;
    for (let k = 0; k < 3; k++) {
      const gap = Math.max(0, bounds[at + k] - box[k + 3], box[k] - bounds[at + k + 3]);
      sq += gap * gap;
      size = Math.max(size, Math.abs(bounds[at + k]), Math.abs(bounds[at + k + 3]));
    }
    return Math.max(0, Math.sqrt(sq) - BOUND_ROUNDING * size);
  }
}

/** The boxes that a ray hits within `limit`: its origin, and its direction of length 1 to rounding. */
export class RayProbe implements Probe {
  limit: number;
  readonly take: Take;
  readonly #origin: Float64Array;
  readonly #direction: Float64Array;

  constructor(origin: Float64Array, direction: Float64Array, limit: number, take: Take) {
    this.#origin = origin;
    this.#direction = direction;
    this.limit = limit;
    this.take = take;
  }

  bound(bounds: Float64Array, at: number): number {
    const origin = this.#origin;
    let near = 0;
    let far = Infinity;
    for (let k = 0; k < 3; k++) {
      const low = bounds[at + k];
      const high = bounds[at + k + 3];
      // A ray within rounding of a face counts as a hit, so the box is enlarged by more than that.
      const errorBound = RAY_ERROR * (Math.abs(origin[k]) + Math.abs(low) + Math.abs(high));
      const toLow = low - errorBound - origin[k];
      const toHigh = high + errorBound - origin[k];
      const d = this.#direction[k];
      if (d === 0) {
        if (toLow > 0 || toHigh < 0) return Infinity;
        continue;
      }
      const enter = (d > 0 ? toLow : toHigh) / d;
      const leave = (d > 0 ? toHigh : toLow) / d;
      near = Math.max(near, enter * (1 - BOUND_ROUNDING));
      far = Math.min(far, leave * (1 + BOUND_ROUNDING));
    }
    return near <= far ? near : Infinity;
  }
}

/** Enlargement of boxes for rays, in parts of the coordinates: twice that of the outlines of faces in `raycast`. */
const RAY_ERROR = 2 ** -44;

/** An empty box for probes. */
export function probeBox(): Float64Array {
  return new Float64Array(BOX);
}
