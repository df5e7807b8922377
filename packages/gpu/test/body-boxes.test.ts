import { distance, Model, motionPose, timeOfContact } from 'nearmiss';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { mayTouch } from '../src/body-boxes.ts';
import type { Gpu } from '../src/gpu.ts';
import { medialMotion } from '../src/medial-motion.ts';
import { medialTimesOfContact } from '../src/medial-time-of-contact.ts';
import { poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const BOX = [-1, -1, -1, 1, 1, 1];
/** Poses at rest at x and, turned about z, at (x, y). */
const posesOf = (...at: readonly (readonly [x: number, angle: number])[]): Float32Array =>
  Float32Array.from(
    at.flatMap(([x, angle]) => [
      ...[Math.cos(angle), -Math.sin(angle), 0, x],
      ...[Math.sin(angle), Math.cos(angle), 0, 0],
      ...[0, 0, 1, 0],
    ]),
  );

test('boxes at rest, turned, and in between the ends of an interval', () => {
  const isNear = (a: readonly [number, number][], margin = 0) =>
    mayTouch(posesOf(...a, ...a.map(() => [0, 0] as const)), a.length - 1, BOX, BOX, margin);
  expect(
    isNear([
      [2.1, 0],
      [2.1, 0],
    ]),
  ).toBe(false);
  expect(
    isNear(
      [
        [2.1, 0],
        [2.1, 0],
      ],
      0.2,
    ),
  ).toBe(true);
  // The diagonal of a square is longer than its side.
  expect(
    isNear([
      [2.3, Math.PI / 4],
      [2.3, Math.PI / 4],
    ]),
  ).toBe(true);
  expect(
    isNear([
      [2.5, Math.PI / 4],
      [2.5, Math.PI / 4],
    ]),
  ).toBe(false);
  // It passes through between the ends, in the first or in the last interval.
  expect(
    isNear([
      [9, 0],
      [-9, 0],
    ]),
  ).toBe(true);
  expect(
    isNear([
      [9, 0],
      [8, 0],
      [-8, 0],
    ]),
  ).toBe(true);
  expect(
    isNear([
      [9, 0],
      [8, 0],
      [7, 0],
    ]),
  ).toBe(false);
});

const [TORUS, GEAR] = ['torus', 'gear'].map((shape) =>
  Model.build(makeShape(shape), { with: [medialStructure({ samples: 300, primitives: 20 })] }),
);

describe.skipIf(gpu === null)('on an adapter', () => {
  test('bodies whose boxes are apart never touch, and take no submission', async () => {
    const device = gpu?.device ?? null;
    const pair = device === null ? null : await gpu?.medialPair(device, TORUS, GEAR);
    if (device === null || !pair) throw new Error('There is no pair on the device.');
    const poses = randomPoses(120, 2, 9);
    const threshold = 1e-3;
    const apart = [];
    for (let k = 0; k < 60; k++) {
      const motionA = { from: poseAt(poses, 2 * k), to: poseAt(poses, 2 * k + 1) };
      const motion = medialMotion(pair.a, motionA, pair.b, {}, threshold);
      if (motion === null || motion.mayTouch) continue;
      apart.push({ a: TORUS, motionA, b: GEAR, motionB: {} });
      expect(timeOfContact(TORUS, motionA, GEAR, {}, { method: medial, threshold }).status).toBe('free');
      for (let time = 0; time <= 1; time += 1 / 8) {
        const { lower } = distance(TORUS, motionPose(motionA, time), GEAR, {}, { method: medial });
        expect(lower).toBeGreaterThan(threshold * (1 - 1e-9));
      }
    }
    // Neither all nor none.
    expect(apart.length).toBeGreaterThan(5);
    expect(apart.length).toBeLessThan(55);
    const submitted = vi.spyOn(device.device.queue, 'submit');
    const results = await medialTimesOfContact(apart, { gpu: gpu ?? undefined, threshold });
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['free']));
    expect(submitted).not.toHaveBeenCalled();
    const tested = await medialTimesOfContact(apart.slice(0, 4), { gpu: gpu ?? undefined, threshold, cull: false });
    expect(new Set(tested.map(({ status }) => status))).toEqual(new Set(['free']));
    expect(submitted).toHaveBeenCalled();
  });
});
