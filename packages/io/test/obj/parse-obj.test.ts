import { parseObj } from '@nearmiss/io';
import { checkMesh, massProperties } from 'nearmiss/mesh';
import { describe, expect, test } from 'vitest';
import { CUBE_POSITIONS, CUBE_QUADS, expectRefusal, OBJ_TRIANGLE, utf8 } from '../help.ts';

const read = (text: string) => parseObj(utf8(text));
const VERTICES = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';

test('a triangle', () => {
  const { mesh, parts, warnings } = read(OBJ_TRIANGLE);
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...mesh.triangles]).toEqual([0, 1, 2]);
  expect(parts).toEqual([{ name: '', firstTriangle: 0, triangleCount: 1 }]);
  expect(warnings).toEqual([]);
});

test.each([
  ['v/vt', 'f 1/1 2/2 3/3'],
  ['v//vn', 'f 1//1 2//2 3//3'],
  ['v/vt/vn', 'f 1/1/1 2/2/2 3/3/3'],
  ['a slash and nothing', 'f 1/ 2/ 3/'],
  ['negative', 'f -4 -3 -2'],
  ['negative throughout', 'f -4/-1/-1 -3/-1/-1 -2/-1/-1'],
  ['tabs and blanks', '  f\t1  2\t 3  '],
  ['a comment behind', 'f 1 2 3 # three'],
  ['a joined line', 'f 1 \\\n2 \\\r\n3'],
  ['no line end', 'f 1 2 3'],
])('corners: %s', (_name, face) => {
  expect([...read(VERTICES + face).mesh.triangles]).toEqual([0, 1, 2]);
});

test.each([
  ['\n', 'line feeds'],
  ['\r\n', 'both'],
  ['\r', 'returns'],
])('line ends %j', (end) => {
  const { mesh } = read(`# a triangle\n${OBJ_TRIANGLE}`.replaceAll('\n', end));
  expect(mesh.triangleCount).toBe(1);
});

test('weights and colours are passed over', () => {
  const { mesh } = read('v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 0.1 0.2 0.3 1\nf 1 2 3\n');
  expect(mesh.vertexCount).toBe(3);
});

test('a byte order mark is passed over', () => {
  expect(read(`\ufeff${OBJ_TRIANGLE}`).mesh.triangleCount).toBe(1);
});

test('a comment does not join lines', () => {
  expect(read(`# C:\\models\\\n${OBJ_TRIANGLE}`).mesh.vertexCount).toBe(3);
});

test('negative numbers count from the vertices so far; positive ones may refer ahead', () => {
  const { mesh } = read('v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 4\nv 0 0 1\nf -3 -2 -1\n');
  expect([...mesh.triangles]).toEqual([0, 1, 3, 1, 2, 3]);
});

test('a cube of quads is closed and of volume 1', () => {
  let text = '';
  for (let i = 0; i < 24; i += 3) text += `v ${CUBE_POSITIONS.slice(i, i + 3).join(' ')}\n`;
  for (const quad of CUBE_QUADS) text += `f ${quad.map((v) => v + 1).join(' ')}\n`;
  const mass = massProperties(read(text).mesh);
  expect(mass).toMatchObject({ volume: 1 });
});

test('an n-gon that is concave, and a straight corner where the neighbour ends', () => {
  // An L-shaped prism whose long side is split in two on one face only.
  const l = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ];
  const points = [0, 1].flatMap((z) => l.map(([x, y]) => `v ${x} ${y} ${z}`));
  const n = l.length;
  const sides = l.map((_, i) => `f ${i + 1} ${((i + 1) % n) + 1} ${((i + 1) % n) + 1 + n} ${i + 1 + n}`);
  const bottom = `f ${l.map((_, i) => n - i).join(' ')}`;
  const top = `f ${l.map((_, i) => n + i + 1).join(' ')}`;
  const { mesh, warnings } = read([...points, ...sides, bottom, top].join('\n'));
  expect(warnings).toEqual([]);
  expect(massProperties(mesh)).toMatchObject({ volume: 3 });
  expect(checkMesh(mesh).degenerateFaces).toBe(0);
});

