import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import { listSite, mediaTypeOf } from './site.ts';

/** What {@link serveStudio} started. */
export interface Served {
  readonly url: string;
  readonly port: number;
  /** Stops serving. */
  close(): Promise<void>;
}

const BODIES = '/bodies/';
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

const HEADERS: Readonly<Record<string, string>> = {
  // The page is alone in its process and asks nobody else for anything: shared memory and fine clocks need that.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // WebAssembly is for the decoders of compressed glTF files.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Serves the page in a folder, and bytes by name under /bodies/; null if there is no page in it. */
export async function serveFolder(
  folder: string,
  wanted: number,
  bodies: ReadonlyMap<string, Uint8Array>,
): Promise<Served | null> {
  const files = listSite(folder);
  if (files === null) return null;
  const { port, close } = await listen((request, response) => {
    send(request, response, refusalOf(request) ?? contentAt(decodePath(request.url), files, bodies));
  }, wanted);
  return { url: `http://localhost:${port}/`, port, close };
}

/** What goes out: bytes, a file by its path, or nothing but a status. */
interface Content {
  readonly status: number;
  readonly bytes?: Uint8Array;
  readonly file?: string;
}

function refusalOf({ method, headers }: IncomingMessage): Content | null {
  // A page elsewhere whose name was made to lead here is not to read the user's models.
  if (!LOCAL_HOST.test(headers.host ?? '')) return { status: 403 };
  return method === 'GET' || method === 'HEAD' ? null : { status: 405 };
}

function contentAt(path: string, files: ReadonlyMap<string, string>, bodies: ReadonlyMap<string, Uint8Array>): Content {
  const bytes = path.startsWith(BODIES) ? bodies.get(path.slice(BODIES.length)) : undefined;
  if (bytes !== undefined) return { status: 200, bytes };
  const file = files.get(path);
  return file === undefined ? { status: 404 } : { status: 200, file };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, bytes, file }: Content): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': mediaTypeOf(file ?? '') });
  if (method === 'HEAD') response.end();
  else if (file === undefined) response.end(bytes);
  else {
    // A file that vanishes while it is read ends the connection, which tells the browser as much as can be told.
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  }
}

/** The path of a request; of one that is none, a path to nothing. */
function decodePath(url = ''): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '');
  } catch {
    return '';
  }
}
