import { randomBetween, seeded } from '@nearmiss/fixtures';
import { type BodyId, Model, World } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../src/gpu.ts';
import { openGpu } from '../src/gpu.ts';
import { gpuBroadPhase } from '../src/gpu-broad-phase.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const BOX = Model.build(makeShape('box(size=[0.1,0.1,0.1])'));
const WALL = Model.build(makeShape('box(size=[4,0.01,4])'));

/** Two worlds with the same bodies, one of them on the GPU. */
function worlds(broadPhase: ReturnType<typeof gpuBroadPhase>, count: number, seed: number) {
  const random = seeded(seed);
  const both = [new World({ broadPhase }), new World()];
  const at = (): [number, number, number] =>
    [0, 1, 2].map(() => randomBetween(random, -1, 1)) as [number, number, number];
  const bodies: BodyId[] = [];
  for (let k = 0; k < count; k++) {
    const position = at();
    const model = k % 100 === 0 ? WALL : BOX;
    for (const world of both) bodies[k] = world.add(model, { position }, { static: k % 3 === 0 });
  }
  return { both, bodies, at, random };
}

describe.skipIf(gpu === null)('gpuBroadPhase on an adapter', () => {
  test('a world has the pairs of one on the CPU, step by step', async () => {
    if (gpu === null) return;
    const broadPhase = gpuBroadPhase(gpu);
    const { both, bodies, at, random } = worlds(broadPhase, 1500, 3);
    let pairs = 0;
    for (let step = 0; step < 4; step++) {
      await broadPhase.prepare();
      const [onGpu, onCpu] = both.map((world) => world.step());
      expect(onGpu.boxPairs).toBe(onCpu.boxPairs);
      const sorted = ({ begin }: typeof onGpu) => begin.map(({ bodyA, bodyB }) => [bodyA, bodyB]).sort();
      expect(sorted(onGpu)).toEqual(sorted(onCpu));
      pairs += onGpu.boxPairs;
      for (let k = 0; k < 300; k++) {
        const body = bodies[Math.floor(random() * bodies.length)];
        const position = at();
        for (const world of both) world.move(body, { position });
      }
      if (step === 1) for (const world of both) world.remove(bodies[bodies.length - 1]);
      if (step === 1) bodies.pop();
    }
    expect(pairs).toBeGreaterThan(1000);
    expect(broadPhase).toMatchObject({ onGpu: 4, onCpu: 0 });
  });

  test('boxes that touch, or miss by less than floats resolve, near and far from the origin', async () => {
    if (gpu === null) return;
    const broadPhase = gpuBroadPhase(gpu);
    const both = [new World({ broadPhase }), new World()];
    const random = seeded(5);
    const cube = Model.build(makeShape('box'));
    for (let k = 0; k < 200; k++) {
      const away = k % 2 === 0 ? 0 : 1e6;
      const gap = k % 5 === 0 ? 0 : randomBetween(random, -1e-9, 1e-9);
      for (const world of both) {
        world.add(cube, { position: [3 * k + away, 0, 0] });
        world.add(cube, { position: [3 * k + away + 1 + gap, 0, 0] });
      }
    }
    await broadPhase.prepare();
    const [onGpu, onCpu] = both.map((world) => world.step());
    expect(onGpu.boxPairs).toBe(onCpu.boxPairs);
    expect(onGpu.boxPairs).toBeGreaterThan(50);
    expect(onGpu.boxPairs).toBeLessThan(200);
    expect(broadPhase.onGpu).toBe(1);
  });

  test('bodies that moved after it was prepared are found on the CPU', async () => {
    if (gpu === null) return;
    const broadPhase = gpuBroadPhase(gpu);
    const world = new World({ broadPhase });
    world.add(BOX);
    const body = world.add(BOX, { position: [3, 0, 0] });
    await broadPhase.prepare();
    world.move(body, { position: [0.05, 0, 0] });
    expect(world.step().begin).toHaveLength(1);
    expect(broadPhase).toMatchObject({ onGpu: 0, onCpu: 1 });
    expect(world.touching(BOX)).toHaveLength(2);
  });
});

test('without a GPU the CPU finds the pairs', async () => {
  const none = await openGpu({ flags: ['backend=null'], notice: () => {} });
  const broadPhase = gpuBroadPhase(none);
  const world = new World({ broadPhase });
  world.add(BOX);
  world.add(BOX, { position: [0.05, 0, 0] });
  if (none.kind === 'cpu') await broadPhase.prepare();
  expect(world.step().begin).toHaveLength(1);
  expect(broadPhase.onCpu).toBe(1);
  none.close();
});
