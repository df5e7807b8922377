import { parsePly } from '@nearmiss/io';
import { describe, expect, test } from 'vitest';
import { expectRefusal, refusal, utf8 } from '../help.ts';
import { type PlyEncoding, type PlyType, plyFile } from './ply-file.ts';

const ENCODINGS: readonly PlyEncoding[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];
const XYZ = ['float x', 'float y', 'float z'];
const VERTICES = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0.5, 0.25, -1],
];
const POSITIONS = VERTICES.flat();
const FACES = [[[0, 1, 2]], [[0, 2, 3, 1]]];
const FACE_LIST = ['list uchar int vertex_indices'];

describe.each(ENCODINGS)('%s', (encoding) => {
  test('vertices and faces', () => {
    const { mesh, parts, warnings } = parsePly(
      plyFile(encoding, [
        ['vertex', XYZ, VERTICES],
        ['face', FACE_LIST, FACES],
      ]),
    );
    expect([...mesh.positions]).toEqual(POSITIONS);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 1]);
    expect(parts).toEqual([{ name: '', firstTriangle: 0, triangleCount: 3 }]);
    expect(warnings).toEqual([]);
  });

  test('properties in another order, with others between, lists among them', () => {
    const { mesh } = parsePly(
      plyFile(encoding, [
        [
          'vertex',
          ['uchar red', 'double z', 'list ushort double weights', 'double x', 'float nx', 'double y'],
          VERTICES.map(([x, y, z], i) => [i, z, Array.from({ length: i }, () => 0.5), x, 1, y]),
        ],
        ['face', ['float quality', ...FACE_LIST, 'int flags'], FACES.map(([list]) => [0.5, list, 7])],
      ]),
    );
    expect([...mesh.positions]).toEqual(POSITIONS);
    expect(mesh.triangleCount).toBe(3);
  });

  test('elements before, between and behind; faces before vertices', () => {
    const { mesh } = parsePly(
      plyFile(encoding, [
        ['camera', ['float view_px', 'list int int things'], [[1.5, [1, 2, 3]]]],
        ['face', ['list uint uint vertex_index'], FACES],
        ['edge', ['int vertex1', 'int vertex2'], [[0, 1]]],
        ['vertex', XYZ, VERTICES],
        ['material', ['uchar red'], [[1], [2]]],
      ]),
    );
    expect(mesh.triangleCount).toBe(3);
  });

  test.each<PlyType>([
    'char',
    'uchar',
    'short',
    'ushort',
    'int',
    'uint',
    'int8',
    'uint8',
    'int16',
    'uint16',
    'int32',
    'uint32',
  ])('coordinates and numbers as %s', (type) => {
    const file = plyFile(encoding, [
      [
        'vertex',
        [`${type} x`, `${type} y`, `${type} z`],
        [
          [0, 1, 2],
          [100, 0, 0],
          [0, 90, 0],
        ],
      ],
      ['face', [`list ${type} ${type} vertex_indices`], [[[0, 1, 2]]]],
    ]);
    expect([...parsePly(file).mesh.positions]).toEqual([0, 1, 2, 100, 0, 0, 0, 90, 0]);
  });

  test('strips of triangles', () => {
    const { mesh } = parsePly(
      plyFile(encoding, [
        ['vertex', XYZ, [...VERTICES, [1, 1, 1]]],
        ['tristrips', ['list int int vertex_indices'], [[[0, 1, 2, 3, 4, -1, 2, 1, -1, 4, 3, 2, -1]]]],
      ]),
    );
    expect([...mesh.triangles]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 2]);
  });

  test.each([
    ['a vertex number too high', [[0, 1, 4]], 'io/index-out-of-range'],
    ['a negative vertex number', [[0, 1, -1]], 'io/index-out-of-range'],
  ] as const)('refused: %s', async (_name, face, code) => {
    const file = plyFile(encoding, [
      ['vertex', XYZ, VERTICES],
      ['face', FACE_LIST, [...FACES, [...face]]],
    ]);
    const error = await expectRefusal(() => parsePly(file), code);
    if (encoding === 'ascii') expect(error.location).toBe('line 16');
    else expect(error.location).toBe(`byte ${file.length - 13}`);
  });

  test.each([
    ['four billion vertices', 'element vertex 4', 'element vertex 4000000000', 'io/bad-count', 'line 3'],
    ['2⁶⁰ vertices', 'element vertex 4', 'element vertex 1152921504606846976', 'io/bad-count', 'line 3'],
    ['four billion faces', 'element face 2', 'element face 4000000000', 'io/bad-count', 'line 7'],
    ['a negative count', 'element face 2', 'element face -2', 'io/bad-count', 'line 7'],
    ['a count that is no number', 'element face 2', 'element face two', 'io/bad-number', 'line 7'],
    ['no count', 'element face 2', 'element face', 'io/bad-count', 'line 7'],
    [
      'four billion items of nothing',
      'element face 2',
      'element x 4000000000\nelement face 2',
      'io/bad-count',
      'line 7',
    ],
    ['an unknown type', 'property float y', 'property string y', 'io/syntax', 'line 5'],
    ['no y', 'property float y', 'property float v', 'io/syntax', 'line 3'],
    ['y twice', 'property float z', 'property float y', 'io/syntax', 'line 3'],
    ['no list of vertices', 'vertex_indices', 'corners', 'io/syntax', 'line 7'],
    ['no vertices', 'element vertex', 'element vortex', 'io/syntax', 'line 1'],
    ['vertices twice', 'element face', 'element vertex', 'io/syntax', 'line 7'],
    ['another version', ' 1.0', ' 2.0', 'io/unsupported', 'line 2'],
    ['an unknown keyword', 'element face', 'elephant face', 'io/syntax', 'line 7'],
  ] as const)('refused header: %s', async (_name, from, to, code, location) => {
    const file = plyFile(
      encoding,
      [
        ['vertex', XYZ, VERTICES],
        ['face', FACE_LIST, FACES],
      ],
      (header) => header.replace(from, to),
    );
    await expectRefusal(() => parsePly(file), code, location);
  });

  test('every method of cutting it short is refused', async () => {
    const file = plyFile(encoding, [
      ['vertex', XYZ, VERTICES],
      ['face', FACE_LIST, FACES],
    ]);
    // The last digit and line end of the text form are not missed.
    const end = encoding === 'ascii' ? file.length - 2 : file.length;
    for (let length = 0; length < end; length++)
      expect((await refusal(() => parsePly(file.subarray(0, length)))).code).toMatch(/^io\//);
  });
});

