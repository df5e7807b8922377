// How far a medial mesh and the solid it stands for are apart, both ways, measured on points.

import type { MedialMesh } from './medial-mesh.ts';
import type { PrimitiveTree } from './primitive-tree.ts';
import type { SurfaceTree } from './surface-tree.ts';

/** Balls of a cone or slab are looked at in steps of this part of the solid's size. Dimensionless. */
const STEP = 1 / 64;

/** And in no more steps than so many along a side. */
const MOST_STEPS = 16;

/** The distance of the points (3 doubles each) farthest outside the primitives, 0 if none is. */
export function farthestOutside(points: Float64Array, tree: PrimitiveTree): number {
  let farthest = 0;
  for (let k = 0; k < points.length; k += 3) farthest = Math.max(farthest, tree.outside(points, k, 1));
  return farthest;
}

/**
 * How far the medial mesh sticks out of the solid. A ball whose centre is inside, at a distance d from the surface, has
 * no point farther out than its radius less d; one whose centre is outside, none farther than the sum.
 */
export function farthestOverhang({ spheres, cones, slabs }: MedialMesh, surface: SurfaceTree, size: number): number {
  let farthest = 0;
  const step = STEP * size;
  const look = (a: number, b: number, c: number): void => {
    const length = Math.max(gap(spheres, a, b), gap(spheres, b, c), gap(spheres, c, a));
    const steps = Math.min(MOST_STEPS, 1 + Math.ceil(length / step));
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; i + j <= (b === c ? i : steps); j++) {
        const u = i / steps;
        const v = j / steps;
        const at = (k: number): number =>
          (1 - u - v) * spheres[4 * b + k] + u * spheres[4 * a + k] + v * spheres[4 * c + k];
        const x = at(0);
        const y = at(1);
        const z = at(2);
        const radius = at(3);
        const distance = surface.distance(x, y, z);
        if (radius + distance <= farthest) continue;
        farthest = Math.max(farthest, radius + (surface.surrounds(x, y, z) ? -distance : distance));
      }
    }
  };
  for (let k = 0; k < cones.length; k += 2) look(cones[k], cones[k + 1], cones[k + 1]);
  for (let k = 0; k < slabs.length; k += 3) look(slabs[k], slabs[k + 1], slabs[k + 2]);
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

/** Distance of the centres of two balls. */
function gap(spheres: Float64Array, a: number, b: number): number {
  const dx = spheres[4 * a] - spheres[4 * b];
  const dy = spheres[4 * a + 1] - spheres[4 * b + 1];
  const dz = spheres[4 * a + 2] - spheres[4 * b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
