// Merges the seams of a mesh.
//
// Geometries of three.js have one vertex for each normal or texture coordinate, so a sphere has two rows of vertices at its seam.
// Their coordinates are computed from different angles, 0 and 2π, and may differ in the last bit. The exact sphere then has a slit
// and is not a solid. So border vertices within rounding are merged, but only if that closes the mesh. Nothing moves by more than
// `reach`.

/** The positions with merged seams; the same array if there is nothing to merge, or merging does not close the mesh. */
export function joinSeams(positions: Float64Array, triangles: Uint32Array, reach: number): Float64Array {
  const exact = weldWithin(positions, allVertices(positions), 0);
  const border = borderVertices(triangles, exact);
  if (border.length === 0 || reach === 0) return positions;
  const near = weldWithin(positions, border, reach);
  const weld = exact.map((vertex) => near[vertex] ?? vertex);
  if (borderVertices(triangles, weld).length > 0) return positions;
  const joined = positions.slice();
  for (let vertex = 0; vertex < weld.length; vertex++) {
    const target = 3 * (weld[vertex] ?? vertex);
    joined.copyWithin(3 * vertex, target, target + 3);
  }
  return joined;
}

function allVertices(positions: Float64Array): Uint32Array {
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
}

/**
 * Maps each of some vertices to the first of them within `reach`, others to themselves. Vertices are hashed by the cell of a grid; with
 * a reach, the cells around are searched as well.
 */
function weldWithin(positions: Float64Array, vertices: Uint32Array, reach: number): Uint32Array {
  const weld = allVertices(positions);
  const firsts = new Map<number, number[]>();
  const cell = (x: number): number => (reach === 0 ? x : Math.floor(x / reach));
  const steps = reach === 0 ? [0] : [-1, 0, 1];
  for (const vertex of vertices) {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * vertex, 3 * vertex + 3);
    const found = firstWithin(vertex, x, y, z);
    if (found !== null) weld[vertex] = found;
    else {
      const key = hash(cell(x), cell(y), cell(z));
      const bucket = firsts.get(key);
      if (bucket === undefined) firsts.set(key, [vertex]);
      else bucket.push(vertex);
    }
  }
  return weld;

  function firstWithin(vertex: number, x: number, y: number, z: number): number | null {
    for (const dx of steps) {
      for (const dy of steps) {
        for (const dz of steps) {
          for (const other of firsts.get(hash(cell(x) + dx, cell(y) + dy, cell(z) + dz)) ?? []) {
            if (other !== vertex && isWithin(positions, other, x, y, z, reach)) return other;
          }
        }
      }
    }
    return null;
  }
}

function isWithin(positions: Float64Array, other: number, x: number, y: number, z: number, reach: number): boolean {
  const dx = x - (positions[3 * other] ?? 0);
  const dy = y - (positions[3 * other + 1] ?? 0);
  const dz = z - (positions[3 * other + 2] ?? 0);
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

const words = new Float64Array(3);
const bits = new Uint32Array(words.buffer);

/** A 32-bit hash of three doubles; −0 and 0 have the same. */
function hash(x: number, y: number, z: number): number {
  words[0] = x + 0;
  words[1] = y + 0;
  words[2] = z + 0;
  let h = 0x811c9dc5;
  for (let k = 0; k < 6; k++) {
    h = Math.imul(h ^ (bits[k] ?? 0), 0x85ebca6b);
    h ^= h >>> 13;
  }
  return h;
}

/** Vertices of edges that are used an odd number of times. */
function borderVertices(triangles: Uint32Array, weld: Uint32Array): Uint32Array {
  const count = weld.length;
  const odd = new Set<number>();
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = [0, 1, 2].map((c) => weld[triangles[k + c] ?? 0] ?? 0);
    for (let c = 0; c < 3; c++) {
      const u = corners[c] ?? 0;
      const v = corners[(c + 1) % 3] ?? 0;
      if (u === v) continue;
      const key = Math.min(u, v) * count + Math.max(u, v);
      if (!odd.delete(key)) odd.add(key);
    }
  }
  const vertices = new Set<number>();
  for (const key of odd) vertices.add(Math.floor(key / count)).add(key % count);
  return Uint32Array.from(vertices);
}
