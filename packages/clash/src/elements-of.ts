import type { AssemblyFile } from '@nearmiss/io';
import type { ElementFile } from './assembly.ts';

/**
 * The nodes of a file as elements.
 *
 * @see {@link AssemblyBuilder}
 */
export function elementsOf({ meshes, nodes, warnings }: AssemblyFile): ElementFile {
  const branching = branchingLevel(nodes.map(({ id }) => id.split('/')));
  return {
    meshes,
    elements: nodes.map(({ id, names, mesh, matrix, error }) => ({
      id,
      name: names.join('/'),
      parent: id.slice(0, Math.max(0, id.lastIndexOf('/'))),
      groups: id.split('/').slice(branching, branching + 1),
      stableId: names.join('/'),
      parts: [{ mesh, matrix, error }],
    })),
    warnings: warnings.map(({ message }) => message),
  };
}

/** How many nodes all paths begin with: below them the tree has its first branches. */
function branchingLevel([first = [], ...others]: readonly (readonly string[])[]): number {
  const level = first.findIndex((node, k) => others.some((path) => path[k] !== node));
  return level < 0 ? first.length : level;
}
