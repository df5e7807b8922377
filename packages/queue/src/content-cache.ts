// Inputs on the disk of a worker, by their SHA-256. Several processes share the folder: files appear whole, by a rename, and may go at any
// time; who needs one longer links it.

import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './store/folder-store.ts';
import { hashOf, inputKey } from './store/keep-input.ts';
import type { Store } from './store/store.ts';

/** An input, whether the store had to be asked for it, and whether it is cached now. See {@link ContentCache}. */
export interface Fetched {
  readonly bytes: Uint8Array;
  readonly isFromStore: boolean;
  readonly isCached: boolean;
}

/**
 * A cache of inputs in a folder, limited in bytes; what was used last stays longest. Every input is compared with its hash.
 *
 * @see {@link openStore}
 */
export class ContentCache {
  readonly #store: Store;
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(store: Store, folder: string, maxBytes: number) {
    this.#store = store;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** The path of an input while it is cached. */
  pathOf(hash: string): string {
    return join(this.#folder, hash);
  }

  /**
   * An input from the cache or else from the store. A cached file that is damaged is removed and fetched again. A disk that is full, or a cache
   * that is too small, only costs time.
   */
  async fetch(hash: string): Promise<Fetched> {
    const cached = await readFile(this.pathOf(hash)).catch(() => null);
    if (cached !== null && hashOf(cached) === hash) {
      const now = new Date();
      await utimes(this.pathOf(hash), now, now).catch(() => {});
      return { bytes: cached, isFromStore: false, isCached: true };
    }
    if (cached !== null) await rm(this.pathOf(hash), { force: true }).catch(() => {});
    const bytes = await this.#store.get(inputKey(hash));
    if (bytes === null) throw new Error(`The store has no input ${hash}.`);
    if (hashOf(bytes) !== hash)
      throw new Error(`The store has other bytes under the input ${hash}; they are not used.`);
    return { bytes, isFromStore: true, isCached: await this.#keep(hash, bytes).catch(() => false) };
  }

  /** Bytes that are cached now. */
  async size(): Promise<number> {
    return (await this.#files()).reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether it was kept. */
  async #keep(hash: string, bytes: Uint8Array): Promise<boolean> {
    if (bytes.length > this.#maxBytes) return false;
    await mkdir(this.#folder, { recursive: true });
    await writeWhole(this.pathOf(hash), bytes);
    const files = await this.#files();
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.sort((a, b) => a.used - b.used)) {
      if (total <= this.#maxBytes) break;
      if (path === this.pathOf(hash)) continue;
      await rm(path, { force: true });
      total -= size;
    }
    return true;
  }

  async #files(): Promise<{ readonly path: string; readonly size: number; readonly used: number }[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.map(async (name) => {
      const path = join(this.#folder, name);
      const facts = await stat(path).catch(() => null);
      return facts?.isFile() === true ? [{ path, size: facts.size, used: facts.mtimeMs }] : [];
    });
    return (await Promise.all(files)).flat();
  }
}
