// The files that a run writes, checked before it works: no output is an input of the set or another output, and each can be written.

import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ClashSet } from '@nearmiss/clash';
import { whyNotOpened } from '@nearmiss/io/node';
import { UsageError } from '../usage.ts';

/** A file of a run, and what it is. */
interface NamedPath {
  readonly what: string;
  readonly path: string;
}

export interface ClashFiles {
  readonly setFile: string;
  readonly set: ClashSet;
  readonly decisions: readonly string[];
  readonly output: string | undefined;
  readonly journal: string | undefined;
  readonly reports: readonly string[];
}

/** Refuses outputs that would overwrite what is read, or each other, and those that cannot be written. */
export async function requireOutputs({ setFile, set, decisions, ...outputs }: ClashFiles): Promise<void> {
  const seen = new Map<string, string>();
  const inputs: NamedPath[] = [
    { what: 'the set', path: setFile },
    ...set.models.map(({ name, file }) => ({
      what: `models.${name} of the set`,
      path: resolve(dirname(setFile), file),
    })),
    ...decisions.map((path) => ({ what: '--decisions', path })),
  ];
  for (const { what, path } of inputs) {
    const identity = await identityOf(path);
    if (!seen.has(identity)) seen.set(identity, what);
  }
  for (const { what, path } of namedOutputs(outputs)) {
    await requireWritable(path);
    const identity = await identityOf(path);
    const other = seen.get(identity);
    if (other !== undefined) throw new UsageError(`${what} is ${other}: "${path}". Nothing is overwritten.`);
    seen.set(identity, what);
  }
}

function namedOutputs({ output, journal, reports }: Pick<ClashFiles, 'output' | 'journal' | 'reports'>): NamedPath[] {
  return [
    ...(output === undefined ? [] : [{ what: '-o', path: output }]),
    ...(journal === undefined ? [] : [{ what: '--journal', path: journal }]),
    ...reports.map((path) => ({ what: '--report', path })),
  ];
}

/** The same for all names of a file, links among them. */
async function identityOf(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true }).catch(() => null);
  if (facts !== null) return `${facts.dev}:${facts.ino}`;
  const folder = dirname(resolve(path));
  return join(await realpath(folder).catch(() => folder), basename(path));
}

async function requireWritable(path: string): Promise<void> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isDirectory()) throw new UsageError(`"${path}" cannot be written: it is a folder.`);
  await access(dirname(resolve(path)), constants.W_OK).catch((cause: unknown) => {
    throw new UsageError(`"${path}" cannot be written: its folder: ${whyNotOpened(cause)}.`);
  });
}
