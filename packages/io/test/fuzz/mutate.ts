// Damages files in the methods that files get damaged, and in those that an attacker would choose.

import { randomChoice, randomInteger, type SeededRandom } from '@nearmiss/fixtures';
import { glbFile } from '../gltf/gltf-file.ts';
import { utf8 } from '../help.ts';
import { mutateJson } from './mutate-json.ts';
import type { Seed } from './seeds.ts';

/** What numbers are replaced by. */
const NUMBERS = [
  ...['0', '-1', '1', '2', '3', '255', '65535', '65536', '4294967295', '4294967296', '-2147483648', '1e308', '-1e999'],
  ...[
    'nan',
    'NaN',
    'inf',
    '-Infinity',
    '1,5',
    '0x10',
    '1e',
    '.',
    '-',
    '9007199254740993',
    '1e-400',
    '99999999999999999999',
  ],
];

/** What may be put anywhere. */
const WORDS = [
  ...[
    '\n',
    '\r',
    ' ',
    '\\\n',
    '#',
    '\0',
    '"',
    '{',
    '}',
    '[',
    ']',
    '[[[[',
    ',',
    ':',
    'null',
    'true',
    '\ufeff',
    '\u0085',
  ],
  ...[
    'solid',
    'endsolid',
    'facet',
    'f 1 2 3\n',
    'v 0 0 0\n',
    'OFF',
    'ply',
    'element face 4000000000\n',
    'property list uchar int x\n',
  ],
  ...[
    '"../../etc/passwd"',
    '"file:///etc/passwd"',
    '"http://example.com/"',
    '"sub/../x"',
    '"__proto__"',
    '"children":[0],',
  ],
  ...['"count":4000000000,', '"byteStride":1,', '"sparse":{},', '"extensions":{},', 'data:;base64,AAAA'],
];

/** Words of 32 bits that counts and lengths are replaced by. */
const BINARY_WORDS = [
  0, 1, 2, 3, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000, 0x7f800000,
];

type Mutation = (bytes: Uint8Array, other: Uint8Array, random: SeededRandom) => Uint8Array;

const somewhere = (bytes: Uint8Array, random: SeededRandom): number => randomInteger(random, 0, bytes.length);

function splice(bytes: Uint8Array, start: number, end: number, middle: Uint8Array): Uint8Array {
  const result = new Uint8Array(start + middle.length + bytes.length - end);
  result.set(bytes.subarray(0, start));
  result.set(middle, start);
  result.set(bytes.subarray(end), start + middle.length);
  return result;
}

/** A stretch of up to `most` bytes. */
function stretch(bytes: Uint8Array, random: SeededRandom, most: number): [number, number] {
  const start = somewhere(bytes, random);
  return [start, Math.min(bytes.length, start + randomInteger(random, 1, most))];
}

const MUTATIONS: readonly Mutation[] = [
  function flipBits(bytes, _other, random) {
    const result = bytes.slice();
    for (let k = randomInteger(random, 1, 4); k > 0; k--) {
      result[randomInteger(random, 0, bytes.length - 1)] ^= 1 << randomInteger(random, 0, 7);
    }
    return result;
  },
  function truncate(bytes, _other, random) {
    return bytes.slice(0, somewhere(bytes, random));
  },
  function drop(bytes, _other, random) {
    return splice(bytes, ...stretch(bytes, random, 64), new Uint8Array(0));
  },
  function duplicate(bytes, _other, random) {
    const [start, end] = stretch(bytes, random, 200);
    return splice(bytes, start, start, bytes.subarray(start, end));
  },
  function spliceIn(bytes, other, random) {
    const [start, end] = stretch(bytes, random, 100);
    return splice(bytes, start, end, other.subarray(...stretch(other, random, 100)));
  },
  function crossOver(bytes, other, random) {
    return splice(bytes, somewhere(bytes, random), bytes.length, other.subarray(somewhere(other, random)));
  },
  function insertWord(bytes, _other, random) {
    const at = somewhere(bytes, random);
    return splice(bytes, at, at, utf8(randomChoice(random, WORDS)));
  },
  function replaceNumber(bytes, _other, random) {
    const from = somewhere(bytes, random);
    let start = from;
    while (start < bytes.length && !(bytes[start] >= 48 && bytes[start] <= 57)) start++;
    let end = start;
    while (end < bytes.length && ((bytes[end] >= 48 && bytes[end] <= 57) || bytes[end] === 46)) end++;
    return splice(bytes, start, end, utf8(randomChoice(random, NUMBERS)));
  },
  function replaceWord(bytes, _other, random) {
    const result = bytes.slice();
    const at = randomInteger(random, 0, Math.max(0, bytes.length - 4));
    if (at + 4 > bytes.length) return result;
    new DataView(result.buffer).setUint32(at, randomChoice(random, BINARY_WORDS), random() < 0.5);
    return result;
  },
  function swapStretches(bytes, _other, random) {
    const [start, end] = stretch(bytes, random, 32);
    const moved = bytes.slice(start, end);
    const rest = splice(bytes, start, end, new Uint8Array(0));
    const at = somewhere(rest, random);
    return splice(rest, at, at, moved);
  },
];

/** The file with one to four damages, mostly one. */
export function mutate({ bytes, gltf }: Seed, other: Uint8Array, random: SeededRandom): Uint8Array {
  if (gltf !== undefined && random() < 0.6) return mutateGltf(gltf, other, random);
  return mutateBytes(bytes, other, random);
}

function mutateBytes(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  let result = bytes;
  for (let k = random() < 0.6 ? 1 : randomInteger(random, 2, 4); k > 0; k--) {
    if (result.length > 0) result = randomChoice(random, MUTATIONS)(result, other, random);
  }
  return result;
}

/** Damage to the meaning of the JSON, to the binary chunk, or both, in a file whose frame is whole. */
function mutateGltf({ json, binary }: NonNullable<Seed['gltf']>, other: Uint8Array, random: SeededRandom): Uint8Array {
  const what = randomInteger(random, 0, 2);
  const text = what === 0 ? json : mutateJson(json, random);
  if (binary === null) return utf8(text);
  return glbFile(text, what === 1 ? binary : mutateBytes(binary, other, random));
}
