// The nearest point of a surface by the kernels: the distance of the library, to the bit.

import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { randomSolid, torus } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { Mesh, Model } from '../../src/index.ts';
import { findNearestLeaf, NearestLeaf } from '../../src/query/point/nearest-leaf.ts';

const models = {
  rock: Model.build(randomSolid({ seed: 7, triangles: 500 })),
  ring: Model.build(torus({ majorRadius: 1, minorRadius: 0.2, majorSegments: 64, minorSegments: 24 })),
  triangle: Model.build(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])),
};

test.each(Object.entries(models))('%s', (_name, model) => {
  const random = seeded(5);
  const nearest = new NearestLeaf();
  const found = new Float64Array(4);
  let within = 0;
  for (let n = 0; n < 2000; n++) {
    const reach = (n % 4 === 0 ? 8 : 2) * model.frame.radius;
    const point = Float64Array.from([0, 1, 2], () => reach * (random() - 0.5));
    const limit = n % 3 === 0 ? Infinity : model.frame.radius * random();
    findNearestLeaf(model, point, limit, nearest);
    const isFound = simd.findNearestPoint(model, point, limit, found);
    expect(isFound).toBe(nearest.slot >= 0);
    if (!isFound) continue;
    within++;
    expect(found[0]).toBe(nearest.found[0]);
    const [, x, y, z] = found;
    expect(Math.hypot(x - point[0], y - point[1], z - point[2])).toBeCloseTo(found[0], 12);
  }
  expect(within).toBeGreaterThan(700);
});
