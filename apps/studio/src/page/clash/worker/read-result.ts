// A result of `nearmiss clash`, read again: a clash a line, and a summary at the end.

import { CLASH_TYPES, type Clash } from '@nearmiss/clash';
import { NearmissError } from 'nearmiss';

/** A result as it was read. */
export interface ReadResult {
  readonly clashes: readonly Clash[];
  /** What its summary says about the set; null where it does not. */
  readonly elements: number | null;
  readonly pairs: number | null;
  readonly tests: number | null;
}

/** Reads a result; `name` is that of its file, for errors. */
export function readResult(text: string, name: string): ReadResult {
  const clashes: Clash[] = [];
  let summary: unknown = null;
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parse(line);
    if (isClash(value)) clashes.push(value);
    else if (isObject(value) && 'summary' in value) summary = value.summary;
    else {
      throw new NearmissError('io/syntax', `${name} is no result of nearmiss clash: line ${k + 1} is no clash.`);
    }
  }
  const counted = (key: string): number | null => {
    const count = isObject(summary) ? member(summary, key) : null;
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null;
  };
  return { clashes, elements: counted('elements'), pairs: counted('pairs'), tests: counted('tests') };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether what the page needs is there, and is what it should be. */
function isClash(value: unknown): value is Clash {
  if (!isObject(value) || !('id' in value && 'test' in value && 'type' in value && 'a' in value && 'b' in value)) {
    return false;
  }
  const { id, test, type, a, b } = value;
  return (
    typeof id === 'string' &&
    typeof test === 'string' &&
    CLASH_TYPES.some((known) => known === type) &&
    isElement(a) &&
    isElement(b) &&
    hasNumbers(value, 'point') &&
    hasNumbers(value, 'translation') &&
    hasBracket(value, 'depth') &&
    hasBracket(value, 'distance') &&
    hasBox(value)
  );
}

function isElement(value: unknown): boolean {
  return isObject(value) && ['model', 'id', 'name'].every((key) => typeof member(value, key) === 'string');
}

function hasNumbers(value: object, key: string): boolean {
  const given = member(value, key);
  return given === undefined || isPoint(given);
}

/** A bound may be null, for infinite. */
function hasBracket(value: object, key: string): boolean {
  const given = member(value, key);
  if (given === undefined) return true;
  if (!isObject(given)) return false;
  const isBound = (bound: unknown): boolean => bound === null || Number.isFinite(bound);
  return isBound(member(given, 'lower')) && isBound(member(given, 'upper'));
}

function hasBox(value: object): boolean {
  const box = member(value, 'box');
  return box === undefined || (Array.isArray(box) && box.length === 2 && box.every(isPoint));
}

function isPoint(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

function member(value: object, key: string): unknown {
  return new Map<string, unknown>(Object.entries(value)).get(key);
}
