// A moving polygon and the origin, decided in integers: the same signs as in moving-polygon.ts, without their errors.
//
// Corners are differences of doubles, so whole multiples of some power of two; halving a piece of time doubles both its ends. What
// is left open even so is contact without a strict sign to prove it, on a side of the polygon or without passing
// through its plane. Such contact is found where it is at a fraction that is the simplest of its piece (what people lay out happens at
// 1/2 or 1/3), or still there at the end of the piece.

import { lowestBit, ratioToDouble, toInteger } from '../scalar/exact-integers.ts';
import { type Fraction, simplestFraction } from '../scalar/simplest-fraction.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import { CONTACT, type ElementOutcome, FREE, LOWER, NEAR, UPPER } from './element-outcome.ts';
import { IntegerCorners } from './exact-corners.ts';
import type { Containment } from './moving-polygon.ts';
import { relateTriangles } from './triangle-triangle-exact.ts';

/** The corners, in order, each a point of the one element less one of the other; points are numbered from 0 to 3. */
export type CornerPairs = readonly (readonly [number, number])[];

/** Corners at the ends of a piece of time, coordinates one after another. */
interface Piece {
  readonly from: readonly bigint[];
  readonly to: readonly bigint[];
  /** Where it begins and how long it is, as parts of the interval asked about. */
  readonly share: number;
  readonly width: number;
}

/** Pieces looked at, of some ten microseconds each, and how often one is halved, before contact is left unproven. */
const MOST_PIECES = 256;
const LEAST_SHARE: number = 2 ** -96;
/** A time between two others, computed in some roundings; where a piece begins is rounded once it is shorter than 2⁻⁵³. */
const TIME_ERROR: number = 16 * UNIT_ROUNDOFF;
/** Coordinates left when looking along an axis. */
const AXES = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const;
/** A triangle that is the origin. */
const ORIGIN: readonly bigint[] = new Array<bigint>(9).fill(0n);

export class ExactMovingPolygon {
  readonly #from: readonly bigint[];
  readonly #to: readonly bigint[];

  /** `places` are the offsets of the four points in both arrays. */
  constructor(pairs: CornerPairs, start: Float64Array, end: Float64Array, places: readonly number[]) {
    const numbers = places.flatMap((at) => [at, at + 1, at + 2]);
    const unit = numbers.reduce((lowest, at) => Math.min(lowest, lowestBit(start[at]), lowestBit(end[at])), 0);
    const differences = (points: Float64Array): bigint[] =>
      pairs.flatMap(([p, q]) =>
        [0, 1, 2].map((axis) => toInteger(points[places[p] + axis], unit) - toInteger(points[places[q] + axis], unit)),
      );
    this.#from = differences(start);
    this.#to = differences(end);
  }

  /**
   * The first contact in [a, b], given none before: the outcome, with out[LOWER], and out[UPPER] for contact. What can be
   * proven at single times soon after a is, before anything is halved; else contact is closed in to `width`.
   */
  settle(a: number, b: number, width: number, out: Float64Array): ElementOutcome {
    out[LOWER] = a;
    if (this.#probe(a, Math.min(b, a + width), out)) return CONTACT;
    const low = fractionOf(a);
    const high = fractionOf(b);
    // Both ends times both denominators, which are powers of two.
    const from = this.#cornersAt(low).map((x) => x * high.denominator);
    const to = this.#cornersAt(high).map((x) => x * low.denominator);
    const stack: Piece[] = [{ from, to, share: 0, width: 1 }];
    for (let pieces = 0; ; pieces++) {
      const piece = stack.pop();
      if (piece === undefined) return FREE;
      const volumes = volumesOf(piece);
      if (volumes.every((x) => x > 0n) || volumes.every((x) => x < 0n)) continue;
      const where = AXES.map((axis) => locateAlong(axis, piece));
      if (where.includes(-1)) continue;

      const first = piece.share === 0 ? a : Math.max(a, a + (b - a) * piece.share - TIME_ERROR);
      const last =
        piece.share + piece.width === 1 ? b : Math.min(b, a + (b - a) * (piece.share + piece.width) + TIME_ERROR);
      out[LOWER] = first;
      if ((b - a) * piece.width <= width && where.includes(1) && changesSign(volumes)) {
        out[UPPER] = last;
        return CONTACT;
      }
      if (pieces === MOST_PIECES || piece.width <= LEAST_SHARE) return this.#probe(first, last, out) ? CONTACT : NEAR;
      stack.push(...halves(piece));
    }
  }

  /** Tries the simplest fraction in [a, b], and b. Contact goes to out[UPPER]. */
  #probe(a: number, b: number, out: Float64Array): boolean {
    const simplest = simplestFraction(fractionOf(a), fractionOf(b));
    out[UPPER] = isDouble(simplest) ? ratioToDouble(simplest.numerator, simplest.denominator, 0) : b;
    if (this.#holdsOriginAt(simplest)) return true;
    out[UPPER] = b;
    return this.#holdsOriginAt(fractionOf(b));
  }

  #holdsOriginAt(time: Fraction): boolean {
    const corners = this.#cornersAt(time);
    return (
      holdsOrigin(corners.slice(0, 9)) ||
      (corners.length > 9 && holdsOrigin([...corners.slice(6), ...corners.slice(0, 3)]))
    );
  }

