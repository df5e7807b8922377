import { NearmissError } from '../error.ts';

// Shapes by name, as in files and on command lines:
//
//   shape      = name [ "(" [ parameter { "," parameter } ] ")" ]
//   parameter  = key "=" ( number | "[" [ number { "," number } ] "]" )
//
// with blanks anywhere between. Every token is matched at the position where the last one ended, by a pattern that cannot
// backtrack over more than that token, so parsing takes time linear in the text.

/** The value of a parameter. See {@link ShapeParameters}. */
export type ShapeValue = number | readonly number[];

/** The parameters of a shape by their names. See {@link shapeParameters}. */
export type ShapeParameters = Readonly<Record<string, ShapeValue>>;

/** The maker of the shapes of one name, and its parameters with their defaults. */
export interface ShapeMaker<S> {
  readonly make: (parameters: ShapeParameters) => S;
  readonly defaults: ShapeParameters;
}

/** The default parameters of every maker. */
export function defaultsByName<S>(
  makers: ReadonlyMap<string, ShapeMaker<S>>,
): Readonly<Record<string, ShapeParameters>> {
  return Object.freeze(Object.fromEntries(Array.from(makers, ([name, { defaults }]) => [name, defaults])));
}

/** The longest part of the caller's text that an error quotes. Characters. */
const QUOTE_LENGTH = 40;

/** Makes the shape with the given name. */
export function makeByText<S>(text: string, makers: ReadonlyMap<string, ShapeMaker<S>>): S {
  const names = [...makers.keys()];
  if (typeof text !== 'string') refuseText('A shape is named by a text', names);
  const reader = new Reader(text, names);
  const name = reader.token(NAME) ?? '';
  const maker = makers.get(name);
  if (maker === undefined) {
    const quoted = JSON.stringify(quote(name === '' ? text : name));
    throw new NearmissError('shape/bad-parameter', `There is no shape ${quoted}; there are ${names.join(', ')}.`);
  }
  const parameters = new Map<string, ShapeValue>();
  if (reader.skip('(') && !reader.skip(')')) {
    do {
      const key = reader.token(KEY) ?? reader.fail('the name of a parameter');
      if (parameters.has(key)) refuseText(`${name}: the parameter ${JSON.stringify(quote(key))} is given twice`, names);
      if (!reader.skip('=')) reader.fail('"="');
      parameters.set(key, readValue(reader));
    } while (reader.skip(','));
    if (!reader.skip(')')) reader.fail('"," or ")"');
  }
  if (!reader.atEnd()) reader.fail('the end of the text');
  return maker.make(Object.fromEntries(parameters));
}

const BLANKS = /\s*/y;
const NAME = /[a-z]+(?:-[a-z]+)*/y;
const KEY = /[A-Za-z_]\w*/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;

class Reader {
  private readonly text: string;
  private readonly names: readonly string[];
  private at = 0;

  constructor(text: string, names: readonly string[]) {
    this.text = text;
    this.names = names;
    this.skipBlanks();
  }

  /** Consumes what the sticky pattern matches here, or nothing. */
  token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    this.skipBlanks();
    return match[0];
  }

  /** Consumes one character if it is here. */
  skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    this.skipBlanks();
    return true;
  }

  atEnd(): boolean {
    return this.at === this.text.length;
  }

  fail(expected: string): never {
    const rest = this.atEnd() ? 'the text ends' : `there is ${JSON.stringify(quote(this.text.slice(this.at)))}`;
    return refuseText(`Where ${expected} should be, ${rest}`, this.names);
  }

  private skipBlanks(): void {
    BLANKS.lastIndex = this.at;
    BLANKS.exec(this.text);
    this.at = BLANKS.lastIndex;
  }
}

function readValue(reader: Reader): ShapeValue {
  if (!reader.skip('[')) return readNumber(reader);
  const list: number[] = [];
  if (reader.skip(']')) return list;
  do list.push(readNumber(reader));
  while (reader.skip(','));
  if (!reader.skip(']')) reader.fail('"," or "]"');
  return list;
}

function readNumber(reader: Reader): number {
  return Number(reader.token(NUMBER) ?? reader.fail('a number'));
}

function quote(text: string): string {
  return text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
}

function refuseText(sentence: string, names: readonly string[]): never {
  const form = 'write it as name or name(key=number, key=[number, number])';
  throw new NearmissError('shape/bad-parameter', `${sentence}; ${form}, with one of ${names.join(', ')}.`);
}
