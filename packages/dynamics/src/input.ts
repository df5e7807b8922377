// Numbers from outside, checked before anything is changed. `what` names them in the error.

import { type ErrorCode, NearmissError, nearestName } from 'nearmiss';

/** Coordinates, speeds, masses and times are at most this, so that products of a few of them are finite; and those above 0 at least this. */
const LARGEST = 1e50;
const SMALLEST = 1e-50;

/** A property of options, as errors name it. */
const PROPERTY = /^[a-z]\w*(\.\w+|\[\d+\])*$/i;

export function textOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * The error about a value. Where `what` names a property of options, its location is a JSON pointer within them: that of `joint.limits[1]` is
 * `/limits/1`.
 */
export function faultOf(what: string, message: string, code: ErrorCode = 'dynamics/bad-value'): NearmissError {
  if (!PROPERTY.test(what)) return new NearmissError(code, message);
  const path = what.replace(/^joint\./, '').replace(/[.[]/g, '/');
  return new NearmissError(code, message, { location: `/${path.replaceAll(']', '')}` });
}

/** Options without unknown properties: a typing error would be passed over. */
export function requireKeys(given: unknown, keys: readonly string[], what: string): void {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw faultOf(what, `${what} must be an object with ${keys.join(', ')}.`);
  }
  for (const key of Object.keys(given)) {
    if (keys.includes(key)) continue;
    const meant = nearestName(key, keys);
    const hint = meant === null ? `known are ${keys.join(', ')}.` : `did you mean "${meant}"?`;
    throw faultOf(`${what}.${key}`, `${what} has an unknown property ${textOf(key)}; ${hint}`);
  }
}

/** A finite number within bounds. */
export function requireNumber(
  value: unknown,
  what: string,
  least: number = -LARGEST,
  code: ErrorCode = 'dynamics/bad-value',
): number {
  if (typeof value === 'number' && value >= least && value <= LARGEST) return value;
  const isLarge = typeof value === 'number' && value > LARGEST;
  const bound = isLarge ? ` of at most ${LARGEST}` : least > -LARGEST ? ` of at least ${least}` : '';
  throw faultOf(what, `${what} is ${textOf(value)}; it takes a number${bound}.`, code);
}

/** The part of its speed that a body bounces with. */
export function requireRestitution(value: unknown, what: string): number {
  const restitution = requireNumber(value, what, 0);
  if (restitution <= 1) return restitution;
  throw faultOf(what, `${what} is ${restitution}; it is from 0 to 1.`);
}

/** A number above 0, and not so small that products of a few vanish. */
export function requirePositive(value: unknown, what: string, code: ErrorCode = 'dynamics/bad-value'): number {
  if (typeof value === 'number' && value >= SMALLEST && value <= LARGEST) return value;
  const bound = Number(value) > 0 ? ` from ${SMALLEST} to ${LARGEST}` : ' above 0';
  throw faultOf(what, `${what} is ${textOf(value)}; it takes a number${bound}.`, code);
}

/** A whole number from 1 on. */
export function requireCount(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw faultOf(what, `${what} is ${textOf(value)}; it takes a whole number from 1 on.`);
}

/** `count` finite numbers, as a copy. */
export function requireNumbers(value: unknown, count: number, what: string): Float64Array {
  const list = value !== null && typeof value === 'object' && 'length' in value ? (value as ArrayLike<unknown>) : null;
  if (list === null || list.length !== count) {
    const order = count === 9 ? ', row by row' : '';
    throw faultOf(what, `${what} takes ${count} numbers${order}${list === null ? '' : `; it has ${list.length}`}.`);
  }
  const numbers = new Float64Array(count);
  for (let k = 0; k < count; k++) numbers[k] = requireNumber(list[k], `${what}[${k}]`);
  return numbers;
}

/** A whole number of 32 bits, for groups and masks. */
export function requireBits(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32) return value | 0;
  throw faultOf(what, `${what} is ${textOf(value)}; it takes a whole number of 32 bits.`);
}

/** One of a list of words. */
export function requireWord<W extends string>(value: unknown, words: readonly W[], what: string): W {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw faultOf(what, `${what} is ${textOf(value)}; it is one of ${words.join(', ')}.`);
}

/** True or false. */
export function requireFlag(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value;
  throw faultOf(what, `${what} is ${textOf(value)}; it is true or false.`);
}

/** A text. */
export function requireText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw faultOf(what, `${what} is ${textOf(value)}; it takes a text.`);
}

/** A list, of bodies. */
export function requireBodies(value: unknown): void {
  if (Array.isArray(value)) return;
  throw new NearmissError('dynamics/bad-value', 'It takes a list of bodies, such as simulation.bodies or [body].');
}
