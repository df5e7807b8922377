// Objects of options, poses and motions may have only their documented properties: a misspelt name is refused instead of being
// ignored. A property that is undefined counts as missing.

import { type ErrorCode, NearmissError } from '../error.ts';

/** The names of all properties of T. The type keeps the list complete. */
export type KnownKeys<T> = Readonly<Record<keyof T, true>>;

/** Refuses an array, and an object with a property that T does not have; `what` names the object in the error. */
export function requireKnownKeys<T extends object>(given: T, known: KnownKeys<T>, code: ErrorCode, what: string): void {
  if (Array.isArray(given)) throw new NearmissError(code, `${what} must be an object and no array.`);
  for (const key in given) {
    if (known[key] !== true && given[key] !== undefined) throw unknownKey(key, Object.keys(known), code, what);
  }
}

/** The error message for an unknown property, with the nearest known name, or all of them. */
function unknownKey(key: string, known: readonly string[], code: ErrorCode, what: string): NearmissError {
  const nearest = nearestName(key, known);
  const hint = nearest === null ? `known are ${known.join(', ')}` : `did you mean "${nearest}"?`;
  const end = nearest === null ? '.' : '';
  return new NearmissError(code, `${what} has an unknown property "${shortened(key)}"; ${hint}${end}`);
}

const LONGEST_TOLD = 40;

function shortened(name: string): string {
  return name.length <= LONGEST_TOLD ? name : `${name.slice(0, LONGEST_TOLD)}…`;
}

/**
 * The name with the fewest edits from a misspelt one, or one that starts with it; null if none is near.
 *
 * A third of the letters may be wrong.
 *
 * @example
 * console.log(nearestName('distence', ['collide', 'distance'])); // distance
 */
export function nearestName(misspelt: string, names: readonly string[]): string | null {
  if (typeof misspelt !== 'string' || misspelt.length > LONGEST_TOLD) return null;
  const wanted = misspelt.toLowerCase();
  let nearest: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const candidate = name.toLowerCase();
    const isStart = wanted.length >= 3 && candidate.startsWith(wanted);
    const count = isStart ? 0 : editDistance(wanted, candidate);
    if (count < least && count <= Math.max(1, Math.floor(candidate.length / 3))) {
      least = count;
      nearest = name;
    }
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1];
      let least = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isEqual ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, beforeLast[j - 2] + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
