// Vertices that are one point. Exact equality only: merging points that are merely near would move the surface, and
// with it every bound a query proves.
//
// Open addressing over the bits of the doubles. The hash decides only where a vertex is searched for; the representative of a point
// follows from the order of the vertices, so every engine and byte order gives the same map.

import { settle, stir, tableSize } from './hash.ts';

/** Maps each vertex to the lowest vertex with exactly the same coordinates; −0 equals 0. */
export function weldVertices(positions: Float64Array): Uint32Array {
  const vertexCount = positions.length / 3;
  const words = new Uint32Array(positions.buffer, positions.byteOffset, 2 * positions.length);
  const mask = tableSize(vertexCount) - 1;
  const slots = new Uint32Array(mask + 1); // vertex + 1; 0 is empty
  const weld = new Uint32Array(vertexCount);

  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    let hash = 0;
    // A zero of either sign adds no bits: −0 and 0 must have the same slot.
    if (x !== 0) hash = stir(stir(hash, words[2 * k]), words[2 * k + 1]);
    hash = stir(hash, 1);
    if (y !== 0) hash = stir(stir(hash, words[2 * k + 2]), words[2 * k + 3]);
    hash = stir(hash, 2);
    if (z !== 0) hash = stir(stir(hash, words[2 * k + 4]), words[2 * k + 5]);

    let slot = settle(hash) & mask;
    let first = v;
    while (slots[slot] !== 0) {
      const other = slots[slot] - 1;
      if (positions[3 * other] === x && positions[3 * other + 1] === y && positions[3 * other + 2] === z) {
        first = other;
        break;
      }
      slot = (slot + 1) & mask;
    }
    if (first === v) slots[slot] = v + 1;
    weld[v] = first;
  }
  return weld;
}
