// What there is to be served: a table from paths to files, made once. A path that is not in the table leads nowhere, so no
// path can lead out of the folder.

import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.jpg', 'image/jpeg'],
  ['.wasm', 'application/wasm'],
]);

export function mediaTypeOf(path: string): string {
  return MEDIA_TYPES.get(extname(path)) ?? 'application/octet-stream';
}

/** The files below a folder by the path they are asked for; null if there is no page in it. */
export function listSite(folder: string): ReadonlyMap<string, string> | null {
  const files = new Map<string, string>();
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(`/${relative(folder, file).split(sep).join('/')}`, file);
    }
  } catch {
    return null;
  }
  const page = files.get('/index.html');
  return page === undefined ? null : files.set('/', page);
}
