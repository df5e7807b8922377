import type { Mesh } from 'nearmiss';
import { toSingle } from '../single-precision.ts';
import { soundMesh } from '../sound-mesh.ts';
import {
  BINARY_CHUNK,
  GLB_CHUNK_HEADER_BYTES,
  GLB_HEADER_BYTES,
  GLB_MAGIC,
  GLB_VERSION,
  JSON_CHUNK,
} from './container.ts';

const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/**
 * A GLB file with one mesh. Positions are rounded to f32, as glTF demands; vertices and triangles keep their order.
 *
 * @example
 * const { mesh } = await readMesh(writeGlb(box()));
 * console.log(mesh.triangleCount); // 12
 */
export function writeGlb(mesh: Mesh): Uint8Array {
  const { positions, triangles, vertexCount } = soundMesh(mesh);
  const singles = new Float32Array(positions.length);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const value = toSingle(positions[i], Math.floor(i / 3));
    singles[i] = value;
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  }
  const json = {
    asset: { version: '2.0', generator: 'nearmiss' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: FLOAT, type: 'VEC3', count: vertexCount, min, max },
      { bufferView: 1, componentType: UNSIGNED_INT, type: 'SCALAR', count: triangles.length },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: singles.byteLength, target: ARRAY_BUFFER },
      { buffer: 0, byteOffset: singles.byteLength, byteLength: triangles.byteLength, target: ELEMENT_ARRAY_BUFFER },
    ],
    buffers: [{ byteLength: singles.byteLength + triangles.byteLength }],
  };
  return packGlb(JSON.stringify(json), singles, triangles);
}

function packGlb(json: string, singles: Float32Array, triangles: Uint32Array): Uint8Array {
  // Chunks end on multiples of four bytes; the text has ASCII only, so its length in bytes is its length.
  const text = json.padEnd(Math.ceil(json.length / 4) * 4, ' ');
  const binaryStart = GLB_HEADER_BYTES + GLB_CHUNK_HEADER_BYTES + text.length;
  const dataStart = binaryStart + GLB_CHUNK_HEADER_BYTES;
  const bytes = new Uint8Array(dataStart + singles.byteLength + triangles.byteLength);
  const view = new DataView(bytes.buffer);
  const words = [GLB_MAGIC, GLB_VERSION, bytes.length, text.length, JSON_CHUNK];
  for (const [index, word] of words.entries()) view.setUint32(4 * index, word, true);
  bytes.set(new TextEncoder().encode(text), GLB_HEADER_BYTES + GLB_CHUNK_HEADER_BYTES);
  view.setUint32(binaryStart, singles.byteLength + triangles.byteLength, true);
  view.setUint32(binaryStart + 4, BINARY_CHUNK, true);
  for (let i = 0; i < singles.length; i++) view.setFloat32(dataStart + 4 * i, singles[i], true);
  const indices = dataStart + singles.byteLength;
  for (let i = 0; i < triangles.length; i++) view.setUint32(indices + 4 * i, triangles[i], true);
  return bytes;
}
