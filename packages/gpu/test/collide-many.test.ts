import { randomBetween, seeded } from '@nearmiss/fixtures';
import { collide, Mesh, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import { collideMany } from '../src/collide-many.ts';
import { type Gpu, openGpu } from '../src/gpu.ts';
import { POSE, poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const TORUS = Model.build(makeShape('torus(majorSegments=24,minorSegments=12)'));
const BALL = Model.build(makeShape('icosphere(subdivisions=2)'));
const GEAR = Model.build(makeShape('gear'));
const HOLLOW = Model.build(makeShape('icosphere(radius=2,subdivisions=2)'));

function expected(a: Model, b: Model, poses: Float64Array): number[] {
  return Array.from({ length: poses.length / POSE }, (_, k) => Number(collide(a, poseAt(poses, k), b, {}).colliding));
}

describe.skipIf(gpu === null)('collideMany on an adapter', () => {
  test.for([
    ['two tori', TORUS, TORUS, 0.9],
    ['a ball and a torus', BALL, TORUS, 0.9],
    ['gears', GEAR, GEAR, 0.8],
    ['a ball within a large one', BALL, HOLLOW, 2],
    ['a large ball around one', HOLLOW, BALL, 2],
  ] as const)('decides as collide does: %s', async ([, a, b, reach]) => {
    const poses = randomPoses(400, reach, 17);
    const out = new Uint8Array(400);
    const report = await collideMany(a, b, poses, out, { gpu: gpu ?? undefined });
    expect([...out]).toEqual(expected(a, b, poses));
    expect(report.onCpu).toBeLessThan(20);
    // Both answers occur.
    expect(out).toContain(0);
    expect(out).toContain(1);
  });

  test('bodies that touch exactly are left to the CPU, and decided', async () => {
    const box = Model.build(makeShape('box'));
    const poses = Float64Array.of(1, 0, 0, 0, 0, 0, 1, 1 + 2 ** -40, 0, 0, 0, 0, 0, 1, 1 - 2 ** -40, 0, 0, 0, 0, 0, 1);
    const out = new Uint8Array(3);
    const report = await collideMany(box, box, poses, out, { gpu: gpu ?? undefined });
    expect([...out]).toEqual([1, 0, 1]);
    expect(report.onCpu).toBe(3);
  });

  test('faces that overlap, or are apart, by less than floats resolve: no volume or triangle is dropped for its rounding', async () => {
    // One above the other, where discs are tight, and turned about their common axis, so that every pose rounds otherwise.
    const slab = Model.build(makeShape('box(size=[0.7,0.9,1.1])'));
    const random = seeded(23);
    const poses = new Float64Array(POSE * 400);
    for (let k = 0; k < 400; k++) {
      const half = randomBetween(random, 0, Math.PI);
      const overlap = (k % 2 === 0 ? 1 : -1) * 10 ** randomBetween(random, -11, -7.5);
      poses.set([0.7 - overlap, 0, 0, Math.sin(half), 0, 0, Math.cos(half)], POSE * k);
    }
    const out = new Uint8Array(400);
    await collideMany(slab, slab, poses, out, { gpu: gpu ?? undefined });
    const exact = expected(slab, slab, poses);
    expect(exact.filter((one) => one === 1).length).toBeGreaterThan(150);
    expect([...out]).toEqual(exact);
  });

  test('far from the origin, in other units, and with quaternions that are not quite unit', async () => {
    const { positions, triangles } = makeShape('torus(majorSegments=24,minorSegments=12)');
    const far = Model.build(
      new Mesh(
        positions.map((x) => 1000 * x + 5e5),
        triangles,
      ),
    );
    const poses = randomPoses(200, 0.9, 5);
    for (let k = 0; k < 200; k++) {
      for (let c = 0; c < 3; c++) poses[POSE * k + c] *= 1000;
      // Turned about its own middle, not about the origin.
      const [x, y, z, w] = poses.subarray(POSE * k + 3, POSE * k + 7);
      const v = 5e5;
      const turned = [
        v + 2 * (-(y * y + z * z) * v + (x * y - w * z) * v + (x * z + w * y) * v),
        v + 2 * ((x * y + w * z) * v - (x * x + z * z) * v + (y * z - w * x) * v),
        v + 2 * ((x * z - w * y) * v + (y * z + w * x) * v - (x * x + y * y) * v),
      ];
      for (let c = 0; c < 3; c++) poses[POSE * k + c] += v - turned[c];
      for (let c = 3; c < POSE; c++) poses[POSE * k + c] *= 1.0004;
    }
    const out = new Uint8Array(200);
    const report = await collideMany(far, far, poses, out, { gpu: gpu ?? undefined });
    expect([...out]).toEqual(expected(far, far, poses));
    expect(out).toContain(1);
    expect(report.onCpu).toBeLessThan(20);
  });
});

describe('collideMany', () => {
  test('has the same answers on the CPU', async () => {
    const poses = randomPoses(50, 0.9, 3);
    const out = new Uint8Array(50);
    expect(await collideMany(TORUS, BALL, poses, out)).toMatchObject({ count: 50, onGpu: 0, onCpu: 50 });
    expect([...out]).toEqual(expected(TORUS, BALL, poses));
  });

  test('refuses bad poses and short outputs, and then writes nothing', async () => {
    const out = new Uint8Array(2).fill(7);
    const good = [0, 0, 0, 0, 0, 0, 1];
    const refused = async (numbers: readonly number[]) => collideMany(BALL, BALL, Float64Array.from(numbers), out);
    await expect(refused([...good, 0, 0, 0, 0, 0, 0, 2])).rejects.toMatchObject({ code: 'pose/bad-rotation' });
    await expect(refused([...good, 0, Number.NaN, 0, 0, 0, 0, 1])).rejects.toMatchObject({ code: 'pose/bad-position' });
    await expect(refused([1, 2, 3])).rejects.toMatchObject({ code: 'pose/bad-form' });
    await expect(refused([...good, ...good, ...good])).rejects.toMatchObject({ code: 'options/bad-value' });
    expect([...out]).toEqual([7, 7]);
  });

  test.skipIf(gpu === null)('a closed GPU refuses; a lost device is opened again', async () => {
    const own = await openGpu({ required: true });
    const poses = randomPoses(20, 0.9, 9);
    const out = new Uint8Array(20);
    own.device?.close();
    await own.device?.device.lost;
    const report = await collideMany(BALL, BALL, poses, out, { gpu: own });
    expect(report.onGpu).toBeGreaterThan(0);
    expect([...out]).toEqual(expected(BALL, BALL, poses));
    own.close();
    await expect(collideMany(BALL, BALL, poses, out, { gpu: own })).rejects.toMatchObject({ code: 'gpu/lost' });
  });
});
