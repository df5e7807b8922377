import { NearmissError } from 'nearmiss';
import type { Refusal } from './messages.ts';

/** What a worker tells the page of an error. */
export function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof NearmissError ? error.code : 'unexpected', message };
}
