import { NearmissError } from 'nearmiss';

/** A value in a message. Not every object has text. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Refuses anything but bytes, for callers without types. */
export function requireBytes(bytes: unknown): asserts bytes is Uint8Array {
  if (bytes instanceof Uint8Array) return;
  throw new NearmissError('options/bad-value', 'The bytes of a file are expected as a Uint8Array.');
}

/** Refuses a value that is not one of those an option takes, for callers without types. */
export function requireOneOf<T extends string>(name: string, value: T, allowed: readonly T[]): T {
  if (allowed.includes(value)) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; expected one of ${allowed.join(', ')}.`);
}
