// What tells files of one name from each other: a digest of all their bytes, in plain arithmetic, as pages that are served without
// encryption have no `crypto.subtle`. It is against mistakes, not against forgers.

import type { NamedBytes, Source } from './worker/messages.ts';

/** Sixteen hexadecimal digits, of a file and of those that it refers to; null for what is no file. */
export function digestOf(source: Source): string | null {
  return source.kind === 'file' ? fileDigest(source) : null;
}

export function fileDigest({
  file,
  companions,
}: Pick<Extract<Source, { readonly kind: 'file' }>, 'file' | 'companions'>): string {
  const hash = new Uint32Array([0x811c9dc5, 0x9e3779b1]);
  mixIn(hash, file.bytes);
  // In whatever order they were given.
  const byName = (p: NamedBytes, q: NamedBytes): number => (p.name < q.name ? -1 : 1);
  for (const { name, bytes } of [...companions].sort(byName)) {
    mixIn(hash, new TextEncoder().encode(name));
    mixIn(hash, bytes);
  }
  return [...hash].map((half) => half.toString(16).padStart(8, '0')).join('');
}

function mixIn(hash: Uint32Array, bytes: Uint8Array): void {
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(buffer, byteOffset, bytes.length >>> 2);
  mixWords(hash, words);
  mixWords(hash, Uint32Array.of(...bytes.subarray(4 * words.length), bytes.length));
}

/**
 * Two hashes of 32 bits side by side, four bytes a step. The shifts bring high bits down: signs of numbers are such bits. Numbers stay in this
 * function, since a file of 3.5 MB is mixed in between two pictures: a function within it takes 40 ms for that.
 */
function mixWords(hash: Uint32Array, words: Uint32Array): void {
  let first = hash[0] ?? 0;
  let second = hash[1] ?? 0;
  for (let k = 0; k < words.length; k++) {
    const word = words[k] ?? 0;
    first = Math.imul(first ^ word, 0x85ebca6b);
    first ^= first >>> 15;
    second = Math.imul(second ^ word, 0xc2b2ae35);
    second ^= second >>> 13;
  }
  hash.set([first, second]);
}
