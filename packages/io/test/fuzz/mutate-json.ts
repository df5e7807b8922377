// Damages the meaning of a glTF file rather than its bytes: the JSON stays JSON.

import { randomChoice, randomInteger, type SeededRandom } from '@nearmiss/fixtures';

const VALUES: readonly unknown[] = [
  ...[0, 1, 2, 3, 4, 5, 7, 12, 16, 24, 255, 256, 65535, 5120, 5121, 5123, 5125, 5126, 5130, 4294967295, 4294967296],
  ...[-1, 0.5, -0.5, 1e9, 1e16, 1e150, 1e300, -1e300, null, true, '', '0', 'VEC3', 'SCALAR', '../x', '/x', 'http://x/'],
  ...['file:///x', 'a/b.bin', 'C:x', '%2e%2e/x', 'data:;base64,AAAAAAAAAAAAAAAA', [], {}, [0], [[]], [0, 1, 2], [0, 0]],
  ...['ATTRIBUTES', 'TRIANGLES', 'INDICES', 'EXPONENTIAL', 'OCTAHEDRAL', 'QUATERNION', '__proto__', 'toString'],
];

/** Where a file may not lead, and where it may. */
const REFERENCES = [
  ...[
    '../x',
    '/x',
    '//x/y',
    'a/../../x',
    './x',
    'a//x',
    '..\\x',
    'C:x',
    'C:\\x',
    'file:///x',
    'http://x/',
    'x?y',
    'x#y',
    '\0',
  ],
  ...['%2e%2e/x', '..%2fx', '%2fx', '%5cx', 'file%3a/x', 'a%00', '%', 'sub/x.bin', 'a b/%c3%a9.bin', ' ', '...', '~/x'],
];
/** How often a reference, where a file has one, is led astray. */
const STRAY = 0.2;

const KEYS = ['mesh', 'children', 'sparse', 'byteOffset', 'byteStride', 'count', 'matrix', 'uri', 'extensions', 'mode'];

type Container = Record<string, unknown>;

/** Every list and object below a value, itself included. */
function containers(value: unknown, found: Container[] = []): Container[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Container);
  for (const item of Object.values(value)) containers(item, found);
  return found;
}

/** The JSON text with one to three values replaced, nudged, swapped, taken away or added. */
export function mutateJson(text: string, random: SeededRandom): string {
  const root: unknown = JSON.parse(text);
  const all = containers(root);
  for (const target of all) {
    if (typeof target.uri === 'string' && random() < STRAY) target.uri = randomChoice(random, REFERENCES);
  }
  for (let k = randomInteger(random, 1, 3); k > 0; k--) {
    const target = randomChoice(random, all);
    const keys = Object.keys(target);
    const key = keys.length === 0 ? randomChoice(random, KEYS) : randomChoice(random, keys);
    const value = target[key];
    const choice = randomInteger(random, 0, 5);
    if (choice <= 1 && typeof value === 'number')
      target[key] = value + randomChoice(random, [-1, 1, 4, -4, 0.5, value]);
    else if (choice <= 2) target[key] = randomChoice(random, VALUES);
    else if (choice === 3) delete target[key];
    else if (choice === 4) target[randomChoice(random, KEYS)] = randomChoice(random, VALUES);
    // Copied, so that the result stays a tree.
    else target[key] = structuredClone(Object.values(randomChoice(random, all))[0] ?? null);
  }
  return JSON.stringify(root);
}
