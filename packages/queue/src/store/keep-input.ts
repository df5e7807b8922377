import { createHash } from 'node:crypto';
import type { Store } from './store.ts';

/** What a store had under the hash of an input: nothing, the same bytes, or other ones. See {@link keepInput}. */
export type HadInput = 'nothing' | 'same' | 'damaged';

/** The key of an input. */
export function inputKey(hash: string): string {
  return `inputs/${hash}`;
}

/** SHA-256, as inputs are named by it. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Keeps an input under its SHA-256. What is there already is read and compared, not only looked up: whoever plans has the right bytes, and is
 * the only one who can replace damaged ones.
 *
 * @see {@link openStore}
 */
export async function keepInput(store: Store, hash: string, bytes: Uint8Array): Promise<HadInput> {
  const found = await store.get(inputKey(hash));
  if (found !== null && Buffer.compare(found, bytes) === 0) return 'same';
  await store.put(inputKey(hash), bytes);
  return found === null ? 'nothing' : 'damaged';
}
