import { NearmissError } from '../../error.ts';
import type { Mesh } from '../mesh.ts';
import { box, plate } from './box.ts';
import { cup } from './cup.ts';
import { distortedTorus } from './distorted-torus.ts';
import { gear } from './gear.ts';
import { golfClub } from './golf-club.ts';
import { grate } from './grate.ts';
import { icosphere } from './icosphere.ts';
import { lShape, uShape } from './letter-shapes.ts';
import { pillar } from './pillar.ts';
import { prism } from './prism.ts';
import { randomSolid } from './random-solid.ts';
import { ring } from './ring.ts';
import { spoon } from './spoon.ts';
import { starShape } from './star-shape.ts';
import { torus } from './torus.ts';
import { torusKnot } from './torus-knot.ts';
import { uvSphere } from './uv-sphere.ts';

// Shapes by name, as files and command lines write them:
//
//   shape      = name [ "(" [ parameter { "," parameter } ] ")" ]
//   parameter  = key "=" ( number | "[" [ number { "," number } ] "]" )
//
// with blanks anywhere between. Every token is matched at the place where the last one ended, by a pattern that cannot
// backtrack over more than that token, so reading takes time linear in the text.

type Value = number | readonly number[];
type Maker = (parameters: Readonly<Record<string, Value>>) => Mesh;

/** Generators check the names and kinds of all their parameters themselves, so anything may be handed to them. */
function named<O extends object>(make: (options: O) => Mesh): Maker {
  return (parameters) => make(parameters as O);
}

const MAKERS: ReadonlyMap<string, Maker> = /* @__PURE__ */ new Map<string, Maker>([
  ['box', named(box)],
  ['cup', named(cup)],
  ['distorted-torus', named(distortedTorus)],
  ['gear', named(gear)],
  ['golf-club', named(golfClub)],
  ['grate', named(grate)],
  ['icosphere', named(icosphere)],
  ['l-shape', named(lShape)],
  ['pillar', named(pillar)],
  ['plate', named(plate)],
  ['prism', named(prism)],
  ['random-solid', named(randomSolid)],
  ['ring', named(ring)],
  ['spoon', named(spoon)],
  ['star-shape', named(starShape)],
  ['torus', named(torus)],
  ['torus-knot', named(torusKnot)],
  ['u-shape', named(uShape)],
  ['uv-sphere', named(uvSphere)],
]);

/** The names `makeShape` knows, in alphabetical order. */
export const shapeNames: readonly string[] = /* @__PURE__ */ Object.freeze([...MAKERS.keys()]);

/** The most of the caller's text that an error repeats. Characters. */
const QUOTE_LENGTH = 40;

/**
 * Makes the shape that a text names, as `box`, `box(size=[1,2,3])` or `torus-knot(p=2, q=3, triangles=11520)`. Keys are
 * the option names of the generator.
 */
export function makeShape(text: string): Mesh {
  if (typeof text !== 'string') refuseText('A shape is named by a text');
  const reader = new Reader(text);
  const name = reader.token(NAME) ?? '';
  const make = MAKERS.get(name);
  if (make === undefined) {
    const quoted = JSON.stringify(name === '' ? quote(text) : quote(name));
    throw new NearmissError('shape/bad-parameter', `There is no shape ${quoted}; there are ${shapeNames.join(', ')}.`);
  }
  const parameters = new Map<string, Value>();
  if (reader.skip('(') && !reader.skip(')')) {
    do {
      const key = reader.token(KEY) ?? reader.fail('the name of a parameter');
      if (parameters.has(key)) refuseText(`${name}: the parameter ${JSON.stringify(quote(key))} is given twice`);
      if (!reader.skip('=')) reader.fail('"="');
      parameters.set(key, readValue(reader));
    } while (reader.skip(','));
    if (!reader.skip(')')) reader.fail('"," or ")"');
  }
  if (!reader.atEnd()) reader.fail('the end of the text');
  return make(Object.fromEntries(parameters));
}

const BLANKS = /\s*/y;
const NAME = /[a-z]+(?:-[a-z]+)*/y;
const KEY = /[A-Za-z_]\w*/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
    this.skipBlanks();
  }

  /** Takes what the sticky pattern matches here, or nothing. */
  token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    this.skipBlanks();
    return match[0];
  }

  /** Takes one character if it is here. */
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
    return refuseText(`Where ${expected} should be, ${rest}`);
  }

  private skipBlanks(): void {
    BLANKS.lastIndex = this.at;
    BLANKS.exec(this.text);
    this.at = BLANKS.lastIndex;
  }
}

function readValue(reader: Reader): Value {
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

function refuseText(sentence: string): never {
  const form = 'write it as name or name(key=number, key=[number, number])';
  throw new NearmissError('shape/bad-parameter', `${sentence}; ${form}, with one of ${shapeNames.join(', ')}.`);
}
