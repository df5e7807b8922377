// A moving polygon and the origin, decided in integers: the same signs as in polygon-motion.ts, without their errors.
//
// Corners are differences of doubles, so integer multiples of a power of two; halving an interval of time doubles both its ends.
// Only contact without a strict sign to prove it stays undecided: on a side of the polygon, or without passing through its plane.
// Such contact is found if it is at the simplest fraction of its interval (hand-made scenes have contacts at 1/2 or 1/3), still
// there at the end of the interval, at the root of a linear volume, or where a corner is the origin.

import { lowestBit, ratioToDouble, toInteger } from '../scalar/exact-integers.ts';
import { type Fraction, simplestFraction } from '../scalar/simplest-fraction.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { CONTACT, type ElementOutcome, FREE, LOWER, NEAR, UPPER } from './element-outcome.ts';
import { IntegerCorners } from './exact-corners.ts';
import type { Containment } from './polygon-motion.ts';
import { relateTriangles } from './triangle-triangle-exact.ts';

/** The corners, in order, each a point of one element less a point of the other; points are numbered from 0 to 3. */
export type CornerPairs = readonly (readonly [number, number])[];

/** Corners at the ends of an interval of time, coordinates one after another. */
interface Interval {
  readonly from: readonly bigint[];
  readonly to: readonly bigint[];
  /** Its start and length, as parts of the interval of the query. */
  readonly first: number;
  readonly part: number;
}

/** Number of intervals tested in a query, of some ten microseconds each, and their least width, before contact is left unproven. */
const MOST_INTERVALS = 160;
const LEAST_PART: number = 2 ** -72;
/** A time between two others is computed in three roundings; the start of an interval loses 2u more once it is shorter than u. */
const TIME_ERROR: number = 16 * UNIT_ROUNDOFF;
/** A triangle that is the origin. */
const ORIGIN: readonly bigint[] = new Array<bigint>(9).fill(0n);

export class ExactPolygonMotion {
  readonly #from: readonly bigint[];
  readonly #to: readonly bigint[];
  #intervalsLeft = MOST_INTERVALS;

  /** `slots` are the offsets of the four points in both arrays. */
  constructor(pairs: CornerPairs, start: Float64Array, end: Float64Array, slots: readonly number[]) {
    const numbers = slots.flatMap((at) => [at, at + 1, at + 2]);
    const unit = numbers.reduce((lowest, at) => Math.min(lowest, lowestBit(start[at]), lowestBit(end[at])), 0);
    const differences = (points: Float64Array): bigint[] =>
      pairs.flatMap(([p, q]) =>
        [0, 1, 2].map((axis) => toInteger(points[slots[p] + axis], unit) - toInteger(points[slots[q] + axis], unit)),
      );
    this.#from = differences(start);
    this.#to = differences(end);
  }

