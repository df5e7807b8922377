// Files that appear as a whole: written under another name and renamed when all is on the disk. Whoever reads one finds the old content or
// the new, and a run that is ended leaves the old.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { UsageError } from './usage.ts';

/** An open file. See {@link openOutput}. */
export interface OutputFile {
  readonly stream: Writable;
  /** Where the lines are until the end; null for a pipe or a device, which is written directly. */
  readonly draft: string | null;
  /** Replaces the file by what was written. */
  readonly finish: () => Promise<void>;
}

/** Opens a file that has the ending `.part` until it is finished. Refuses to overwrite the input. */
export async function openOutput(path: string, input?: string): Promise<OutputFile> {
  const { target, mode } = await targetOf(path);
  const draft = target === null ? null : `${target}.part`;
  if (input !== undefined) for (const written of [path, draft]) await requireOther(written, path, input);
  // Pipes and devices have nothing to flush.
  const options = draft === null ? {} : { mode, flush: true };
  const stream = createWriteStream(draft ?? path, options);
  await once(stream, 'open').catch((cause: Error) => refuse(path, cause));
  const finish = async (): Promise<void> => {
    stream.end();
    await finished(stream).catch((cause: Error) => refuse(path, cause));
    if (target !== null && draft !== null) await rename(draft, target).catch((cause: Error) => refuse(path, cause));
  };
  return { stream, draft, finish };
}

/** Writes a file. Several processes may write the same one: each has a draft of its own. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const { target, mode } = await targetOf(path);
  const draft = target === null ? null : `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    const file = await open(draft ?? path, draft === null ? 'w' : 'wx', mode);
    try {
      await file.writeFile(content);
      if (draft !== null) await file.sync();
    } finally {
      await file.close();
    }
    if (target !== null && draft !== null) await rename(draft, target);
  } catch (cause) {
    if (draft !== null) await rm(draft, { force: true }).catch(() => {});
    refuse(path, cause as Error);
  }
}

/** Where a file is, links resolved, and with which rights; no target for a pipe or a device, which a rename would replace. */
async function targetOf(path: string): Promise<{ readonly target: string | null; readonly mode: number }> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return { target: path, mode: 0o666 };
  if (facts.isDirectory()) throw new UsageError(`"${path}" cannot be written: it is a folder.`);
  // /dev/stdout may be a plain file, but it is the stream that is meant.
  const isPlain = facts.isFile() && !/^\/(dev|proc)\//.test(path);
  return { target: isPlain ? await realpath(path) : null, mode: facts.mode & 0o777 };
}

async function requireOther(written: string | null, output: string, input: string): Promise<void> {
  if (written === null) return;
  const [target, source] = await Promise.all([realpath(written).catch(() => null), realpath(input).catch(() => null)]);
  if (target === null || target !== source) return;
  const what = written === output ? `"${output}"` : `"${written}", where "${output}" is written first,`;
  throw new UsageError(`${what} is both input and output.`);
}

function refuse(path: string, { message }: Error): never {
  throw new UsageError(`"${path}" cannot be written: ${message}.`);
}
