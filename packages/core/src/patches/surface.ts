// A mesh prepared for the decomposition: equal points are merged, every sign is exact, and every edge is classified as convex,
// flat, or blocked.

import type { Mesh } from '../mesh/mesh.ts';
import type { DoubleCorners } from '../primitive/exact-corners.ts';
import { areaAxis, type ExactFaces, exactFaces } from './exact-faces.ts';
import { apexOf, faceNeighbours } from './face-neighbours.ts';
import { connectedFaces } from './face-runs.ts';

/** Blocks the growth of a patch: a border, a reflex edge, a fold, a face without area. */
export const BLOCKED = 0;
/** The two faces lie in one plane, side by side. */
export const FLAT = 1;
/** Each face lies strictly behind the plane of the other. */
const CONVEX = 2;

export interface Surface extends ExactFaces {
  /** For each half-edge 3f + k the one that runs back along it, or −1. */
  readonly opposite: Int32Array;
  /** BLOCKED, FLAT or CONVEX for each half-edge, the same from both sides. */
  readonly edgeKind: Uint8Array;
  /** The facet of each face: its lowest face. A facet is the set of faces connected over FLAT edges. */
  readonly facetOf: Uint32Array;
}

/** The surface of a mesh, or null where its signs are not exact. */
export function exactSurface(mesh: Mesh): Surface | null {
  const faces = exactFaces(mesh);
  if (faces === null) return null;
  const { points, triangles, hasArea } = faces;
  const opposite = faceNeighbours(triangles, mesh.vertexCount);
  const edgeKind = new Uint8Array(triangles.length);
  for (let half = 0; half < triangles.length; half++) {
    const back = opposite[half];
    if (back < half) continue; // none, or visited from the other side
    edgeKind[half] = kindOfEdge(points, triangles, hasArea, half, back);
    edgeKind[back] = edgeKind[half];
  }
  return { ...faces, opposite, edgeKind, facetOf: findFacets(opposite, edgeKind) };
}

function findFacets(opposite: Int32Array, edgeKind: Uint8Array): Uint32Array {
  const { count, faces, starts } = connectedFaces(opposite, (half) => edgeKind[half] === FLAT);
  const facetOf = new Uint32Array(faces.length);
  for (let r = 0; r < count; r++) for (let k = starts[r]; k < starts[r + 1]; k++) facetOf[faces[k]] = faces[starts[r]];
  return facetOf;
}

function kindOfEdge(
  points: DoubleCorners,
  triangles: Uint32Array,
  hasArea: Uint8Array,
  half: number,
  back: number,
): number {
  const f = Math.floor(half / 3);
  const g = Math.floor(back / 3);
  if (hasArea[f] === 0 || hasArea[g] === 0) return BLOCKED;
  const a = triangles[3 * f];
  const b = triangles[3 * f + 1];
  const c = triangles[3 * f + 2];
  const side = points.orient3d(a, b, c, apexOf(triangles, back));
  if (side !== 0) return side < 0 ? CONVEX : BLOCKED;
  // Side by side in one plane, unless one is folded back onto the other.
  const drop = areaAxis(points, a, b, c);
  const turn = points.orient2d(drop, a, b, c);
  const turnBehind = points.orient2d(drop, triangles[3 * g], triangles[3 * g + 1], triangles[3 * g + 2]);
  return turn === turnBehind ? FLAT : BLOCKED;
}
