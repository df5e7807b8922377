// The faces of a convex mesh around each vertex of its body. GJK gives a witness point by vertices; this maps it to the number of
// an input triangle.

import type { Tree } from '../bvh/tree.ts';
import type { ConvexBody } from '../convex/convex-body.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { weldVertices } from '../mesh/weld.ts';

export interface ConvexFaces {
  /** The faces around vertex v are at the slots around[k] in tree order, for starts[v] ≤ k < starts[v + 1]. */
  readonly starts: Uint32Array;
  readonly around: Uint32Array;
  /** The vertex at each corner of each slot, −1 where that is no vertex of the body but a point of an edge or facet. */
  readonly corners: Int32Array;
}

/** `body` is made of the corners of `tree`; its `source` numbers are slots of that tree. */
export function convexFaces(mesh: Mesh, tree: Tree, body: ConvexBody): ConvexFaces {
  const weld = weldVertices(mesh.positions);
  const pointAt = (corner: number): number =>
    weld[mesh.triangles[3 * tree.faces[Math.floor(corner / 3)] + (corner % 3)]];
  const vertexAt = new Int32Array(mesh.vertexCount).fill(-1);
  body.source.forEach((corner, v) => {
    vertexAt[pointAt(corner)] = v;
  });
  const corners = new Int32Array(3 * tree.faces.length);
  const starts = new Uint32Array(body.vertexCount + 1);
  for (let corner = 0; corner < corners.length; corner++) {
    const vertex = vertexAt[pointAt(corner)];
    corners[corner] = vertex;
    if (vertex >= 0) starts[vertex + 1]++;
  }
  for (let v = 0; v < body.vertexCount; v++) starts[v + 1] += starts[v];
  const around = new Uint32Array(starts[body.vertexCount]);
  const next = starts.slice();
  corners.forEach((vertex, corner) => {
    if (vertex >= 0) around[next[vertex]++] = Math.floor(corner / 3);
  });
  return { starts, around, corners };
}

/**
 * The slot of a face that has all of the vertices at[0 … size − 1] among its corners, or −1; if several faces do, the first.
 */
export function faceWith({ starts, around, corners }: ConvexFaces, at: Int32Array, size: number): number {
  const first = at[0];
  const second = size > 1 ? at[1] : first;
  const third = size > 2 ? at[2] : second;
  if (second === first && third === first) return starts[first] < starts[first + 1] ? around[starts[first]] : -1;
  for (let k = starts[first], end = starts[first + 1]; k < end; k++) {
    const corner = 3 * around[k];
    const u = corners[corner];
    const v = corners[corner + 1];
    const w = corners[corner + 2];
    if ((second === u || second === v || second === w) && (third === u || third === v || third === w)) return around[k];
  }
  return -1;
}
