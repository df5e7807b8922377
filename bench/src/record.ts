// What experiments and contests found, kept as data in bench/data: plots are drawn from these files and from nothing else.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment, Plots } from './experiment.ts';
import type { Machine } from './report/results.ts';

/** The record of nearmiss beside its peers. */
export const PEERS = 'peers';

export interface BenchRecord {
  /** Of the experiment, or `peers`. */
  readonly name: string;
  readonly date: string;
  /** The commit that was measured, with a plus sign where sources differed from it; null outside a repository. */
  readonly commit: string | null;
  readonly machine: Machine;
  readonly rounds: number;
  readonly data: unknown;
}

export function recordOf(name: string, machine: Machine, rounds: number, data: unknown): BenchRecord {
  return { name, date: new Date().toISOString(), commit: commitHere(), machine, rounds, data };
}

export const recordPath = (folder: string, name: string): string => join(folder, `${name}.json`);

/** Null where nothing was recorded. */
export function readRecord(folder: string, name: string): BenchRecord | null {
  const path = recordPath(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** All records in a folder, by their names. */
export function allRecords(folder: string): BenchRecord[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return files.sort().map((file): BenchRecord => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

/** A line for each row of numbers: short enough to read, and differences show where they are. */
export function recordText(record: BenchRecord): string {
  const text = JSON.stringify(record, null, 1);
  // Arrays of plain values take one line.
  return `${text.replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, inner: string) => `[${inner.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
}

/** The plots of a record as it is read again: what a plot shows is in the file. */
export function drawRecord({ draw }: Experiment, record: BenchRecord): Plots {
  const { data, machine }: BenchRecord = JSON.parse(recordText(record));
  return draw?.(data, machine) ?? {};
}

function commitHere(): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git('status', '--porcelain', '--', ':/packages', ':/bench/src') !== '';
    return git('rev-parse', '--short=12', 'HEAD') + (changed ? '+' : '');
  } catch {
    return null;
  }
}
