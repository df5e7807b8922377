/** For each vertex the first one in the same position: files as STL have one for each corner of each face. */
export function weldedVertices(positions: ArrayLike<number>): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = `${positions[3 * vertex]} ${positions[3 * vertex + 1]} ${positions[3 * vertex + 2]}`;
    const known = first.get(key) ?? vertex;
    first.set(key, known);
    return known;
  });
}
