// Results and errors as messages, and back.

import { NearmissError } from '../error.ts';
import type { Given } from './protocol.ts';

/** An error as a message. */
export function refusalOf(error: unknown): Given {
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, code: error instanceof NearmissError ? error.code : null, message };
}

/** The value of a message, or its error thrown. */
export function unwrap(given: Given): unknown {
  if (given.ok) return given.value;
  throw given.code === null ? new Error(given.message) : new NearmissError(given.code, given.message);
}
