// Parsing of untrusted JSON. Every step down keeps its position, as a JSON pointer, for error messages.

import { quote, refuse } from '../refuse.ts';

/** Largest nesting of brackets. glTF itself needs about ten levels; the rest is for users' "extras". */
const DEEPEST_NESTING = 512;

/** Bytes of JSON text; engines hold no strings much longer. */
const LONGEST_JSON = 2 ** 28;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value somewhere in a JSON text. */
export interface Located {
  readonly value: unknown;
  readonly path: string;
}

/** The JSON text in `bytes`, which begin at byte `start` of the file. */
export function parseJson(bytes: Uint8Array, start: number): Located {
  if (bytes.length > LONGEST_JSON) {
    refuse(
      'io/too-large',
      `byte ${start}`,
      `The JSON text has ${bytes.length} bytes; ${LONGEST_JSON} are read at most.`,
    );
  }
  refuseDeepNesting(bytes, start);
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), path: '' };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const position = /position (\d+)/.exec(message)?.[1];
    const location = position === undefined ? `byte ${start}` : `character ${position} of the JSON`;
    return refuse('io/bad-json', location, 'The JSON text cannot be read.', cause);
  }
}

/** Engines parse deep nesting by recursion and may overflow the stack; so it is checked beforehand. */
function refuseDeepNesting(bytes: Uint8Array, start: number): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 92) at++;
      else if (byte === 34) inString = false;
    } else if (byte === 34) {
      inString = true;
    } else if (byte === 91 || byte === 123) {
      if (++depth > DEEPEST_NESTING) {
        refuse('io/bad-json', `byte ${start + at}`, `The JSON text is nested deeper than ${DEEPEST_NESTING} levels.`);
      }
    } else if (byte === 93 || byte === 125) {
      depth--;
    }
  }
}

/** The value of a key; undefined if absent. Only own keys count. */
export function child(object: JsonObject, path: string, key: string): Located {
  return { value: Object.hasOwn(object, key) ? object[key] : undefined, path: `${path}/${key}` };
}

export function asObject({ value, path }: Located): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  return refuseKind(value, path, 'an object');
}

/** The items of a list; none where the list is left out. */
export function asList({ value, path }: Located): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : refuseKind(value, path, 'a list');
}

/** The items of a list at the top of the file, such as its nodes. */
export function itemsOf(root: JsonObject, key: string): readonly Located[] {
  const list = child(root, '', key);
  return asList(list).map((value, index) => ({ value, path: `${list.path}/${index}` }));
}

export function asText({ value, path }: Located): string {
  return typeof value === 'string' ? value : refuseKind(value, path, 'a text');
}

/** A whole number from 0 up; `byDefault` where it is left out. */
export function asCount({ value, path }: Located, byDefault?: number): number {
  if (value === undefined && byDefault !== undefined) return byDefault;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return refuse('io/bad-count', path, `Expected a whole number from 0 up, found ${show(value)}.`);
}

/** The number of an item in a list of `length` items. */
export function asIndex({ value, path }: Located, length: number, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length) return value;
  return refuse(
    'io/index-out-of-range',
    path,
    `Expected the number of one of ${length} ${what}, found ${show(value)}.`,
  );
}

/** `length` finite numbers. */
export function asNumbers({ value, path }: Located, length: number): readonly number[] {
  if (!Array.isArray(value) || value.length !== length) return refuseKind(value, path, `a list of ${length} numbers`);
  for (const [index, item] of value.entries()) {
    if (typeof item === 'number' && Number.isFinite(item)) continue; // JSON has no NaN, but 1e999 reads as infinite
    refuse('io/bad-number', `${path}/${index}`, `Expected a finite number, found ${show(item)}.`);
  }
  return value;
}

function refuseKind(value: unknown, path: string, expected: string): never {
  return refuse('io/bad-json', path === '' ? '/' : path, `Expected ${expected}, found ${show(value)}.`);
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}
