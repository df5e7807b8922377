// What people decided, from a file: decisions by readDecisions of the library, and beside them comments, which only the page has.

import { readDecisions } from '@nearmiss/clash';
import { NearmissError } from 'nearmiss';
import type { NamedBytes } from '../../worker/messages.ts';
import type { DecidedClashes } from '../messages.ts';

export const NOTHING_DECIDED: DecidedClashes = { decisions: [], comments: [] };

export function readDecided(file: NamedBytes): DecidedClashes {
  try {
    return { decisions: [...readDecisions(file.bytes)], comments: commentsOf(file) };
  } catch (error) {
    if (!(error instanceof NearmissError)) throw error;
    throw new NearmissError(error.code, `${file.name}: ${error.message}`, { cause: error });
  }
}

function commentsOf({ bytes }: NamedBytes): (readonly [string, string])[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== 'object' || value === null || !('comments' in value)) return [];
    const { comments } = value;
    if (typeof comments !== 'object' || comments === null) return [];
    return Object.entries(comments).flatMap(([id, text]) => (typeof text === 'string' ? [[id, text] as const] : []));
  } catch {
    // A BCF file, or lines of a result.
    return [];
  }
}
