// Do the faces of a flat patch cover their hull, a convex polygon?
//
// All faces turn the same way, so a point's winding number in the plane is the number of faces over it. It changes only
// across edges that belong to one face of the patch alone. If all of these lie on the outline of the polygon it is
// constant inside, and not 0, since some face is there: every point is covered.
//
// Cost: edges at the patch's border times corners of the polygon.

import { nextHalfEdge } from './face-neighbours.ts';
import type { PatchHull } from './patch-hull.ts';
import { areaAxis, type Surface } from './surface.ts';

/** Whether the faces, all with area and in one plane, cover the polygon `hull`; `isMember` tells the faces from others. */
export function coversItsHull(
  { points, triangles, opposite }: Surface,
  faces: Uint32Array,
  hull: PatchHull,
  isMember: (face: number) => boolean,
): boolean {
  const first = 3 * faces[0];
  const drop = areaAxis(points, triangles[first], triangles[first + 1], triangles[first + 2]);
  const turn = points.orient2d(drop, triangles[first], triangles[first + 1], triangles[first + 2]);
  for (const face of faces) {
    const k = 3 * face;
    if (points.orient2d(drop, triangles[k], triangles[k + 1], triangles[k + 2]) !== turn) return false;
    for (let half = k; half < k + 3; half++) {
      if (opposite[half] >= 0 && isMember(Math.floor(opposite[half] / 3))) continue;
      const from = triangles[half];
      const to = triangles[nextHalfEdge(half)];
      for (const corner of hull.vertices) if (points.orient2d(drop, from, to, corner) === -turn) return false;
    }
  }
  return true;
}
