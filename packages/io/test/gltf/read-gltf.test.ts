import { type MeshFile, type ReadOptions, readMesh } from '@nearmiss/io';
import { type ErrorCode, NearmissError } from 'nearmiss';
import { checkMesh } from 'nearmiss/mesh';
import { describe, expect, test } from 'vitest';
import { CUBE_POSITIONS, expectRefusal, processorMs, refusal, utf8 } from '../help.ts';
import { CUBE_INDICES, compressedCube, cubePrimitive, GltfBuilder, glbFile, type Json, splitGlb } from './gltf-file.ts';

const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

/** The cube with the nodes given; the mesh is number 0. */
function cubeScene(nodes: readonly Json[], more: Json = {}): Uint8Array {
  const builder = new GltfBuilder();
  const meshes = [{ name: 'cube', primitives: [cubePrimitive(builder)] }];
  return builder.glb({ meshes, nodes, ...more });
}

function volume({ mesh }: MeshFile): number | null {
  return checkMesh(mesh).signedVolume;
}

/** The corner of the cube that is farthest out. */
const farCorner = ({ mesh }: MeshFile): number[] => [...mesh.positions.slice(21, 24)];

describe('containers', () => {
  test('GLB', async () => {
    const file = await readMesh(cubeScene([{ mesh: 0 }]));
    expect([...file.mesh.positions]).toEqual(CUBE_POSITIONS);
    expect([...file.mesh.triangles]).toEqual(CUBE_INDICES);
    expect(file.parts).toEqual([{ name: 'cube', firstTriangle: 0, triangleCount: 12 }]);
    expect(file.warnings).toEqual([]);
  });

  test.each([
    'data:application/octet-stream;base64,',
    'data:;base64,',
    'DATA:application/gltf-buffer;charset=x;base64,',
  ])('JSON with %s', async (head) => {
    const { json, binary } = splitGlb(cubeScene([{ mesh: 0 }]));
    const uri = head + Buffer.from(binary).toString('base64');
    const text = JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri }] });
    expect(volume(await readMesh(utf8(`\ufeff \n${text}`)))).toBe(1);
  });

  test('JSON with a buffer beside it, which the resolver is asked for by its path', async () => {
    const { json, binary } = splitGlb(cubeScene([{ mesh: 0 }]));
    const text = JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri: 'sub%20folder/cube%2Ebin' }] });
    const asked: string[] = [];
    const resources = async (uri: string): Promise<Uint8Array> => {
      asked.push(uri);
      return binary;
    };
    expect(volume(await readMesh(utf8(text), { resources }))).toBe(1);
    expect(asked).toEqual(['sub folder/cube.bin']);
  });

  test('buffers that nothing needs are not asked for', async () => {
    const file = cubeScene([{ mesh: 0 }]);
    const { json, binary } = splitGlb(file);
    const buffers = [...(json.buffers as Json[]), { byteLength: 5, uri: 'http://example.com/x.bin' }];
    expect(volume(await readMesh(glbFile(JSON.stringify({ ...json, buffers }), binary)))).toBe(1);
  });

  test('bytes behind the end and unknown chunks', async () => {
    const file = cubeScene([{ mesh: 0 }]);
    const longer = new Uint8Array(file.length + 13);
    longer.set(file);
    expect((await readMesh(longer)).warnings).toMatchObject([
      { code: 'trailing-bytes', location: `byte ${file.length}` },
    ]);
    const withChunk = longer.slice(0, file.length + 12);
    const view = new DataView(withChunk.buffer);
    view.setUint32(8, withChunk.length, true);
    view.setUint32(file.length, 4, true);
    expect((await readMesh(withChunk)).warnings).toEqual([]);
  });
});

