import { LARGEST_COORDINATE } from '../coordinate.ts';
import { quote, refuse } from '../refuse.ts';
import { type Scanned, scanDecimal } from './decimal.ts';

const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
const BACKSLASH = 92;

const utf8 = new TextDecoder('utf-8');

export interface TextRules {
  /** `#` starts a comment that runs to the end of the line. */
  readonly comments: boolean;
  /** A backslash at the end of a line joins it with the next. */
  readonly continuation: boolean;
}

/**
 * Reads the bytes of a text file by words and lines, and counts lines. Lines end in \n, \r\n or \r; every other byte up to the
 * space is blank.
 */
export class TextCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;
  line = 1;
  readonly #rules: TextRules;
  readonly #scanned: Scanned = { value: 0, end: 0 };

  constructor(bytes: Uint8Array, rules: TextRules, at: number = textStart(bytes), line = 1) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.at = at;
    this.line = line;
    this.#rules = rules;
  }

  get location(): string {
    return `line ${this.line}`;
  }

  get remaining(): number {
    return this.end - this.at;
  }

  /** The byte here; a line end at the end of the file. */
  peek(): number {
    return this.at < this.end ? this.bytes[this.at] : NEWLINE;
  }

  /** Skips blanks, comments and joined line ends to the next word of this line; false where there is none. */
  toWord(): boolean {
    const { bytes, end } = this;
    while (this.at < end) {
      const byte = bytes[this.at];
      if (byte > 32) {
        if (byte === HASH && this.#rules.comments) {
          this.#toLineEnd();
          return false;
        }
        if (byte === BACKSLASH && this.#skipLineContinuation()) continue;
        return true;
      }
      if (byte === NEWLINE || byte === RETURN) return false;
      this.at++;
    }
    return false;
  }

  /** Skips to the next word, on any line; false at the end of the file. */
  toWordAnywhere(): boolean {
    while (!this.toWord()) {
      if (this.at >= this.end) return false;
      this.#passLineEnd();
    }
    return true;
  }

  /** Skips the rest of this line, including joined lines. */
  nextLine(): void {
    const { bytes, end } = this;
    while (this.at < end) {
      const byte = bytes[this.at];
      if (byte === NEWLINE || byte === RETURN) {
        this.#passLineEnd();
        return;
      }
      if (byte === HASH && this.#rules.comments) this.#toLineEnd();
      else if (byte !== BACKSLASH || !this.#skipLineContinuation()) this.at++;
    }
  }

  /** Consumes the word here and returns it. */
  word(): string {
    const start = this.at;
    this.at = this.#wordEnd(start);
    return utf8.decode(this.bytes.subarray(start, this.at));
  }

  /** The rest of this line, without the blanks around it; the cursor moves to its end. */
  restOfLine(): string {
    const start = this.at;
    this.#toLineEnd();
    return utf8.decode(this.bytes.subarray(start, this.at)).trim();
  }

  /** Consumes the word here if it is the one given (in lower case; case does not matter). */
  passWord(expected: string): boolean {
    if (this.#wordEnd(this.at) - this.at !== expected.length) return false;
    for (let i = 0; i < expected.length; i++) {
      const byte = this.bytes[this.at + i];
      const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
      if (lower !== expected.charCodeAt(i)) return false;
    }
    this.at += expected.length;
    return true;
  }

  /** Consumes the word here. */
  skipWord(): void {
    this.at = this.#wordEnd(this.at);
  }

  /** A coordinate of the word here: finite, and within what a mesh takes. */
  coordinate(): number {
    const value = this.number();
    if (Math.abs(value) <= LARGEST_COORDINATE) return value;
    return refuse('io/bad-number', this.location, `A coordinate is ${value}; they go up to ±${LARGEST_COORDINATE}.`);
  }

  /** The decimal number that the word here is. */
  number(): number {
    const scanned = this.#scanned;
    const found = scanDecimal(this.bytes, this.at, this.end, scanned);
    if (!found || !this.#isWordEnd(scanned.end)) this.#refuseNumber('a number');
    this.at = scanned.end;
    return scanned.value;
  }

  /** The integer, with or without a sign, that starts here; the caller checks what follows. */
  integerPrefix(): number {
    const { bytes, end } = this;
    let at = this.at;
    const negative = at < end && bytes[at] === 45;
    if (at < end && (negative || bytes[at] === 43)) at++;
    const first = at;
    let value = 0;
    for (; at < end && bytes[at] >= 48 && bytes[at] <= 57; at++) value = value * 10 + (bytes[at] - 48);
    if (at === first) this.#refuseNumber('a whole number');
    this.at = at;
    return negative ? -value : value;
  }

  /** The whole number that the word here is. */
  integer(): number {
    const start = this.at;
    const value = this.integerPrefix();
    if (!this.#isWordEnd(this.at)) {
      this.at = start;
      this.#refuseNumber('a whole number');
    }
    return value;
  }

  /** Refuses the file because of an unexpected word. */
  refuseWord(expected: string): never {
    if (this.at >= this.end) {
      return refuse('io/truncated', this.location, `Expected ${expected}, found the end of the file.`);
    }
    return refuse('io/syntax', this.location, `Expected ${expected}, found ${quote(this.word())}.`);
  }

  /** Skips to the next word on any line, or refuses the file as truncated. */
  needWord(expected: string): void {
    if (this.toWordAnywhere()) return;
    refuse('io/truncated', this.location, `Expected ${expected}, found the end of the file.`);
  }

  #refuseNumber(expected: string): never {
    return refuse('io/bad-number', this.location, `Expected ${expected}, found ${quote(this.word())}.`);
  }

  #isWordEnd(at: number): boolean {
    return at >= this.end || this.bytes[at] <= 32 || (this.bytes[at] === HASH && this.#rules.comments);
  }

  #wordEnd(start: number): number {
    let at = start;
    while (at < this.end && this.bytes[at] > 32) at++;
    return at;
  }

  #toLineEnd(): void {
    const { bytes, end } = this;
    while (this.at < end && bytes[this.at] !== NEWLINE && bytes[this.at] !== RETURN) this.at++;
  }

  #passLineEnd(): void {
    if (this.bytes[this.at] === RETURN && this.at + 1 < this.end && this.bytes[this.at + 1] === NEWLINE) this.at++;
    this.at++;
    this.line++;
  }

  /** Skips a backslash and the line end after it, if they are here. */
  #skipLineContinuation(): boolean {
    if (!this.#rules.continuation) return false;
    const next = this.at + 1 < this.end ? this.bytes[this.at + 1] : 0;
    if (next !== NEWLINE && next !== RETURN) return false;
    this.at++;
    this.#passLineEnd();
    return true;
  }
}

/** Start of the text: after the byte order mark, if there is one. */
export function textStart(bytes: Uint8Array): number {
  return bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
