// Reads IFC files; web-ifc is loaded when a set has one.

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type LoadOptions, whyNotOpened } from '@nearmiss/io/node';
import { NearmissError } from 'nearmiss';
import type * as WebIfc from 'web-ifc';
import type { ElementFile } from '../assembly.ts';
import { type IfcOptions, readIfc } from '../read-ifc.ts';

/** Bytes of the largest file that is read. */
const MOST_BYTES = 2 ** 30;

/** Reads the products of an IFC file that have a shape. */
export async function loadIfc(
  path: string,
  onRead: NonNullable<LoadOptions['onRead']>,
  options: IfcOptions,
): Promise<ElementFile> {
  const bytes = await readBytes(path);
  await onRead(basename(path), bytes);
  const start = async (): Promise<{ ifc: typeof WebIfc; api: WebIfc.IfcAPI }> => {
    const ifc = await import('web-ifc');
    const api = new ifc.IfcAPI();
    await api.Init();
    return { ifc, api };
  };
  return readIfc(bytes, start, options);
}

async function readBytes(path: string): Promise<Uint8Array> {
  const file = await open(path).catch((cause: unknown) => {
    throw new NearmissError('io/missing-resource', `The file cannot be opened: ${whyNotOpened(cause)}.`, { cause });
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new NearmissError('io/missing-resource', 'This is not a file.');
    if (facts.size > MOST_BYTES) {
      throw new NearmissError('io/too-large', `The file has ${facts.size} bytes; ${MOST_BYTES} are allowed.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
