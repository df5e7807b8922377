import { distance, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import { distanceMany } from '../src/distance-many.ts';
import type { Gpu } from '../src/gpu.ts';
import { POSE, poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const TORUS = Model.build(makeShape('torus(majorSegments=12,minorSegments=6)'));
const BOX = Model.build(makeShape('box'));
const LARGE = Model.build(makeShape('box(size=[3,3,3])'));
/** Widest bracket that single precision may leave on bodies of this size. A length. */
const WIDTH = 2e-4;

describe.skipIf(gpu === null)('distanceMany on an adapter', () => {
  test.for([
    ['a torus and a box', TORUS, BOX],
    ['a box within a large one', BOX, LARGE],
  ] as const)('brackets the distance: %s', async ([, a, b]) => {
    const poses = randomPoses(120, 2, 23);
    const out = new Float64Array(240);
    const report = await distanceMany(a, b, poses, out, { gpu: gpu ?? undefined });
    expect(report.onCpu).toBeLessThan(12);
    for (let k = 0; k < 120; k++) {
      const { lower, upper } = distance(a, poseAt(poses, k), b, {});
      expect(out[2 * k]).toBeLessThanOrEqual(upper);
      expect(out[2 * k + 1]).toBeGreaterThanOrEqual(lower);
      expect(out[2 * k + 1] - out[2 * k]).toBeLessThan(WIDTH);
      // Contact is decided exactly.
      expect(out[2 * k + 1] === 0).toBe(upper === 0);
    }
    expect(out.some((x) => x === 0)).toBe(true);
    expect(out.some((x) => x > 0)).toBe(true);
  });

  test('a tolerance that single precision does not reach is the CPU’s', async () => {
    const poses = randomPoses(20, 3, 2);
    const out = new Float64Array(40);
    const report = await distanceMany(TORUS, BOX, poses, out, { gpu: gpu ?? undefined, tolerance: 1e-9 });
    for (let k = 0; k < 20; k++) expect(out[2 * k + 1] - out[2 * k]).toBeLessThanOrEqual(1e-9);
    expect(report.onCpu).toBeGreaterThan(10);
  });
});

test('refuses what it cannot answer, and then writes nothing', async () => {
  const out = new Float64Array(1).fill(7);
  const pose = new Float64Array(POSE);
  pose[POSE - 1] = 1;
  await expect(distanceMany(BOX, BOX, pose, out)).rejects.toMatchObject({ code: 'options/bad-value' });
  await expect(distanceMany(BOX, BOX, pose, out, { tolerance: -1 })).rejects.toMatchObject({
    code: 'options/bad-value',
  });
  expect(out[0]).toBe(7);
});
