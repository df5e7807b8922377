import { extname, resolve } from 'node:path';
import { loadAssembly } from '@nearmiss/io/node';
import { NearmissError } from 'nearmiss';
import { AssemblyBuilder, type ElementFile } from '../assembly.ts';
import type { Assembly } from '../element.ts';
import { elementsOf } from '../elements-of.ts';
import type { ClashSet } from '../set.ts';

/**
 * Reads the files of a set. Relative names are below `folder`.
 *
 * @see {@link readClashSet}
 */
export async function loadAssemblyOfSet(set: ClashSet, folder: string): Promise<Assembly> {
  const builder = new AssemblyBuilder();
  for (const { name, file, pose, scale } of set.models) {
    try {
      const read = await loadElements(resolve(folder, file));
      builder.add(name, read, pose, scale ?? 1);
    } catch (error) {
      if (!(error instanceof NearmissError)) throw error;
      throw new NearmissError(error.code, `${file}: ${error.message}`, { cause: error });
    }
  }
  return builder.assembly;
}

async function loadElements(path: string): Promise<ElementFile> {
  if (extname(path).toLowerCase() === '.ifc') {
    const { loadIfc } = await import('./load-ifc.ts');
    return loadIfc(path);
  }
  return elementsOf(await loadAssembly(path));
}
