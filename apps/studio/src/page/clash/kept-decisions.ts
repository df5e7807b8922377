// What was decided, kept by the browser until it is saved to a file: a reload has it again, and so has another visit to the same files.

import type { DecidedClashes } from './messages.ts';

const KEY = 'nearmiss-decisions';
const NOTHING: DecidedClashes = { decisions: [], comments: [] };
/** As many sets as files are kept: those that were decided about last. */
const MOST_SETS = 8;

interface Kept extends DecidedClashes {
  /** The digest of its files; null for the example. */
  readonly set: string | null;
}

/** Keeps what is decided about a set. Nothing decided replaces what was decided about the same set alone. */
export function keepDecided(set: string | null, { decisions, comments }: DecidedClashes): void {
  const sets = kept();
  const others = sets.filter((other) => other.set !== set);
  if (decisions.length + comments.length === 0 && others.length === sets.length) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([{ set, decisions, comments }, ...others].slice(0, MOST_SETS)));
  } catch {
    // Full or forbidden: it has to be saved to a file.
  }
}

export function keptDecided(set: string | null): DecidedClashes {
  return kept().find((one) => one.set === set) ?? NOTHING;
}

/** As it was written by this page, the newest first. */
function kept(): readonly Kept[] {
  const text = localStorage.getItem(KEY);
  const value: Kept | readonly Kept[] = text === null ? [] : JSON.parse(text);
  // Earlier versions kept one set.
  return 'set' in value ? [value] : value;
}
