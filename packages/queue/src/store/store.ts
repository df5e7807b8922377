/**
 * Keeps bytes under keys such as `inputs/…` and `results/…`: what planner and workers share, so that nothing large goes through the queue.
 *
 * @see {@link openStore}
 */
export interface Store {
  /** Null if there is nothing under the key. */
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** Keeps all of the bytes, or throws and keeps none of them. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Keeps the bytes unless there is something under the key, whoever is first. */
  create(key: string, content: Uint8Array): Promise<void>;
}

/** Keys go into paths and addresses as they are. */
export function requireKey(key: string): string {
  if (/^[a-z]+\/[\w-]+$/.test(key)) return key;
  throw new Error(`${JSON.stringify(key)} is no key of a store.`);
}
