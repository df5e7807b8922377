import { RefusedError } from './query-client.ts';
import type { Refusal } from './worker/messages.ts';

/** What is said of a body that cannot be opened: which one, why, and what to do. */
export function loadRefusal(name: string, error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof RefusedError ? error.code : 'unexpected';
  const told = message.includes(name) ? message : `${name}: ${message}`;
  const isMissing = code === 'io/missing-resource';
  return { code, message: isMissing ? told : `${told} The scene is as it was; repair the file, or drop another.` };
}
