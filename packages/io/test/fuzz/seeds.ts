// Small files of every format and feature, to be damaged.

import { writeGlb, writeObj, writePly, writeStl } from '@nearmiss/io';
import { box } from 'nearmiss/shapes';
import { compressedCube, cubePrimitive, GltfBuilder, type Json, splitGlb } from '../gltf/gltf-file.ts';
import { utf8 } from '../help.ts';
import { plyFile } from '../ply/ply-file.ts';

const OBJ = `# every kind of statement
mtllib ../secret.mtl
o first
v 0 0 0
v 1 0 0 1
v 1.5e0 1 0 0.5 0.5 0.5
v .5 .5 0
v -0 1. 1e-3
vn 0 0 1
vt 0 0
g a b
usemtl m
s off
f 1 2 3 4 5
f 1/1 2/1 3/1
f 1//1 2//1 \\
 3//1
f -5/1/1 -4/1/1 -3/1/1 -1
l 1 2
p 1
o second
f 5 4 3 2 1
`;

const STL = `solid one
 facet normal 0 0 1
  outer loop
   vertex 0 0 0
   vertex 1.5 0 0
   vertex 0 1e1 -0.5
  endloop
 endfacet
endsolid one
solid two
 facet normal nan nan nan
  outer loop
   vertex 0 0 0
   vertex 1 0 0
   vertex 0 1 0
  endloop
 endfacet
endsolid two
`;

const OFF = `COFF # comment
5 3 0
0 0 0 255 0 0 255
1 0 0 255 0 0 255
1 1 0 255 0 0 255
0.5 .5 0 255 0 0 255
0 1 1e-3 255 0 0 255
5 0 1 2 3 4
3 0 1 2 255 255 0
4 0 4 2 1
`;

const PLY: Parameters<typeof plyFile>[1] = [
  [
    'extra',
    ['list uchar short things', 'double value'],
    [
      [[1, 2, 3], 0.5],
      [[], 1],
    ],
  ],
  [
    'vertex',
    ['uchar red', 'float x', 'double y', 'float z'],
    [
      [1, 0, 0, 0],
      [2, 1, 0, 0],
      [3, 1, 1, 0],
      [4, 0.5, 0.5, 0],
      [5, 0, 1, 1],
    ],
  ],
  [
    'face',
    ['list uchar int vertex_indices', 'uchar flag'],
    [
      [[0, 1, 2], 1],
      [[0, 1, 2, 3, 4], 2],
    ],
  ],
  ['tristrips', ['list int int vertex_indices'], [[[0, 1, 2, 3, -1, 2, 3, 4]]]],
];

/** A scene with every kind of accessor and primitive. */
function scene(): { json: Json; glb: Uint8Array } {
  const builder = new GltfBuilder();
  const cube = cubePrimitive(builder);
  const strip = {
    attributes: {
      POSITION: builder.accessor(Int16Array.from([0, 0, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0]), 'VEC3', { normalized: true }),
    },
    mode: 5,
  };
  const interleaved = builder.view(
    Float32Array.from({ length: 24 }, (_, i) => i),
    { byteStride: 32 },
  );
  builder.accessors.push({ bufferView: interleaved, byteOffset: 8, componentType: 5126, type: 'VEC3', count: 3 });
  const fan = { attributes: { POSITION: builder.accessors.length - 1 }, mode: 6 };
  builder.accessors.push({
    componentType: 5126,
    type: 'VEC3',
    count: 3,
    sparse: {
      count: 2,
      indices: { bufferView: builder.view(Uint8Array.of(0, 2)), componentType: 5121 },
      values: { bufferView: builder.view(Float32Array.of(5, 6, 7, 8, 9, 10)) },
    },
  });
  const sparse = { attributes: { POSITION: builder.accessors.length - 1 } };
  const more = {
    extensionsUsed: ['KHR_mesh_quantization', 'KHR_mesh_primitive_restart'],
    scene: 0,
    scenes: [{ nodes: [0, 3] }],
    nodes: [
      { children: [1, 2], translation: [1, 2, 3] },
      { mesh: 0, rotation: [0, 0, 1, 1], name: 'a' },
      { mesh: 1, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1] },
      { mesh: 0, scale: [-1, 1, 1], skin: 0 },
    ],
    meshes: [{ primitives: [cube, strip], name: 'm' }, { primitives: [fan, sparse, { ...cube, mode: 1 }] }],
  };
  return { json: builder.json(more), glb: builder.glb(more) };
}

export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its parts, for glTF; no binary chunk where the file is JSON alone. */
  readonly gltf?: { readonly json: string; readonly binary: Uint8Array | null };
}

function gltfSeed(name: string, bytes: Uint8Array): Seed {
  if (name.endsWith('.gltf')) return { name, bytes, gltf: { json: new TextDecoder().decode(bytes), binary: null } };
  const { json, binary } = splitGlb(bytes);
  return { name, bytes, gltf: { json: JSON.stringify(json), binary } };
}

export async function listSeeds(): Promise<Seed[]> {
  const { json, glb } = scene();
  const { binary } = splitGlb(glb);
  const embedded = `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`;
  const gltf = (uri: string): Uint8Array =>
    utf8(JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri }] }));
  return [
    { name: 'text.obj', bytes: utf8(OBJ) },
    { name: 'written.obj', bytes: writeObj(box()) },
    { name: 'text.stl', bytes: utf8(STL) },
    { name: 'binary.stl', bytes: writeStl(box()) },
    { name: 'text.off', bytes: utf8(OFF) },
    { name: 'text.ply', bytes: plyFile('ascii', PLY) },
    { name: 'little.ply', bytes: plyFile('binary_little_endian', PLY) },
    { name: 'big.ply', bytes: plyFile('binary_big_endian', PLY) },
    { name: 'written.ply', bytes: writePly(box()) },
    gltfSeed('written.glb', writeGlb(box())),
    gltfSeed('scene.glb', glb),
    gltfSeed('embedded.gltf', gltf(embedded)),
    gltfSeed('external.gltf', gltf('sub/scene.bin')),
    gltfSeed('meshopt.glb', await compressedCube('meshopt')),
    gltfSeed('draco.glb', await compressedCube('draco')),
    gltfSeed('sequential.glb', await compressedCube('draco sequential')),
  ];
}
