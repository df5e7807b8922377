import { nameOf } from './body-name.ts';
import { RefusedError } from './query-client.ts';
import type { Refusal } from './worker/messages.ts';

/** What is said of a body that cannot be opened: which one, why, and what to do. */
export function loadRefusal(word: string, error: unknown): Refusal {
  const name = nameOf({ word });
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof RefusedError ? error.code : 'unexpected';
  const told = message.includes(name) ? message : `${name}: ${message}`;
  if (code === 'io/missing-resource') return { code, message: told };
  const remedy = word.startsWith('file:') ? 'repair the file, or drop another' : 'choose another shape, or drop a file';
  return { code, message: `${told} The scene is as it was; ${remedy}.` };
}