  /** Corners at that time, times its denominator. */
  #cornersAt({ numerator, denominator }: Fraction): bigint[] {
    const before = denominator - numerator;
    return this.#from.map((x, i) => before * x + numerator * this.#to[i]);
  }
}

/** The later half and then the earlier, so that this is taken first; corners are those of the piece, doubled. */
function halves({ from, to, share, width }: Piece): [Piece, Piece] {
  const middle = from.map((x, i) => x + to[i]);
  return [
    { from: middle, to: to.map((x) => 2n * x), share: share + width / 2, width: width / 2 },
    { from: from.map((x) => 2n * x), to: middle, share, width: width / 2 },
  ];
}

/** Coefficients of the volume of the origin and corners 0, 1, 2 in Bernstein's basis, three times. */
function volumesOf({ from, to }: Piece): bigint[] {
  const [p, q, r] = [from, from.slice(3), from.slice(6)];
  const [s, t, u] = [to, to.slice(3), to.slice(6)];
  return [
    3n * volume(p, q, r),
    volume(s, q, r) + volume(p, t, r) + volume(p, q, u),
    volume(p, t, u) + volume(s, q, u) + volume(s, t, r),
    3n * volume(s, t, u),
  ];
}

function volume(a: readonly bigint[], b: readonly bigint[], c: readonly bigint[]): bigint {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

function changesSign(volumes: readonly bigint[]): boolean {
  return (volumes[0] > 0n && volumes[3] < 0n) || (volumes[0] < 0n && volumes[3] > 0n);
}

/** As `locateOrigin`, seen along the axis across u and v. */
function locateAlong([u, v]: readonly [number, number], { from, to }: Piece): Containment {
  const turn = (p: readonly bigint[], k: number, q: readonly bigint[], l: number): bigint =>
    p[k + u] * q[l + v] - p[k + v] * q[l + u];
  const count = from.length / 3;
  let left = 0;
  let right = 0;
  for (let side = 0; side < count; side++) {
    const k = 3 * side;
    const l = 3 * ((side + 1) % count);
    const turns = [turn(from, k, from, l), turn(from, k, to, l) + turn(to, k, from, l), turn(to, k, to, l)];
    if (turns.every((x) => x > 0n)) left++;
    else if (turns.every((x) => x < 0n)) right++;
  }
  if (left > 0 && right > 0) return -1;
  return left === count || right === count ? 1 : 0;
}

function holdsOrigin(triangle: readonly bigint[]): boolean {
  return relateTriangles(new IntegerCorners([...ORIGIN, ...triangle])) !== 'disjoint';
}

/** A double time in [0, 1] as the fraction it is. */
function fractionOf(time: number): Fraction {
  const unit = Math.min(lowestBit(time), 0);
  return { numerator: toInteger(time, unit), denominator: 1n << BigInt(-unit) };
}

/** Whether a fraction between two doubles, and no less simple than these, is one. */
function isDouble({ denominator }: Fraction): boolean {
  return (denominator & (denominator - 1n)) === 0n;
}