test.each(['binary_little_endian', 'binary_big_endian'] as const)(
  '%s: NaN is refused where it stands',
  async (encoding) => {
    const file = plyFile(encoding, [['vertex', XYZ, [[0, Number.NaN, 0]]]]);
    await expectRefusal(() => parsePly(file), 'io/bad-number', `byte ${file.length - 8}`);
  },
);

test('binary: bytes behind the end are told', () => {
  const file = plyFile('binary_little_endian', [
    ['vertex', XYZ, VERTICES],
    ['face', FACE_LIST, FACES],
  ]);
  const longer = new Uint8Array(file.length + 3);
  longer.set(file);
  expect(parsePly(longer).warnings).toMatchObject([{ code: 'trailing-bytes', location: `byte ${file.length}` }]);
});

test('binary data that starts with a line feed, behind lines that end in returns', () => {
  const elements: Parameters<typeof plyFile>[1] = [
    [
      'vertex',
      ['uchar x', 'uchar y', 'uchar z'],
      [
        [10, 13, 10],
        [0, 1, 2],
        [3, 4, 6],
      ],
    ],
    ['face', FACE_LIST, [[[0, 1, 2]]]],
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    const file = plyFile('binary_little_endian', elements, (header) => header.replaceAll('\n', end));
    expect([...parsePly(file).mesh.positions]).toEqual([10, 13, 10, 0, 1, 2, 3, 4, 6]);
  }
});

test('comments and obj_info', () => {
  const file = plyFile(
    'ascii',
    [
      ['vertex', XYZ, VERTICES],
      ['face', FACE_LIST, FACES],
    ],
    (header) => header.replace('element', 'comment element vertex 7\nobj_info property\nelement'),
  );
  expect(parsePly(file).mesh.vertexCount).toBe(4);
});

test('a cloud of points has no triangles', async () => {
  await expectRefusal(() => parsePly(plyFile('ascii', [['vertex', XYZ, VERTICES]])), 'mesh/empty', 'whole file');
});

test('a header that does not end', async () => {
  const file = plyFile('ascii', [['vertex', XYZ, VERTICES]], (header) => header.replace('end_header', 'comment'));
  await expectRefusal(() => parsePly(file), 'io/syntax', 'line 8');
});

test('what is not PLY', async () => {
  await expectRefusal(() => parsePly(utf8('plyx\n')), 'io/syntax', 'line 1');
  await expectRefusal(() => parsePly(new Uint8Array(0)), 'io/syntax', 'line 1');
});
