import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Assembly, type ClashSet, readClashSet } from '@nearmiss/clash';
import { loadAssemblyOfSet } from '@nearmiss/clash/node';

export interface LoadedSet {
  readonly set: ClashSet;
  readonly assembly: Assembly;
}

export async function readSet(file: string): Promise<LoadedSet> {
  const set = readClashSet(JSON.parse(readFileSync(file, 'utf8')));
  return { set, assembly: await loadAssemblyOfSet(set, dirname(file)) };
}
