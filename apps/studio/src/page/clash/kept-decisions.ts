// What was decided last, kept by the browser until it is saved to a file: a reload has it again. Of one set, that which was decided about last.

import type { DecidedClashes } from './messages.ts';

const KEY = 'nearmiss-decisions';
const NOTHING: DecidedClashes = { decisions: [], comments: [] };

interface Kept extends DecidedClashes {
  /** The digest of its files; null for the example. */
  readonly set: string | null;
}

/** Keeps what is decided about a set. Nothing decided replaces what was decided about the same set alone. */
export function keepDecided(set: string | null, { decisions, comments }: DecidedClashes): void {
  if (decisions.length + comments.length === 0 && kept()?.set !== set) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ set, decisions, comments }));
  } catch {
    // Full or forbidden: it has to be saved to a file.
  }
}

export function keptDecided(set: string | null): DecidedClashes {
  const found = kept();
  return found?.set === set ? found : NOTHING;
}

/** As it was written by this page; null where there is nothing yet. */
function kept(): Kept | null {
  const text = localStorage.getItem(KEY);
  return text === null ? null : JSON.parse(text);
}
