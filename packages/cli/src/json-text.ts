import { NearmissError } from 'nearmiss';

/** Largest nesting depth of values: no query has more than six levels; an id may have its own. */
const DEEPEST = 64;

/**
 * Parses a JSON text. A text nested too deeply is refused first: recursive code, such as that of messages and JSON, would overflow
 * the stack.
 */
export function parseJson(text: string, what: string): unknown {
  requireShallow(text, what);
  try {
    // Editors of Windows begin files with a byte-order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new NearmissError('query/bad-json', `${what} is no JSON: ${(cause as Error).message}.`, { cause });
  }
}

/** The text of a member of an object, as written in the JSON text of that object; of several, the last, as in JSON. */
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

/** Position of the closing quotation mark of the string that starts at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let k = start + 1;
  for (; k < text.length && text.charCodeAt(k) !== QUOTE; k++) if (text.charCodeAt(k) === BACKSLASH) k++;
  return k;
}
