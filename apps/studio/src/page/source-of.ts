import { nameOf } from './body.ts';
import { factorOf, splitScale } from './body-scale.ts';
import type { FileStore } from './file-store.ts';
import { RefusedError } from './query-client.ts';
import type { Source } from './worker/messages.ts';

/** What a word of a link stands for. Files are those that were dropped here before. */
export async function sourceOf(word: string, files?: FileStore): Promise<Source> {
  const text = word.slice(word.indexOf(':') + 1);
  if (word.startsWith('shape:')) return { kind: 'shape', text };
  if (word.startsWith('served:')) {
    const response = await fetch(`./bodies/${encodeURIComponent(text)}`);
    if (response.ok) return { kind: 'model', bytes: new Uint8Array(await response.arrayBuffer()) };
  }
  const { name, scale } = splitScale(text);
  const kept = word.startsWith('file:') ? await files?.find(name) : null;
  if (kept !== null && kept !== undefined) return { ...kept, factor: factorOf(scale) };
  const sentence = `${nameOf({ word })} is not here: a link carries the names of files, not their content. Drop the file again.`;
  throw new RefusedError({ code: 'io/missing-resource', message: sentence });
}
