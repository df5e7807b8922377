import { stat } from 'node:fs/promises';
import { UsageError } from '../usage.ts';

/** Whether the address of a store is a folder and no server. */
export function isFolderStore(address: string): boolean {
  return !address.includes('://');
}

/**
 * Refuses a store that is a folder and not there. It is not made: where it is missing, it is not mounted, and what is kept there is found by
 * nobody else.
 */
export async function requireStoreFolder(address: string): Promise<void> {
  if (!isFolderStore(address) || (await stat(address).catch(() => null))?.isDirectory() === true) return;
  throw new UsageError(`--store "${address}" is no folder.`);
}
