// How long bodies that are apart stay apart for certain (Lin & Canny 1991; Cohen, Lin, Manocha & Ponamgi, "I-COLLIDE", 1995).
//
// Points that close in on each other at v now, and with at most a more from then on, have come nearer by vt + at²/2 after t. A gap d
// lasts for the root of that,
//
//     t = (√(v² + 2ad) − v) / a = 2d / (v + √(v² + 2ad)).
//
// The second form holds at a = 0 too, where it is d/v, and does not subtract while v ≥ 0. Points that separate (v < 0) get the first, which
// does not subtract then. Departures from the papers: the bounds are on points, not on centres of mass. A point of a body is at most a radius r from its centre, so it moves at |v| + ωr at most and
// accelerates by |a| + (α + ω²)r; and since ω may grow, it is the greatest ω until some horizon that counts, and the answer does not
// search beyond.

import { NearmissError, textOf } from '../error.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { lengthOf } from '../scalar/length.ts';
import { LEAST_DOUBLE, UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { readVector } from '../scalar/vector.ts';

/** What is known of how a body moves: its velocity now, and bounds until the horizon. See {@link pairFreeTime}. */
export interface MotionBounds {
  /** Of the centre, now. */
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

/** Relative error of the computed time: two dozen roundings, those of speed and acceleration of a pair among them, and some to spare. */
const TIME_ROUNDING = 32 * UNIT_ROUNDOFF;

/** Times below this are taken as 0: near the end of the doubles, rounding is not relative any more. Seconds, or any unit. */
const SHORTEST: number = 2 ** -900;

/** Speeds below and above these are scaled by 2^500 and 2^−500: the root of a product would lose bits to the end of the doubles, or overflow. */
const SLOW: number = 2 ** -502;
const FAST: number = 2 ** 1000;

/**
 * How long a gap lasts at least, closed at `speed` now, negative where it opens, and with at most `acceleration`, 0 or more; never too long. Any of them may be
 * infinite: an infinite speed or acceleration closes any gap at once, finite ones never close an infinite gap. What is closed after more
 * than the largest double lasts that long.
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
  // Between 5/6 and 5/2 times a quotient: that overflows only where the time does.
  const time = speed < 0 ? (larger / (acceleration * scale)) * sum : ((gap * scale) / larger) * (2 / sum);
  return time >= SHORTEST ? Math.min(time, Number.MAX_VALUE) * (1 - TIME_ROUNDING) : 0;
}

/**
 * How long two bodies a gap apart have no contact for certain: at most until `horizon`, up to which the bounds hold.
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
  // A body that is never made to turn faster has no horizon to fear.
  const fastest = angularAcceleration === 0 ? angularSpeed : angularSpeed + product(angularAcceleration, horizon);
  // Where there is nothing to turn, it may turn without end.
  return acceleration + product(radius, angularAcceleration + product(fastest, fastest));
}

/** A product that is 0 only where a factor is, whatever the other: what vanishes below the doubles is rounded up to the least of them. */
function product(x: number, y: number): number {
  return x === 0 || y === 0 ? 0 : x * y + LEAST_DOUBLE;
}

/** Refuses what is no number or below `least`; infinite is a number. */
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
