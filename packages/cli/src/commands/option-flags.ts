import { readChoice, readNumber, UsageError } from '../usage.ts';

/** A flag of a command that is an option of a query. */
export interface OptionFlag {
  /** Without its dashes. */
  readonly name: string;
  /** Its value in the help; empty for a switch. */
  readonly value: string;
  /** Its description; a line break continues in the same column. */
  readonly help: string;
  /** The query's option. */
  readonly option: string;
  /** Converts the text after the flag to the option's value. */
  readonly read: (text: string) => unknown;
}

/** The values of flags as they were parsed. */
export type FlagValues = Readonly<Record<string, unknown>>;

type Described = Pick<OptionFlag, 'name' | 'value' | 'help' | 'option'>;

export function numberFlag(name: string, value: string, help: string, option: string = name): OptionFlag {
  return { name, value, help, option, read: (text) => readNumber(`--${name}`, text) };
}

export function vectorFlag(name: string, help: string, option: string = name): OptionFlag {
  return { name, value: 'X,Y,Z', help, option, read: (text) => readVector(`--${name}`, text) };
}

/** A switch: true where it is given. */
export function switchFlag(name: string, help: string): OptionFlag {
  return { name, value: '', help, option: name, read: () => true };
}

/**
 * A flag with one of a few values, and the query's value for each, if not its own name. The help lists them unless the description
 * names them itself.
 */
export function choiceFlag<const T extends string>(
  { name, value, help, option }: Described,
  choices: readonly T[],
  meaning: (choice: T) => unknown = (choice) => choice,
): OptionFlag {
  return { name, value, help, option, read: (text) => meaning(readChoice(`--${name}`, text, choices)) };
}

/** Column of the descriptions in the help. Characters. */
const HELP_COLUMN = 24;
/** Line width of the help. */
const HELP_WIDTH = 118;

/** Text of the help, split into lines. */
export function paragraph(text: string): string {
  return wrap(text, HELP_WIDTH).join('\n');
}

/** The lines of the help about a flag. */
export function flagHelp(name: string, value: string, help: string): string {
  const lead = `  --${name}${value === '' ? '' : ` ${value}`}`;
  const lines = help.split('\n').flatMap((line) => wrap(line, HELP_WIDTH - HELP_COLUMN));
  const first = lead.length < HELP_COLUMN - 1 ? [] : [lead];
  const rest = first.length === 0 ? [`${lead.padEnd(HELP_COLUMN)}${lines.shift()}`] : first;
  return [...rest, ...lines.map((line) => ' '.repeat(HELP_COLUMN) + line)].join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines[lines.length - 1] ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

/** The flags in the form of `parseArgs`. */
export function parsedAs(flags: readonly OptionFlag[]): Record<string, { type: 'string' | 'boolean' }> {
  return Object.fromEntries(flags.map(({ name, value }) => [name, { type: value === '' ? 'boolean' : 'string' }]));
}

/** The options from the flags; absent flags are left out. */
export function optionsOf(flags: readonly OptionFlag[], values: FlagValues): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const { name, option, read } of flags) {
    const value = values[name];
    if (value !== undefined) options[option] = read(String(value));
  }
  return options;
}

/** `x,y,z`. */
export function readVector(flag: string, text: string): readonly number[] {
  const numbers = readNumbers(text);
  if (numbers.length === 3 && numbers.every(Number.isFinite)) return numbers;
  throw new UsageError(`${flag} is "${text}"; it takes x,y,z.`);
}

/** Numbers separated by commas; NaN for anything else. */
export function readNumbers(text: string): readonly number[] {
  return text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}
