// Four points that move linearly, at one time, in integers: at the time p/q a point is ((q − p)·start + p·end)/q, a rational, and
// the factor q is common to all. Asked only where doubles could prove neither contact nor its absence.

import { lowestBit, toInteger } from '../scalar/exact-integers.ts';
import type { Fraction } from '../scalar/simplest-fraction.ts';
import { IntegerCorners } from './exact-corners.ts';
import { relateTriangles } from './triangle-triangle-exact.ts';

/** Which of the four points are the corners of the one element and of the other, each as a triangle that may be flat. */
export type ElementCorners = readonly [number, number, number, number, number, number];

export class MovingElements {
  readonly #start: readonly bigint[];
  readonly #end: readonly bigint[];
  readonly #corners: ElementCorners;

  /** The points at offsets i, j, k, l of both arrays. */
  constructor(
    corners: ElementCorners,
    start: Float64Array,
    end: Float64Array,
    i: number,
    j: number,
    k: number,
    l: number,
  ) {
    const places = [i, j, k, l].flatMap((at) => [at, at + 1, at + 2]);
    // Zeros have no lowest bit; where there is nothing else any unit will do.
    const unit = places.reduce((lowest, at) => Math.min(lowest, lowestBit(start[at]), lowestBit(end[at])), 0);
    this.#start = places.map((at) => toInteger(start[at], unit));
    this.#end = places.map((at) => toInteger(end[at], unit));
    this.#corners = corners;
  }

  /** Whether they have a point in common at the time. */
  meetAt(time: Fraction): boolean {
    const points = this.#pointsAt(time);
    const corners = this.#corners.flatMap((point) => points.slice(3 * point, 3 * point + 3));
    return relateTriangles(new IntegerCorners(corners)) !== 'disjoint';
  }

  /** The sign of the volume of the four points at the time. */
  sideAt(time: Fraction): number {
    return new IntegerCorners(this.#pointsAt(time)).orient3d(0, 1, 2, 3);
  }

  #pointsAt({ numerator, denominator }: Fraction): bigint[] {
    const before = denominator - numerator;
    return this.#start.map((x, k) => before * x + numerator * this.#end[k]);
  }
}

/** A double time in [0, 1] as the fraction it is. */
export function fractionOf(time: number): Fraction {
  const unit = Math.min(lowestBit(time), 0);
  return { numerator: toInteger(time, unit), denominator: 1n << BigInt(-unit) };
}
