// A mesh whose faces have one normal each, although they share vertices: GLSL takes a `flat` value from the last corner of a triangle
// (OpenGL ES 3.0, 12.5: the provoking vertex), so it is enough that each face is the only one to end at its last corner. Three
// corners of its own for each face would be three times as many vertices; with normals from derivatives in the fragment shader, a
// software renderer takes a quarter longer to draw 1,000 bodies.

import type { DrawnMesh } from '../many/messages.ts';

export interface FlatMesh extends DrawnMesh {
  /** The unit normal of the face that ends at a vertex, three numbers each. */
  readonly normals: Float32Array;
}

/** The same faces in the same order; each ends at a vertex at which no other face ends. */
export function flatMesh({ positions, triangles }: DrawnMesh): FlatMesh {
  const faces = triangles.length / 3;
  const corners = new Uint32Array(triangles.length);
  // Vertex `face` is the last corner of that face; `copies` has a vertex for each of the given ones.
  const given = Array.from({ length: faces }, () => 0);
  const copies = new Map<number, number>();
  for (let face = 0; face < faces; face++) {
    const turned = endingAtNew(triangles.subarray(3 * face, 3 * face + 3), copies);
    corners.set(turned, 3 * face);
    given[face] = turned[2];
    copies.set(turned[2], face);
  }
  for (const vertex of new Set(triangles)) {
    if (!copies.has(vertex)) copies.set(vertex, given.push(vertex) - 1);
  }
  const flat = Float32Array.from(given.flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]));
  const index = corners.map((vertex, k) => (k % 3 === 2 ? (k - 2) / 3 : (copies.get(vertex) ?? 0)));
  return { positions: flat, triangles: index, normals: normalsOf(flat, index) };
}

/** Turns the corners of a face so that it ends at a vertex which no face has ended at yet, if it has one. */
function endingAtNew(
  [a = 0, b = 0, c = 0]: Uint32Array,
  copies: ReadonlyMap<number, number>,
): readonly [number, number, number] {
  if (!copies.has(c)) return [a, b, c];
  if (!copies.has(a)) return [b, c, a];
  return copies.has(b) ? [a, b, c] : [c, a, b];
}

function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a = 0, b = 0, c = 0] = triangles.subarray(corner, corner + 3);
    const along = (from: number, to: number, axis: number): number =>
      (positions[3 * to + axis] ?? 0) - (positions[3 * from + axis] ?? 0);
    const product = (p: number, q: number): number => along(a, b, p) * along(a, c, q) - along(a, b, q) * along(a, c, p);
    const [x, y, z] = [product(1, 2), product(2, 0), product(0, 1)];
    const length = Math.hypot(x, y, z) || 1;
    normals.set([x / length, y / length, z / length], 3 * c);
  }
  return normals;
}
