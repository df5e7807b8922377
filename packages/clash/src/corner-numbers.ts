// Vertices at the same position under one number: files repeat vertices along seams.

import type { Mesh, Model } from 'nearmiss';

/** Kept as long as the model: several pairs have the same one. */
const known = new WeakMap<Model, Uint32Array>();

/** Vertex numbers of the corners of all faces, the same for vertices at the same position. */
export function cornerNumbers(model: Model): Uint32Array {
  let corners = known.get(model);
  if (corners === undefined) {
    const numbers = positionNumbers(model.mesh);
    corners = model.mesh.triangles.map((vertex) => numbers[vertex]);
    known.set(model, corners);
  }
  return corners;
}

/** For each vertex, the number of the first vertex at its position. */
function positionNumbers({ positions, vertexCount }: Mesh): Uint32Array {
  const numbers = new Uint32Array(vertexCount);
  // Open addressing, at most half full; −1 is an empty slot.
  const mask = 2 ** Math.ceil(Math.log2(2 * vertexCount + 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const point = new Float64Array(3);
  const bits = new Uint32Array(point.buffer);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    // Adding 0 makes −0 and 0 the same.
    for (let k = 0; k < 3; k++) point[k] = positions[3 * vertex + k] + 0;
    let hash = 0;
    for (let k = 0; k < 6; k++) hash = Math.imul(hash ^ bits[k], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & mask;
    while (slots[slot] >= 0 && !isAt(positions, slots[slot], point)) slot = (slot + 1) & mask;
    if (slots[slot] < 0) slots[slot] = vertex;
    numbers[vertex] = slots[slot];
  }
  return numbers;
}

function isAt(positions: Float64Array, vertex: number, [x, y, z]: Float64Array): boolean {
  return positions[3 * vertex] === x && positions[3 * vertex + 1] === y && positions[3 * vertex + 2] === z;
}
