import { createHash } from 'node:crypto';
import { extname, resolve } from 'node:path';
import { MESH_FORMATS } from '@nearmiss/io';
import { type LoadOptions, loadAssembly } from '@nearmiss/io/node';
import { NearmissError } from 'nearmiss';
import { AssemblyBuilder, type ElementFile } from '../assembly.ts';
import type { Assembly } from '../element.ts';
import { elementsOf } from '../elements-of.ts';
import type { IfcOptions } from '../read-ifc.ts';
import { type ClashSet, hasSpaces } from '../set.ts';

const UNKNOWN_FORMAT = `The file is none of ${MESH_FORMATS.join(', ')}, and its name does not end in .ifc.`;

/** Called with each file of a set as it was read: the number of its model, its name relative to the model's file, its bytes. See {@link loadAssemblyOfSet}. */
export type OnSetFile = (model: number, name: string, bytes: Uint8Array) => void | Promise<void>;

/**
 * Reads the files of a set. Relative names are below `folder`.
 *
 * @see {@link readClashSet}
 */
export async function loadAssemblyOfSet(set: ClashSet, folder: string, onRead?: OnSetFile): Promise<Assembly> {
  const builder = new AssemblyBuilder(nodeSha256);
  const spaces = hasSpaces(set);
  for (const [model, { name, file, pose, scale }] of set.models.entries()) {
    try {
      const read = await loadElements(resolve(folder, file), (part, bytes) => onRead?.(model, part, bytes), { spaces });
      builder.add(name, read, pose, scale ?? 1);
    } catch (error) {
      if (!(error instanceof NearmissError)) throw error;
      const message = error.code === 'io/unknown-format' ? UNKNOWN_FORMAT : error.message;
      throw new NearmissError(error.code, `${file}: ${message}`, { cause: error });
    }
  }
  return builder.assembly;
}

async function loadElements(
  path: string,
  onRead: NonNullable<LoadOptions['onRead']>,
  options: IfcOptions,
): Promise<ElementFile> {
  if (extname(path).toLowerCase() === '.ifc') {
    const { loadIfc } = await import('./load-ifc.ts');
    return loadIfc(path, onRead, options);
  }
  return elementsOf(await loadAssembly(path, { onRead }));
}

/** The same digits as those of `sha256`, by the platform. */
function nodeSha256(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
