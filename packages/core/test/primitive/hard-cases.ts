// What the tests of the elements share: ugly cases brought to the size kernels work at, families that are hard for one
// kernel in particular, and exact figures to hold against computed ones.

import {
  liftTriangle,
  liftVector,
  pointTriangleSquaredDistanceExactly,
  randomBetween,
  randomInteger,
  type SeededRandom,
  seeded,
  sqrtToNumber,
  squaredDistanceExactly,
  UGLY_KINDS,
  uglyTrianglePairs,
} from '@nearmiss/fixtures';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';

export interface TrianglePair {
  readonly kind: string;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

type Point = readonly [number, number, number];

/** Every order of three corners. */
export const CORNER_ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

export function reordered(t: Float64Array, order: readonly number[]): Float64Array {
  return Float64Array.from(order.flatMap((k) => [t[3 * k], t[3 * k + 1], t[3 * k + 2]]));
}

/** The largest coordinate: what roundings are measured by. Never more than the S of scalar/tolerances.ts. */
export function largest(...arrays: readonly Float64Array[]): number {
  let most = 0;
  for (const array of arrays) for (const x of array) most = Math.max(most, Math.abs(x));
  return most;
}

/** Scaled together by a power of two, so that the largest coordinate is between ½ and 1: as models scale their meshes. */
export function toUnitSize<T extends readonly Float64Array[]>(...arrays: T): T {
  const size = largest(...arrays);
  let power = 1;
  while (size > power) power *= 2;
  while (size > 0 && size <= power / 2) power /= 2;
  return arrays.map((array) => array.map((x) => x / power)) as unknown as T;
}

/** A length in units of roundoff of the largest coordinate. */
export function inRoundoffs(length: number, ...arrays: readonly Float64Array[]): number {
  const unit = UNIT_ROUNDOFF * largest(...arrays);
  return length === 0 ? 0 : length / unit;
}

export function exactDistance(a: Float64Array, b: Float64Array): number {
  return sqrtToNumber(squaredDistanceExactly(liftTriangle(a), liftTriangle(b)));
}

/** How far the point p[at..at+2] is from the triangle. */
export function exactDistanceTo(t: Float64Array, p: Float64Array, at: number): number {
  return sqrtToNumber(pointTriangleSquaredDistanceExactly(liftVector(p, at), liftTriangle(t)));
}

/** The largest of some figures, by kind; for assertions and for finding out where a bound gives. */
export class Worst {
  readonly figures: Map<string, number> = new Map();

  note(kind: string, figure: number): void {
    // A figure that is not a number must not pass for a small one.
    this.figures.set(kind, Math.max(this.figures.get(kind) ?? 0, Number.isNaN(figure) ? Infinity : figure));
  }

  get most(): number {
    return Math.max(...this.figures.values());
  }
}

// ── families ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const UGLY_COUNT: number = UGLY_KINDS.length;

/** All ugly kinds, `rounds` of each, as they are. */
export function* uglyPairs(seed: number, rounds: number): Generator<TrianglePair> {
  yield* uglyTrianglePairs(seed, rounds * UGLY_COUNT);
}

/** All ugly kinds at unit size, and the two families below: the ones the ugly kinds do not reach. */
export function* unitPairs(seed: number, rounds: number, extra: number): Generator<TrianglePair> {
  for (const { kind, a, b } of uglyPairs(seed, rounds)) {
    const [p, q] = toUnitSize(a, b);
    yield { kind, a: p, b: q };
  }
  yield* nearlyParallelFaces(seed + 1, extra);
  yield* overSlivers(seed + 2, extra);
}

export const FAMILY_COUNT: number = UGLY_COUNT + 2;

/**
 * Faces almost parallel, at a gap of 10⁻¹⁵ to 10⁻³ and a tilt of as much: the direction between the closest points of two
 * edges is off by u over the gap, and corners may reach across that.
 */
function* nearlyParallelFaces(seed: number, count: number): Generator<TrianglePair> {
  const random = seeded(seed);
  for (let n = 0; n < count; n++) {
    const gap = decade(random, -15, -3);
    const tilt = decade(random, -15, -3);
    const turn = randomTurn(random);
    const face = (height: number): Float64Array => {
      const slopeX = tilt * randomBetween(random, -1, 1);
      const slopeY = tilt * randomBetween(random, -1, 1);
      return Float64Array.from(
        [0, 1, 2].flatMap(() => {
          const x = randomBetween(random, -1, 1);
          const y = randomBetween(random, -1, 1);
          return turn([x, y, height + slopeX * x + slopeY * y]);
        }),
      );
    };
    yield { kind: 'nearly parallel faces', a: face(0), b: face(gap) };
  }
}

/**
 * A sliver of height 10⁻¹⁵ to 10⁻¹, and a triangle that hovers over it at a height of as much, or passes through: the
 * sliver's normal is off by u over its height.
 */
function* overSlivers(seed: number, count: number): Generator<TrianglePair> {
  const random = seeded(seed);
  for (let n = 0; n < count; n++) {
    const thin = decade(random, -15, -1);
    const gap = decade(random, -15, -1);
    const turn = randomTurn(random);
    const sliver: Point[] = [
      [-1, 0, 0],
      [1, thin * randomBetween(random, -1, 1), 0],
      [randomBetween(random, -1, 1), thin, 0],
    ];
    const other = [0, 1, 2].map((): Point => {
      const across = random() < 0.5 ? thin : 1;
      const lowest = random() < 0.3 ? -1 : 0;
      return [
        randomBetween(random, -1, 1),
        across * randomBetween(random, -0.2, 1),
        gap * randomBetween(random, lowest, 2),
      ];
    });
    const first = Float64Array.from(sliver.flatMap(turn));
    const second = Float64Array.from(other.flatMap(turn));
    const swap = random() < 0.5;
    yield { kind: 'over slivers', a: swap ? second : first, b: swap ? first : second };
  }
}

/** Between 10^low and 10^(high + 1), every decade as likely. */
export function decade(random: SeededRandom, low: number, high: number): number {
  return Number(`1e${randomInteger(random, low, high)}`) * randomBetween(random, 1, 10);
}

/** A rotation, uniform and rounded. */
export function randomTurn(random: SeededRandom): (p: Point) => number[] {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => randomBetween(random, -1, 1));
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    if (length < 0.1 || length > 1) continue;
    const [x, y, z, w] = q.map((c) => c / length);
    return (p) => {
      const cx = 2 * (y * p[2] - z * p[1]);
      const cy = 2 * (z * p[0] - x * p[2]);
      const cz = 2 * (x * p[1] - y * p[0]);
      return [p[0] + w * cx + y * cz - z * cy, p[1] + w * cy + z * cx - x * cz, p[2] + w * cz + x * cy - y * cx];
    };
  }
}
