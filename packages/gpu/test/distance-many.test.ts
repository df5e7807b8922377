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
const TORUS_OF_TWO = Model.build(makeShape('torus(majorSegments=12,minorSegments=6)'), { branching: 2 });
const BOX = Model.build(makeShape('box'));
const LARGE = Model.build(makeShape('box(size=[3,3,3])'));
/** Widest bracket that single precision may leave on bodies of this size. A length. */
const WIDTH = 2e-4;

describe.skipIf(gpu === null)('distanceMany on an adapter', () => {
  test.for([
    ['a torus and a box', TORUS, BOX],
    ['a box within a large one', BOX, LARGE],
    ['nodes of two children', Model.build(makeShape('icosphere(subdivisions=2)'), { branching: 2 }), TORUS_OF_TWO],
    ['nodes of eight children', Model.build(makeShape('icosphere(subdivisions=2)'), { branching: 8 }), TORUS],
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

  test('poses of a row, each from the nearest triangles of the one before', async () => {
    const poses = randomPoses(48, 0, 5);
    for (let k = 0; k < 48; k++) poses.set([2.5 - 0.05 * k, 0.4, 0.1], POSE * k);
    // The same turn for all, but for a few that are no neighbours of the others.
    for (let k = 0; k < 48; k++) if (k % 11 > 0) poses.copyWithin(POSE * k + 3, 3, POSE);
    const out = new Float64Array(96);
    const again = new Float64Array(96);
    await distanceMany(TORUS, LARGE, poses, out, { gpu: gpu ?? undefined });
    await distanceMany(TORUS, LARGE, poses, again, { gpu: gpu ?? undefined });
    expect(again).toEqual(out);
    for (let k = 0; k < 48; k++) {
      const { lower, upper } = distance(TORUS, poseAt(poses, k), LARGE, {});
      expect(out[2 * k]).toBeLessThanOrEqual(upper);
      expect(out[2 * k + 1]).toBeGreaterThanOrEqual(lower);
      expect(out[2 * k + 1] - out[2 * k]).toBeLessThan(WIDTH);
    }
  });

  test('a tolerance is the width of brackets, on the GPU where single precision reaches it', async () => {
    const poses = randomPoses(60, 3, 31);
    const out = new Float64Array(120);
    const report = await distanceMany(TORUS, BOX, poses, out, { gpu: gpu ?? undefined, tolerance: 0.2 });
    expect(report.onCpu).toBeLessThan(6);
    let widest = 0;
    for (let k = 0; k < 60; k++) {
      const { lower, upper } = distance(TORUS, poseAt(poses, k), BOX, {});
      expect(out[2 * k]).toBeLessThanOrEqual(upper);
      expect(out[2 * k + 1]).toBeGreaterThanOrEqual(lower);
      widest = Math.max(widest, out[2 * k + 1] - out[2 * k]);
    }
    expect(widest).toBeLessThanOrEqual(0.2);
    // It was made use of.
    expect(widest).toBeGreaterThan(WIDTH);
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
