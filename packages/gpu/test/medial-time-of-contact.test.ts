import { Model, timeOfContact } from 'nearmiss';
import { medialAlternation } from 'nearmiss/lab';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../src/gpu.ts';
import {
  claimMedialContact,
  type MotionPair,
  medialTimeOfContact,
  medialTimesOfContact,
} from '../src/medial-time-of-contact.ts';
import { poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const [TORUS, GEAR] = ['torus', 'gear'].map((shape) =>
  Model.build(makeShape(shape), { with: [medialStructure({ samples: 600, primitives: 30 })] }),
);

describe.skipIf(gpu === null)('medialTimeOfContact on an adapter', () => {
  test('has the results of the CPU: status, and a time within the threshold', async () => {
    const poses = randomPoses(48, 1.3, 41);
    const statuses = new Set<string>();
    for (let k = 0; k < 24; k++) {
      const from = poseAt(poses, 2 * k);
      // Half of the motions turn little, the others by up to half a turn.
      const to =
        k % 2 === 0
          ? { position: poseAt(poses, 2 * k + 1).position, rotation: from.rotation }
          : poseAt(poses, 2 * k + 1);
      const result = await medialTimeOfContact(
        TORUS,
        { from, to },
        GEAR,
        {},
        { gpu: gpu ?? undefined, cull: k % 3 > 0 },
      );
      const { threshold } = result;
      const expected = timeOfContact(TORUS, { from, to }, GEAR, {}, { method: medial, threshold });
      expect(result.status).toBe(expected.status);
      statuses.add(result.status);
      if (result.toc === null || expected.toc === null) continue;
      // Both are proven, and both are within the threshold of contact: at the later time nothing touches yet.
      const earlier =
        timeOfContact(TORUS, { from, to }, GEAR, {}, { method: medial, threshold: 4 * threshold }).toc ?? 0;
      expect(result.toc).toBeGreaterThanOrEqual(earlier - 1e-3);
      expect(Math.abs(result.toc - expected.toc)).toBeLessThan(5e-3);
    }
    expect(statuses).toContain('free');
    expect(statuses).toContain('near');
  });

  test('many pairs of bodies in one submission have the results of each', async () => {
    const poses = randomPoses(16, 1.3, 7);
    const pairs = Array.from(
      { length: 8 },
      (_, k): MotionPair => ({
        a: k % 2 === 0 ? TORUS : GEAR,
        motionA: { from: poseAt(poses, 2 * k), to: poseAt(poses, 2 * k + 1) },
        b: k % 3 === 0 ? TORUS : GEAR,
        // Some that the kernels cannot bound are among them.
        motionB: k % 7 === 6 ? { pose: () => ({ position: [0, 0, 0] }), speed: 0, angularSpeed: 0 } : {},
      }),
    );
    const options = { gpu: gpu ?? undefined };
    const together = await medialTimesOfContact(pairs, options);
    expect(together).toHaveLength(8);
    for (const [k, { a, motionA, b, motionB }] of pairs.entries()) {
      const alone = await medialTimeOfContact(a, motionA, b, motionB, options);
      expect([together[k].status, together[k].toc]).toEqual([alone.status, alone.toc]);
    }
    expect(new Set(together.map(({ status }) => status)).size).toBeGreaterThan(1);
  });

  test('the alternation claims what it claims on the CPU', async () => {
    if (gpu === null) return;
    const motion = { from: { position: [1.5, 0.1, 0] }, to: { position: [0.2, 0.1, 0] } } as const;
    const claim = await claimMedialContact(TORUS, motion, GEAR, {}, gpu);
    const expected = medialAlternation(TORUS, motion, GEAR, {});
    expect(claim).toMatchObject({ status: 'claims-contact', elementaryPairs: expected.elementaryPairs });
    expect(claim?.toc).toBeCloseTo(expected.toc ?? Number.NaN, 3);
  });

  test('a motion that the kernels cannot bound is the CPU’s', async () => {
    const motion = { pose: (time: number) => ({ position: [2 - time, 0, 0] as const }), speed: 1, angularSpeed: 0 };
    const result = await medialTimeOfContact(TORUS, motion, GEAR, {}, { gpu: gpu ?? undefined });
    expect(result.toc).toBe(timeOfContact(TORUS, motion, GEAR, {}, { method: medial }).toc);
  });
});

test('without a GPU the CPU answers', async () => {
  const motion = { from: { position: [2, 0, 0] }, to: {} } as const;
  const { status, toc } = await medialTimeOfContact(TORUS, motion, GEAR, {});
  expect({ status, toc }).toEqual(
    (({ status, toc }) => ({ status, toc }))(timeOfContact(TORUS, motion, GEAR, {}, { method: medial })),
  );
  await expect(medialTimeOfContact(TORUS, motion, GEAR, {}, { threshold: 0 })).rejects.toMatchObject({
    code: 'options/bad-value',
  });
});
