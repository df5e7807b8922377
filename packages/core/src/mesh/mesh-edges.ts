// The welded edges of a mesh, by face, and the faces around each vertex.

import type { Mesh } from './mesh.ts';
import { weldVertices } from './weld.ts';

export interface MeshEdges {
  /** For each vertex the lowest one at the same point. */
  readonly weld: Uint32Array;
  /** The welded vertex of each corner, 3 a face. */
  readonly corners: Uint32Array;
  /** The edge from each corner to the next one of its face; −1 where both are one point. */
  readonly sides: Int32Array;
  readonly count: number;
  /** The ends of each edge, lower < upper. Longer than `count`. */
  readonly lower: Uint32Array;
  readonly upper: Uint32Array;
  /** The faces around vertex v are `faces[first[v]]` to `faces[first[v + 1] − 1]`. */
  readonly first: Uint32Array;
  readonly faces: Uint32Array;
}

const known = new WeakMap<Mesh, MeshEdges>();

/** The edges of a mesh; computed once and kept. */
export function meshEdges(mesh: Mesh): MeshEdges {
  let edges = known.get(mesh);
  if (edges === undefined) {
    edges = findEdges(mesh);
    known.set(mesh, edges);
  }
  return edges;
}

function findEdges(mesh: Mesh): MeshEdges {
  const { triangles, vertexCount } = mesh;
  const weld = weldVertices(mesh.positions);
  const corners = triangles.map((v) => weld[v]);
  const { first, items: around } = groupBy(corners, vertexCount);
  const lowerOf = corners.map((v, k) => Math.min(v, corners[next(k)]));
  // Sides grouped by their lower vertex; within a group, one array over the vertices finds the edge by its upper one.
  const { first: firstSide, items: order } = groupBy(lowerOf, vertexCount);
  const sides = new Int32Array(triangles.length).fill(-1);
  const lower = new Uint32Array(triangles.length);
  const upper = new Uint32Array(triangles.length);
  const edgeOfUpper = new Int32Array(vertexCount).fill(-1);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const start = count;
    for (let h = firstSide[v]; h < firstSide[v + 1]; h++) {
      const side = order[h];
      const u = Math.max(corners[side], corners[next(side)]);
      if (u === v) continue;
      // Entries of an earlier lower vertex are below `start`.
      if (edgeOfUpper[u] < start) {
        lower[count] = v;
        upper[count] = u;
        edgeOfUpper[u] = count++;
      }
      sides[side] = edgeOfUpper[u];
    }
  }
  return { weld, corners, sides, count, lower, upper, first, faces: around.map((corner) => Math.floor(corner / 3)) };
}

/** The next corner of the same face. */
function next(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** A counting sort: the slots of `keys` by their value, and where each value begins. */
function groupBy(keys: Uint32Array, count: number): { readonly first: Uint32Array; readonly items: Uint32Array } {
  const first = new Uint32Array(count + 1);
  for (const key of keys) first[key + 1]++;
  for (let v = 0; v < count; v++) first[v + 1] += first[v];
  const filled = first.slice();
  const items = new Uint32Array(keys.length);
  for (let k = 0; k < keys.length; k++) items[filled[keys[k]]++] = k;
  return { first, items };
}
