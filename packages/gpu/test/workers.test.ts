import { collide, distance, Model, timeOfContact } from 'nearmiss';
import { sphere } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import { openWorkers } from 'nearmiss/workers';
import { afterAll, describe, expect, test } from 'vitest';
import { collideMany } from '../src/collide-many.ts';
import { distanceMany } from '../src/distance-many.ts';
import { timeOfContactMany } from '../src/time-of-contact-many.ts';
import { poseAt, randomPoses } from './random-poses.ts';

const COUNT = 150;

const TORUS = Model.build(makeShape('torus(majorSegments=12,minorSegments=6)'));
const BOX = Model.build(makeShape('box'));
const BALL = sphere({ radius: 0.5 });

const one = openWorkers({ count: 1 });
const three = openWorkers({ count: 3 });
afterAll(() => Promise.all([one.close(), three.close()]));

describe('the same bits for any number of workers', () => {
  const poses = randomPoses(COUNT, 1.5, 3);

  test.for([
    ['two meshes', TORUS, BOX],
    ['a round shape', BALL, TORUS],
  ] as const)('collideMany: %s', async ([, a, b]) => {
    const outs = await Promise.all(
      [undefined, one, three].map(async (workers) => {
        const out = new Uint8Array(COUNT);
        expect(await collideMany(a, b, poses, out, { workers })).toMatchObject({ onCpu: COUNT });
        return [...out];
      }),
    );
    expect(outs[0]).toEqual(
      Array.from({ length: COUNT }, (_, k) => Number(collide(a, poseAt(poses, k), b, {}).colliding)),
    );
    expect(outs[1]).toEqual(outs[0]);
    expect(outs[2]).toEqual(outs[0]);
    expect(new Set(outs[0])).toEqual(new Set([0, 1]));
  });

  test('distanceMany', async () => {
    const outs = await Promise.all(
      [undefined, one, three].map(async (workers) => {
        const out = new Float64Array(2 * COUNT);
        await distanceMany(TORUS, BOX, poses, out, { workers, tolerance: 1e-6 });
        return out;
      }),
    );
    expect(outs[1]).toEqual(outs[0]);
    expect(outs[2]).toEqual(outs[0]);
    for (let k = 0; k < COUNT; k++) {
      const { lower, upper } = distance(TORUS, poseAt(poses, k), BOX, {});
      expect(outs[0][2 * k]).toBeLessThanOrEqual(upper);
      expect(outs[0][2 * k + 1]).toBeGreaterThanOrEqual(lower);
    }
  });

  test('timeOfContactMany', async () => {
    const motions = randomPoses(2 * COUNT, 2, 5);
    const outs = await Promise.all(
      [undefined, one, three].map(async (workers) => {
        const out = new Float64Array(COUNT);
        await timeOfContactMany(TORUS, BOX, motions, out, { workers, threshold: 1e-4 });
        return out;
      }),
    );
    expect(outs[1]).toEqual(outs[0]);
    expect(outs[2]).toEqual(outs[0]);
    const motion = { from: poseAt(motions, 0), to: poseAt(motions, 1) };
    expect(outs[0][0]).toBe(timeOfContact(TORUS, motion, BOX, {}, { threshold: 1e-4 }).toc ?? Infinity);
    expect(outs[0].some((time) => time === Infinity)).toBe(true);
    expect(outs[0].some((time) => time < 1)).toBe(true);
  });
});

test('refuses a closed pool, and a program that is none, and writes nothing', async () => {
  const poses = randomPoses(10, 1, 7);
  const out = new Uint8Array(10).fill(7);
  const closed = openWorkers({ count: 1 });
  await closed.close();
  await expect(collideMany(BOX, BOX, poses, out, { workers: closed })).rejects.toMatchObject({
    code: 'workers/closed',
  });
  const broken = openWorkers({ count: 2, program: new URL('../dist/none.js', import.meta.url) });
  await expect(collideMany(BOX, BOX, poses, out, { workers: broken })).rejects.toMatchObject({ code: 'workers/died' });
  // Nor later, when all have ended.
  await expect(collideMany(BOX, BOX, poses, out, { workers: broken })).rejects.toMatchObject({ code: 'workers/died' });
  expect([...out]).toEqual(new Array(10).fill(7));
});
