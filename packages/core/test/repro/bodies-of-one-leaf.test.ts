// The kernels opened the pair of the roots in a search for all contacts even where both are leaves: what they read then was no node, and contacts of
// such bodies were not found.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { simd } from '../../src/entries/simd.ts';
import { collide, Mesh, Model, use } from '../../src/index.ts';

test('all contacts of bodies of one leaf each', () => {
  const random = seeded(3);
  const draw = (): number => randomBetween(random, -1, 1);
  let touching = 0;
  for (let k = 0; k < 300; k++) {
    const [a, b] = [1, 2].map((count) => {
      const corners = Array.from({ length: 9 * count }, draw);
      return Model.build(
        new Mesh(
          corners,
          Array.from({ length: 3 * count }, (_, i) => i),
        ),
      );
    });
    const expected = collide(a, {}, b, {}, { contacts: 'all' });
    use(simd);
    try {
      const found = collide(a, {}, b, {}, { contacts: 'all' });
      expect([found.status, found.pairs]).toEqual([expected.status, expected.pairs]);
    } finally {
      use(null);
    }
    touching += expected.pairCount;
  }
  expect(touching).toBeGreaterThan(50);
});
