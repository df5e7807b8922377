// Inputs of shards: kept by their content when the work is planned, and found by it where a shard is answered.

import { isAbsolute, normalize, sep } from 'node:path';
import { hashOf } from './shard.ts';

/** Keeps an input under its SHA-256. */
export type KeepInput = (hash: string, content: string | Uint8Array) => Promise<void>;

/** A file as programs expect to find it in a folder: content at a path, or a link to another path. Paths are relative, with `/`. */
export type LaidFile =
  | { readonly path: string; readonly hash: string }
  | { readonly path: string; readonly link: string };

/** Where a shard finds what it names by hash. */
export interface Inputs {
  /** The bytes of an input; refused if they are not what the hash stands for. */
  read(hash: string): Promise<Uint8Array>;
  /** A folder that has these files. It stays until another one is asked for. */
  folder(files: readonly LaidFile[]): Promise<string>;
  /** Says that the folder was removed or changed by somebody else: the next one is laid out anew. */
  dropFolder(): Promise<void>;
}

/** Called with a file that was read: its path, relative to the folder of all files, and its bytes. */
type CheckFile = (path: string, bytes: Uint8Array) => void;

/** Refuses a file that is not what it was when the work was planned: its answers would be kept under the hash of another. */
export function plannedFiles(files: readonly LaidFile[]): CheckFile {
  const hashes = new Map(files.flatMap((file) => ('hash' in file ? [[file.path, file.hash]] : [])));
  return (path, bytes) => {
    if (hashes.get(withSlashes(path)) === hashOf(bytes)) return;
    throw new Error(`${path} is not what it was when the work was planned.`);
  };
}

/** Paths as shards spell them, on every system. */
export function withSlashes(path: string): string {
  return path.split(sep).join('/');
}

/** Files of a manifest, refused if one of them would lie outside of its folder. */
export function requireLaidFiles(given: unknown): LaidFile[] {
  if (!Array.isArray(given)) throw new Error('The files of an input must be a list.');
  return given.map((file: unknown) => {
    if (isLaidFile(file)) return file;
    throw new Error(`A file of an input leads out of its folder, or is none: ${JSON.stringify(file)}.`);
  });
}

function isLaidFile(file: unknown): file is LaidFile {
  if (typeof file !== 'object' || file === null || !('path' in file) || !isBelow(file.path)) return false;
  return 'link' in file ? isBelow(file.link) : 'hash' in file && typeof file.hash === 'string';
}

/** By the rules of this system: on Windows a backslash separates names, elsewhere it is a part of one. */
function isBelow(path: unknown): boolean {
  if (typeof path !== 'string' || path === '' || isAbsolute(path)) return false;
  return !withSlashes(normalize(path)).split('/').includes('..');
}
