import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requireKey, type Store } from './store.ts';

/** A folder, usually on a network file system. */
export class FolderStore implements Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(key: string): Promise<Uint8Array | null> {
    try {
      return await readFile(this.#pathOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async has(key: string): Promise<boolean> {
    try {
      return (await stat(this.#pathOf(key))).isFile();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, content);
  }

  async create(key: string, content: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    // Unlike a rename, a link never replaces a file.
    await writeWhole(path, content, async (draft) => {
      await link(draft, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      await rm(draft, { force: true });
    });
  }

  #pathOf(key: string): string {
    return join(this.#folder, requireKey(key));
  }
}

/** Writes a file under a name of its own and renames it when all is on the disk: whoever reads it finds all of it or nothing. */
export async function writeWhole(
  path: string,
  content: Uint8Array,
  publish: (draft: string) => Promise<void> = (draft) => rename(draft, path),
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
