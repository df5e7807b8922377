import { parseStl, writeStl } from '@nearmiss/io';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { expectRefusal, utf8 } from '../help.ts';

const FACET = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0.5\nendloop\nendfacet\n';

/** A binary file of one triangle, its head starting with `head`. */
function binary(head = '', count = 1, length = 134): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(utf8(head));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5].forEach((value, i) => {
    if (88 + 4 * i <= length) view.setFloat32(84 + 4 * i, value, true);
  });
  return bytes;
}

const POSITIONS = [0, 0, 0, 1, 0, 0, 0, 1, 0.5];

test.each([
  ['text', utf8(`solid x\n${FACET}endsolid x\n`)],
  ['text in capitals', utf8(`solid x\n${FACET}endsolid x\n`.toUpperCase())],
  ['text with normals that are no numbers', utf8(`solid\n${FACET.replace('0 0 1', '-nan(ind) nan 1.#QNAN')}endsolid`)],
  ['text with \\r\\n', utf8(`solid x\n${FACET}endsolid x\n`.replaceAll('\n', '\r\n'))],
  ['binary', binary()],
  ['binary that starts with "solid"', binary('solid model')],
  ['binary that starts like text', binary('solid model\n facet normal 0 0 1\n outer loop\n')],
])('one triangle as %s', (_name, bytes) => {
  const { mesh, parts, warnings } = parseStl(bytes);
  expect([...mesh.positions]).toEqual(POSITIONS);
  expect([...mesh.triangles]).toEqual([0, 1, 2]);
  expect(parts).toMatchObject([{ firstTriangle: 0, triangleCount: 1 }]);
  expect(warnings).toEqual([]);
});

test('several solids are parts', () => {
  const { parts } = parseStl(
    utf8(`solid one\n${FACET}${FACET}endsolid one\nsolid empty\nendsolid\nsolid two\n${FACET}endsolid`),
  );
  expect(parts).toEqual([
    { name: 'one', firstTriangle: 0, triangleCount: 2 },
    { name: 'two', firstTriangle: 2, triangleCount: 1 },
  ]);
});

test('a binary file that starts with "solid" and goes on too long', () => {
  const { mesh, warnings } = parseStl(binary('solid', 1, 150));
  expect(mesh.triangleCount).toBe(1);
  expect(warnings).toMatchObject([{ code: 'trailing-bytes', location: 'byte 134' }]);
});

describe('refusals', () => {
  const nan = binary();
  new DataView(nan.buffer).setFloat32(96 + 8, Number.NaN, true);

  test.each([
    ['a count of four billion', binary('', 0xffffffff), 'io/truncated', 'byte 80'],
    ['a count one too high', binary('', 2), 'io/truncated', 'byte 80'],
    ['a count one too high, behind "solid"', binary('solid', 2), 'io/truncated', 'byte 80'],
    ['83 bytes', new Uint8Array(83), 'io/truncated', 'byte 83'],
    ['no bytes', new Uint8Array(0), 'io/truncated', 'byte 0'],
    ['no triangles', binary('', 0, 84), 'mesh/empty', 'whole file'],
    ['a coordinate that is NaN', nan, 'io/bad-number', 'byte 104'],
    ['text that ends in a facet', utf8(`solid x\n${FACET.slice(0, 50)}`), 'io/truncated', 'line 5'],
    ['text that ends before "endsolid"', utf8(`solid x\n${FACET}`), 'io/truncated', 'line 9'],
    [
      'a facet of four corners',
      utf8(`solid x\n${FACET.replace('endloop', 'vertex 0 0 0\nendloop')}`),
      'io/syntax',
      'line 7',
    ],
    ['a facet of two corners', utf8(`solid x\n${FACET.replace('vertex 1 0 0\n', '')}`), 'io/syntax', 'line 6'],
    ['a coordinate missing', utf8(`solid x\n${FACET.replace('1 0 0', '1 0')}`), 'io/bad-number', 'line 6'],
    ['a comma', utf8(`solid x\n${FACET.replace('0.5', '0,5')}`), 'io/bad-number', 'line 6'],
    ['words between solids', utf8(`solid x\n${FACET}endsolid x\nhello\n`), 'io/syntax', 'line 10'],
  ] as const)('%s', async (_name, bytes, code, location) => {
    await expectRefusal(() => parseStl(bytes), code, location);
  });
});

test('a written file holds unit normals', () => {
  const bytes = writeStl(box());
  const view = new DataView(bytes.buffer);
  for (let at = 84; at < bytes.length; at += 50) {
    const normal = [0, 4, 8].map((k) => view.getFloat32(at + k, true));
    expect(Math.hypot(...normal)).toBe(1);
  }
});
