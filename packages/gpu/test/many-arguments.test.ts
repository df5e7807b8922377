// Arguments of the entries for many queries, in memory of every kind, right and wrong: wherever they run, they are read once at the
// call, and what is wrong is refused with a code before anything starts.

import { Model, NearmissError, World } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { openWorkers } from 'nearmiss/workers';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { collideMany } from '../src/collide-many.ts';
import { distanceMany } from '../src/distance-many.ts';
import { type Gpu, openGpu } from '../src/gpu.ts';
import { gpuBroadPhase } from '../src/gpu-broad-phase.ts';
import type { ManyOptions } from '../src/many-inputs.ts';
import { claimMedialContact, medialTimeOfContact, medialTimesOfContact } from '../src/medial-time-of-contact.ts';
import { timeOfContactMany } from '../src/time-of-contact-many.ts';
import { randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
const workers = openWorkers({ count: 2 });
afterAll(async () => {
  gpu?.close();
  await workers.close();
});

// A rejection that nobody hears of ends a program.
const unheard: unknown[] = [];
process.on('unhandledRejection', (reason) => unheard.push(reason));
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve));
  expect(unheard.splice(0)).toEqual([]);
});

const MODEL = Model.build(makeShape('torus(majorSegments=12,minorSegments=6)'));
const COUNT = 40;
const POSES = randomPoses(2 * COUNT, 1, 4);

/** As JavaScript calls it. */
type Loose = (a: unknown, b: unknown, poses: unknown, out: unknown, options?: unknown) => Promise<unknown>;
const ENTRIES = [
  {
    name: 'collideMany',
    ask: collideMany as unknown as Loose,
    poses: POSES.slice(0, 7 * COUNT),
    make: () => new Uint8Array(COUNT),
  },
  {
    name: 'distanceMany',
    ask: distanceMany as unknown as Loose,
    poses: POSES.slice(0, 7 * COUNT),
    make: () => new Float64Array(2 * COUNT),
  },
  {
    name: 'timeOfContactMany',
    ask: timeOfContactMany as unknown as Loose,
    poses: POSES,
    make: () => new Float64Array(COUNT),
  },
];
const DEVICES: (readonly [string, ManyOptions])[] = [
  ['the CPU', {}],
  ['a pool', { workers }],
];
if (gpu !== null) DEVICES.push(['an adapter', { gpu }]);
const CASES = ENTRIES.flatMap((entry) => DEVICES.map(([device, options]) => ({ ...entry, device, options })));

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'none';
};

const transfer = (array: Float64Array | Uint8Array): void => {
  structuredClone(array, { transfer: [array.buffer as ArrayBuffer] });
};

describe.each(CASES)('$name on $device', ({ ask, poses, make, options }) => {
  test('poses and results in shared memory', async () => {
    const expected = make();
    await ask(MODEL, MODEL, poses, expected, options);
    const shared = new Float64Array(new SharedArrayBuffer(poses.byteLength));
    shared.set(poses);
    const plain = make();
    const out =
      plain instanceof Uint8Array
        ? new Uint8Array(new SharedArrayBuffer(plain.byteLength))
        : new Float64Array(new SharedArrayBuffer(plain.byteLength));
    await ask(MODEL, MODEL, shared, out, options);
    expect([...out]).toEqual([...expected]);
    expect(new Set(expected).size).toBeGreaterThan(1);
  });

  test('poses are those of the call, whatever is written to them then', async () => {
    const expected = make();
    await ask(MODEL, MODEL, poses, expected, options);
    for (const spoil of [
      (given: Float64Array) => given.fill(Number.NaN),
      (given: Float64Array) => given.fill(0),
      transfer,
    ]) {
      const given = poses.slice();
      const out = make();
      const running = ask(MODEL, MODEL, given, out, options);
      spoil(given);
      await running;
      expect([...out]).toEqual([...expected]);
    }
  });

  test('calls at the same time, and after each other, have poses of their own', async () => {
    const half = poses.subarray(0, poses.length / 2);
    const [whole, part] = [make(), make()];
    await ask(MODEL, MODEL, poses, whole, options);
    await ask(MODEL, MODEL, half, part, options);
    const given = [poses, half, poses, half];
    const outs = given.map(() => make());
    await Promise.all(given.map((each, k) => ask(MODEL, MODEL, each, outs[k], options)));
    expect(outs).toEqual([whole, part, whole, part]);
    expect(whole).not.toEqual(part);
  });

  test('arrays that are of another kind, too short or transferred', async () => {
    const run = (given: unknown, out: unknown) => codeOf(() => ask(MODEL, MODEL, given, out, options));
    const gone = poses.slice();
    transfer(gone);
    for (const bad of [undefined, null, [...poses], Float32Array.from(poses), poses.slice(1), gone]) {
      expect(await run(bad, make())).toBe('pose/bad-form');
    }
    const noOut = make();
    transfer(noOut);
    const size = make().length;
    for (const bad of [
      undefined,
      null,
      new Array(size).fill(0),
      new Float32Array(size),
      new Uint8ClampedArray(size),
      new DataView(new ArrayBuffer(8 * size)),
      make().subarray(1),
      noOut,
    ]) {
      expect(await run(poses, bad)).toBe('options/bad-value');
    }
    const out = make();
    const running = codeOf(() => ask(MODEL, MODEL, poses, out, options));
    transfer(out);
    expect(await running).toBe('options/bad-value');
    for (const [at, code] of [
      [0, 'pose/bad-position'],
      [9, 'pose/bad-position'],
      [3, 'pose/bad-rotation'],
      [13, 'pose/bad-rotation'],
    ] as const) {
      for (const bad of [Number.NaN, Infinity]) expect(await run(poses.with(at, bad), make())).toBe(code);
    }
  });

  test('models and options that are none', async () => {
    for (const bad of [undefined, null, {}, makeShape('box')]) {
      for (const [a, b] of [
        [bad, MODEL],
        [MODEL, bad],
      ]) {
        expect(await codeOf(() => ask(a, b, poses, make(), options))).toBe('model/bad-argument');
      }
    }
    const promised = openGpu();
    for (const bad of [
      null,
      'x',
      [],
      { gpu: null },
      { gpu: {} },
      { gpu: true },
      { gpu: promised },
      { workers: null },
      { workers: 4 },
      { workers: {} },
      { tolernace: 1 },
      { tolerance: '1' },
      { tolerance: null },
      { tolerance: -1 },
      { threshold: '1' },
      { threshold: 0 },
    ]) {
      const given = typeof bad === 'object' && bad !== null && !Array.isArray(bad) ? { ...options, ...bad } : bad;
      expect([bad, await codeOf(() => ask(MODEL, MODEL, poses, make(), given))]).toEqual([bad, 'options/bad-value']);
    }
    (await promised).close();
    await expect(ask(MODEL, MODEL, poses, make(), { ...options, wokers: workers })).rejects.toThrow(
      'options has an unknown property "wokers"; did you mean "workers"?',
    );
  });
});

