// Dropped files, kept by the browser: a reload, or a link to a file that was here before, finds them again. Nothing leaves the machine.

import type { Source } from './worker/messages.ts';

type FileSource = Extract<Source, { readonly kind: 'file' }>;

const DATABASE = 'nearmiss-studio';
const FILES = 'files';
/** The newest ones are kept. */
const MOST_FILES = 8;

interface Kept {
  readonly name: string;
  readonly source: FileSource;
}

export class FileStore {
  /** Files of this visit, for browsers that store nothing. */
  readonly #here = new Map<string, FileSource>();

  /** Has a file under its name for this visit. */
  hold(name: string, source: FileSource): void {
    this.#here.set(name, source);
  }

  /** Keeps a file beyond this visit. */
  async keep(name: string, source: FileSource): Promise<void> {
    try {
      const store = await openStore('readwrite');
      const keys = await result(store.getAllKeys());
      for (const key of keys.slice(0, Math.max(0, keys.length - MOST_FILES + 1))) store.delete(key);
      const kept: Kept = { name, source };
      await result(store.add(kept));
    } catch {
      // Full or forbidden: the file is asked for again after a reload.
    }
  }

  /** The newest file of this name, or null. */
  async find(name: string): Promise<FileSource | null> {
    const here = this.#here.get(name);
    if (here !== undefined) return here;
    try {
      const store = await openStore('readonly');
      const all: readonly Kept[] = await result(store.getAll());
      return all.findLast((kept) => kept.name === name)?.source ?? null;
    } catch {
      return null;
    }
  }
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(FILES, { autoIncrement: true }));
  const database = await result(request);
  return database.transaction(FILES, mode).objectStore(FILES);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
