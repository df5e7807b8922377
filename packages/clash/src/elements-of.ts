import type { AssemblyFile } from '@nearmiss/io';
import type { ElementFile } from './assembly.ts';

/**
 * The nodes of a file as elements.
 *
 * @see {@link AssemblyBuilder}
 */
export function elementsOf({ meshes, nodes, warnings }: AssemblyFile): ElementFile {
  return {
    meshes,
    elements: nodes.map(({ id, names, mesh, matrix, error }) => ({
      id,
      name: names.join('/'),
      parent: id.slice(0, Math.max(0, id.lastIndexOf('/'))),
      stableId: names.join('/'),
      parts: [{ mesh, matrix, error }],
    })),
    warnings: warnings.map(({ message }) => message),
  };
}
