import { parseOff } from '@nearmiss/io';
import { expect, test } from 'vitest';
import { expectRefusal, utf8 } from '../help.ts';

const read = (text: string) => parseOff(utf8(text));
const BODY = '0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 3 1\n';

test.each([
  ['plain', `OFF\n4 2 0\n${BODY}`],
  ['counts on the first line', `OFF 4 2 0\n${BODY}`],
  ['no number of edges', `OFF\n4 2\n${BODY}`],
  ['comments and blank lines', `# made by hand\nOFF # off\n\n# counts\n4 2 0\n\n${BODY.replaceAll('\n', ' # c\n\n')}`],
  ['no line end', `OFF\n4 2 0\n${BODY.trimEnd()}`],
  ['\\r\\n', `OFF\n4 2 0\n${BODY}`.replaceAll('\n', '\r\n')],
  ['no keyword', `4 2 0\n${BODY}`],
  ['colours of vertices', `COFF\n4 2 0\n${BODY.replace('1 0 0', '1 0 0 255 0 0 255')}`],
  ['colours without the prefix', `OFF\n4 2 0\n${BODY.replace('1 0 0', '1 0 0 255 0 0 255')}`],
  ['normals and texture coordinates', `STCNOFF\n4 2 0\n${BODY.replace('1 0 0', '1 0 0 0 0 1 1 1 1 0.5 0.5')}`],
  ['colours of faces', `OFF\n4 2 0\n${BODY.replace('3 0 1 2', '3 0 1 2 3 255 0 0')}`],
  ['one number a line', `OFF\n4 2 0\n0\n0\n0\n1\n0\n0\n0\n1\n0\n0\n0\n1\n3\n0\n1\n2\n3 0 3 1\n`],
])('%s', (_name, text) => {
  const { mesh, parts, warnings } = read(text);
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 3, 1]);
  expect(parts).toEqual([{ name: '', firstTriangle: 0, triangleCount: 2 }]);
  expect(warnings).toEqual([]);
});

test('polygons are split, and those of fewer than three corners dropped', () => {
  const { mesh, warnings } = read('OFF\n4 4 0\n0 0 0\n2 0 0\n0.5 0.5 0\n0 2 0\n4 0 1 2 3\n0\n1 0\n2 0 1\n');
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  expect(warnings).toMatchObject([{ code: 'short-polygon', location: 'line 8', count: 3 }]);
});

test('text behind the end is told', () => {
  expect(read(`OFF\n4 2 0\n${BODY}3 0 1 2\n`).warnings).toMatchObject([{ code: 'trailing-bytes', location: 'line 9' }]);
});

test.each([
  ['binary', 'OFF BINARY\n\0\0\0\u0004', 'io/unsupported', 'line 1'],
  ['four coordinates', '4OFF\n1 1 0\n', 'io/unsupported', 'line 1'],
  ['n coordinates', 'nOFF\n3 1 1 0\n', 'io/unsupported', 'line 1'],
  ['another keyword', 'VECT\n', 'io/syntax', 'line 1'],
  ['nothing', '', 'io/truncated', 'line 1'],
  ['counts missing', 'OFF\n', 'io/truncated', 'line 2'],
  ['four billion vertices', 'OFF\n4000000000 1 0\n0 0 0\n', 'io/bad-count', 'line 2'],
  ['four billion faces', 'OFF\n1 4000000000 0\n0 0 0\n', 'io/bad-count', 'line 2'],
  ['a negative count', 'OFF\n-1 1 0\n', 'io/bad-count', 'line 2'],
  ['a face of four billion corners', 'OFF\n1 1 0\n0 0 0\n4000000000 0 0 0\n', 'io/bad-count', 'line 4'],
  ['a face of −3 corners', 'OFF\n1 1 0\n0 0 0\n-3 0 0 0\n', 'io/bad-count', 'line 4'],
  ['a vertex number too high', `OFF\n4 2 0\n${BODY.replace('3 0 3 1', '3 0 4 1')}`, 'io/index-out-of-range', 'line 8'],
  ['a negative vertex number', `OFF\n4 2 0\n${BODY.replace('3 0 3 1', '3 0 -1 1')}`, 'io/index-out-of-range', 'line 8'],
  ['NaN', `OFF\n4 2 0\n${BODY.replace('1 0 0', '1 nan 0')}`, 'io/bad-number', 'line 4'],
  ['the end in a vertex', 'OFF\n2 0 0\n0 0 0\n1 0\n\n\n\n\n', 'io/truncated', 'line 9'],
  ['the end before a face', 'OFF\n1 2 0\n0 0 0\n1 0\n\n\n', 'io/truncated', 'line 7'],
] as const)('refused: %s', async (_name, text, code, location) => {
  await expectRefusal(() => read(text), code, location);
});
