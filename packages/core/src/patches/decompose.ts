// Splits the surface of a mesh into convex patches: patches that are part of the boundary of their own hulls, so that distances to
// most hulls can replace distances to the patches.
//
// Patches whose hull is not part of the solid (filled.ts) are split in two across their longest side, repeatedly, until each is
// filled or has no more faces than a leaf of a tree: then testing the faces is as cheap as testing the hull. Part of a convex patch
// is convex, so nothing else needs a test. Open and unoriented meshes have no solid; there every patch is split that far.

import { LEAF_SIZE, type Tree } from '../bvh/tree.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { boxOfPoints } from './boxes.ts';
import { FilledTest } from './filled.ts';
import { growPatches } from './grow-patches.ts';
import { type PatchHull, patchHull } from './patch-hull.ts';
import { exactSurface, type Surface } from './surface.ts';

/** Convex patches of a surface. */
export interface Patches {
  readonly count: number;
  /** Every face once, sorted by patch: patch p has faces[faceStarts[p]] … faces[faceStarts[p + 1] − 1]. */
  readonly faces: Uint32Array;
  readonly faceStarts: Uint32Array;
  /** The extreme vertices of each patch's hull, as vertices of the mesh, by hullStarts alike. */
  readonly hullVertices: Uint32Array;
  readonly hullStarts: Uint32Array;
  /**
   * 1 where the patch's hull is proven to be part of the solid: then the distance to the hull is at most that to the faces and at
   * least that to the solid. 0: only the faces may be used; the hull merely bounds them.
   */
  readonly filled: Uint8Array;
}

/**
 * Decomposes a mesh, given a tree over its faces and whether it is oriented, so that it bounds a solid. The same mesh and tree give
 * the same patches.
 */
export function decompose(mesh: Mesh, tree: Tree, oriented: boolean): Patches {
  const surface = exactSurface(mesh);
  if (surface === null) return singleFaces(mesh);
  const patches = growPatches(surface);
  const collector = new PatchCollector(mesh.triangleCount);
  const test = oriented ? new FilledTest(surface, tree) : null;
  const open: Uint32Array[] = [];
  for (let p = 0; p < patches.count; p++) {
    open.push(patches.faces.subarray(patches.starts[p], patches.starts[p + 1]));
    for (let faces = open.pop(); faces !== undefined; faces = open.pop()) {
      const hull = patchHull(surface, faces);
      const isFilled = test?.isFilled(faces, hull) ?? false;
      if (isFilled || faces.length <= LEAF_SIZE) collector.add(faces, hull.vertices, isFilled);
      else open.push(...splitInTwo(surface, faces, hull));
    }
  }
  return collector.finish();
}

/** Halves a patch at the median of its faces' middles along the longest side of its box; sorts `faces` to do so. */
function splitInTwo({ points, triangles }: Surface, faces: Uint32Array, hull: PatchHull): [Uint32Array, Uint32Array] {
  const { xyz } = points;
  const box = boxOfPoints(points, hull.vertices);
  const size = (axis: number): number => box[3 + axis] - box[axis];
  const axis = [0, 1, 2].reduce((longest, k) => (size(k) > size(longest) ? k : longest));
  const middle = (f: number): number =>
    xyz[3 * triangles[3 * f] + axis] + xyz[3 * triangles[3 * f + 1] + axis] + xyz[3 * triangles[3 * f + 2] + axis];
  faces.sort((f, g) => middle(f) - middle(g) || f - g);
  const half = faces.length >> 1;
  return [faces.subarray(half), faces.subarray(0, half)];
}

/** Makes every face a patch of its own: always valid, and the fallback where signs are not exact. */
function singleFaces(mesh: Mesh): Patches {
  const collector = new PatchCollector(mesh.triangleCount);
  for (let face = 0; face < mesh.triangleCount; face++) {
    collector.add(Uint32Array.of(face), new Set(mesh.triangles.subarray(3 * face, 3 * face + 3)), false);
  }
  return collector.finish();
}

class PatchCollector {
  readonly #faces: Uint32Array;
  readonly #faceStarts: number[] = [0];
  readonly #hullVertices: number[] = [];
  readonly #hullStarts: number[] = [0];
  readonly #filled: number[] = [];
  #faceCount = 0;

  constructor(faceCount: number) {
    this.#faces = new Uint32Array(faceCount);
  }

  add(faces: Uint32Array, hullVertices: Iterable<number>, isFilled: boolean): void {
    this.#faces.set(faces, this.#faceCount);
    this.#faceCount += faces.length;
    this.#faceStarts.push(this.#faceCount);
    for (const v of hullVertices) this.#hullVertices.push(v);
    this.#hullStarts.push(this.#hullVertices.length);
    this.#filled.push(Number(isFilled));
  }

  finish(): Patches {
    return {
      count: this.#filled.length,
      faces: this.#faces,
      faceStarts: Uint32Array.from(this.#faceStarts),
      hullVertices: Uint32Array.from(this.#hullVertices),
      hullStarts: Uint32Array.from(this.#hullStarts),
      filled: Uint8Array.from(this.#filled),
    };
  }
}
