import { NearmissError } from 'nearmiss';
import { detectFormat, MESH_FORMATS, type MeshFormat } from './detect-format.ts';
import type { DracoDecoderFactory } from './gltf/decode.ts';
import { type GltfOptions, type ResourceResolver, readGltf } from './gltf/read-gltf.ts';
import type { MeshFile } from './mesh-file.ts';
import { parseObj } from './obj/parse-obj.ts';
import { parseOff } from './off/parse-off.ts';
import { parsePly } from './ply/parse-ply.ts';
import { refuse } from './refuse.ts';
import { requireBytes, requireOneOf, textOf } from './require-input.ts';
import { parseStl } from './stl/parse-stl.ts';

/** Options of {@link readMesh}. */
export interface ReadOptions {
  /** The format, if it is known; otherwise it is detected from the bytes, or else from the extension of `name`. */
  readonly format?: MeshFormat | undefined;
  /** The name of the file. */
  readonly name?: string | undefined;
  /**
   * Returns the separate buffers of a glTF file. It is called only with relative paths below the folder of the file,
   * percent-decoded: never with URLs, absolute paths or `..`.
   */
  readonly resources?: ResourceResolver | undefined;
  /** The largest number of vertices of a glTF scene; with compression and instances a small file can contain very many. */
  readonly maxVertices?: number | undefined;
  /** The largest number of triangles of a glTF scene. */
  readonly maxTriangles?: number | undefined;
  /** Creates the decoder for Draco data; by default that of the package draco3dgltf. */
  readonly draco?: DracoDecoderFactory | undefined;
}

/** Defaults of {@link ReadOptions}. */
export const READ_DEFAULTS: Readonly<{ maxVertices: number; maxTriangles: number }> = Object.freeze({
  maxVertices: 2 ** 23,
  maxTriangles: 2 ** 24,
});

/**
 * Reads a mesh file of any format.
 *
 * @example
 * const { mesh } = await readMesh(writePly(box()));
 * console.log(mesh.triangleCount); // 12
 */
export async function readMesh(bytes: Uint8Array, options: ReadOptions = {}): Promise<MeshFile> {
  const gltf = gltfOptions(options);
  const format = resolveFormat(bytes, options);
  switch (format) {
    case 'obj':
      return parseObj(bytes);
    case 'stl':
      return parseStl(bytes);
    case 'ply':
      return parsePly(bytes);
    case 'off':
      return parseOff(bytes);
    case 'gltf':
    case 'glb':
      return readGltf(bytes, format, gltf);
  }
}

/** The options of the glTF reader, checked. */
export function gltfOptions(options: ReadOptions): GltfOptions {
  return {
    maxVertices: requireLimit('maxVertices', options.maxVertices ?? READ_DEFAULTS.maxVertices),
    maxTriangles: requireLimit('maxTriangles', options.maxTriangles ?? READ_DEFAULTS.maxTriangles),
    resources: options.resources,
    draco: options.draco,
  };
}

/** The format given, or that of the bytes. */
export function resolveFormat(bytes: Uint8Array, { format, name }: ReadOptions): MeshFormat {
  requireBytes(bytes);
  if (format !== undefined) return requireOneOf('format', format, MESH_FORMATS);
  const known = MESH_FORMATS.join(', ');
  return detectFormat(bytes, name) ?? refuse('io/unknown-format', 'byte 0', `The file is none of ${known}.`);
}

function requireLimit(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; expected a number from 0 up.`);
}
