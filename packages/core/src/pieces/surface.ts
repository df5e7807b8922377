// A mesh as the decomposition sees it: points that are equal are one, every sign is exact, and every edge is known to be
// convex, flat, or none that a patch may grow across.

import type { Mesh } from '../mesh/mesh.ts';
import { weldVertices } from '../mesh/weld.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { apexOf, faceNeighbours } from './face-neighbours.ts';
import { connectedFaces } from './face-runs.ts';

/** A patch ends at this edge: a border, a reflex edge, a fold, a face without area. */
export const BLOCKED = 0;
/** The two faces lie in one plane, side by side. */
export const FLAT = 1;
/** Each face lies strictly behind the plane of the other. */
const CONVEX = 2;

export interface Surface {
  /** The mesh's vertices times a power of two, and one place more. */
  readonly points: DoubleCorners;
  /** That place: for a point to compare with the others. */
  readonly spare: number;
  /** Three points a face, of equal points the lowest. */
  readonly triangles: Uint32Array;
  /** 1 for each face whose corners are not on one line. */
  readonly hasArea: Uint8Array;
  /** For each half-edge 3f + k the one that runs back along it, or −1. */
  readonly opposite: Int32Array;
  /** BLOCKED, FLAT or CONVEX for each half-edge, the same from both sides. */
  readonly edgeKind: Uint8Array;
  /** The facet of each face: its lowest face. A facet is all that is connected to a face over FLAT edges. */
  readonly facetOf: Uint32Array;
}

/**
 * The surface of a mesh, or null where its signs cannot be trusted: coordinates that differ by more than 75 orders of
 * magnitude leave the range of adaptive predicates.
 */
export function exactSurface(mesh: Mesh): Surface | null {
  const points = scaledPoints(mesh);
  if (points === null) return null;
  const weld = weldVertices(mesh.positions);
  const triangles = mesh.triangles.map((v) => weld[v]);
  const hasArea = new Uint8Array(mesh.triangleCount);
  for (let f = 0; f < hasArea.length; f++) {
    hasArea[f] = areaAxis(points, triangles[3 * f], triangles[3 * f + 1], triangles[3 * f + 2]) < 0 ? 0 : 1;
  }
  const opposite = faceNeighbours(triangles, mesh.vertexCount);
  const edgeKind = new Uint8Array(triangles.length);
  for (let half = 0; half < triangles.length; half++) {
    const back = opposite[half];
    if (back < half) continue; // none, or met from the other side
    edgeKind[half] = kindOfEdge(points, triangles, hasArea, half, back);
    edgeKind[back] = edgeKind[half];
  }
  return {
    points,
    spare: mesh.vertexCount,
    triangles,
    hasArea,
    opposite,
    edgeKind,
    facetOf: findFacets(opposite, edgeKind),
  };
}

function findFacets(opposite: Int32Array, edgeKind: Uint8Array): Uint32Array {
  const { count, faces, starts } = connectedFaces(opposite, (half) => edgeKind[half] === FLAT);
  const facetOf = new Uint32Array(faces.length);
  for (let r = 0; r < count; r++) for (let k = starts[r]; k < starts[r + 1]; k++) facetOf[faces[k]] = faces[starts[r]];
  return facetOf;
}

/**
 * An axis along which abc has an area, −1 when a, b and c are on one line. Dropping that coordinate keeps the plane of
 * abc one-to-one.
 */
export function areaAxis(points: DoubleCorners, a: number, b: number, c: number): number {
  for (let drop = 0; drop < 3; drop++) if (points.orient2d(drop, a, b, c) !== 0) return drop;
  return -1;
}

/**
 * The vertices in use, their largest coordinate brought near 1, or null where that is not exact or leaves the range. The
 * other vertices are put at 0, where they do no harm.
 */
function scaledPoints(mesh: Mesh): DoubleCorners | null {
  const { positions, triangles } = mesh;
  let largest = 0;
  for (const v of triangles)
    for (let k = 3 * v; k < 3 * v + 3; k++) largest = Math.max(largest, Math.abs(positions[k]));
  // Below 2⁻¹⁰²² the power would not be a double; everything there is out of range in any case.
  const scale = powerOfTwo(Math.min(-exponentAbove(largest), 1022));
  const points = new DoubleCorners(mesh.vertexCount + 1);
  for (const v of triangles) {
    for (let k = 3 * v; k < 3 * v + 3; k++) {
      points.xyz[k] = positions[k] * scale;
      if (points.xyz[k] === 0 && positions[k] !== 0) return null;
    }
  }
  return points.isInRange() ? points : null;
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
  // Side by side in one plane, unless the one is folded back onto the other.
  const drop = areaAxis(points, a, b, c);
  const turn = points.orient2d(drop, a, b, c);
  const turnBehind = points.orient2d(drop, triangles[3 * g], triangles[3 * g + 1], triangles[3 * g + 2]);
  return turn === turnBehind ? FLAT : BLOCKED;
}
