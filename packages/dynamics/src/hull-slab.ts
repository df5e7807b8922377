// Whether the hulls of two bodies stay on both sides of a slab whose direction turns with them.
//
// Over a part of the interval, s from 0 to 1, the direction is n(s) = n₀ + s Δn, and a point of a body relative to an origin that moves
// uniformly is y(s) = y₀ + s Δy + e(s), where e is at most the sagitta R φ²/8 of its arc. Then
//   n·y = (1 − s) n₀·y₀ + s n₁·y₁ − s (1 − s) Δn·Δy + n·e,
// which is between the values of both ends but for max(0, ∓Δn·Δy)/4 and the sagitta. So two hulls that are apart by more at both ends, in
// the directions of the ends, are apart all the time.

import type { Body } from './body.ts';
import { turn, turnBack, writeMatrix } from './rotation.ts';
import { reachAlong, type Support } from './support.ts';
import { turnOf } from './symmetry.ts';

/** Rounding of posed points, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 2 ** -46;

/** One body over a part of the interval. */
export interface SlabSide {
  readonly body: Body;
  /** What of it is swept. */
  readonly support: Support;
  /** Where it is at both ends. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** An upper bound of the angle between, in radians. */
  readonly angle: number;
}

export class HullSlab {
  readonly #matrixFrom = new Float64Array(9);
  readonly #matrixTo = new Float64Array(9);
  readonly #direction = new Float64Array(6);
  /** Reach of a body along the direction at both ends. */
  readonly #reach = new Float64Array(2);

  /**
   * How far apart the hulls are, at least, at any time between, along directions that go from `first` to `second`, both unit vectors from A to B.
   * `origin` has a point near the contact at both ends; it bounds less the farther it is from there.
   */
  gap(a: SlabSide, b: SlabSide, first: Float64Array, second: Float64Array, origin: Float64Array): number {
    this.#measure(a, 1, first, second, origin);
    const fromA = this.#reach[0];
    const toA = this.#reach[1];
    this.#measure(b, -1, first, second, origin);
    return Math.min(-this.#reach[0] - fromA, -this.#reach[1] - toA) - sagitta(a) - sagitta(b) - rounding(a, b);
  }

  /** Writes the reach of a body along ± the directions at both ends, with what points can be beyond in between; the sagitta apart. */
  #measure(side: SlabSide, sign: 1 | -1, first: Float64Array, second: Float64Array, origin: Float64Array): void {
    const { support, from, to } = side;
    const n = this.#direction;
    for (let k = 0; k < 3; k++) {
      n[k] = sign * first[k];
      n[3 + k] = sign * second[k];
    }
    writeMatrix(from, 3, this.#matrixFrom);
    writeMatrix(to, 3, this.#matrixTo);
    if (support.points === null) this.#measureRound(side, origin);
    else this.#measurePoints(support.points, from, to, origin);
  }

  #measureRound({ body, support, from, to, angle }: SlabSide, origin: Float64Array): void {
    const n = this.#direction;
    // The middle of the body goes this far beyond the origin, other points turn about it.
    let along = 0;
    let turned = 0;
    const { centre, radius } = body;
    const p = this.#matrixFrom;
    const q = this.#matrixTo;
    for (let k = 0; k < 3; k++) {
      const was = p[3 * k] * centre[0] + p[3 * k + 1] * centre[1] + p[3 * k + 2] * centre[2] + from[k] - origin[k];
      const is = q[3 * k] * centre[0] + q[3 * k + 1] * centre[1] + q[3 * k + 2] * centre[2] + to[k] - origin[3 + k];
      const bend = n[3 + k] - n[k];
      along += bend * (is - was);
      turned += bend * bend;
    }
    const beyond = Math.max(0, Math.sqrt(turned) * radius * angle - along) / 4;
    this.#reach[0] = this.#reachOf(support, this.#matrixFrom, from, 0, origin) + beyond;
    this.#reach[1] = this.#reachOf(support, this.#matrixTo, to, 3, origin) + beyond;
  }

  #reachOf(support: Support, matrix: Float64Array, pose: Float64Array, o: number, origin: Float64Array): number {
    const n = this.#direction;
    const x = matrix[0] * n[o] + matrix[3] * n[o + 1] + matrix[6] * n[o + 2];
    const y = matrix[1] * n[o] + matrix[4] * n[o + 1] + matrix[7] * n[o + 2];
    const z = matrix[2] * n[o] + matrix[5] * n[o + 1] + matrix[8] * n[o + 2];
    const at =
      (pose[0] - origin[o]) * n[o] + (pose[1] - origin[o + 1]) * n[o + 1] + (pose[2] - origin[o + 2]) * n[o + 2];
    return reachAlong(support, x, y, z) + at;
  }

  #measurePoints(points: Float64Array, from: Float64Array, to: Float64Array, origin: Float64Array): void {
    const n = this.#direction;
    const p = this.#matrixFrom;
    const q = this.#matrixTo;
    const mx = n[3] - n[0];
    const my = n[4] - n[1];
    const mz = n[5] - n[2];
    let first = -Infinity;
    let second = -Infinity;
    for (let k = 0; k < points.length; k += 3) {
      const x = points[k];
      const y = points[k + 1];
      const z = points[k + 2];
      const wasX = p[0] * x + p[1] * y + p[2] * z + from[0] - origin[0];
      const wasY = p[3] * x + p[4] * y + p[5] * z + from[1] - origin[1];
      const wasZ = p[6] * x + p[7] * y + p[8] * z + from[2] - origin[2];
      const isX = q[0] * x + q[1] * y + q[2] * z + to[0] - origin[3];
      const isY = q[3] * x + q[4] * y + q[5] * z + to[1] - origin[4];
      const isZ = q[6] * x + q[7] * y + q[8] * z + to[2] - origin[5];
      const along = mx * (isX - wasX) + my * (isY - wasY) + mz * (isZ - wasZ);
      const beyond = along < 0 ? -along / 4 : 0;
      const was = n[0] * wasX + n[1] * wasY + n[2] * wasZ + beyond;
      const is = n[3] * isX + n[4] * isY + n[5] * isZ + beyond;
      if (was > first) first = was;
      if (is > second) second = is;
    }
    this.#reach[0] = first;
    this.#reach[1] = second;
  }

  /** Writes a direction that has turned with a body over the part. */
  turnWith({ from, to }: SlabSide, direction: Float64Array, out: Float64Array): void {
    writeMatrix(from, 3, this.#matrixFrom);
    writeMatrix(to, 3, this.#matrixTo);
    turnBack(this.#matrixFrom, direction, 0, this.#direction, 0);
    turn(this.#matrixTo, this.#direction, 0, out, 0);
  }
}

/** How far points can leave their chords. */
function sagitta({ body, angle }: SlabSide): number {
  return (body.radius * angle * angle) / 8;
}

function rounding(a: SlabSide, b: SlabSide): number {
  return ROUNDING * (spanOf(a) + spanOf(b));
}

/** Bound of the coordinates of a body in between. */
function spanOf({ body: { radius, centre }, from, to }: SlabSide): number {
  let sum = radius;
  for (let k = 0; k < 3; k++) sum += Math.max(Math.abs(from[k]), Math.abs(to[k])) + Math.abs(centre[k]);
  return sum;
}

/** The side of a body over the whole interval. */
export function wholeSide(body: Body): SlabSide {
  return { body, support: body.support, from: body.pose, to: body.next, angle: turnOf(body, body.pose, body.next) };
}