describe('scenes', () => {
  test.each<[string, Json, readonly number[]]>([
    ['translation', { translation: [1, 2, 3] }, [2, 3, 4]],
    ['scale', { scale: [2, 3, 4] }, [2, 3, 4]],
    ['rotation', { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, [-1, 1, 1]],
    [
      'a rotation rounded to f32',
      { rotation: [0, 0, Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)] },
      [-1, 1, 1],
    ],
    ['all three', { translation: [10, 0, 0], rotation: [0, 0, 1, 1], scale: [2, 1, 1] }, [9, 2, 1]],
    ['a matrix', { matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1] }, [8.5, 9, 10]],
  ])('%s', async (_name, node, expected) => {
    const corner = farCorner(await readMesh(cubeScene([{ mesh: 0, ...node }])));
    corner.forEach((value, axis) => {
      expect(value).toBeCloseTo(expected[axis], 14);
    });
  });

  test('transforms of parents apply, the nearest first', async () => {
    const file = await readMesh(
      cubeScene([
        { children: [1], scale: [2, 2, 2] },
        { children: [2], translation: [1, 0, 0] },
        { mesh: 0, name: 'leaf' },
      ]),
    );
    expect(farCorner(file)).toEqual([4, 2, 2]);
    expect(file.parts).toMatchObject([{ name: 'leaf' }]);
  });

  test('a mirror turns the triangles around, so that they still point outward', async () => {
    expect(volume(await readMesh(cubeScene([{ mesh: 0, scale: [-1, 1, 1] }])))).toBe(1);
    expect(volume(await readMesh(cubeScene([{ mesh: 0, scale: [-1, -2, 1] }])))).toBe(2);
  });

  test('a mesh may appear often', async () => {
    const file = await readMesh(cubeScene([{ mesh: 0 }, { mesh: 0, translation: [2, 0, 0], name: 'second' }, {}]));
    expect(volume(file)).toBe(2);
    expect(file.parts).toEqual([
      { name: 'cube', firstTriangle: 0, triangleCount: 12 },
      { name: 'second', firstTriangle: 12, triangleCount: 12 },
    ]);
  });

  test('only the scene to show is read', async () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, name: 'second' }];
    const scenes = [{ nodes: [0] }, { nodes: [1] }];
    expect((await readMesh(cubeScene(nodes, { scenes }))).parts).toMatchObject([{ name: 'cube' }]);
    expect((await readMesh(cubeScene(nodes, { scenes, scene: 1 }))).parts).toMatchObject([{ name: 'second' }]);
  });

  test('no nodes', async () => {
    expect(volume(await readMesh(cubeScene([])))).toBe(1);
  });

  test('a chain of 100,000 nodes', async () => {
    const nodes: Json[] = Array.from({ length: 100000 }, (_, i) => ({ children: [i + 1], translation: [1, 0, 0] }));
    nodes.push({ mesh: 0 });
    expect(farCorner(await readMesh(cubeScene(nodes)))).toEqual([100001, 1, 1]);
  });

  test('skins, morph targets, points and lines are told', async () => {
    const builder = new GltfBuilder();
    const cube = cubePrimitive(builder);
    const primitives = [{ ...cube, targets: [{}] }, { ...cube, mode: 0 }, { ...cube, mode: 3 }, { attributes: {} }];
    const { warnings } = await readMesh(builder.glb({ meshes: [{ primitives }], nodes: [{ mesh: 0, skin: 0 }] }));
    expect(warnings.map(({ code, location, count }) => `${code} ${location} ${count}`)).toEqual([
      'ignored /nodes/0/skin 1',
      'ignored /meshes/0/primitives/0/targets 1',
      'ignored /meshes/0/primitives/1 2',
      'ignored /meshes/0/primitives/3 1',
    ]);
  });
});

