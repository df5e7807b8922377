// While a search for the first contact meets touching faces, it tests now and then for a point inside both bodies. That
// test used the stack of the search, and what was still waiting on it was gone: a crossing elsewhere went unseen.

import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box } from '../../src/entries/shapes.ts';
import { collide, type Mesh, Model } from '../../src/index.ts';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { moved, shifted, union } from '../query/bodies.ts';

/** [−1, 1]² × [low, low + 1], each side split into 4 × 4. */
function slab(low: number): Mesh {
  return moved(box({ size: [2, 2, 1], segments: 4 }), (x, y, z) => [x, y, z + 0.5 + low]);
}

test('a crossing is found behind any number of touches', () => {
  const lower = Model.build(slab(0));
  const random = seeded(5);
  for (let k = 0; k < 12; k++) {
    // A small body that pokes out of the lower slab's underside, and one slab lying on the other.
    const poke = shifted(box({ size: [0.1, 0.1, 0.1] }), [1.8 * random() - 0.9, 1.8 * random() - 0.9, 0]);
    const upper = Model.build(union(slab(1), poke));
    for (const volume of Object.values(VOLUMES)) {
      expect(collide(upper, {}, lower, {}, { volume }).status).toBe('intersecting');
      expect(collide(lower, {}, upper, {}, { volume }).status).toBe('intersecting');
    }
  }
});

test('slabs that only touch still only touch', () => {
  const lower = Model.build(slab(0));
  const upper = Model.build(slab(1));
  for (let k = 0; k < 10; k++) {
    const pose = { position: [0.05 * k, 0.03 * k, 0] } as const;
    expect(collide(upper, pose, lower, {}).status).toBe('touching');
  }
});
