// A vertex belongs to some six faces and an edge to two, but each needs only one test. So every vertex and edge is owned by its
// first face, which tests it. If an element is near a face, its owner's box is near it too.

/** Bits of a face: the corners it owns, then the edges, edge k going from corner k to the next. */
export const OWNS_CORNER: readonly number[] = [1, 2, 4];
export const OWNS_EDGE: readonly number[] = [8, 16, 32];

/** For each face the corners and edges that no earlier face owns. */
export function elementOwners(triangles: Uint32Array): Uint8Array {
  const owners = new Uint8Array(triangles.length / 3);
  const seenVertices = new Set<number>();
  const seenEdges = new Map<number, Set<number>>();
  for (let face = 0; face < owners.length; face++) {
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * face + k];
      const w = triangles[3 * face + ((k + 1) % 3)];
      if (!seenVertices.has(v)) owners[face] |= OWNS_CORNER[k];
      seenVertices.add(v);
      const ends = seenEdges.get(Math.min(v, w)) ?? new Set();
      if (!ends.has(Math.max(v, w))) owners[face] |= OWNS_EDGE[k];
      seenEdges.set(Math.min(v, w), ends.add(Math.max(v, w)));
    }
  }
  return owners;
}
