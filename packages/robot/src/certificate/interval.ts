// Interval arithmetic, slow and simple: every operation is widened by more than it can be rounded.

import { sinCos } from 'nearmiss/bodies';

/** All numbers from the first to the second. */
export type Interval = readonly [number, number];

/** Rounding of an operation, as a part of its value: eight times as much. Dimensionless. */
const PART: number = 2 ** -50;
/** The least width, against underflow. In the unit of the number. */
const LEAST = 1e-300;

export function exactly(value: number): Interval {
  return [value, value];
}

/** A number that is known to 2⁻⁵⁰ of it. */
export function about(value: number): Interval {
  return widened(value, value);
}

function widened(low: number, high: number): Interval {
  const slip = PART * Math.max(Math.abs(low), Math.abs(high)) + LEAST;
  return [low - slip, high + slip];
}

export function add([a, b]: Interval, [c, d]: Interval): Interval {
  return widened(a + c, b + d);
}

export function subtract(a: Interval, [c, d]: Interval): Interval {
  return add(a, [-d, -c]);
}

export function multiply([a, b]: Interval, [c, d]: Interval): Interval {
  const products = [a * c, a * d, b * c, b * d];
  return widened(Math.min(...products), Math.max(...products));
}

/** `divisor` is above 0. */
export function divide([a, b]: Interval, divisor: Interval): Interval {
  const quotients = divisor.flatMap((d) => [a / d, b / d]);
  return widened(Math.min(...quotients), Math.max(...quotients));
}

export function middleOf([a, b]: Interval): number {
  return a + (b - a) / 2;
}

/** The largest absolute value. */
export function sizeOf([a, b]: Interval): number {
  return Math.max(Math.abs(a), Math.abs(b));
}

/** Sine and cosine of an interval: at the middle, and as far from there as the angle is. */
export function sineAndCosine(angle: Interval): [Interval, Interval] {
  const middle = middleOf(angle);
  // The library's sine is right to 2u.
  const reach = sizeOf(subtract(angle, exactly(middle))) + 2 ** -51;
  const out = new Float64Array(2);
  sinCos(middle, out);
  const [s, c] = out;
  return [clamp(widened(s - reach, s + reach)), clamp(widened(c - reach, c + reach))];
}

function clamp([a, b]: Interval): Interval {
  return [Math.max(-1, a), Math.min(1, b)];
}
