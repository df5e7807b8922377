// The statements of an IFC file, before it is handed to its reader, which searches for ever where a statement ends within its parentheses.

import { NearmissError } from 'nearmiss';

const [QUOTE, DOUBLE_QUOTE, OPEN, CLOSE, STAR, SLASH, END] = Array.from('\'"()*/;', (letter) => letter.charCodeAt(0));

/** Lists within lists, far more than any entity has. */
const MOST_NESTED = 64;

/** Refuses a file with a statement whose parentheses do not match, or are nested deeper than those of any product. */
export function requireStatements(bytes: Uint8Array): void {
  let depth = 0;
  let start = 0;
  for (let k = 0; k < bytes.length; k++) {
    const byte = bytes[k];
    // Within a text two quotes stand for one: to leave it and to enter it again is the same.
    if (byte === QUOTE || byte === DOUBLE_QUOTE) k = endOf(bytes, k + 1, byte);
    else if (byte === SLASH && bytes[k + 1] === STAR) k = endOfComment(bytes, k + 2);
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE) depth--;
    else if (byte === END) {
      if (depth !== 0) refuse(start, `has ${depth > 0 ? 'an opening' : 'a closing'} parenthesis too many`);
      start = k + 1;
    }
    if (depth > MOST_NESTED) refuse(start, `is nested more than ${MOST_NESTED} levels deep`);
  }
}

/** The position of the next such byte, or the end. */
function endOf(bytes: Uint8Array, from: number, byte: number): number {
  const found = bytes.indexOf(byte, from);
  return found < 0 ? bytes.length : found;
}

function endOfComment(bytes: Uint8Array, from: number): number {
  let at = endOf(bytes, from, STAR);
  while (at < bytes.length && bytes[at + 1] !== SLASH) at = endOf(bytes, at + 1, STAR);
  return at + 1;
}

function refuse(start: number, what: string): never {
  throw new NearmissError('io/syntax', `A statement of the IFC file ${what}. (byte ${start})`);
}
