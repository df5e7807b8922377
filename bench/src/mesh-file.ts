// The .bin mesh file, little endian: uint32 vertex count, uint32 triangle count, float64 xyz of each vertex, uint32 ijk of
// each triangle.

export interface TriangleMesh {
  /** x, y, z of each vertex. */
  readonly positions: Float64Array;
  /** Three vertex numbers a triangle. */
  readonly triangles: Uint32Array;
}

const HEADER_BYTES = 8;
const VERTEX_BYTES = 24;
const TRIANGLE_BYTES = 12;

export function triangleCount(mesh: TriangleMesh): number {
  return mesh.triangles.length / 3;
}

export function decodeMesh(bytes: Uint8Array, what: string): TriangleMesh {
  if (bytes.byteLength < HEADER_BYTES) throw new Error(`${what} is too short to hold a mesh header.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vertices = view.getUint32(0, true);
  const faces = view.getUint32(4, true);
  const expected = HEADER_BYTES + VERTEX_BYTES * vertices + TRIANGLE_BYTES * faces;
  if (bytes.byteLength !== expected) {
    throw new Error(
      `${what} has ${bytes.byteLength} bytes, but ${vertices} vertices and ${faces} triangles take ${expected}.`,
    );
  }

  const positions = new Float64Array(3 * vertices);
  for (let i = 0; i < positions.length; i++) positions[i] = view.getFloat64(HEADER_BYTES + 8 * i, true);
  const triangles = new Uint32Array(3 * faces);
  const firstTriangle = HEADER_BYTES + VERTEX_BYTES * vertices;
  for (let i = 0; i < triangles.length; i++) triangles[i] = view.getUint32(firstTriangle + 4 * i, true);
  return { positions, triangles };
}

export function encodeMesh(mesh: TriangleMesh): Uint8Array {
  const { positions, triangles } = mesh;
  const firstTriangle = HEADER_BYTES + 8 * positions.length;
  const bytes = new Uint8Array(firstTriangle + 4 * triangles.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, positions.length / 3, true);
  view.setUint32(4, triangles.length / 3, true);
  for (let i = 0; i < positions.length; i++) view.setFloat64(HEADER_BYTES + 8 * i, positions[i], true);
  for (let i = 0; i < triangles.length; i++) view.setUint32(firstTriangle + 4 * i, triangles[i], true);
  return bytes;
}
