import { nameOf } from './body-name.ts';
import { factorOf, splitScale } from './body-scale.ts';
import type { FileStore } from './file-store.ts';
import { RefusedError } from './query-client.ts';
import type { Source } from './worker/messages.ts';

/** What a word of a link stands for. Files are those that were dropped here before; a digest says which one of that name. */
export async function sourceOf(word: string, files: FileStore, digest: string | null): Promise<Source> {
  const text = word.slice(word.indexOf(':') + 1);
  if (word.startsWith('shape:')) return { kind: 'shape', text };
  if (word.startsWith('served:')) {
    const response = await fetch(`./bodies/${encodeURIComponent(text)}`);
    if (response.ok) return { kind: 'model', bytes: new Uint8Array(await response.arrayBuffer()) };
  }
  const { name, scale } = splitScale(text);
  const isFile = word.startsWith('file:');
  const kept = isFile ? await files.find(name, digest) : null;
  if (kept !== null) return { ...kept, factor: factorOf(scale) };
  const hasOther = isFile && digest !== null && (await files.find(name, null)) !== null;
  const why = hasOther
    ? 'another file of this name is, with other content'
    : 'a link carries the names of files, not their content';
  const sentence = `${nameOf({ word })} is not here: ${why}. Drop the file again.`;
  throw new RefusedError({ code: 'io/missing-resource', message: sentence });
}
