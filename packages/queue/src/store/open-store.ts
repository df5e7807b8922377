import { FolderStore } from './folder-store.ts';
import { openHttpStore } from './http-store.ts';
import { openS3Store } from './s3-store.ts';
import type { Store } from './store.ts';

/**
 * Opens a store by its address: a folder, `http(s)://…` (GET, HEAD and PUT below that address), or `s3://bucket/prefix` with the usual
 * variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and, for other services than Amazon's,
 * `AWS_ENDPOINT_URL`.
 *
 * @example
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 *
 * const store = openStore(mkdtempSync(join(tmpdir(), 'store-')));
 * await store.put('inputs/a', new Uint8Array([1, 2]));
 * console.log((await store.get('inputs/a'))?.length, await store.has('inputs/b')); // 2 false
 */
export function openStore(address: string, environment: Readonly<Record<string, string | undefined>> = {}): Store {
  if (/^https?:\/\//.test(address)) return openHttpStore(address);
  if (address.startsWith('s3://')) return openS3Store(address, environment);
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address) ?? [];
  if (scheme !== undefined) {
    throw new Error(`A store is a folder, http://, https:// or s3://; "${scheme}://" is not known.`);
  }
  if (address === '') throw new Error('A store is a folder, http://, https:// or s3://; its address is empty.');
  return new FolderStore(address);
}
