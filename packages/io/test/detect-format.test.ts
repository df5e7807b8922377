import { detectFormat, readMesh, writeGlb, writeObj, writePly, writeStl } from '@nearmiss/io';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { expectRefusal, utf8 } from './help.ts';

test.each([
  ['obj', writeObj(box())],
  ['stl', writeStl(box())],
  ['stl', writeStl(box(), { encoding: 'ascii' })],
  ['ply', writePly(box())],
  ['ply', writePly(box(), { encoding: 'ascii' })],
  ['glb', writeGlb(box())],
  ['gltf', utf8(' \n{"asset":{}}')],
  ['gltf', utf8('\ufeff{}')],
  ['off', utf8('# comment\nOFF 0 0 0\n')],
  ['off', utf8('STCNOFF\n')],
  ['off', utf8('4OFF\n')],
  ['obj', utf8('# comment\n\nmtllib x.mtl\n')],
  ['obj', utf8('o solid\n')],
  [null, utf8('')],
  [null, utf8('# only a comment')],
  [null, utf8('<?xml version="1.0"?>')],
  [null, new Uint8Array(1000)],
  [null, utf8('plywood')],
] as const)('%s from the bytes alone', (format, bytes) => {
  expect(detectFormat(bytes)).toBe(format);
});

test('what the bytes say goes before what the name says', () => {
  expect(detectFormat(writePly(box()), 'box.obj')).toBe('ply');
  expect(detectFormat(new Uint8Array(1000), 'box.STL')).toBe('stl');
  expect(detectFormat(utf8('8 6 0\n'), 'a.b/box.off')).toBe('off');
  expect(detectFormat(utf8('8 6 0\n'), 'box.doc')).toBeNull();
});

test('a file of no known format', async () => {
  await expectRefusal(() => readMesh(utf8('hello')), 'io/unknown-format', 'byte 0');
});

test.each<[string, () => unknown]>([
  ['format', () => readMesh(utf8('v'), { format: 'fbx' as never })],
  ['format', () => readMesh(utf8('v'), { format: '__proto__' as never })],
  ['bytes', () => readMesh(new ArrayBuffer(8) as never)],
  ['maxVertices', () => readMesh(utf8('v'), { maxVertices: Number.NaN })],
  ['maxTriangles', () => readMesh(utf8('v'), { maxTriangles: -1 })],
  ['encoding', () => writePly(box(), { encoding: 'utf8' as never })],
  ['encoding', () => writeStl(box(), { encoding: 'utf8' as never })],
])('a bad option: %s', async (name, act) => {
  const error = await expectRefusal(act, 'options/bad-value');
  expect(error.message).toContain(name);
});

test('a format that is given is the one that is read', async () => {
  await expectRefusal(() => readMesh(writePly(box()), { format: 'off' }), 'io/syntax', 'line 1');
});
