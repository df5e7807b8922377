// The bound of what sticks out is judged by points on the balls themselves: none may be farther from the body than it says.

import { randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box, closestPoint, contains, lShape, type Mesh, Model, torus } from '../../src/index.ts';
import { farthestOverhang } from '../../src/medial/errors.ts';
import type { MedialMesh } from '../../src/medial/medial-mesh.ts';
import { overhangBound } from '../../src/medial/overhang.ts';
import { SurfaceTree } from '../../src/medial/surface-tree.ts';

const POINTS = 4000;

function cornersOf({ positions, triangles }: Mesh): Float64Array {
  return Float64Array.from(Array.from(triangles, (v) => [...positions.subarray(3 * v, 3 * v + 3)]).flat());
}

/** A random point on a random ball of the mesh. */
function pointOn({ spheres, cones, slabs }: MedialMesh, random: SeededRandom): [number, number, number] {
  const primitive = Math.floor(random() * (cones.length / 2 + slabs.length / 3));
  const slab = 3 * (primitive - cones.length / 2);
  const balls = slab < 0 ? [...cones.subarray(2 * primitive, 2 * primitive + 2)] : [...slabs.subarray(slab, slab + 3)];
  const weights = balls.map(() => -Math.log(random()));
  const sum = weights.reduce((total, x) => total + x, 0);
  const [x, y, z, r] = [0, 1, 2, 3].map((c) =>
    balls.reduce((total, ball, k) => total + (weights[k] / sum) * spheres[4 * ball + c], 0),
  );
  const away = [randomBetween(random, -1, 1), randomBetween(random, -1, 1), randomBetween(random, -1, 1)];
  const part = r / Math.hypot(...away);
  return [x + part * away[0], y + part * away[1], z + part * away[2]];
}

const BODIES = {
  torus: torus({ majorSegments: 16, minorSegments: 8 }),
  L: lShape(),
  plate: box({ size: [1, 1, 0.1] }),
};

describe.each(Object.entries(BODIES))('%s', (_, mesh) => {
  const model = Model.build(mesh);
  const axis = model.medial({ primitives: 40, samples: 500 });
  const surface = new SurfaceTree(cornersOf(mesh));

  test('no point sticks out farther, and some nearly as far', () => {
    const random = seeded(41);
    let farthest = 0;
    for (let k = 0; k < POINTS; k++) {
      const point = pointOn(axis, random);
      if (contains(model, {}, point).status !== 'outside') continue;
      farthest = Math.max(farthest, closestPoint(model, {}, point).lower);
    }
    expect(farthest).toBeLessThanOrEqual(axis.overhangBound);
    expect(axis.overhangBound).toBeGreaterThanOrEqual(axis.overhang);
    expect(axis.overhangBound).toBeLessThanOrEqual(Math.max(axis.overhang, farthest) * 1.2 + 0.01);
  });

  test('balls too large stick out by what they are too large', () => {
    const swollen = { ...axis, spheres: axis.spheres.map((x, k) => (k % 4 === 3 ? x + 0.25 : x)) };
    const bound = overhangBound(swollen, surface, true, 1);
    expect(bound).toBeGreaterThanOrEqual(farthestOverhang(swollen, surface, 1));
    expect(bound).toBeLessThanOrEqual(axis.overhangBound + 0.26);
  });

  test('a surface is farther away than the solid it bounds', () => {
    expect(overhangBound(axis, surface, false, 1)).toBeGreaterThan(axis.overhangBound);
  });
});
