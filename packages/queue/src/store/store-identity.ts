// Which store a store is. Queues are named by it, so that workers see only shards whose inputs they can read and whose results the planner
// finds: the same address may lead elsewhere on another machine, and several addresses to the same store.

import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';

const IDENTITY = 'store/identity';
const PROBE = 'store/probe';

/**
 * The id of a store, which is made when it is asked for the first time.
 *
 * @see {@link openStore}
 */
export async function storeIdentity(store: Store): Promise<string> {
  const known = await readIdentity(store);
  if (known !== null) return known;
  await store.create(IDENTITY, Buffer.from(randomUUID()));
  // Several may have tried at once; what is there counts.
  const made = await readIdentity(store);
  if (made === null) throw new Error(`The store does not keep ${IDENTITY}.`);
  return made;
}

/**
 * Throws if nothing can be written to a store.
 *
 * @see {@link storeIdentity}
 */
export async function requireWritable(store: Store): Promise<void> {
  await store.put(PROBE, new Uint8Array());
}

async function readIdentity(store: Store): Promise<string | null> {
  const bytes = await store.get(IDENTITY);
  if (bytes === null) return null;
  const text = Buffer.from(bytes).toString('utf8').trim();
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new Error(`${IDENTITY} of the store is damaged; remove it, and stop the workers of this store.`);
}
