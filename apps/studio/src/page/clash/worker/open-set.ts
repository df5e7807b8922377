// A set and its files, read and put together; without a set, all elements of the files are tested with each other.

import {
  type Assembly,
  AssemblyBuilder,
  type ClashSet,
  type ElementFile,
  elementsOf,
  hasSpaces,
  type IfcOptions,
  readClashSet,
  readIfc,
} from '@nearmiss/clash';
import { readAssembly } from '@nearmiss/io';
import { NearmissError } from 'nearmiss';
import { makeDracoDecoder } from '../../worker/draco.ts';
import type { NamedBytes } from '../../worker/messages.ts';
import { endingOf, lastOf, type SortedFiles, stemOf } from './sort-files.ts';
import { startIfc } from './start-ifc.ts';

export interface OpenedSet {
  readonly set: ClashSet;
  readonly assembly: Assembly;
  readonly isMetric: boolean;
  readonly up: readonly [number, number, number];
}

export async function openSet({ set: given, models, companions }: SortedFiles): Promise<OpenedSet> {
  const set = given === null ? readClashSet(plainSet(models)) : named(given.name, () => readClashSet(given.value));
  const builder = new AssemblyBuilder();
  for (const { name, file, pose, scale } of set.models) {
    const found = models.find((model) => model.name === lastOf(file));
    if (found === undefined) {
      const sentence = `${given?.name ?? 'The set'} refers to ${file}: drop it together with the set.`;
      throw new NearmissError('io/missing-resource', sentence, { location: file });
    }
    builder.add(name, await readElements(found, companions, { spaces: hasSpaces(set) }), pose, scale ?? 1);
  }
  const hasIfc = set.models.some(({ file }) => endingOf(file) === 'ifc');
  const isMetric = hasIfc || set.models.some(({ scale }) => scale !== null);
  return { set, assembly: builder.assembly, isMetric, up: hasIfc ? [0, 0, 1] : [0, 1, 0] };
}

/** All elements against each other. */
function plainSet(models: readonly NamedBytes[]): unknown {
  const names = new Map<string, string>();
  for (const { name } of models) names.set(names.has(stemOf(name)) ? name : stemOf(name), name);
  return { models: Object.fromEntries(names), tests: [{ name: 'all elements', mode: 'hard' }] };
}

async function readElements(
  file: NamedBytes,
  companions: readonly NamedBytes[],
  options: IfcOptions,
): Promise<ElementFile> {
  const resources = (uri: string): Uint8Array => {
    const found = companions.find(({ name }) => name === lastOf(uri));
    if (found !== undefined) return found.bytes;
    const sentence = `${file.name} refers to ${uri}: drop both files together.`;
    throw new NearmissError('io/missing-resource', sentence, { location: uri });
  };
  try {
    if (endingOf(file.name) === 'ifc') return await readIfc(file.bytes, startIfc, options);
    return elementsOf(await readAssembly(file.bytes, { name: file.name, resources, draco: makeDracoDecoder }));
  } catch (error) {
    throw withName(file.name, error);
  }
}

function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw withName(name, error);
  }
}

/** An error that says which file it is about. */
function withName(name: string, error: unknown): unknown {
  if (!(error instanceof NearmissError) || error.message.includes(name)) return error;
  return new NearmissError(error.code, `${name}: ${error.message}`, { cause: error });
}
