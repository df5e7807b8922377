// A folder served below a path of this machine, as a web server that knows nothing of the site would.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

export interface ServedFolder {
  readonly url: string;
  close(): void;
}

export async function serveBelow(folder: string, base: string): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '');
    const file = join(folder, normalize(path.slice(base.length - 1)));
    const found = [file, join(file, 'index.html')].find((name) => existsSync(name) && statSync(name).isFile());
    if (!path.startsWith(base) || found === undefined) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'Content-Type': TYPES[extname(found)] ?? 'application/octet-stream' });
      createReadStream(found).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${base}`, close: () => server.close() };
}
