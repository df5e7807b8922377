import { readFile } from 'node:fs/promises';
import type { Clash } from '@nearmiss/clash';
import { whyNotOpened } from '@nearmiss/io/node';
import { UsageError } from '../usage.ts';

/** The clashes that a file of an earlier run holds, or null if there is none. What is no such file is refused: it would be overwritten. */
export async function readPrevious(path: string): Promise<Clash[] | null> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw new UsageError(`"${path}" cannot be opened: ${whyNotOpened(cause)}.`);
  });
  if (text.trim() === '') return null;
  const clashes: Clash[] = [];
  let isWhole = false;
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (value === null) refuse(path, `line ${k + 1} is no JSON`);
    else if ('summary' in value) isWhole = true;
    else if (isClash(value)) clashes.push(value);
    else refuse(path, `line ${k + 1} is no clash`);
  }
  if (!isWhole) refuse(path, 'it has no summary');
  return clashes;
}

function refuse(path: string, why: string): never {
  const advice = 'It is not overwritten, since decisions may be in it: delete it, or write another file.';
  throw new UsageError(`"${path}" is no result of nearmiss clash: ${why}. ${advice}`);
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
