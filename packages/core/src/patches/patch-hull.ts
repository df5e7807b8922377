import { convexHull } from '../convex/quickhull.ts';
import { faceNeighbours } from './face-neighbours.ts';
import type { Surface } from './surface.ts';

/** The hull of some faces of a surface. */
export interface PatchHull {
  /** 0: a point; 1: a segment; 2: a polygon; 3: a solid. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** The extreme points of the surface: in ascending order, for a polygon in order around it. */
  readonly vertices: Uint32Array;
  /** For a solid: three points a facet, counter-clockwise seen from outside. */
  readonly facets: Uint32Array;
  /** For a solid: for each half-edge of the facets the one that runs back along it. */
  readonly opposite: Int32Array;
}

export function patchHull({ points, triangles }: Surface, faces: Uint32Array): PatchHull {
  const corners = distinctCorners(triangles, faces);
  const positions = new Float64Array(3 * corners.length);
  for (let k = 0; k < corners.length; k++) {
    positions[3 * k] = points.xyz[3 * corners[k]];
    positions[3 * k + 1] = points.xyz[3 * corners[k] + 1];
    positions[3 * k + 2] = points.xyz[3 * corners[k] + 2];
  }
  const hull = convexHull(positions);
  const isSolid = hull.dimension === 3;
  return {
    dimension: hull.dimension,
    vertices: hull.vertices.map((k) => corners[k]),
    facets: isSolid ? hull.triangles.map((k) => corners[k]) : new Uint32Array(0),
    opposite: isSolid ? faceNeighbours(hull.triangles, corners.length) : new Int32Array(0),
  };
}

/** The corners of the faces, each once, in ascending order. */
function distinctCorners(triangles: Uint32Array, faces: Uint32Array): Uint32Array {
  const corners = new Uint32Array(3 * faces.length);
  for (let k = 0; k < faces.length; k++) {
    corners[3 * k] = triangles[3 * faces[k]];
    corners[3 * k + 1] = triangles[3 * faces[k] + 1];
    corners[3 * k + 2] = triangles[3 * faces[k] + 2];
  }
  corners.sort();
  let count = 0;
  for (let k = 0; k < corners.length; k++) if (k === 0 || corners[k] !== corners[k - 1]) corners[count++] = corners[k];
  return corners.slice(0, count);
}
