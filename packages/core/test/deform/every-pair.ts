// The pairs of faces of one mesh by brute force in exact arithmetic.

import { intersectBeyondSharedExactly, liftTriangle } from '@nearmiss/fixtures';
import type { DeformingMesh } from 'nearmiss/deforming';

export interface JudgedPair {
  readonly faces: readonly [number, number];
  /** How many corners are common, by the numbers of vertices. */
  readonly shared: number;
  /** Whether they have more than these in common. */
  readonly intersect: boolean;
}

/** Every pair of faces whose boxes overlap, its common vertices found by number. */
export function everyPair({ positions, triangles }: DeformingMesh): JudgedPair[] {
  const pairs: JudgedPair[] = [];
  const cornersOf = (face: number): number[] => [...triangles.subarray(3 * face, 3 * face + 3)];
  const lift = (vertices: readonly number[]) =>
    liftTriangle(vertices.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
  // Only to be done in time: boxes are compared exactly too.
  const areApart = (p: readonly number[], q: readonly number[]): boolean =>
    [0, 1, 2].some((axis) => {
      const along = (vertices: readonly number[]): number[] => vertices.map((v) => positions[3 * v + axis]);
      return Math.min(...along(p)) > Math.max(...along(q)) || Math.min(...along(q)) > Math.max(...along(p));
    });
  for (let a = 0; a < triangles.length / 3; a++) {
    for (let b = a + 1; b < triangles.length / 3; b++) {
      const rest = cornersOf(b);
      if (areApart(cornersOf(a), rest)) continue;
      const common: number[] = [];
      const own: number[] = [];
      for (const v of cornersOf(a)) {
        const slot = rest.indexOf(v);
        (slot < 0 ? own : common).push(v);
        if (slot >= 0) rest.splice(slot, 1);
      }
      const shared = common.length;
      const intersect = intersectBeyondSharedExactly(lift([...common, ...own]), lift([...common, ...rest]), shared);
      pairs.push({ faces: [a, b], shared, intersect });
    }
  }
  return pairs;
}

export function intersecting(pairs: readonly JudgedPair[]): number[] {
  return pairs.filter(({ intersect }) => intersect).flatMap(({ faces }) => faces);
}
