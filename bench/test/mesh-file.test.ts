import { describe, expect, test } from 'vitest';
import { decodeMesh, encodeMesh } from '../src/mesh-file.ts';

const tetrahedron = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0.1, 0, 0, 0, -1e-7),
  triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3),
};

describe('.bin meshes', () => {
  test('what is written is read back, bit for bit', () => {
    expect(decodeMesh(encodeMesh(tetrahedron), 'test')).toEqual(tetrahedron);
  });

  test('the layout is the stated one: counts, then doubles, then indices, little endian', () => {
    const bytes = encodeMesh(tetrahedron);
    expect(bytes.byteLength).toBe(8 + 4 * 24 + 4 * 12);
    expect([...bytes.slice(0, 8)]).toEqual([4, 0, 0, 0, 4, 0, 0, 0]);
    expect(new DataView(bytes.buffer).getFloat64(8 + 3 * 8, true)).toBe(1);
    expect(new DataView(bytes.buffer).getUint32(8 + 4 * 24 + 4, true)).toBe(1);
  });

  test('a view into a larger buffer is read at its own offset', () => {
    const padded = new Uint8Array(5 + encodeMesh(tetrahedron).byteLength);
    padded.set(encodeMesh(tetrahedron), 5);
    expect(decodeMesh(padded.subarray(5), 'test')).toEqual(tetrahedron);
  });

  test('a file cut short is refused by name', () => {
    const bytes = encodeMesh(tetrahedron);
    expect(() => decodeMesh(bytes.subarray(0, bytes.length - 1), 'knot.bin')).toThrow(/knot\.bin/);
    expect(() => decodeMesh(bytes.subarray(0, 3), 'knot.bin')).toThrow(/knot\.bin/);
  });
});
