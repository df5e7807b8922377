// Is a region convex as a whole? One hull, and a test around one corner of each of its facets.
//
// The plane of a face supports the hull exactly when no vertex of the hull is in front of it. For a plane through a vertex of the
// hull a test of that vertex's neighbours is enough: the hull lies in the cone they span. A face in the middle of a facet, none of
// whose corners is a vertex of the hull, is covered by the others. A facet without any such corner is treated as not supporting;
// then the region is split into more patches than necessary, which is harmless.

import { nextHalfEdge } from './face-neighbours.ts';
import { patchHull } from './patch-hull.ts';
import type { Surface } from './surface.ts';

/** Whether the faces of a region, connected over convex and flat edges, are a convex patch. */
export function isConvexRegion(surface: Surface, region: Uint32Array): boolean {
  if (region.length === 1) return true;
  const { points, triangles, facetOf } = surface;
  const hull = patchHull(surface, region);
  if (hull.dimension < 3) return true; // all in one plane, which supports them

  const around = vertexNeighbours(hull.facets);
  const open = new Set<number>();
  for (const face of region) open.add(facetOf[face]);
  for (const face of region) {
    for (let half = 3 * face; half < 3 * face + 3 && open.has(facetOf[face]); half++) {
      const neighbours = around.get(triangles[half]);
      if (neighbours === undefined) continue;
      open.delete(facetOf[face]);
      for (const point of neighbours) {
        const side = points.orient3d(triangles[3 * face], triangles[3 * face + 1], triangles[3 * face + 2], point);
        if (side > 0) return false;
      }
    }
  }
  return open.size === 0;
}

/** For each vertex of a closed triangulated surface those it shares an edge with. */
function vertexNeighbours(triangles: Uint32Array): Map<number, number[]> {
  const around = new Map<number, number[]>();
  for (let half = 0; half < triangles.length; half++) {
    const to = triangles[nextHalfEdge(half)];
    const known = around.get(triangles[half]);
    if (known === undefined) around.set(triangles[half], [to]);
    else known.push(to);
  }
  return around;
}
