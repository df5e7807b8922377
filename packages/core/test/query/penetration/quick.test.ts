import { collide, Model, type Pose, penetration } from 'nearmiss';
import { box, torus, torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

const scenes: readonly (readonly [string, Model, Model, Pose])[] = [
  [
    'knots',
    Model.build(torusKnot({ triangles: 2880 })),
    Model.build(torusKnot({ triangles: 720 })),
    { position: [0.4, 0.3, 0.2] },
  ],
  ['a ring in a box', Model.build(torus()), Model.build(box()), { position: [0.3, 0.2, 0.1] }],
];

describe('quick', () => {
  test.each(scenes)('%s: the bracket holds, for no more work', (_, a, b, pose) => {
    const full = penetration(a, {}, b, pose, { local: 'none', stats: true });
    const quick = penetration(a, {}, b, pose, { local: 'none', stats: true, quick: true });
    expect(quick.status).toBe('overlapping');
    // Each lower bound holds for the translations that both found.
    const shortest = Math.min(full.upper, quick.upper);
    expect(Math.max(full.lower, quick.lower)).toBeLessThanOrEqual(shortest);
    expect(quick.lower).toBeGreaterThan(0);
    expect(collide(a, { position: quick.translation }, b, pose).status).toMatch(/separated|touching/);
    expect(quick.stats?.volumeTests).toBeLessThanOrEqual(full.stats?.volumeTests ?? 0);
  });

  test('it does less work where the first search leaves the bracket open', () => {
    const [, [, a, b, pose]] = scenes;
    const testsOf = (quick: boolean): number =>
      penetration(a, {}, b, pose, { local: 'none', stats: true, quick }).stats?.volumeTests ?? 0;
    expect(testsOf(true)).toBeLessThan(testsOf(false));
  });

  test.each(scenes)('%s: surfaces, which no balls guide, get every start', (_, a, b, pose) => {
    const full = penetration(a, {}, b, pose, { local: 'none', solid: false });
    const quick = penetration(a, {}, b, pose, { local: 'none', solid: false, quick: true });
    expect(quick.upper).toBe(full.upper);
  });
});
