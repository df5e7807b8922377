// Dropped files, kept by the browser: a reload, or a link to a file that was here before, finds them again. Nothing leaves the machine.

import { fileDigest } from './file-digest.ts';
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
  /** Files of this visit by their digests, the newest last, for browsers that store nothing. */
  readonly #here = new Map<string, Kept>();

  /** Has a file for this visit; what tells it from others of its name is its digest. */
  hold(name: string, source: FileSource): string {
    const digest = fileDigest(source);
    this.#here.delete(digest);
    this.#here.set(digest, { name, source });
    return digest;
  }

  /** Has it no more. */
  release(digest: string): void {
    this.#here.delete(digest);
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

  /** The newest file of this name that has the digest, any where that is null; null where there is none. */
  async find(name: string, digest: string | null): Promise<FileSource | null> {
    const here = [...this.#here].findLast(([key, kept]) => kept.name === name && (digest ?? key) === key);
    if (here !== undefined) return here[1].source;
    const isMeant = ({ source }: Kept): boolean => digest === null || fileDigest(source) === digest;
    return (await keptFiles()).findLast((kept) => kept.name === name && isMeant(kept))?.source ?? null;
  }
}

async function keptFiles(): Promise<readonly Kept[]> {
  try {
    return await result((await openStore('readonly')).getAll());
  } catch {
    return []; // forbidden
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
