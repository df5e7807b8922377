import { fileURLToPath } from 'node:url';
import { LAST_PORT } from './listen.ts';
import { ServeError } from './serve-error.ts';
import { type Served, serveFolder } from './serve-folder.ts';

/** Options of {@link serveStudio}. */
export interface ServeOptions {
  /** Where to listen; the next free port if it is taken. 0 takes any. */
  readonly port?: number | undefined;
  /** Models to hand out, the bytes of `model.toBytes()` by name: a link asks for one as `served:NAME`. */
  readonly bodies?: ReadonlyMap<string, Uint8Array> | undefined;
}

/** Defaults of {@link ServeOptions}. */
export const SERVE_DEFAULTS: { readonly port: number } = Object.freeze({ port: 5173 });

const PAGE: string = fileURLToPath(new URL('../page/', import.meta.url));

/**
 * Serves the page on this machine until it is closed.
 *
 * @example
 * const { url, close } = await serveStudio({ port: 0 });
 * console.log((await fetch(url)).status); // 200
 * await close();
 */
export async function serveStudio(options: ServeOptions = {}): Promise<Served> {
  const { port = SERVE_DEFAULTS.port, bodies = new Map<string, Uint8Array>() } = options;
  if (!(Number.isInteger(port) && port >= 0 && port <= LAST_PORT)) {
    throw new ServeError(`The port is ${port}; it has to be a whole number from 0 to ${LAST_PORT}.`);
  }
  const served = await serveFolder(PAGE, port, bodies);
  if (served === null) throw new ServeError('The page of the studio is not built; npm run build builds it.');
  return served;
}
