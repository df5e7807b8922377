// Faces moved inward by a length, as what a rounding of all coordinates could leave of a solid.

import { Mesh, type Model } from 'nearmiss';
import { cornerNumbers } from './corner-numbers.ts';

/** The cosine above which two normals at a vertex are one. */
const SAME = 1 - 1e-6;

/**
 * The faces of a model that `faces` marks, or all, moved inward. A vertex moves by the sum of the normals around it, each counted
 * once: at a corner of three orthogonal faces, and on an edge or a face, each face moves by `by`.
 */
export function inwardFaces(model: Model, by: number, faces: Uint8Array | null): Mesh {
  const { positions, triangles } = model.mesh;
  const corners = cornerNumbers(model);
  const normals = cornerNormals(model.mesh, corners, faces);
  const moved = Float64Array.from(positions);
  const isMoved = new Uint8Array(positions.length / 3);
  const kept: number[] = [];
  for (let k = 0; k < triangles.length; k++) {
    if (faces !== null && faces[Math.floor(k / 3)] === 0) continue;
    const vertex = triangles[k];
    kept.push(vertex);
    if (isMoved[vertex] === 1) continue;
    isMoved[vertex] = 1;
    for (const normal of normals.get(corners[k]) ?? []) {
      for (let axis = 0; axis < 3; axis++) moved[3 * vertex + axis] -= by * normal[axis];
    }
  }
  return new Mesh(moved, kept);
}

/** The different normals of the faces around each corner of the faces that are marked. */
function cornerNormals(
  { positions, triangles, vertexCount }: Mesh,
  corners: Uint32Array,
  faces: Uint8Array | null,
): ReadonlyMap<number, readonly (readonly number[])[]> {
  const isWanted = new Uint8Array(vertexCount);
  for (let k = 0; k < corners.length; k++) {
    if (faces === null || faces[Math.floor(k / 3)] === 1) isWanted[corners[k]] = 1;
  }
  const normals = new Map<number, number[][]>();
  for (let k = 0; k < corners.length; k += 3) {
    if (isWanted[corners[k]] + isWanted[corners[k + 1]] + isWanted[corners[k + 2]] === 0) continue;
    const normal = faceNormal(positions, triangles, k);
    if (normal === null) continue;
    for (let corner = k; corner < k + 3; corner++) {
      if (isWanted[corners[corner]] === 0) continue;
      const known = normals.get(corners[corner]);
      if (known === undefined) normals.set(corners[corner], [normal]);
      else if (!known.some((other) => dot(other, normal) > SAME)) known.push(normal);
    }
  }
  return normals;
}

/** The unit normal of the face whose first corner is `at`; null for a face without area. */
function faceNormal(positions: Float64Array, triangles: Uint32Array, at: number): number[] | null {
  const p = 3 * triangles[at];
  const q = 3 * triangles[at + 1];
  const r = 3 * triangles[at + 2];
  const ux = positions[q] - positions[p];
  const uy = positions[q + 1] - positions[p + 1];
  const uz = positions[q + 2] - positions[p + 2];
  const vx = positions[r] - positions[p];
  const vy = positions[r + 1] - positions[p + 1];
  const vz = positions[r + 2] - positions[p + 2];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : null;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
