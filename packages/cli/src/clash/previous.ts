import { readFile } from 'node:fs/promises';
import type { Clash } from '@nearmiss/clash';
import { UsageError } from '../usage.ts';

/** The clashes that a file of an earlier run holds, or null if there is none; a file that holds something else is not to be written over. */
export async function readPrevious(path: string): Promise<Clash[] | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null || text.trim() === '') return null;
  const clashes: Clash[] = [];
  let isWhole = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = parsed(line);
    if (value === null) return refuse(path);
    if ('summary' in value) isWhole = true;
    else if (isClash(value)) clashes.push(value);
    else return refuse(path);
  }
  return isWhole ? clashes : refuse(path);
}

function refuse(path: string): never {
  throw new UsageError(`"${path}" exists and is no result of nearmiss clash; it is not overwritten.`);
}

function parsed(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function isClash(value: object): value is Clash {
  return (
    'id' in value && typeof value.id === 'string' && 'test' in value && 'type' in value && 'a' in value && 'b' in value
  );
}
