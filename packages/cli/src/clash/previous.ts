import { readFile } from 'node:fs/promises';
import type { Clash } from '@nearmiss/clash';

/** The clashes that a file of an earlier run holds, or null if it holds no such result. */
export async function readPrevious(path: string): Promise<Clash[] | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const clashes: Clash[] = [];
  let isWhole = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = parsed(line);
    if (value === null) return null;
    if ('summary' in value) isWhole = true;
    else if (isClash(value)) clashes.push(value);
    else return null;
  }
  return isWhole ? clashes : null;
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
