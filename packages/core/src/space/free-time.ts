// How long bodies that are apart certainly stay apart (Lin & Canny 1991; Cohen, Lin, Manocha & Ponamgi, "I-COLLIDE", 1995).
//
// Points that approach at the speed v now, with an acceleration of at most a from then on, have come nearer by vt + at²/2 after t.
// A gap d lasts until the root of that,
//
//     t = (√(v² + 2ad) − v) / a = 2d / (v + √(v² + 2ad)).
//
// The second form is also valid at a = 0, where it is d/v, and does not cancel while v ≥ 0. Points that separate (v < 0) use the
// first, which does not cancel then. Departures from the papers: the bounds are on points, not on centres of mass. A point of a
// body is at most a radius r from its centre, so its speed is at most |v| + ωr and its acceleration at most |a| + (α + ω²)r. Since
// ω may grow, the largest ω until some horizon counts, and the result does not exceed that horizon.

import { NearmissError, textOf } from '../error.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { lengthOf } from '../scalar/length.ts';
import { LEAST_DOUBLE, UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { readVector } from '../scalar/vector.ts';

/** The known motion of a body: its velocity now, and bounds until the horizon. See {@link pairFreeTime}. */
export interface MotionBounds {
  /** Current velocity of the centre. */
  readonly velocity: ArrayLike<number>;
  /** Angular speed now, about the centre, in radians. */
  readonly angularSpeed: number;
  /** No point of the body is farther than this from the centre. */
  readonly radius: number;
  /** The centre accelerates by no more than this, in any direction. */
  readonly acceleration: number;
  /** The angular velocity changes by no more than this. */
  readonly angularAcceleration: number;
}

const BOUNDS_KEYS: KnownKeys<MotionBounds> = {
  velocity: true,
  angularSpeed: true,
  radius: true,
  acceleration: true,
  angularAcceleration: true,
};

const unused = new Float64Array(3);

/** Relative error of the computed time: two dozen roundings, including those of speed and acceleration of a pair, and a margin. */
const TIME_ROUNDING = 32 * UNIT_ROUNDOFF;

/** Times below this are rounded to 0: near the least doubles, rounding is no longer relative. Seconds, or any unit. */
const SHORTEST: number = 2 ** -900;

/** Speeds below and above these are scaled by 2^500 and 2^−500: the root of a product would lose bits to underflow, or overflow. */
const SLOW: number = 2 ** -502;
const FAST: number = 2 ** 1000;

/**
 * A lower bound of the time for which a gap lasts, closed at `speed` now (negative if it opens) and with at most `acceleration`, 0
 * or more. Any of them may be infinite: an infinite speed or acceleration closes any gap at once, finite ones never close an
 * infinite gap. A time beyond the largest double is that double.
 *
 * @example
 * console.log(freeTime(1, 2, 0).toFixed(6)); // 0.500000
 */
export function freeTime(gap: number, speed: number, acceleration: number): number {
  requireNumber('gap', gap, -Infinity);
  requireNumber('speed', speed, -Infinity);
  requireNumber('acceleration', acceleration, 0);
  if (!(gap > 0) || speed === Infinity || acceleration === Infinity) return 0;
  if (gap === Infinity || speed === -Infinity || (acceleration === 0 && speed <= 0)) return Infinity;
  const rough = Math.max(Math.abs(speed), Math.sqrt(acceleration) * Math.sqrt(gap));
  const root = rough < SLOW ? 2 ** 250 : rough > FAST ? 2 ** -250 : 1;
  const scale = root * root;
  const fall = Math.SQRT2 * (Math.sqrt(acceleration) * root) * (Math.sqrt(gap) * root);
  const pace = Math.abs(speed) * scale;
  // In parts of the larger, whose squares neither overflow nor vanish.
  const larger = Math.max(pace, fall);
  const a = pace / larger;
  const b = fall / larger;
  const sum = a + Math.sqrt(a * a + b * b);
  // Between 5/6 and 5/2 times a quotient, which overflows only if the time does.
  const time = speed < 0 ? (larger / (acceleration * scale)) * sum : ((gap * scale) / larger) * (2 / sum);
  return time >= SHORTEST ? Math.min(time, Number.MAX_VALUE) * (1 - TIME_ROUNDING) : 0;
}

/**
 * How long two bodies a gap apart certainly have no contact: at most until `horizon`, up to which the bounds hold.
 *
 * @see {@link freeTime}
 */
export function pairFreeTime(gap: number, a: MotionBounds, b: MotionBounds, horizon: number): number {
  requireNumber('gap', gap, -Infinity);
  requireNumber('horizon', horizon, 0);
  requireBounds('a', a);
  requireBounds('b', b);
  const [p, q] = [a.velocity, b.velocity];
  const turning = product(a.angularSpeed, a.radius) + product(b.angularSpeed, b.radius);
  const speed = lengthOf(p[0] - q[0], p[1] - q[1], p[2] - q[2]) + turning;
  const acceleration = pointAcceleration(a, horizon) + pointAcceleration(b, horizon);
  return Math.min(horizon, freeTime(gap, speed, acceleration));
}

function pointAcceleration(body: MotionBounds, horizon: number): number {
  const { radius, acceleration, angularSpeed, angularAcceleration } = body;
  // A body without angular acceleration needs no horizon.
  const fastest = angularAcceleration === 0 ? angularSpeed : angularSpeed + product(angularAcceleration, horizon);
  // With a radius of 0, rotation has no effect.
  return acceleration + product(radius, angularAcceleration + product(fastest, fastest));
}

/** A product that is 0 only if a factor is 0: underflow is rounded up to the least double. */
function product(x: number, y: number): number {
  return x === 0 || y === 0 ? 0 : x * y + LEAST_DOUBLE;
}

/** Refuses anything but a number of at least `least`; infinity is allowed. */
function requireNumber(name: string, value: number, least: number): void {
  if (typeof value === 'number' && value >= least) return;
  const from = least === 0 ? ', 0 or more' : '';
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be a number${from}.`);
}

function requireBounds(what: string, bounds: MotionBounds): void {
  if (bounds === null || typeof bounds !== 'object') {
    throw new NearmissError('options/bad-value', `${what} must be an object { velocity, angularSpeed, radius, … }.`);
  }
  requireKnownKeys(bounds, BOUNDS_KEYS, 'options/bad-value', what);
  readVector(bounds.velocity, unused, 0, 'vector/bad', `${what}.velocity`);
  for (const key of ['angularSpeed', 'radius', 'acceleration', 'angularAcceleration'] as const) {
    const value = bounds[key];
    if (typeof value === 'number' && value >= 0 && value < Infinity) continue;
    throw new NearmissError(
      'options/bad-value',
      `${what}.${key} is ${textOf(value)}; it must be a finite number, 0 or more.`,
    );
  }
}
