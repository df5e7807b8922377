import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, fileDigest } from '../src/page/file-digest.ts';

const named = (bytes: Uint8Array, name = 'part.stl') => ({ name, bytes });
const digest = (bytes: Uint8Array): string => fileDigest({ file: named(bytes), companions: [] });

test('one other bit, or one byte more, is another digest; the same bytes elsewhere in memory are not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(3), (bytes, index, offset) => {
      const own = digest(bytes);
      expect(own).toMatch(/^[0-9a-f]{16}$/);
      const other = bytes.slice();
      const byte = index % bytes.length;
      other[byte] = (bytes[byte] ?? 0) ^ (1 << (index % 8));
      expect(digest(other)).not.toBe(own);
      expect(digest(Uint8Array.from([...bytes, 0]))).not.toBe(own);
      const memory = new Uint8Array(bytes.length + offset);
      memory.set(bytes, offset);
      expect(digest(memory.subarray(offset))).toBe(own);
    }),
    { seed: 16, numRuns: 1000 },
  );
});

test('a mesh that is mirrored, by the signs of its numbers alone, has another digest', () => {
  const digests = new Set<string>();
  for (let mirrored = 0; mirrored < 64; mirrored++) {
    const coordinates = Float32Array.from({ length: 6 }, (_, k) => (mirrored & (1 << k) ? -1 : 1));
    digests.add(digest(new Uint8Array(coordinates.buffer)));
  }
  expect(digests.size).toBe(64);
});

test('files that a file refers to count, in whatever order they come', () => {
  const file = named(Uint8Array.of(1, 2, 3), 'part.gltf');
  const [one, two] = [named(Uint8Array.of(4), 'one.bin'), named(Uint8Array.of(5), 'two.bin')];
  const both = fileDigest({ file, companions: [one, two] });
  expect(fileDigest({ file, companions: [two, one] })).toBe(both);
  expect(fileDigest({ file, companions: [one] })).not.toBe(both);
  expect(fileDigest({ file, companions: [one, { ...two, bytes: Uint8Array.of(6) }] })).not.toBe(both);
});

test('what is no file has none', () => {
  expect(digestOf({ kind: 'shape', text: 'gear' })).toBe(null);
});