test('a pool that is closed refuses no poses too', async () => {
  const closed = openWorkers({ count: 1 });
  await closed.close();
  const none = new Float64Array(0);
  expect(await codeOf(() => collideMany(MODEL, MODEL, none, new Uint8Array(0), { workers: closed }))).toBe(
    'workers/closed',
  );
});

test('where no kernel runs, none takes time', async () => {
  const { kernelTime } = await collideMany(MODEL, MODEL, POSES, new Uint8Array(2 * COUNT));
  expect(kernelTime).toBeNaN();
});

describe('other entries refuse with a code', () => {
  test.each([
    { notice: 'x' },
    { flags: 'backend=vulkan' },
    { flags: [5] },
    { required: 1 },
    { notcie: () => {} },
    null,
  ])('openGpu(%o)', async (options) => {
    expect(await codeOf(() => openGpu(options as never))).toBe('options/bad-value');
  });

  test.skipIf(gpu === null)('openGpu with a flag that Dawn does not know', async () => {
    expect(await codeOf(() => openGpu({ flags: ['backend=nonsense'] }))).toBe('options/bad-value');
  });

  test('gpuBroadPhase, and one whose GPU was closed', async () => {
    expect(await codeOf(() => gpuBroadPhase({} as never))).toBe('options/bad-value');
    const closed = await openGpu();
    const broadPhase = gpuBroadPhase(closed);
    const world = new World({ broadPhase });
    await broadPhase.prepare();
    closed.close();
    expect(await codeOf(() => broadPhase.prepare())).toBe('gpu/lost');
    expect(world.step().begin).toEqual([]);
  });

  const motion = { from: { position: [3, 0, 0] }, to: {} } as const;
  test.each(gpu === null ? [{}] : [{}, { gpu }])('first contact of medial axes: %#', async (options) => {
    const ask = (a: unknown, motionA: unknown, more: object = {}) =>
      codeOf(() => medialTimeOfContact(a as never, motionA as never, MODEL, {}, { ...options, ...more }));
    expect(await ask(undefined, motion)).toBe('model/bad-argument');
    expect(await ask(MODEL, undefined)).toBe('motion/bad-form');
    expect(await ask(MODEL, { from: { position: [Number.NaN, 0, 0] }, to: {} })).toBe('pose/bad-position');
    for (const bad of [{ threshold: 0 }, { threshold: '1' }, { cull: 'no' }, { gpu: {} }, { treshold: 1 }]) {
      expect(await ask(MODEL, motion, bad)).toBe('options/bad-value');
    }
    for (const bad of [undefined, [null]]) {
      expect(await codeOf(() => medialTimesOfContact(bad as never, options))).toBe('options/bad-value');
    }
    expect(await codeOf(() => claimMedialContact(MODEL, motion, MODEL, {}, undefined as never))).toBe(
      'options/bad-value',
    );
  });
});
