// A ray through the box of a triangle that missed the triangle itself was a hit at Infinity, its point NaN; and a ray in
// the plane of a face, turned so that rounding showed, was a hit at a distance made of rounding alone.

import { expect, test } from 'vitest';
import { Mesh, Model, raycast } from '../../src/index.ts';

const triangle = Model.build(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));

test('a ray past a triangle misses it', () => {
  expect(raycast(triangle, {}, [0.9, 0.9, 1], [0, 0, -1])).toEqual({
    status: 'miss',
    distance: Number.POSITIVE_INFINITY,
    point: null,
    normal: null,
    face: null,
  });
});

test('a ray in the plane of a triangle, in any pose: past it a miss, through it a hit where it enters', () => {
  for (const rotation of [
    [0, 0, 0, 1],
    [0.6, 0, 0, 0.8],
    [0.1, 0.7, 0.1, 0.7],
    [0.36, 0.48, 0.48, 0.64],
  ] as const) {
    const pose = { rotation };
    const [x, y, z, w] = rotation;
    const turned = (u: number, v: number): [number, number, number] => [
      (1 - 2 * (y * y + z * z)) * u + 2 * (x * y - w * z) * v,
      2 * (x * y + w * z) * u + (1 - 2 * (x * x + z * z)) * v,
      2 * (x * z - w * y) * u + 2 * (y * z + w * x) * v,
    ];
    expect(raycast(triangle, pose, turned(-1, 1.5), turned(1, -0.1)).status).toBe('miss');
    expect(raycast(triangle, pose, turned(-1, 0.95), turned(1, 0.1)).status).toBe('miss');
    const through = raycast(triangle, pose, turned(-1, 0.25), turned(1, 0));
    expect(through.status).toBe('hit');
    expect(through.distance).toBeCloseTo(1, 12);
  }
});
