import { basename } from 'node:path';
import { SERVE_DEFAULTS, type Served, ServeError, serveStudio } from '@nearmiss/studio';
import { Model } from 'nearmiss';
import { print } from '../terminal/print.ts';
import { readArguments, readNumber, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { isShape, readMeshArgument } from './mesh-argument.ts';

export const STUDIO: Command = {
  help: `Usage: nearmiss studio [A] [B] [--port N] [--json]

Serves a page on this machine, with the meshes A and B if they are given, and prints its address; Ctrl-C ends it. A and B
are mesh files, or shapes such as "shape:gear".

  --port N    where to listen, or the next free port; ${SERVE_DEFAULTS.port} by default, 0 for any
  --json      the address as one JSON object
`,
  async run(args) {
    const flags = { port: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, flags, ['A', 'B'], 0);
    const port = readNumber('--port', values.port);
    const bodies = new Map<string, Uint8Array>();
    const link: string[] = [];
    for (const [index, word] of positionals.entries()) {
      const slot = index === 0 ? 'a' : 'b';
      link.push(`${slot}=${encodeURIComponent(await nameBody(word, slot, bodies))}`);
    }
    const served = await serveStudio({ port, bodies }).catch((error: unknown) => {
      throw error instanceof ServeError ? new UsageError(error.message) : error;
    });
    const url = link.length === 0 ? served.url : `${served.url}pair.html#${link.join('&')}`;
    await print(values.json === true ? `${JSON.stringify({ url, port: served.port })}\n` : `${url}\n`);
    await interrupted(served);
    return 0;
  },
};

/** The name of a mesh in the page's link. The page generates shapes itself. A file is read here, and its model is served. */
async function nameBody(word: string, slot: string, bodies: Map<string, Uint8Array>): Promise<string> {
  const { mesh } = await readMeshArgument(word);
  if (isShape(word)) return word;
  // Two files with the same name are two bodies.
  const name = `${slot}/${basename(word)}`;
  bodies.set(name, Model.build(mesh).toBytes());
  return `served:${name}`;
}

/** Waits for Ctrl-C. */
function interrupted(served: Served): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(served.close()));
  });
}