describe('geometry', () => {
  async function readPrimitive(make: (builder: GltfBuilder) => Json, more: Json = {}): Promise<MeshFile> {
    const builder = new GltfBuilder();
    return readMesh(builder.glb({ meshes: [{ primitives: [make(builder)] }], ...more }));
  }

  const points = (builder: GltfBuilder, count: number): number =>
    builder.accessor(
      Float32Array.from({ length: 3 * count }, (_, i) => i * i),
      'VEC3',
    );

  test.each([
    [4, undefined, [0, 1, 2, 3, 4, 5]],
    [5, undefined, [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4]],
    [6, undefined, [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5]],
    [undefined, [5, 4, 3, 2, 1, 0], [5, 4, 3, 2, 1, 0]],
    [4, [0, 1, 2, 3, 4], [0, 1, 2]],
    [5, [5, 4, 3, 2], [5, 4, 3, 4, 2, 3]],
    [6, [5, 4, 3, 2], [5, 4, 3, 5, 3, 2]],
  ])('mode %s with indices %j', async (mode, indices, expected) => {
    const { mesh } = await readPrimitive((builder) => ({
      attributes: { POSITION: points(builder, 6) },
      ...(mode === undefined ? {} : { mode }),
      ...(indices === undefined ? {} : { indices: builder.accessor(Uint8Array.from(indices), 'SCALAR') }),
    }));
    expect([...mesh.triangles]).toEqual(expected);
  });

  test.each([Uint8Array, Uint16Array, Uint32Array])('restarts of strips in a %o', async (Kind) => {
    const make = (builder: GltfBuilder): Json => ({
      attributes: { POSITION: points(builder, 6) },
      mode: 5,
      indices: builder.accessor(Kind.from([0, 1, 2, -1, 1, 3, 5, 4, -1, -1, 2]), 'SCALAR'),
    });
    const { mesh } = await readPrimitive(make, { extensionsUsed: ['KHR_mesh_primitive_restart'] });
    expect([...mesh.triangles]).toEqual([0, 1, 2, 1, 3, 5, 3, 4, 5]);
    await expectRefusal(() => readPrimitive(make), 'io/index-out-of-range', '/meshes/0/primitives/0/indices');
  });

  test('primitives that share positions share vertices', async () => {
    const builder = new GltfBuilder();
    const POSITION = points(builder, 6);
    const primitive = (...indices: number[]): Json => ({
      attributes: { POSITION },
      indices: builder.accessor(Uint8Array.from(indices), 'SCALAR'),
    });
    const { mesh, parts } = await readMesh(
      builder.glb({ meshes: [{ primitives: [primitive(0, 1, 2), primitive(3, 4, 5)] }] }),
    );
    expect(mesh.vertexCount).toBe(6);
    expect(parts).toEqual([{ name: 'mesh 0', firstTriangle: 0, triangleCount: 2 }]);
  });

  test('interleaved positions', async () => {
    const { mesh } = await readPrimitive((builder) => {
      const bufferView = builder.view(
        Float32Array.from({ length: 24 }, (_, i) => i),
        { byteStride: 32 },
      );
      builder.accessors.push({ bufferView, byteOffset: 8, componentType: 5126, type: 'VEC3', count: 3 });
      return { attributes: { POSITION: 0 } };
    });
    expect([...mesh.positions]).toEqual([2, 3, 4, 10, 11, 12, 18, 19, 20]);
  });

  test('sparse positions, over data and over nothing', async () => {
    for (const over of [true, false]) {
      const { mesh } = await readPrimitive((builder) => {
        const base = builder.accessor(TRIANGLE, 'VEC3', { byteOffset: 0 });
        const indices = { bufferView: builder.view(Uint16Array.of(9, 0, 2)), byteOffset: 2, componentType: 5123 };
        const values = { bufferView: builder.view(Float32Array.of(5, 6, 7, 8, 9, 10)) };
        const accessor = { ...builder.accessors[base], sparse: { count: 2, indices, values } };
        builder.accessors[base] = over ? accessor : { ...accessor, bufferView: undefined };
        return { attributes: { POSITION: base } };
      });
      expect([...mesh.positions]).toEqual([5, 6, 7, over ? 1 : 0, 0, 0, 8, 9, 10]);
    }
  });

  test.each([
    [Int8Array, 127],
    [Uint8Array, 255],
    [Int16Array, 32767],
    [Uint16Array, 65535],
  ])('quantised positions in a %o', async (Kind, most) => {
    const numbers = Kind.from([0, 0, 0, most, 0, 0, 0, most, 1]);
    const make = (normalized: boolean) => (builder: GltfBuilder) => ({
      attributes: { POSITION: builder.accessor(numbers, 'VEC3', { normalized }) },
    });
    const used = { extensionsRequired: ['KHR_mesh_quantization'] };
    expect([...(await readPrimitive(make(false), used)).mesh.positions]).toEqual([...numbers]);
    expect([...(await readPrimitive(make(true), used)).mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 1 / most]);
  });

  test('the least signed number means −1 when normalised', async () => {
    const { mesh } = await readPrimitive((builder) => ({
      attributes: {
        POSITION: builder.accessor(Int8Array.of(-128, 0, 0, 127, 0, 0, 0, -127, 0), 'VEC3', { normalized: true }),
      },
    }));
    expect([...mesh.positions]).toEqual([-1, 0, 0, 1, 0, 0, 0, -1, 0]);
  });

  test('positions in double precision', async () => {
    const doubles = Float64Array.of(0.1, 0, 0, 1, 0, 0, 0, 1 / 3, 0);
    const { mesh } = await readPrimitive((builder) => ({
      attributes: { POSITION: builder.accessor(doubles, 'VEC3') },
    }));
    expect(mesh.positions).toEqual(doubles);
  });

  test.each(['draco', 'draco sequential', 'meshopt'] as const)('%s', async (how) => {
    const file = await compressedCube(how);
    expect(splitGlb(file).json.extensionsRequired).toHaveLength(1); // or nothing was compressed
    const read = await readMesh(file);
    expect(read.warnings).toEqual([]);
    expect(read.mesh.triangleCount).toBe(12);
    expect(volume(read)).toBeCloseTo(1, 3);
  });

  test('a Draco decoder of the caller', async () => {
    const file = await compressedCube('draco');
    const draco = (): Promise<never> => Promise.reject(new NearmissError('query/aborted', 'asked'));
    await expectRefusal(() => readMesh(file, { draco }), 'query/aborted');
  });
});

