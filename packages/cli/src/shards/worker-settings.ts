// What a worker tells the processes that answer its shards, in a variable of their environment.

import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkerSettings {
  /** The address of the store. */
  readonly store: string;
  /** The folder of the cache. */
  readonly cache: string;
  readonly cacheBytes: number;
}

const VARIABLE = 'NEARMISS_WORKER';

export function settingsVariable(settings: WorkerSettings): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(settings) };
}

export function readSettings(): WorkerSettings {
  const settings: WorkerSettings = JSON.parse(process.env[VARIABLE] ?? '{}');
  if (typeof settings.store !== 'string')
    throw new Error(`${VARIABLE} is not set: nearmiss worker starts this program.`);
  return settings;
}

/** Inputs of shards, below the cache. */
export const inputsFolder = (cache: string): string => join(cache, 'inputs');
/** Folders that shards in work have, below the cache. */
export const layoutsFolder = (cache: string): string => join(cache, 'folders');

export function defaultCache(): string {
  return join(process.env.XDG_CACHE_HOME ?? (homedir() === '' ? tmpdir() : join(homedir(), '.cache')), 'nearmiss');
}
