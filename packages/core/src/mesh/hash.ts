/** Mixes one 32-bit word into a running hash (the round of MurmurHash3, Appleby). */
export function stir(hash: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  const h = hash ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** Mixes all bits of a hash into its low bits, which choose the slot (the finalizer of MurmurHash3). */
export function settle(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Slots of an open-addressing table for `count` entries: a power of two, at most half full, so probes stay short. */
export function tableSize(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}
