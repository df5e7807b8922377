// How far points of a surface are outside a medial mesh; overhang.ts has the other direction.

import type { MedialMesh } from './medial-mesh.ts';
import type { PrimitiveTree } from './primitive-tree.ts';
import type { SurfaceTree } from './surface-tree.ts';

/** The largest distance of a point (3 doubles each) from the primitives; 0 if all are inside. */
export function farthestOutside(points: Float64Array, tree: PrimitiveTree): number {
  let farthest = 0;
  // A point that is no farther outside than an earlier one needs no nearest primitive.
  for (let k = 0; k < points.length; k += 3) farthest = Math.max(farthest, tree.outside(points, k, 1, farthest));
  return farthest;
}

/** The mesh with radii reduced where a ball sticks out of the solid by more than `allowed`. */
export function trimmed(mesh: MedialMesh, surface: SurfaceTree, allowed: number): MedialMesh {
  const spheres = mesh.spheres.slice();
  for (let k = 0; k < spheres.length; k += 4) {
    const [x, y, z, radius] = spheres.subarray(k, k + 4);
    const distance = surface.distance(x, y, z);
    const depth = surface.surrounds(x, y, z) ? distance : -distance;
    spheres[k + 3] = Math.max(0, Math.min(radius, depth + allowed));
  }
  return { ...mesh, spheres };
}
