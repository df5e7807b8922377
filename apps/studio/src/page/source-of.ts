import { nameOf } from './body.ts';
import { RefusedError } from './query-client.ts';
import type { Source } from './worker/messages.ts';

/** What a word of a link stands for. */
export async function sourceOf(word: string): Promise<Source> {
  const text = word.slice(word.indexOf(':') + 1);
  if (word.startsWith('shape:')) return { kind: 'shape', text };
  if (word.startsWith('served:')) {
    const response = await fetch(`./bodies/${encodeURIComponent(text)}`);
    if (response.ok) return { kind: 'model', bytes: new Uint8Array(await response.arrayBuffer()) };
  }
  const sentence = `${nameOf({ word })} is not here: a link carries the names of files, not their content. Drop the file again.`;
  throw new RefusedError({ code: 'io/missing-resource', message: sentence });
}
