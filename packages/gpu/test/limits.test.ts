// Searches on a device are limited: what would take all pairs of triangles is left to the CPU. Without the limits these tests do not end in time, or the
// device decides what it should not.

import { distance, Mesh, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import { collideMany } from '../src/collide-many.ts';
import { distanceMany } from '../src/distance-many.ts';
import { Gpu } from '../src/gpu.ts';
import { timeOfContactMany } from '../src/time-of-contact-many.ts';
import { POSE, poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu = (await testGpu()) ?? new Gpu(null, {});
afterAll(() => gpu.close());

const moved = ({ positions, triangles }: Mesh, by: number, size = 1): Mesh =>
  new Mesh(
    positions.map((x) => x * size + by),
    triangles,
  );
/** One triangle, many times: no volume tells them apart. */
const copies = (count: number): Model =>
  Model.build(
    new Mesh(
      [0, 0, 0, 1, 0, 0, 0, 1, 0],
      Array.from({ length: 3 * count }, (_, k) => k % 3),
    ),
  );
const at = (...position: readonly number[]): Float64Array => Float64Array.of(...position, 0, 0, 0, 1);

describe.skipIf(gpu.kind === 'cpu')('what is left to the CPU', () => {
  const TORUS = Model.build(makeShape('torus'));

  test('distances of bodies so far apart that floats do not tell their triangles apart', async () => {
    const poses = Float64Array.of(...at(30, 0, 0), ...at(1e6, 0, 0), ...at(0, 1e7, 0));
    const out = new Float64Array(6);
    expect(await distanceMany(TORUS, TORUS, poses, out, { gpu })).toMatchObject({ onGpu: 1, onCpu: 2 });
    for (let k = 0; k < 3; k++) {
      const { lower, upper } = distance(TORUS, poseAt(poses, k), TORUS, {});
      expect(out[2 * k] <= upper && out[2 * k + 1] >= lower).toBe(true);
    }
  });

  test('a tiny body at a face of a large one', async () => {
    const tiny = Model.build(moved(makeShape('torus'), 0, 1e-6));
    const poses = at(1 / 3, 1 / 3, 0);
    expect(await collideMany(tiny, copies(40), poses, new Uint8Array(1), { gpu })).toMatchObject({ onCpu: 1 });
    expect(await distanceMany(tiny, copies(40), at(0.3, 0.3, 1e-5), new Float64Array(2), { gpu })).toMatchObject({
      onCpu: 1,
    });
  });

  test('motions of a body that is far from its own origin', async () => {
    const far = Model.build(moved(makeShape('torus'), 1e7));
    const motions = Float64Array.of(...at(0.4, 0, 0), ...at(0.5, 0, 0));
    expect(await timeOfContactMany(far, far, motions, new Float64Array(1), { gpu })).toMatchObject({ onCpu: 1 });
  });

  // Discs of the triangles overlap in all pairs, and the triangles in none: few pairs are decided there, many are too many.
  test.each([
    ['collideMany', 40, 300, (a: Model) => collideMany(a, a, at(0.6, 0.6, 0), new Uint8Array(1), { gpu })],
    ['distanceMany', 40, 210, (a: Model) => distanceMany(a, a, at(0.6, 0.6, 0), new Float64Array(2), { gpu })],
    [
      'timeOfContactMany',
      40,
      600,
      (a: Model) =>
        timeOfContactMany(a, a, Float64Array.of(...at(0.6, 0.6, 0), ...at(0.6, 0.61, 0)), new Float64Array(1), { gpu }),
    ],
  ] as const)('searches of too many steps: %s', async (_, few, many, ask) => {
    expect(await ask(copies(few))).toMatchObject({ onGpu: 1 });
    expect(await ask(copies(many))).toMatchObject({ onCpu: 1 });
  });
});

test.skipIf(gpu.kind === 'cpu').each([1e3, 1e5, 1e6])(
  'a mesh %f from its own origin is decided as one at it',
  async (by) => {
    const mesh = makeShape('torus(majorSegments=16,minorSegments=8)');
    const ball = Model.build(makeShape('icosphere(subdivisions=2)'));
    const [far, near] = [Model.build(moved(mesh, by)), Model.build(mesh)];
    const count = 100;
    const poses = randomPoses(count, 1.2, 31);
    const shifted = poses.slice();
    for (let k = 0; k < count; k++) {
      // Turned about its middle: p − R c.
      const [x, y, z, w] = poses.subarray(POSE * k + 3, POSE * k + POSE);
      const s = 2 / (x * x + y * y + z * z + w * w);
      shifted[POSE * k] -= by * (1 + s * (x * y - w * z + x * z + w * y - y * y - z * z));
      shifted[POSE * k + 1] -= by * (1 + s * (x * y + w * z + y * z - w * x - x * x - z * z));
      shifted[POSE * k + 2] -= by * (1 + s * (x * z - w * y + y * z + w * x - x * x - y * y));
    }
    const [out, expected] = [new Uint8Array(count), new Uint8Array(count)];
    await collideMany(near, ball, poses, expected);
    const report = await collideMany(far, ball, shifted, out, { gpu });
    expect([...out]).toEqual([...expected]);
    expect(report.onCpu).toBeLessThan(count / 10);
    const bounds = new Float64Array(2 * count);
    expect((await distanceMany(far, ball, shifted, bounds, { gpu })).onCpu).toBeLessThan(count / 10);
    for (let k = 0; k < count; k++) {
      const { lower, upper } = distance(far, poseAt(shifted, k), ball, {});
      expect(bounds[2 * k] <= upper && bounds[2 * k + 1] >= lower).toBe(true);
    }
  },
);
