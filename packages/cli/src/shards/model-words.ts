import { parseJson } from '../json-text.ts';

const MODEL = /"model"\s*:\s*"([^"]*)"/g;

/**
 * The names of models that a query may have. All that it has are among them; a text that only looks like one may be too. A line without a
 * backslash is searched as text, which takes a fraction of the time of reading it.
 */
export function modelWords(line: string): string[] {
  if (!line.includes('\\')) return Array.from(line.matchAll(MODEL), ([, word = '']) => word);
  try {
    const query = parseJson(line, 'The line');
    return [member(query, 'a'), member(query, 'b')].flatMap((body) => {
      const word = member(body, 'model');
      return typeof word === 'string' ? [word] : [];
    });
  } catch {
    // It will be refused without opening anything.
    return [];
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
