// A search for all contacts opened the pair of the roots even if both are leaves, and the kernel read what lies before the nodes.

import { afterEach, expect, test } from 'vitest';
import { simd } from '../../src/entries/simd.ts';
import { collide, Mesh, Model, use } from '../../src/index.ts';
import { seededRandom } from '../../src/scalar/random.ts';

afterEach(() => use(null));

test('all contacts of bodies of one leaf each, wherever they lie in the memory of the kernels', () => {
  const random = seededRandom(4);
  const models = Array.from({ length: 24 }, (_, k) => {
    const count = 1 + (k % 4);
    return Model.build(
      new Mesh(
        Array.from({ length: 9 * count }, () => 2 * random() - 1),
        Array.from({ length: 3 * count }, (_, v) => v),
      ),
    );
  });
  let touching = 0;
  let apart = 0;
  for (const a of models) {
    for (const b of models) {
      const pose = { position: [random(), random(), random()] } as const;
      use(null);
      const plain = collide(a, pose, b, {}, { contacts: 'all', solid: false });
      use(simd);
      const fast = collide(a, pose, b, {}, { contacts: 'all', solid: false });
      expect([fast.status, fast.pairCount]).toEqual([plain.status, plain.pairCount]);
      if (plain.colliding === true) touching++;
      else apart++;
    }
  }
  expect(Math.min(touching, apart)).toBeGreaterThan(50);
});