test('objects and groups are parts; empty ones disappear', () => {
  const { parts } = read(`${VERTICES}f 1 2 3\no wing\ng left one\nf 1 2 4\nf 2 3 4\ng\ng tail\nf 1 3 4\no nothing\n`);
  expect(parts).toEqual([
    { name: '', firstTriangle: 0, triangleCount: 1 },
    { name: 'left one', firstTriangle: 1, triangleCount: 2 },
    { name: 'tail', firstTriangle: 3, triangleCount: 1 },
  ]);
});

test('what is passed over, and what of it is told', () => {
  const { mesh, warnings } = read(
    `mtllib ../../etc/passwd\nusemtl x\ns 1\n${VERTICES}vn 0 0 1\nvt 0 0\nl 1 2\np 1\nf 1 2\nf 1 2 3\nsurf 0 1 0 1\ncurv 0 1\n`,
  );
  expect(mesh.triangleCount).toBe(1);
  expect(warnings).toMatchObject([
    { code: 'ignored', location: 'line 14', count: 2 },
    { code: 'short-polygon', location: 'line 12', count: 1 },
  ]);
});

describe('refusals', () => {
  test.each([
    ['a comma', 'v 1,5 0 0\n', 'io/bad-number', 'line 1'],
    ['nan', 'v 0 0 0\nv nan 0 0\n', 'io/bad-number', 'line 2'],
    ['-inf', 'v 0 -inf 0\n', 'io/bad-number', 'line 1'],
    ['Infinity', 'v 0 0 Infinity\n', 'io/bad-number', 'line 1'],
    ['a number too large for a double', 'v 1e999 0 0\n', 'io/bad-number', 'line 1'],
    ['a number too large for a mesh', 'v 1e151 0 0\n', 'io/bad-number', 'line 1'],
    ['hexadecimal', 'v 0x10 0 0\n', 'io/bad-number', 'line 1'],
    ['two coordinates', 'v 1 2\nv 3\n', 'io/bad-count', 'line 1'],
    ['vertex 0', `${VERTICES}f 0 1 2\n`, 'io/index-out-of-range', 'line 5'],
    ['vertex 5 of 4', `${VERTICES}\n\nf 1 2 5\n`, 'io/index-out-of-range', 'line 7'],
    ['vertex −5 of 4', `${VERTICES}f -5 1 2\n`, 'io/index-out-of-range', 'line 5'],
    ['vertex 2³² + 1', `${VERTICES}f 1 2 4294967297\n`, 'io/index-out-of-range', 'line 5'],
    ['a huge vertex number', `${VERTICES}f 1 2 ${'9'.repeat(400)}\n`, 'io/index-out-of-range', 'line 5'],
    ['a fraction', `${VERTICES}f 1.5 2 3\n`, 'io/syntax', 'line 5'],
    ['a word', `${VERTICES}f 1 2 three\n`, 'io/bad-number', 'line 5'],
    ['too many slashes', `${VERTICES}f 1/1/1/1 2 3\n`, 'io/syntax', 'line 5'],
    ['lines joined before', 'v 0 \\\n0 0\nv 0 \\\n0 x\n', 'io/bad-number', 'line 4'],
    ['no faces', VERTICES, 'mesh/empty', 'whole file'],
    ['nothing', '', 'mesh/empty', 'whole file'],
  ] as const)('%s', async (_name, text, code, location) => {
    await expectRefusal(() => read(text), code, location);
  });

  test('a vertex is named as the file names it', async () => {
    const { message } = await expectRefusal(() => read(`${VERTICES}f 1 2 5\n`), 'io/index-out-of-range');
    expect(message).toBe('A face uses vertex 5, but the file has only 4, counted from 1. (line 5)');
  });

  test('anything but bytes', async () => {
    await expectRefusal(() => parseObj('v 0 0 0' as never), 'options/bad-value');
  });
});
