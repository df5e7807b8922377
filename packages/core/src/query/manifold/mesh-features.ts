// Which face speaks for a vertex or an edge of a mesh, and what is on the other side of each edge.
//
// Features within a distance of each other belong to faces within that distance, so that it is enough to compare the features that two
// near faces own: each vertex and each edge is then compared once.

import type { Tree } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { writeUnitNormal } from '../../primitive/face-normal.ts';

/** Bits of `owned`: corners 0 to 2, then the edges that begin there. */
export const OWNS_EDGE = 3;
/** Edges whose faces differ by a smaller sine are inside a flat face. Dimensionless. */
const FLAT_SINE = 1e-6;

/** Numbers of a box: least corner, greatest corner. */
export const BOX = 6;

/** Writes the box of a triangle. */
export function writeFaceBox(t: Float64Array, at: number, out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    const x = t[at + k];
    const y = t[at + 3 + k];
    const z = t[at + 6 + k];
    out[o + k] = Math.min(x, y, z);
    out[o + 3 + k] = Math.max(x, y, z);
  }
}

/** The features of a mesh, by the slots of its faces in tree order. */
export interface MeshFeatures {
  /** Bits of the corners and edges that a face speaks for. Edges inside flat faces have none. */
  readonly owned: Uint8Array;
  /** Where in the tree's triangles the corner opposite to edge 3·slot + e is in the face on its other side; −1 at a border. */
  readonly opposite: Int32Array;
  /** 1 for an edge at which the surface is concave, by 3·slot + e. */
  readonly concave: Uint8Array;
  /** Boxes of the faces in the model's frame: least corner, greatest corner. */
  readonly boxes: Float64Array;
}

export const meshFeaturesOf: (model: Model) => MeshFeatures = /* @__PURE__ */ perModel(({ mesh, tree }) =>
  makeFeatures(mesh.triangles, tree),
);

function makeFeatures(triangles: ArrayLike<number>, tree: Tree): MeshFeatures {
  const { faces } = tree;
  const count = faces.length;
  const owned = new Uint8Array(count);
  const opposite = new Int32Array(3 * count).fill(-1);
  const concave = new Uint8Array(3 * count);
  const ownedVertices = new Set<number>();
  const normal = new Float64Array(3);
  /** Edges that were met once, as 3·slot + e, by their vertices. */
  const open = new Map<string, number>();
  for (let slot = 0; slot < count; slot++) {
    for (let e = 0; e < 3; e++) {
      const v = triangles[3 * faces[slot] + e];
      const w = triangles[3 * faces[slot] + ((e + 1) % 3)];
      // A tree of tiles has a face several times, with corners that are none of the mesh.
      if (tree.tiles !== undefined || !ownedVertices.has(v)) owned[slot] |= 1 << e;
      ownedVertices.add(v);
      const key = v < w ? `${v},${w}` : `${w},${v}`;
      const twin = tree.tiles === undefined ? open.get(key) : undefined;
      if (twin === undefined) {
        owned[slot] |= 1 << (OWNS_EDGE + e);
        open.set(key, 3 * slot + e);
        continue;
      }
      const own = 3 * slot + e;
      opposite[own] = cornerOpposite(twin);
      opposite[twin] = cornerOpposite(own);
      const sine = foldSine(tree.triangles, twin, opposite[twin], normal);
      if (Math.abs(sine) < FLAT_SINE) owned[(twin / 3) | 0] &= ~(1 << (OWNS_EDGE + (twin % 3)));
      if (sine > 0) concave[own] = concave[twin] = 1;
    }
  }
  const boxes = new Float64Array(BOX * count);
  for (let slot = 0; slot < count; slot++) writeFaceBox(tree.triangles, 9 * slot, boxes, BOX * slot);
  return { owned, opposite, concave, boxes };
}

/** Where the corner is that is not on an edge of its face. */
function cornerOpposite(edge: number): number {
  const slot = (edge / 3) | 0;
  return 9 * slot + 3 * ((edge + 2 - 3 * slot) % 3);
}

/** The height of a corner above the face of an edge, relative to its distance from the edge's start. `normal` is scratch. */
function foldSine(t: Float64Array, edge: number, corner: number, normal: Float64Array): number {
  const slot = (edge / 3) | 0;
  const at = 9 * slot + 3 * (edge - 3 * slot);
  if (!writeUnitNormal(t, 9 * slot, normal, 0)) return 1;
  const x = t[corner] - t[at];
  const y = t[corner + 1] - t[at + 1];
  const z = t[corner + 2] - t[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? (normal[0] * x + normal[1] * y + normal[2] * z) / length : 0;
}
