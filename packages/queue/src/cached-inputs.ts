import { link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ContentCache, Fetched } from './content-cache.ts';

/** A file as a shard wants to find it: content at a path, or a link to another path. See {@link CachedInputs}. */
export type LaidFile =
  | { readonly path: string; readonly hash: string }
  | { readonly path: string; readonly link: string };

/**
 * The inputs of shards for one process: by hash, and laid out as a folder for programs that read files by their names.
 *
 * @see {@link ContentCache}
 */
export class CachedInputs {
  readonly #cache: ContentCache;
  readonly #home: string;
  #laid: { readonly key: string; readonly folder: string } | null = null;
  #fetchedBytes = 0;

  /** Folders are made below `home`. */
  constructor(cache: ContentCache, home: string) {
    this.#cache = cache;
    this.#home = home;
  }

  /** Bytes that came from the store so far. */
  get fetchedBytes(): number {
    return this.#fetchedBytes;
  }

  async read(hash: string): Promise<Uint8Array> {
    return (await this.#fetch(hash)).bytes;
  }

  /** A folder with these files; the last one that was asked for is removed when another one is. */
  async folder(files: readonly LaidFile[]): Promise<string> {
    const key = JSON.stringify(files);
    if (this.#laid?.key === key) return this.#laid.folder;
    await this.dropFolder();
    await mkdir(this.#home, { recursive: true });
    // The number of the process tells later ones whether anybody still uses it.
    const folder = await mkdtemp(join(this.#home, `${process.pid}-`));
    this.#laid = { key: '', folder };
    for (const file of files) await this.#lay(folder, file);
    this.#laid = { key, folder };
    return folder;
  }

  /** Removes the folder, if somebody else has not: the next one that is asked for is laid out anew. */
  async dropFolder(): Promise<void> {
    const { folder } = this.#laid ?? {};
    this.#laid = null;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async #fetch(hash: string): Promise<Fetched> {
    const fetched = await this.#cache.fetch(hash);
    if (fetched.isFromStore) this.#fetchedBytes += fetched.bytes.length;
    return fetched;
  }

  async #lay(folder: string, file: LaidFile): Promise<void> {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true });
    if ('link' in file) {
      await symlink(relative(dirname(path), join(folder, file.link)), path);
      return;
    }
    const { bytes, isCached } = await this.#fetch(file.hash);
    // A link to the cached file, which may go from the cache but not from here; a copy where the file is not cached.
    const linked = isCached ? link(this.#cache.pathOf(file.hash), path) : Promise.reject();
    await linked.catch(() => writeFile(path, bytes));
  }
}

/** Removes folders of processes that were killed. See {@link CachedInputs}. */
export async function removeAbandoned(home: string): Promise<void> {
  const names = await readdir(home).catch(() => []);
  for (const name of names) {
    const [, pid = ''] = /^(\d+)-/.exec(name) ?? [];
    if (pid !== '' && !isAlive(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is one too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
