// Triangles that coincide, nest or lie in thin layers: work must grow with their number, not with its square, and the answers stay those
// of one triangle where they are copies of it.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { collide, distance, type Mesh, Model, type QueryStats } from '../../src/index.ts';
import { coincidentTriangles, layeredTriangles, nestedTriangles } from './ugly-bodies.ts';

const STACKS: Readonly<Record<string, (count: number) => Mesh>> = {
  coincident: coincidentTriangles,
  nested: nestedTriangles,
  'nested, in any order': (count) => nestedTriangles(count, (k) => (k * 7919) % count),
  layers: layeredTriangles,
};

const POSES = [
  { position: [0, 0.3, 2], rotation: [0.1, 0.5, 0.5, 0.7] },
  { position: [1, 0.9, 0.3], rotation: [0.5, 0.1, 0.7, 0.5] },
  { position: [0.4, 0.3, 0.35], rotation: [0, 0, 0, 1] },
] as const;

function work(stats: QueryStats | undefined): number {
  return (stats?.volumeTests ?? 0) + (stats?.triangleTests ?? 0);
}

describe.each(Object.entries(STACKS))('%s triangles', (_, make) => {
  test('distance: eight times as many take at most 8^1.3 times the work', () => {
    for (const pose of POSES) {
      const [few, many] = [500, 4000].map((count) => {
        const model = Model.build(make(count));
        return distance(model, pose, model, {}, { stats: true });
      });
      expect(few.status).toBe('separated');
      expect(work(many.stats)).toBeLessThan(8 ** 1.3 * work(few.stats));
    }
  });

  test('distance and contact are those of the largest triangle, where that holds all others', () => {
    if (make === STACKS.layers) return;
    const stack = Model.build(make(700));
    const one = Model.build(coincidentTriangles(1));
    const random = seeded(3);
    const counts = { separated: 0, meeting: 0 };
    for (let run = 0; run < 40; run++) {
      const pose = randomPose(random, 1.2);
      const [apart, single] = [distance(stack, pose, stack, {}), distance(one, pose, one, {})];
      const name = `run ${run}`;
      expect(collide(stack, pose, stack, {}).colliding, name).toBe(collide(one, pose, one, {}).colliding);
      expect(apart.status === 'separated', name).toBe(single.status === 'separated');
      if (apart.status === 'separated') {
        counts.separated++;
        expect(apart.lower, name).toBeLessThanOrEqual(single.upper);
        expect(single.lower, name).toBeLessThanOrEqual(apart.upper);
        expect(apart.upper - apart.lower, name).toBeLessThan(1e-12);
      } else counts.meeting++;
    }
    expect(Math.min(counts.separated, counts.meeting)).toBeGreaterThan(10);
  });
});
