// Splits a surface into patches that are convex: each is part of the boundary of its own hull. After Ehmann and Lin,
// "Accurate and Fast Proximity Queries between Polyhedra Using Convex Surface Decomposition" (Eurographics 2001).
//
// A patch is convex if none of its points is in front of the plane of any of its faces. All these signs are exact. Part of a convex
// patch is convex, so a face once refused needs no second test, and patches may be split later anywhere.
//
// Steps:
//   1. Regions: faces connected over edges that are convex or flat. No patch crosses any other edge.
//   2. A region that is convex as a whole is one patch: one hull decides (convex-region.ts), so that a convex body
//      costs n log n.
//   3. In any other region, patches are grown breadth first, seeds with the most blocked edges first. A face joins when
//      its new corner is behind all planes of the patch, and the patch's corners are behind its plane. Faces in one
//      plane share it, so that a finely split flat face is one plane. A patch ends at MOST_GROWN faces; a
//      face is offered to three patches at most, so the work is bounded by some 6·MOST_GROWN comparisons a face.
//
// Departures from the paper: patches are grown whether their hull stays inside the solid or not. Which do is decided
// afterwards (filled.ts), and those that do not are split (decompose.ts): that takes few tests instead of one a face.

import { isConvexRegion } from './convex-region.ts';
import { apexOf } from './face-neighbours.ts';
import { connectedFaces, type FaceRuns } from './face-runs.ts';
import { Planes } from './planes.ts';
import { BLOCKED, type Surface } from './surface.ts';

/** The most faces a patch grows to, where its region is not convex as a whole. A number of faces. */
const MOST_GROWN = 1024;

/** Every face in one convex patch. A face without area is a patch of its own. */
export function growPatches(surface: Surface): FaceRuns {
  const faceCount = surface.hasArea.length;
  const { opposite, edgeKind } = surface;
  const regions = connectedFaces(opposite, (half) => edgeKind[half] !== BLOCKED);
  const faces = new Uint32Array(faceCount);
  const starts = new Uint32Array(faceCount + 1);
  const grower = new Grower(surface);
  let count = 0;
  let end = 0;
  for (let r = 0; r < regions.count; r++) {
    const region = regions.faces.subarray(regions.starts[r], regions.starts[r + 1]);
    if (isConvexRegion(surface, region)) {
      faces.set(region, end);
      end += region.length;
      starts[++count] = end;
      continue;
    }
    for (const seed of mostEnclosedFirst(surface, region)) {
      if (grower.isTaken(seed)) continue;
      end = grower.grow(seed, faces, end);
      starts[++count] = end;
    }
  }
  return { count, faces, starts: starts.slice(0, count + 1) };
}

/**
 * The faces of a region, those with the most blocked edges first: a face in a corner joins its neighbours, where growth from the
 * middle would miss it. Patches of a bunny of 6,966 faces, of a U and of a gear: 1,742, 3, 158. With the fewest blocked edges first
 * 1,883, 9, 184; in input order 1,849, 9, 158; the largest face first 1,851, 9, 184.
 */
function mostEnclosedFirst({ edgeKind }: Surface, region: Uint32Array): Uint32Array {
  const blocked = (f: number): number =>
    Number(edgeKind[3 * f] === BLOCKED) +
    Number(edgeKind[3 * f + 1] === BLOCKED) +
    Number(edgeKind[3 * f + 2] === BLOCKED);
  return region.slice().sort((f, g) => blocked(g) - blocked(f) || f - g);
}

/** Grows one patch after another. */
class Grower {
  readonly #surface: Surface;
  readonly #isTaken: Uint8Array;
  /** The patch, counted from 1, that a face was last offered to, and that a point was last a corner of. */
  readonly #offeredTo: Uint32Array;
  readonly #cornerOf: Uint32Array;
  /** … and that the plane of a facet last belonged to. */
  readonly #planeIn: Uint32Array;
  readonly #planes: Planes;
  readonly #corners: Uint32Array = new Uint32Array(3 * MOST_GROWN);
  #cornerCount = 0;
  #patch = 0;

  constructor(surface: Surface) {
    const faceCount = surface.hasArea.length;
    this.#surface = surface;
    this.#isTaken = new Uint8Array(faceCount);
    this.#offeredTo = new Uint32Array(faceCount);
    this.#planeIn = new Uint32Array(faceCount);
    this.#cornerOf = new Uint32Array(surface.points.xyz.length / 3);
    this.#planes = new Planes(surface.points);
  }

  isTaken(face: number): boolean {
    return this.#isTaken[face] === 1;
  }

  /** Writes the patch that grows from `seed` to `faces` from `first` on; returns its end. */
  grow(seed: number, faces: Uint32Array, first: number): number {
    const { triangles, opposite, edgeKind } = this.#surface;
    this.#patch++;
    this.#planes.count = 0;
    this.#cornerCount = 0;
    for (let k = 3 * seed; k < 3 * seed + 3; k++) this.#addCorner(triangles[k]);
    this.#addPlane(seed);
    this.#isTaken[seed] = 1;
    faces[first] = seed;
    let end = first + 1;
    for (let next = first; next < end; next++) {
      for (let half = 3 * faces[next]; half < 3 * faces[next] + 3; half++) {
        if (end - first === MOST_GROWN) return end;
        if (edgeKind[half] === BLOCKED) continue;
        const other = Math.floor(opposite[half] / 3);
        if (this.#isTaken[other] === 1 || this.#offeredTo[other] === this.#patch) continue;
        this.#offeredTo[other] = this.#patch;
        if (!this.#join(other, half)) continue;
        this.#isTaken[other] = 1;
        faces[end++] = other;
      }
    }
    return end;
  }

  /** Adds the face across the patch's half-edge `half` if the patch stays convex. */
  #join(face: number, half: number): boolean {
    const { triangles, opposite, facetOf } = this.#surface;
    const planes = this.#planes;
    const corner = apexOf(triangles, opposite[half]);
    const isNew = this.#cornerOf[corner] !== this.#patch;
    if (isNew) for (let plane = 0; plane < planes.count; plane++) if (planes.side(plane, corner) > 0) return false;
    if (this.#planeIn[facetOf[face]] !== this.#patch && !this.#addPlane(face)) return false;
    if (isNew) this.#addCorner(corner);
    return true;
  }

  /** Adds the plane of a face, unless a corner of the patch is in front of it. */
  #addPlane(face: number): boolean {
    const { triangles, facetOf } = this.#surface;
    const planes = this.#planes;
    const plane = planes.add(triangles[3 * face], triangles[3 * face + 1], triangles[3 * face + 2]);
    for (let k = 0; k < this.#cornerCount; k++) {
      if (planes.side(plane, this.#corners[k]) <= 0) continue;
      planes.count--;
      return false;
    }
    this.#planeIn[facetOf[face]] = this.#patch;
    return true;
  }

  #addCorner(point: number): void {
    this.#cornerOf[point] = this.#patch;
    this.#corners[this.#cornerCount++] = point;
  }
}