  /**
   * The first contact in [a, b], given none before: returns the outcome, with out[LOWER], and out[UPPER] for contact. Single times
   * soon after a are tried before anything is halved; else contact is bracketed to `width`.
   */
  settle(a: number, b: number, width: number, out: Float64Array): ElementOutcome {
    out[LOWER] = a;
    if (this.#probe(a, Math.min(b, a + width), out)) return CONTACT;
    const stack: Interval[] = [this.#interval(fractionOf(a), fractionOf(b))];
    for (; ; this.#intervalsLeft--) {
      const interval = stack.pop();
      if (interval === undefined) return FREE;
      if (isAside(interval)) continue;
      const volumes = volumesOf(interval);
      if (volumes.every((x) => x > 0n) || volumes.every((x) => x < 0n)) continue;
      const where = locateOrigin(interval);
      if (where < 0) continue;

      const { first, part } = interval;
      const lower = first === 0 ? a : Math.max(a, a + (b - a) * first - TIME_ERROR);
      const upper = first + part === 1 ? b : Math.min(b, a + (b - a) * (first + part) + TIME_ERROR);
      out[LOWER] = lower;
      out[UPPER] = upper;
      // Inside throughout, and in one plane at some time: where the volume changes sign, or is 0 at an end.
      if ((b - a) * part <= width && where > 0 && volumes[0] > 0n !== volumes[3] > 0n) return CONTACT;
      if (this.#intervalsLeft <= 0 || part <= LEAST_PART) return this.#probe(lower, upper, out) ? CONTACT : NEAR;
      stack.push(...halves(interval));
    }
  }

  /** Tests single times in [a, b]; one with contact is written to out[UPPER]. */
  #probe(a: number, b: number, out: Float64Array): boolean {
    const low = fractionOf(a);
    const high = fractionOf(b);
    const simplest = simplestFraction(low, high);
    out[UPPER] = isDouble(simplest) ? ratioToDouble(simplest.numerator, simplest.denominator, 0) : b;
    if (this.#holdsOriginAt(simplest)) return true;
    out[UPPER] = b;
    return (
      this.#holdsOriginAt(high) ||
      likelyShares(this.#interval(low, high)).some((share) => this.#holdsOriginAt(between(low, high, share)))
    );
  }

  #holdsOriginAt(time: Fraction): boolean {
    const corners = this.#cornersAt(time);
    return (
      holdsOrigin(corners.slice(0, 9)) ||
      (corners.length > 9 && holdsOrigin([...corners.slice(6), ...corners.slice(0, 3)]))
    );
  }

  #interval(low: Fraction, high: Fraction): Interval {
    // Denominators are powers of two, the larger a multiple of the other.
    const common = low.denominator > high.denominator ? low.denominator : high.denominator;
    const from = this.#cornersAt(low).map((x) => (x * common) / low.denominator);
    const to = this.#cornersAt(high).map((x) => (x * common) / high.denominator);
    return { from, to, first: 0, part: 1 };
  }

  /** Corners at that time, times its denominator. */
  #cornersAt({ numerator, denominator }: Fraction): bigint[] {
    const before = denominator - numerator;
    return this.#from.map((x, i) => before * x + numerator * this.#to[i]);
  }
}

/** The later half and then the earlier, so that the earlier is taken first; corners are those of the interval, doubled. */
function halves({ from, to, first, part }: Interval): [Interval, Interval] {
  const middle = sum(from, to);
  const half = part / 2;
  return [
    { from: middle, to: to.map((x) => 2n * x), first: first + half, part: half },
    { from: from.map((x) => 2n * x), to: middle, first, part: half },
  ];
}

/** Whether the corners stay on one side of the origin along an axis. */
function isAside({ from, to }: Interval): boolean {
  return [0, 1, 2].some((axis) => {
    const along = [from, to].flatMap((corners) => corners.filter((_, i) => i % 3 === axis));
    return along.every((x) => x > 0n) || along.every((x) => x < 0n);
  });
}

/**
 * The parts of the interval at which to test contact without a strict sign: where a linear volume is 0, as for elements that
 * translate, and where a corner is the origin.
 */
function likelyShares(interval: Interval): Fraction[] {
  const { from, to } = interval;
  const shares: Fraction[] = [];
  const [v0, v1, v2, v3] = volumesOf(interval);
  if (v1 - v0 === v2 - v1 && v2 - v1 === v3 - v2) shares.push(rootOf(v0, v3));
  for (let corner = 0; corner < from.length; corner += 3) {
    const axes = [corner, corner + 1, corner + 2];
    const motion = axes.find((k) => from[k] !== to[k]) ?? corner;
    const share = rootOf(from[motion], to[motion]);
    const { numerator, denominator } = share;
    if (axes.every((k) => (denominator - numerator) * from[k] + numerator * to[k] === 0n)) shares.push(share);
  }
  return shares.filter(({ numerator, denominator }) => denominator > 0n && numerator >= 0n && numerator <= denominator);
}

/** The zero of a linear function with two given values; the denominator is 0 if it is constant. */
function rootOf(from: bigint, to: bigint): Fraction {
  return from > to ? { numerator: from, denominator: from - to } : { numerator: -from, denominator: to - from };
}

/** Three times the Bernstein coefficients of the volume of the origin and corners 0, 1, 2. */
function volumesOf({ from, to }: Interval): bigint[] {
  const [atStart, mixed, atEnd] = [
    cross(from, 3, from, 6),
    sum(cross(from, 3, to, 6), cross(to, 3, from, 6)),
    cross(to, 3, to, 6),
  ];
  return [
    3n * dot(from, atStart),
    dot(to, atStart) + dot(from, mixed),
    dot(to, mixed) + dot(from, atEnd),
    3n * dot(to, atEnd),
  ];
}

/** As in polygon-motion.ts, in the projection along the axis with the largest area of the polygon in the middle of the interval. */
function locateOrigin({ from, to }: Interval): Containment {
  const [o, p, q] = [0, 3, 6].map((k) => [0, 1, 2].map((axis) => from[k + axis] + to[k + axis]));
  const sides = [p, q].flatMap((corner) => corner.map((x, axis) => x - o[axis]));
  const [x, y, z] = cross(sides, 0, sides, 3).map((c) => (c < 0n ? -c : c));
  const [u, v] = x >= y && x >= z ? [1, 2] : y >= z ? [2, 0] : [0, 1];
  const turn = (a: readonly bigint[], k: number, b: readonly bigint[], l: number): bigint =>
    a[k + u] * b[l + v] - a[k + v] * b[l + u];
  const count = from.length / 3;
  let left = 0;
  let right = 0;
  for (let side = 0, k = 3 * count - 3, l = 0; side < count; side++, k = l, l += 3) {
    const turns = [turn(from, k, from, l), turn(from, k, to, l) + turn(to, k, from, l), turn(to, k, to, l)];
    if (turns.every((t) => t > 0n)) left++;
    else if (turns.every((t) => t < 0n)) right++;
  }
  if (left > 0 && right > 0) return -1;
  return left === count || right === count ? 1 : 0;
}

/** The cross product of the vectors at offset k of a and at l of b. */
function cross(a: readonly bigint[], k: number, b: readonly bigint[], l: number): bigint[] {
  return [
    a[k + 1] * b[l + 2] - a[k + 2] * b[l + 1],
    a[k + 2] * b[l] - a[k] * b[l + 2],
    a[k] * b[l + 1] - a[k + 1] * b[l],
  ];
}

function sum(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  return a.map((x, i) => x + b[i]);
}

function dot(a: readonly bigint[], b: readonly bigint[]): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function holdsOrigin(triangle: readonly bigint[]): boolean {
  return relateTriangles(new IntegerCorners([...ORIGIN, ...triangle])) !== 'disjoint';
}

/** A double time in [0, 1] as an exact fraction. */
function fractionOf(time: number): Fraction {
  const unit = Math.min(lowestBit(time), 0);
  return { numerator: toInteger(time, unit), denominator: 1n << BigInt(-unit) };
}

/** The time at that part between two others. */
function between(low: Fraction, high: Fraction, share: Fraction): Fraction {
  const start = low.numerator * high.denominator;
  const end = high.numerator * low.denominator;
  return {
    numerator: start * share.denominator + (end - start) * share.numerator,
    denominator: low.denominator * high.denominator * share.denominator,
  };
}

/** Whether a fraction between two doubles, no simpler than these, equals one of them. */
function isDouble({ denominator }: Fraction): boolean {
  return (denominator & (denominator - 1n)) === 0n;
}
