import type { Mesh } from 'nearmiss';
import { readTree } from './gltf/read-tree.ts';
import { IDENTITY } from './gltf/transform.ts';
import { NO_ERROR } from './gltf/transform-error.ts';
import type { ReadWarning } from './mesh-file.ts';
import { gltfOptions, type ReadOptions, readMesh, resolveFormat } from './read-mesh.ts';

/** One appearance of a mesh in an assembly. See {@link readAssembly}. */
export interface AssemblyNode {
  /** Child numbers from the scene's list of nodes down to this node: `0/3/1`. */
  readonly id: string;
  /** The names on that path. A node without a name has its child number, or the name of its mesh at the end. */
  readonly names: readonly string[];
  /** Which of the file's `meshes` appears here. */
  readonly mesh: number;
  /** Mesh coordinates to those of the scene: 4 × 4, column by column. It may scale, shear and mirror. */
  readonly matrix: readonly number[];
  /**
   * How far each entry of `matrix` can be from what was meant: files hold numbers rounded to single precision, and products of
   * transforms are rounded.
   */
  readonly error: readonly number[];
}

/** A file as the tree of nodes that it is. See {@link readAssembly}. */
export interface AssemblyFile {
  /** Each mesh once, in its own coordinates. */
  readonly meshes: readonly Mesh[];
  /** Every appearance of a mesh, in the order of the file. */
  readonly nodes: readonly AssemblyNode[];
  readonly warnings: readonly ReadWarning[];
}

/**
 * Reads a file of any format without merging its parts: of glTF and GLB the nodes that have a mesh, with their names and
 * transforms; a file of another format is one node, `0`.
 *
 * @example
 * const { nodes, meshes } = await readAssembly(writePly(box()));
 * console.log(nodes[0].id, meshes[0].triangleCount); // 0 12
 */
export async function readAssembly(bytes: Uint8Array, options: ReadOptions = {}): Promise<AssemblyFile> {
  const format = resolveFormat(bytes, options);
  if (format === 'gltf' || format === 'glb') return readTree(bytes, format, gltfOptions(options));
  const { mesh, parts, warnings } = await readMesh(bytes, { ...options, format });
  const name = parts.length === 1 ? parts[0].name : (options.name ?? format);
  return {
    meshes: [mesh],
    nodes: [{ id: '0', names: [name], mesh: 0, matrix: IDENTITY, error: NO_ERROR }],
    warnings,
  };
}
