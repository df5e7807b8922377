import { readAssembly, writePly } from '@nearmiss/io';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { roundingOf } from '../../src/gltf/transform-error.ts';
import { utf8 } from '../help.ts';

const TRIANGLE = { attributes: { POSITION: 0 } };
const POINTS = btoa(String.fromCharCode(...new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)));

function gltf(more: object): Uint8Array {
  return utf8(
    JSON.stringify({
      asset: { version: '2.0' },
      meshes: [{ name: 'part', primitives: [TRIANGLE] }],
      accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${POINTS}` }],
      ...more,
    }),
  );
}

describe('a tree of nodes', () => {
  const nodes = [
    { name: 'cell', translation: [10, 0, 0], children: [1, 3] },
    { children: [2], scale: [2, -2, 2] },
    { mesh: 0, translation: [1, 2, 3] },
    { mesh: 0, name: 'lid' },
    { mesh: 0, name: 'not in the scene' },
  ];
  const file = gltf({ scenes: [{ nodes: [4] }, { nodes: [3, 0] }], scene: 1, nodes: [...nodes.slice(0, 3), nodes[3]] });

  test('has each mesh once, and its appearances by numbers and names', async () => {
    const bytes = gltf({ scene: 0, scenes: [{ nodes: [0] }], nodes });
    const { meshes, nodes: found } = await readAssembly(bytes);
    expect(meshes).toHaveLength(1);
    expect(found.map(({ id, names, mesh }) => [id, names.join('/'), mesh])).toEqual([
      ['0/0/0', 'cell/0/part', 0],
      ['0/1', 'cell/lid', 0],
    ]);
    // 10 + 2 · 1, −2 · 2, 2 · 3
    expect(found[0].matrix).toEqual([2, 0, 0, 0, 0, -2, 0, 0, 0, 0, 2, 0, 12, -4, 6, 1]);
  });

  test('is refused where a node is reached twice', async () => {
    await expect(readAssembly(file)).rejects.toThrow('reached twice');
  });

  test('says how exact its transforms are', async () => {
    const single = Math.fround(136.8601);
    const read = async (translation: readonly number[]): Promise<readonly number[]> => {
      const bytes = gltf({ scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, translation }] });
      return (await readAssembly(bytes)).nodes[0].error;
    };
    expect((await read([single, 0, 0]))[12]).toBe(2 ** (7 - 23));
    expect((await read([136.8601, 4, 0.5])).slice(12, 15)).toEqual([2 ** (7 - 52), 2 ** (2 - 52), 2 ** (-1 - 52)]);
  });
});

test.each([
  [0, 0],
  [1, 2 ** -52],
  [-1000000.75, 2 ** (19 - 52)],
  [0.1, 2 ** (-4 - 52)],
  [Math.fround(0.1), 2 ** (-4 - 23)],
  [1 - 2 ** -22, 2 ** (-1 - 23)],
])('a number of a transform, %d, was rounded by at most %d', (x, expected) => {
  expect(roundingOf(x)).toBe(expected);
});

test('a file of another format is one node', async () => {
  const { meshes, nodes } = await readAssembly(writePly(box()), { name: 'box.ply' });
  expect(meshes[0].triangleCount).toBe(12);
  expect(nodes.map(({ id }) => id)).toEqual(['0']);
});
