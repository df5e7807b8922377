import { Model, timeOfContact } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../src/gpu.ts';
import { timeOfContactMany } from '../src/time-of-contact-many.ts';
import { poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const TORUS = Model.build(makeShape('torus(majorSegments=12,minorSegments=6)'));
const BOX = Model.build(makeShape('box'));
const COUNT = 150;

function expected(a: Model, b: Model, motions: Float64Array): number[] {
  return Array.from({ length: motions.length / 14 }, (_, k) => {
    const motion = { from: poseAt(motions, 2 * k), to: poseAt(motions, 2 * k + 1) };
    return timeOfContact(a, motion, b, {}).toc ?? Infinity;
  });
}

describe.skipIf(gpu === null)('timeOfContactMany on an adapter', () => {
  test('has the times of timeOfContact, and proves most free motions itself', async () => {
    const motions = randomPoses(2 * COUNT, 1.8, 31);
    const out = new Float64Array(COUNT);
    const report = await timeOfContactMany(TORUS, BOX, motions, out, { gpu: gpu ?? undefined });
    expect([...out]).toEqual(expected(TORUS, BOX, motions));
    const free = out.filter((time) => time === Infinity).length;
    expect(free).toBeGreaterThan(COUNT / 4);
    expect(free).toBeLessThan(COUNT);
    expect(report.onGpu).toBeGreaterThan(0.9 * free);
  });

  test('a body inside another at the start is in contact, though no surface touches', async () => {
    const shell = Model.build(makeShape('icosphere(radius=2,subdivisions=1)'));
    const motion = Float64Array.of(0.1, 0, 0, 0, 0, 0, 1, -0.1, 0, 0, 0, 0, 0, 1);
    const out = new Float64Array(1);
    await timeOfContactMany(BOX, shell, motion, out, { gpu: gpu ?? undefined });
    expect(out[0]).toBe(0);
  });
});

test('refuses half a motion', async () => {
  const pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  await expect(timeOfContactMany(BOX, BOX, pose, new Float64Array(1))).rejects.toMatchObject({ code: 'pose/bad-form' });
});
