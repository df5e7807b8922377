import { DISTANCE_OVERSHOOT } from '../scalar/tolerances.ts';
import type { SurfaceTree } from './surface-tree.ts';

/**
 * How much a distance from a triangle can be too large: DISTANCE_OVERSHOOT of the reach of the surface plus that of the
 * point, which is inside it. Each is at most √3 largest coordinates. Dimensionless.
 */
const ROUNDING: number = 4 * DISTANCE_OVERSHOOT;

/**
 * Balls inside the solid that a closed, oriented surface bounds, proven: of those given (4 doubles each), the ones whose
 * centre is inside by an exact count, with their distance from the surface as radius, rounded down.
 */
export function innerBalls(spheres: Float64Array, surface: SurfaceTree): Float64Array {
  const balls: number[] = [];
  for (let k = 0; k < spheres.length; k += 4) {
    const x = spheres[k];
    const y = spheres[k + 1];
    const z = spheres[k + 2];
    if (surface.crossings(x, y, z) === 0) continue;
    const radius = surface.distance(x, y, z) - ROUNDING * surface.reach;
    if (radius > 0) balls.push(x, y, z, radius);
  }
  return Float64Array.from(balls);
}
