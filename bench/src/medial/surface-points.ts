import { seeded } from '@nearmiss/fixtures';
import type { Vector } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { cross, minus } from '../vector.ts';

/** Random points of a surface, all equally likely, about so many. */
export function* surfacePoints({ positions, triangles }: TriangleMesh, count: number, seed: number): Generator<Vector> {
  const faces = triangles.length / 3;
  const cornerOf = (slot: number): Vector => {
    const at = 3 * triangles[slot];
    return [positions[at], positions[at + 1], positions[at + 2]];
  };
  const areas = Float64Array.from({ length: faces }, (_, face) => {
    const [p, q, r] = [cornerOf(3 * face), cornerOf(3 * face + 1), cornerOf(3 * face + 2)];
    return Math.hypot(...cross(minus(q, p), minus(r, p))) / 2;
  });
  const total = areas.reduce((sum, area) => sum + area, 0);
  const random = seeded(seed);
  let due = 0;
  for (let face = 0; face < faces; face++) {
    const [p, q, r] = [cornerOf(3 * face), cornerOf(3 * face + 1), cornerOf(3 * face + 2)];
    for (due += (count * areas[face]) / total; due >= 1; due--) {
      const a = Math.sqrt(random());
      const b = random();
      const mix = (c: 0 | 1 | 2): number => (1 - a) * p[c] + a * ((1 - b) * q[c] + b * r[c]);
      yield [mix(0), mix(1), mix(2)];
    }
  }
}
