import type { Balls } from './medial-balls.ts';
import { PointTree } from './point-tree.ts';

/**
 * How much larger than its medial ball a covering ball is. A medial ball only touches the surface; enlarged, it covers a band or a
 * patch. Dimensionless.
 */
const ENLARGED = 1.25;

/** Balls chosen to cover triangles, and which of them covers each. */
export interface Cover {
  /** Centre and radius, 4 doubles each. */
  readonly spheres: Float64Array;
  /** For each triangle the number of its ball. */
  readonly owners: Int32Array;
}

/**
 * Chooses few balls that cover all triangles: greedily, from the largest down, each one that touches a face not covered yet. It is
 * enlarged to cover at least that face, and gets every free triangle that is wholly inside it. The remaining triangles, without a
 * normal or large compared with the balls near them, get a ball of radius 0 each, at their centroid.
 */
export function coverByBalls(triangles: Float64Array, centres: Float64Array, balls: Balls): Cover {
  const { spheres, faces } = balls;
  const owners = new Int32Array(triangles.length / 9).fill(-1);
  const chosen: number[] = [];
  const tree = new PointTree(centres);
  const order = Uint32Array.from(faces, (_, k) => k);
  order.sort((a, b) => spheres[4 * b + 3] - spheres[4 * a + 3] || a - b);
  for (const ball of order) {
    const seed = faces[ball];
    if (owners[seed] >= 0) continue;
    const x = spheres[4 * ball];
    const y = spheres[4 * ball + 1];
    const z = spheres[4 * ball + 2];
    const radius = Math.max(ENLARGED * spheres[4 * ball + 3], farthestCorner(triangles, seed, x, y, z));
    const number = chosen.length / 4;
    chosen.push(x, y, z, radius);
    tree.eachNear(x, y, z, radius, (t) => {
      if (owners[t] < 0 && farthestCorner(triangles, t, x, y, z) <= radius) owners[t] = number;
    });
    owners[seed] = number;
  }
  for (let t = 0; t < owners.length; t++) {
    if (owners[t] >= 0) continue;
    owners[t] = chosen.length / 4;
    chosen.push(centres[3 * t], centres[3 * t + 1], centres[3 * t + 2], 0);
  }
  return { spheres: Float64Array.from(chosen), owners };
}

/** Distance of a point to the farthest corner of a triangle. */
export function farthestCorner(t: Float64Array, face: number, x: number, y: number, z: number): number {
  let farthestSq = 0;
  for (let k = 9 * face; k < 9 * face + 9; k += 3) {
    const dx = t[k] - x;
    const dy = t[k + 1] - y;
    const dz = t[k + 2] - z;
    farthestSq = Math.max(farthestSq, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(farthestSq);
}
