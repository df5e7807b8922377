import { NearmissError } from 'nearmiss';

/** How deep values may lie in each other: no query has more than six levels, an id may have its own. */
const DEEPEST = 64;

/**
 * The value that a text stands for. Text nested without end is refused before anything has to walk through it: what walks through a
 * value level by level, as messages and JSON do, would run out of stack.
 */
export function parseJson(text: string, what: string): unknown {
  requireShallow(text, what);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NearmissError('query/bad-json', `${what} is no JSON: ${(cause as Error).message}.`, { cause });
  }
}

/** The text of a member of an object, as it is written in the text of that object, which is JSON; of several, the last, as JSON has it. */
export function textOfMember(object: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let key = '';
  let start = 0;
  for (let k = 0; k < object.length; k++) {
    const code = object.charCodeAt(k);
    if (code === QUOTE) k = endOfString(object, k);
    else if (code === COLON && depth === 1) {
      key = object.slice(start, k);
      start = k + 1;
    } else if (depth === 1 && (code === COMMA || code === CLOSING)) {
      if (key !== '' && JSON.parse(key) === name) found = object.slice(start, k).trim();
      start = k + 1;
      if (code === CLOSING) depth--;
    } else if (code === 91 || code === 123) {
      if (++depth === 1) start = k + 1;
    } else if (code === 93 || code === 125) depth--;
  }
  return found;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const CLOSING = 125;
const BACKSLASH = 92;

function requireShallow(text: string, what: string): void {
  let depth = 0;
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    if (code === QUOTE) k = endOfString(text, k);
    else if (code === 91 || code === 123) {
      if (++depth <= DEEPEST) continue;
      throw new NearmissError('query/bad-json', `${what} is nested more than ${DEEPEST} levels deep.`);
    } else if (code === 93 || code === 125) depth--;
  }
}

/** Position of the quotation mark that ends the string begun at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let k = start + 1;
  for (; k < text.length && text.charCodeAt(k) !== QUOTE; k++) if (text.charCodeAt(k) === BACKSLASH) k++;
  return k;
}
