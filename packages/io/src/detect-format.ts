import { OFF_KEYWORD } from './off/parse-off.ts';
import { isBinaryStl, startsWithSolid } from './stl/parse-stl.ts';
import { TextCursor } from './text/text-cursor.ts';

/** The formats that are read. See {@link detectFormat}. */
export type MeshFormat = 'obj' | 'stl' | 'ply' | 'off' | 'gltf' | 'glb';

/** The names of the formats that {@link readMesh} reads. */
export const MESH_FORMATS: readonly MeshFormat[] = Object.freeze(['obj', 'stl', 'ply', 'off', 'gltf', 'glb'] as const);

/** How much of a file is tested: enough to get past the comments at its head. */
const SAMPLE_BYTES = 65536;

/** The statements an OBJ file may start with. */
const OBJ_KEYWORD = /^(v|vn|vt|vp|f|l|p|o|g|s|mg|mtllib|usemtl|usemap|maplib|lod|bevel|c_interp|d_interp|cstype|deg)$/;

/**
 * The format of a file by its first bytes; else by the extension of its name; or null.
 *
 * @example
 * console.log(detectFormat(writePly(box()))); // ply
 */
export function detectFormat(bytes: Uint8Array, name = ''): MeshFormat | null {
  return formatOfContent(bytes) ?? formatOfName(name);
}

function formatOfContent(bytes: Uint8Array): MeshFormat | null {
  // First, since its 80 free bytes may contain anything; the length of a text does not match its bytes 80 to 83.
  if (isBinaryStl(bytes)) return 'stl';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const cursor = new TextCursor(sample, { comments: true, continuation: true });
  if (!cursor.toWordAnywhere()) return null;
  const word = cursor.word();
  if (word.startsWith('glTF')) return 'glb';
  if (word === 'ply') return 'ply';
  if (word.startsWith('{')) return 'gltf';
  if (OFF_KEYWORD.test(word)) return 'off';
  if (startsWithSolid(bytes)) return 'stl';
  return OBJ_KEYWORD.test(word) ? 'obj' : null;
}

function formatOfName(name: string): MeshFormat | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return MESH_FORMATS.find((format) => format === ending) ?? null;
}
