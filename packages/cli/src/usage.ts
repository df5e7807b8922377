import { type ParseArgsConfig, parseArgs } from 'node:util';
import { knownNames } from './known-names.ts';

/** An invalid command line. */
export class UsageError extends Error {}

/** Text fit for one line of a terminal: control characters, which file names and files may bring along, become blanks. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

type Flags = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Flags> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>;

/** Parses the flags and the words between them; `words` names the words, of which at least `least` are required. */
export function readArguments<T extends Flags>(
  args: readonly string[],
  options: T,
  words: readonly string[],
  least: number = words.length,
): Parsed<T> {
  const parsed = parse(args, options);
  const count = parsed.positionals.length;
  if (least <= count && count <= words.length) return parsed;
  const wanted = words.length === 1 ? 'one argument' : `${words.length} arguments`;
  throw new UsageError(
    `Expected ${least < words.length ? 'at most ' : ''}${wanted}, ${words.join(' and ')}; got ${count}.`,
  );
}

function parse<T extends Flags>(args: readonly string[], options: T): Parsed<T> {
  // A pose may start with a minus sign, which would otherwise be read as a flag.
  const joined: string[] = [];
  for (const word of args) {
    const last = joined.at(-1);
    const flag = last?.startsWith('--') ? options[last.slice(2)] : undefined;
    if (flag?.type === 'string' && /^-[\d.]/.test(word)) joined[joined.length - 1] = `${last}=${word}`;
    else joined.push(word);
  }
  try {
    return parseArgs({ args: joined, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(sentenceOf(error, Object.keys(options)));
  }
}

function sentenceOf(error: unknown, flags: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return error.message;
  // Node's message adds advice about words that start with a dash; the list of flags helps more.
  const unknown = error.message.split('.', 1)[0] ?? '';
  const [misspelt = ''] = /--[^'=]*/.exec(unknown) ?? [];
  return `${unknown}; there are ${knownNames(
    misspelt,
    flags.map((flag) => `--${flag}`),
  )}`;
}

/** A flag's number, which may be given with any sign and exponent. */
export function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${flag} is "${text}"; it takes a number.`);
  return value;
}

/** A flag's whole number from 1 up. */
export function readWhole(flag: string, text: string | undefined): number | undefined {
  const value = readNumber(flag, text);
  if (value === undefined || (Number.isInteger(value) && value >= 1)) return value;
  throw new UsageError(`${flag} is ${text}; it takes a whole number from 1 up.`);
}

/** A flag's value out of a few. */
export function readChoice<const T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw new UsageError(`${flag} is "${text}"; it takes ${knownNames(text, choices)}`);
  return choice;
}
