import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { NearmissError } from 'nearmiss';
import type { MeshFile } from '../mesh-file.ts';
import { type AssemblyFile, readAssembly } from '../read-assembly.ts';
import { type ReadOptions, readMesh } from '../read-mesh.ts';
import { refuse } from '../refuse.ts';
import { textOf } from '../require-input.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** Options of {@link loadMesh}. */
export interface LoadOptions extends Omit<ReadOptions, 'name' | 'resources'> {
  /** The most bytes that the file and what it refers to may have together. */
  readonly maxBytes?: number | undefined;
  /**
   * Called with each file as it was read: the file itself under its own name, then what it refers to under names relative to its folder.
   * Reading goes on when what it returns is settled.
   */
  readonly onRead?: ((name: string, bytes: Uint8Array) => void | Promise<void>) | undefined;
}

/** Defaults of the options of {@link loadMesh}. */
export const LOAD_DEFAULTS: Readonly<{ maxBytes: number }> = Object.freeze({ maxBytes: 2 ** 30 });

/**
 * Reads a mesh file from disk. Buffers that a glTF file refers to are read if they lie in its folder or below, links
 * followed; no other file is ever opened.
 *
 * @see {@link readMesh}
 */
export async function loadMesh(path: string, options: LoadOptions = {}): Promise<MeshFile> {
  return load(path, options, readMesh);
}

/**
 * Reads a file from disk as the tree of nodes that it is, under the rules of {@link loadMesh}.
 *
 * @see {@link readAssembly}
 */
export async function loadAssembly(path: string, options: LoadOptions = {}): Promise<AssemblyFile> {
  return load(path, options, readAssembly);
}

async function load<T>(
  path: string,
  options: LoadOptions,
  read: (bytes: Uint8Array, options: ReadOptions) => Promise<T>,
): Promise<T> {
  const { maxBytes = LOAD_DEFAULTS.maxBytes, onRead, ...readOptions } = options;
  if (!(typeof maxBytes === 'number' && maxBytes >= 0)) {
    throw new NearmissError('options/bad-value', `maxBytes is ${textOf(maxBytes)}; expected a number from 0 up.`);
  }
  const budget = { left: maxBytes };
  const bytes = await readFile(path, path, budget);
  await onRead?.(basename(path), bytes);
  const resources = async (uri: string): Promise<Uint8Array> => {
    const folder = await realpath(dirname(path));
    const target = await realpath(join(folder, uri)).catch((cause: unknown) => refuseMissing(uri, cause));
    if (!target.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
      refuse('io/forbidden-reference', uri, 'The reference leads out of the folder of the file.');
    }
    const resource = await readFile(target, uri, budget);
    await onRead?.(uri, resource);
    return resource;
  };
  return read(bytes, { ...readOptions, name: basename(path), resources });
}

/** The bytes of a plain file, if the budget allows; pipes and devices, which may never end, are refused. */
async function readFile(path: string, shown: string, budget: { left: number }): Promise<Uint8Array> {
  const file = await openFile(path, shown);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return refuse('io/missing-resource', shown, 'This is not a file.');
    if (facts.size > budget.left) {
      return refuse('io/too-large', shown, `The file has ${facts.size} bytes; ${budget.left} are allowed.`);
    }
    budget.left -= facts.size;
    return await readExactly(file, facts.size, shown);
  } finally {
    await file.close();
  }
}

/** The number of bytes at the time of the check, in case the file grows meanwhile. */
async function readExactly(file: FileHandle, size: number, shown: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let read = 0;
  while (read < size) {
    const { bytesRead } = await file.read(bytes, read, size - read, read);
    if (bytesRead === 0) return refuse('io/truncated', shown, `The file shrank to ${read} bytes while it was read.`);
    read += bytesRead;
  }
  return bytes;
}

async function openFile(path: string, shown: string): Promise<FileHandle> {
  try {
    // Otherwise a pipe without a writer would block for ever.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    return refuseMissing(shown, cause);
  }
}

function refuseMissing(shown: string, cause: unknown): never {
  return refuse('io/missing-resource', shown, `The file cannot be opened: ${whyNotOpened(cause)}.`, cause);
}
