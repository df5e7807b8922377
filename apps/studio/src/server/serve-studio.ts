import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listen } from './listen.ts';
import { ServeError } from './serve-error.ts';
import { listSite, mediaTypeOf } from './site.ts';

export interface ServeOptions {
  /** Where to listen; the next free port if it is taken. 0 takes any. */
  readonly port?: number | undefined;
  /** Models to hand out, the bytes of `model.toBytes()` by name: a link asks for one as `served:NAME`. */
  readonly bodies?: ReadonlyMap<string, Uint8Array> | undefined;
}

export const SERVE_DEFAULTS: { readonly port: number } = Object.freeze({ port: 5173 });

export interface Served {
  readonly url: string;
  readonly port: number;
  /** Stops serving. */
  close(): Promise<void>;
}

const PAGE: string = fileURLToPath(new URL('../page/', import.meta.url));
const BODIES = '/bodies/';

const HEADERS: Readonly<Record<string, string>> = {
  // The page is alone in its process and asks nobody else for anything: shared memory and fine clocks need that.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // WebAssembly is for the decoders of compressed glTF files.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Serves the page on this machine until it is closed. */
export async function serveStudio(options: ServeOptions = {}): Promise<Served> {
  const { port: wanted = SERVE_DEFAULTS.port, bodies = new Map<string, Uint8Array>() } = options;
  const files = listSite(PAGE);
  if (files === null) throw new ServeError('The page of the studio is not built; npm run build builds it.');
  const { port, close } = await listen((request, response) => answer(request, response, files, bodies), wanted);
  return { url: `http://localhost:${port}/`, port, close };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, string>,
  bodies: ReadonlyMap<string, Uint8Array>,
): void {
  const { method = '', url = '/' } = request;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  // A page elsewhere whose name was made to lead here is not to read the user's models.
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '')) return refuse(response, 403);
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
  const path = decodePath(url);
  const body = path?.startsWith(BODIES) ? bodies.get(path.slice(BODIES.length)) : undefined;
  if (body !== undefined) {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': body.byteLength });
    response.end(method === 'HEAD' ? undefined : body);
    return;
  }
  const file = path === null ? undefined : files.get(path);
  if (file === undefined) return refuse(response, 404);
  response.writeHead(200, { 'Content-Type': mediaTypeOf(file) });
  if (method === 'HEAD') response.end();
  // A file that vanishes while it is read ends the connection, which tells the browser as much as can be told.
  else createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

/** The path of a request, or null for one that is none. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '');
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${status}\n`);
}
