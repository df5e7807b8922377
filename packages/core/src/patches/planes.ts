// Planes that many points are compared with, exactly: a filter on the stored normal, and behind it the adaptive sign.

import type { DoubleCorners } from '../primitive/exact-corners.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

/** Doubles a plane: normal, sums of the absolute terms of its components, a corner. */
const STRIDE = 9;

/**
 * Rounding of n·(p − a) with n = (b − a) × (c − a), in units of u times the same expression over absolute terms: two
 * rounded differences, a product and a difference make 4 in a component of n; p − a, the product and two sums make 4
 * more; one is left for the bound's own rounding and the terms of second order.
 */
const SIDE_ROUNDING = 9 * UNIT_ROUNDOFF;

/** A growing list of planes through three of `points` each. */
export class Planes {
  readonly points: DoubleCorners;
  count = 0;
  #numbers: Float64Array = new Float64Array(16 * STRIDE);
  #corners: Uint32Array = new Uint32Array(16 * 3);

  constructor(points: DoubleCorners) {
    this.points = points;
  }

  /** Appends the plane through three points that are not on one line; its front sees them counter-clockwise. */
  add(a: number, b: number, c: number): number {
    this.#reserve();
    const { xyz } = this.points;
    const ax = xyz[3 * a];
    const ay = xyz[3 * a + 1];
    const az = xyz[3 * a + 2];
    const ux = xyz[3 * b] - ax;
    const uy = xyz[3 * b + 1] - ay;
    const uz = xyz[3 * b + 2] - az;
    const vx = xyz[3 * c] - ax;
    const vy = xyz[3 * c + 1] - ay;
    const vz = xyz[3 * c + 2] - az;
    const yz = uy * vz;
    const zy = uz * vy;
    const zx = uz * vx;
    const xz = ux * vz;
    const xy = ux * vy;
    const yx = uy * vx;
    const plane = this.count++;
    const at = STRIDE * plane;
    const numbers = this.#numbers;
    numbers[at] = yz - zy;
    numbers[at + 1] = zx - xz;
    numbers[at + 2] = xy - yx;
    numbers[at + 3] = SIDE_ROUNDING * (Math.abs(yz) + Math.abs(zy));
    numbers[at + 4] = SIDE_ROUNDING * (Math.abs(zx) + Math.abs(xz));
    numbers[at + 5] = SIDE_ROUNDING * (Math.abs(xy) + Math.abs(yx));
    numbers[at + 6] = ax;
    numbers[at + 7] = ay;
    numbers[at + 8] = az;
    this.#corners[3 * plane] = a;
    this.#corners[3 * plane + 1] = b;
    this.#corners[3 * plane + 2] = c;
    return plane;
  }

  /** Positive where the point is in front of the plane, negative behind it, 0 on it; exact. */
  side(plane: number, point: number): number {
    const { xyz } = this.points;
    const numbers = this.#numbers;
    const at = STRIDE * plane;
    const dx = xyz[3 * point] - numbers[at + 6];
    const dy = xyz[3 * point + 1] - numbers[at + 7];
    const dz = xyz[3 * point + 2] - numbers[at + 8];
    const height = numbers[at] * dx + numbers[at + 1] * dy + numbers[at + 2] * dz;
    const rounding = numbers[at + 3] * Math.abs(dx) + numbers[at + 4] * Math.abs(dy) + numbers[at + 5] * Math.abs(dz);
    if (height > rounding) return 1;
    if (height < -rounding) return -1;
    const a = this.#corners[3 * plane];
    const b = this.#corners[3 * plane + 1];
    const c = this.#corners[3 * plane + 2];
    return point === a || point === b || point === c ? 0 : this.points.orient3d(a, b, c, point);
  }

  /** True only if the whole box[o…o+5] (min x y z, max x y z) is strictly in front of the plane. */
  isBoxInFront(plane: number, box: Float64Array, o: number): boolean {
    const numbers = this.#numbers;
    const at = STRIDE * plane;
    let height = 0;
    let rounding = 0;
    for (let k = 0; k < 3; k++) {
      const low = box[o + k] - numbers[at + 6 + k];
      const high = box[o + 3 + k] - numbers[at + 6 + k];
      // A wrong sign of a component picks a wrong corner, but the least height is continuous in the normal: the error
      // counts once, times the farther corner.
      height += numbers[at + k] * (numbers[at + k] > 0 ? low : high);
      rounding += numbers[at + 3 + k] * Math.max(Math.abs(low), Math.abs(high));
    }
    return height > rounding;
  }

  #reserve(): void {
    if (STRIDE * this.count < this.#numbers.length) return;
    const numbers = new Float64Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    const corners = new Uint32Array(2 * this.#corners.length);
    corners.set(this.#corners);
    this.#corners = corners;
  }
}