describe('refusals', () => {
  /** The cube's document with something put at a path, or taken away with `undefined`. */
  function altered(path: string, value: unknown): Uint8Array {
    const { json, binary } = splitGlb(cubeScene([{ mesh: 0 }], { scenes: [{ nodes: [0] }] }));
    const steps = path.split('/').slice(1);
    const last = steps.pop() ?? '';
    let at = json;
    for (const step of steps) at = at[step] as Json;
    at[last] = value;
    return glbFile(JSON.stringify(json), binary);
  }

  test('the document that is altered below is fine', async () => {
    expect(volume(await readMesh(altered('/extras', 1)))).toBe(1);
  });

  test.each<[path: string, value: unknown, code: ErrorCode, location?: string]>([
    ['/asset', undefined, 'io/bad-json'],
    ['/asset/version', '1.0', 'io/unsupported'],
    ['/asset/version', 2, 'io/bad-json'],
    ['/extensionsRequired', ['KHR_texture_basisu', 'ACME_holes'], 'io/unsupported', '/extensionsRequired/1'],
    ['/nodes', {}, 'io/bad-json'],
    ['/nodes/0', 7, 'io/bad-json'],
    ['/nodes/0/mesh', 1, 'io/index-out-of-range'],
    ['/nodes/0/mesh', -1, 'io/index-out-of-range'],
    ['/nodes/0/mesh', 0.5, 'io/index-out-of-range'],
    ['/nodes/0/mesh', '0', 'io/index-out-of-range'],
    ['/nodes/0/mesh', '__proto__', 'io/index-out-of-range'],
    ['/nodes/0/children', [0], 'io/cyclic-nodes', '/nodes/0/children/0'],
    ['/nodes/0/children', [9], 'io/index-out-of-range', '/nodes/0/children/0'],
    ['/nodes/0/translation', [1, 2], 'io/bad-json'],
    ['/nodes/0/translation', [1, 2, null], 'io/bad-number', '/nodes/0/translation/2'],
    ['/nodes/0/translation', [1e200, 0, 0], 'io/bad-number', '/nodes/0'],
    ['/nodes/0/rotation', [0, 0, 0, 0], 'io/bad-number'],
    ['/nodes/0/matrix', [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 'io/unsupported'],
    [
      '/nodes/0/extensions',
      { EXT_mesh_gpu_instancing: {} },
      'io/unsupported',
      '/nodes/0/extensions/EXT_mesh_gpu_instancing',
    ],
    ['/scenes/0/nodes', [0, 0], 'io/cyclic-nodes', '/scenes/0/nodes/1'],
    ['/scenes/0/nodes', [1], 'io/index-out-of-range', '/scenes/0/nodes/0'],
    ['/scenes/0/nodes', [], 'mesh/empty', 'whole file'],
    ['/scene', 1, 'io/index-out-of-range'],
    ['/meshes/0/primitives', undefined, 'io/bad-json'],
    ['/meshes/0/primitives', [], 'mesh/empty', 'whole file'],
    ['/meshes/0/primitives/0/mode', 7, 'io/syntax'],
    ['/meshes/0/primitives/0/attributes', undefined, 'io/bad-json'],
    ['/meshes/0/primitives/0/attributes/POSITION', 2, 'io/index-out-of-range'],
    ['/meshes/0/primitives/0/attributes/POSITION', 1, 'io/syntax', '/accessors/1/type'],
    ['/meshes/0/primitives/0/indices', 0, 'io/unsupported', '/accessors/0/componentType'],
    ['/accessors/0/type', 'VEC2', 'io/syntax'],
    ['/accessors/0/componentType', 5131, 'io/unsupported'],
    ['/accessors/0/componentType', 5125, 'io/unsupported'],
    ['/accessors/0/count', 4000000000, 'io/too-large'],
    ['/accessors/0/count', 9, 'io/truncated', '/accessors/0'],
    ['/accessors/0/count', 7, 'io/index-out-of-range', '/meshes/0/primitives/0/indices'],
    ['/accessors/0/count', -1, 'io/bad-count'],
    ['/accessors/0/count', 1e300, 'io/bad-count'],
    ['/accessors/0/bufferView', undefined, 'io/missing-resource', '/accessors/0'],
    ['/accessors/0/bufferView', 2, 'io/index-out-of-range'],
    ['/accessors/0/byteOffset', 4, 'io/truncated', '/accessors/0'],
    ['/accessors/0/byteOffset', -4, 'io/bad-count'],
    ['/accessors/1/count', 4000000000, 'io/too-large'],
    ['/bufferViews/0/byteStride', 4, 'io/bad-count', '/accessors/0'],
    ['/bufferViews/0/byteStride', 0, 'io/bad-count'],
    ['/bufferViews/0/byteStride', 16, 'io/truncated', '/accessors/0'],
    ['/bufferViews/0/byteOffset', 4000000000, 'io/truncated', '/bufferViews/0'],
    ['/bufferViews/0/byteLength', 1000, 'io/truncated', '/bufferViews/0'],
    ['/bufferViews/0/buffer', 1, 'io/index-out-of-range'],
    ['/buffers/0/byteLength', 100000, 'io/truncated', '/buffers/0'],
    ['/buffers/0/byteLength', 10, 'io/truncated', '/bufferViews/0'],
    ['/buffers/0/uri', 7, 'io/bad-json'],
    ['/buffers/0/uri', 'data:,abc', 'io/unsupported'],
    ['/buffers/0/uri', 'data:;base64', 'io/syntax'],
    ['/buffers/0/uri', 'data:;base64,QQ', 'io/truncated', '/buffers/0'],
    ['/buffers/0/uri', 'data:;base64,Q', 'io/damaged'],
    ['/buffers/0/uri', 'data:;base64,Q*==', 'io/damaged'],
    ['/buffers/0/uri', 'missing.bin', 'io/missing-resource'],
  ])('%s: %j', async (path, value, code, location = path) => {
    await expectRefusal(() => readMesh(altered(path, value)), code, location);
  });

  test.each([
    ['a sparse index too high', { count: 1, indices: { bufferView: 1, byteOffset: 2, componentType: 5123 } }, 'ok'],
    ['more changes than items', { count: 9 }, 'io/bad-count'],
    [
      'sparse indices of signed numbers',
      { count: 1, indices: { bufferView: 1, componentType: 5122 } },
      'io/unsupported',
    ],
    [
      'sparse indices past the view',
      { count: 8, indices: { bufferView: 1, byteOffset: 60, componentType: 5123 } },
      'io/truncated',
    ],
    [
      'sparse values past the view',
      { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 1, byteOffset: 64 } },
      'io/truncated',
    ],
    [
      'sparse index 65535',
      { count: 1, indices: { bufferView: 0, byteOffset: 14, componentType: 5125 } },
      'io/index-out-of-range',
    ],
    ['no sparse indices', { count: 1 }, 'io/bad-json'],
  ] as const)('%s', async (_name, sparse, code) => {
    const file = altered('/accessors/0/sparse', { values: { bufferView: 0 }, ...sparse });
    if (code === 'ok') expect((await readMesh(file)).mesh.triangleCount).toBe(12);
    else await expectRefusal(() => readMesh(file), code);
  });

  test('a number that is NaN', async () => {
    const { json, binary } = splitGlb(cubeScene([{ mesh: 0 }]));
    const bytes = binary.slice();
    new DataView(bytes.buffer).setFloat32(8, Number.NaN, true);
    await expectRefusal(() => readMesh(glbFile(JSON.stringify(json), bytes)), 'io/bad-number', '/nodes/0');
  });

  test.each([
    ['two parents', [{ children: [2] }, { children: [2] }, { mesh: 0 }], '/nodes/1/children/0'],
    ['a circle', [{ children: [1] }, { children: [0], mesh: 0 }], '/nodes'],
    [
      'a circle below a root',
      [{ children: [1] }, { children: [2], mesh: 0 }, { children: [1] }],
      '/nodes/2/children/0',
    ],
  ])('nodes with %s', async (_name, nodes, location) => {
    await expectRefusal(() => readMesh(cubeScene(nodes)), 'io/cyclic-nodes', location);
  });

  test.each([
    'http://example.com/a.bin',
    'https://example.com/a.bin',
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'javascript:alert(1)',
    '//example.com/a.bin',
    '/etc/passwd',
    '../secret.bin',
    'a/../../secret.bin',
    'a/..',
    '..',
    './a.bin',
    '%2e%2e/secret.bin',
    '..%2fsecret.bin',
    '%2Fetc%2Fpasswd',
    '..\\secret.bin',
    '%5c%5cserver%5cshare',
    'C:\\secret.bin',
    'C:secret.bin',
    'a.bin%00.png',
    'a.bin?x=1',
    'a.bin#x',
    'a//b.bin',
    '',
    '%E0%A4%A',
  ])('a reference to %j never reaches the resolver', async (uri) => {
    const asked: string[] = [];
    const resources = (name: string): Uint8Array => {
      asked.push(name);
      return new Uint8Array(100000);
    };
    await expectRefusal(
      () => readMesh(altered('/buffers/0/uri', uri), { resources }),
      'io/forbidden-reference',
      '/buffers/0/uri',
    );
    expect(asked).toEqual([]);
  });

  test.each<[string, ReadOptions['resources']]>([
    [
      'throws',
      () => {
        throw new Error('gone');
      },
    ],
    ['rejects', () => Promise.reject(new Error('gone'))],
    ['hands over a text', () => 'abc' as never],
  ])('a resolver that %s', async (_name, resources) => {
    const file = altered('/buffers/0/uri', 'a.bin');
    await expectRefusal(() => readMesh(file, { resources }), 'io/missing-resource', '/buffers/0/uri');
  });

  test.each<[string, Uint8Array, ErrorCode, string?]>([
    ['nesting 100,000 deep', utf8('{"asset":'.padEnd(100000, '[')), 'io/bad-json', 'byte 520'],
    ['nesting of objects', utf8('{"a":'.repeat(100000)), 'io/bad-json', 'byte 2560'],
    ['a text that ends in a string', utf8('{"asset":"'), 'io/bad-json'],
    ['a comma too many', utf8('{"asset":{"version":"2.0"},}'), 'io/bad-json', 'character 27 of the JSON'],
    ['a list at the top', glbFile('[]', null), 'io/bad-json', '/'],
    ['bytes that are no UTF-8', glbFile(Uint8Array.of(0x7b, 0xff, 0x7d), null), 'io/bad-json', 'byte 20'],
    ['no JSON chunk', glbFile('{}', null).slice(0, 12), 'io/truncated'],
    ['half a header', glbFile('{}', null).slice(0, 8), 'io/truncated', 'byte 8'],
    ['a GLB file cut short', cubeScene([{ mesh: 0 }]).slice(0, 500), 'io/truncated', 'byte 8'],
  ])('%s', async (_name, bytes, code, location) => {
    const start = processorMs();
    await expectRefusal(() => readMesh(bytes), code, location);
    expect(processorMs() - start).toBeLessThan(1000);
  });

  test.each([
    [4, 1, 'io/unsupported', 'byte 4'],
    [8, 0xffffffff, 'io/truncated', 'byte 8'],
    [8, 12, 'io/truncated', 'byte 12'],
    [12, 0xfffffff0, 'io/truncated', 'byte 12'],
    [16, 0x004e4942, 'io/syntax', 'byte 16'],
  ] as const)('GLB with the word at %i set to %i', async (at, word, code, location) => {
    const file = cubeScene([{ mesh: 0 }]);
    new DataView(file.buffer).setUint32(at, word, true);
    await expectRefusal(() => readMesh(file), code, location);
  });

  test('a scene that unfolds beyond the limits', async () => {
    const nodes = Array.from({ length: 1000 }, () => ({ mesh: 0 }));
    expect((await readMesh(cubeScene(nodes))).mesh.triangleCount).toBe(12000);
    await expectRefusal(() => readMesh(cubeScene(nodes), { maxTriangles: 11999 }), 'io/too-large', '/nodes/999');
    await expectRefusal(() => readMesh(cubeScene(nodes), { maxVertices: 80 }), 'io/too-large', '/nodes/10');
  });

  test('many primitives in many positions', async () => {
    const builder = new GltfBuilder();
    const cube = cubePrimitive(builder);
    const primitives = Array.from({ length: 20000 }, () => cube);
    const nodes = Array.from({ length: 20000 }, () => ({ mesh: 0 }));
    const start = processorMs();
    await expectRefusal(() => readMesh(builder.glb({ meshes: [{ primitives }], nodes })), 'io/too-large');
    expect(processorMs() - start).toBeLessThan(2000);
  });

  describe('compressed data', () => {
    /** The file with some bytes of its binary chunk changed. */
    async function damaged(
      how: 'draco' | 'meshopt',
      change: (binary: Uint8Array, json: Json) => void,
    ): Promise<Uint8Array> {
      const { json, binary } = splitGlb(await compressedCube(how));
      const bytes = binary.slice();
      change(bytes, json);
      return glbFile(JSON.stringify(json), bytes);
    }

    test.each<[string, 'draco' | 'meshopt', (binary: Uint8Array, json: Json) => void, ErrorCode]>([
      ['Draco: no magic', 'draco', (binary) => binary.fill(0, 0, 5), 'io/damaged'],
      ['Draco: another version', 'draco', (binary) => binary.fill(1, 5, 6), 'io/unsupported'],
      ['Draco: a cloud of points', 'draco', (binary) => binary.fill(0, 7, 8), 'io/unsupported'],
      [
        'Draco: four billion points',
        'draco',
        (binary) => binary.set([0xff, 0xff, 0xff, 0xff, 0x0f], 12),
        'io/too-large',
      ],
      ['Draco: a number without end', 'draco', (binary) => binary.fill(0xff, 12, 20), 'io/damaged'],
      ['Draco: garbage', 'draco', (binary) => binary.fill(0x55, 20), 'io/damaged'],
      ['meshopt: garbage', 'meshopt', (binary) => binary.fill(0x55), 'io/damaged'],
    ])('%s', async (_name, how, change, code) => {
      const file = await damaged(how, change);
      await expectRefusal(() => readMesh(file), code);
      // And the next file is read as ever.
      expect(volume(await readMesh(await compressedCube(how)))).toBeCloseTo(1, 3);
    });

    test.each<[string, unknown, ErrorCode]>([
      ['count', 4000000000, 'io/bad-count'],
      ['byteStride', 0, 'io/bad-count'],
      ['byteStride', 257, 'io/bad-count'],
      ['byteLength', 4000000000, 'io/truncated'],
      ['byteOffset', 4000000000, 'io/truncated'],
      ['buffer', 5, 'io/index-out-of-range'],
      ['mode', 'SECRET', 'io/unsupported'],
      ['mode', '__proto__', 'io/unsupported'],
      ['mode', 'INDICES', 'io/bad-count'],
      ['filter', 'BLUR', 'io/unsupported'],
      ['filter', 'QUATERNION', 'io/bad-count'],
    ])('meshopt with %s = %j', async (key, value, code) => {
      const file = await damaged('meshopt', (_binary, json) => {
        for (const { extensions } of json.bufferViews as Json[]) {
          const extension = (extensions as Json).EXT_meshopt_compression as Json;
          if (extension.mode === 'ATTRIBUTES') extension[key] = value;
        }
      });
      await expectRefusal(() => readMesh(file), code);
    });

    test('meshopt that claims to hold very much', async () => {
      const file = await damaged('meshopt', (_binary, json) => {
        for (const view of json.bufferViews as Json[]) {
          const extension = (view.extensions as Json).EXT_meshopt_compression as Json;
          extension.count = 1e8;
          view.byteLength = 1e8 * (extension.byteStride as number);
        }
      });
      expect((await refusal(() => readMesh(file))).code).toBe('io/bad-count');
    });
  });
});
