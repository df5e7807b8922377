// What can go wrong with a device, made to go wrong: the answers are those of the CPU, or there is a typed error and nothing is written.

import { Mesh, Model, NearmissError, timeOfContact } from 'nearmiss';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { collideMany } from '../src/collide-many.ts';
import { Device } from '../src/device.ts';
import { distanceMany } from '../src/distance-many.ts';
import { Gpu, openGpu } from '../src/gpu.ts';
import { medialTimesOfContact } from '../src/medial-time-of-contact.ts';
import { randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const TORUS = Model.build(makeShape('torus(majorSegments=16,minorSegments=8)'));
const BOX = Model.build(makeShape('box(size=[0.3,0.4,0.5])'));
const COUNT = 300;
const POSES = randomPoses(COUNT, 0.8, 5);

async function onCpu(poses: Float64Array = POSES): Promise<Uint8Array> {
  const out = new Uint8Array(COUNT);
  await collideMany(TORUS, BOX, poses, out);
  return out;
}

/** The device of a GPU that there is. */
function deviceOf({ device }: Gpu): Device {
  if (device === null) throw new Error('There is no device.');
  return device;
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'none';
};

const gpu: Gpu = (await testGpu()) ?? new Gpu(null, {});
afterAll(() => gpu.close());

const noMemory = async (): Promise<GPUError> => ({ message: 'no memory' });

/** A browser without an adapter, from now on. */
function withoutAdapter(): void {
  vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => null } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.skipIf(gpu.kind === 'cpu')('on an adapter', () => {
  test('a lost device is opened again, before a query and during one', async () => {
    const own = await openGpu({ required: true });
    const expected = await onCpu();
    const out = new Uint8Array(COUNT);
    await collideMany(TORUS, BOX, POSES, out, { gpu: own });
    const before = deviceOf(own);
    before.device.destroy();
    await before.device.lost;
    expect((await collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own })).onGpu).toBeGreaterThan(COUNT / 2);
    expect([...out]).toEqual([...expected]);
    expect(deviceOf(own)).not.toBe(before);

    const running = collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own });
    deviceOf(own).device.destroy();
    await running;
    expect([...out]).toEqual([...expected]);
    own.close();
  });

  test('where there is no other device the CPU answers, or there is an error where one is required', async () => {
    const sentences: string[] = [];
    const own = await openGpu({ notice: (sentence) => sentences.push(sentence) });
    const demanding = await openGpu({ required: true });
    withoutAdapter();
    for (const one of [own, demanding]) deviceOf(one).device.destroy();
    const out = new Uint8Array(COUNT);
    const report = await collideMany(TORUS, BOX, POSES, out, { gpu: own });
    expect([...out]).toEqual([...(await onCpu())]);
    expect(report.onCpu).toBe(COUNT);
    expect(own.kind).toBe('cpu');
    expect(sentences.at(-1)).toContain('Queries run on the CPU.');
    expect(await codeOf(collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: demanding }))).toBe('gpu/lost');
    // Nor does the CPU answer later.
    expect(await codeOf(collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: demanding }))).toBe('gpu/lost');
    expect(out.every((value) => value === 9)).toBe(true);
  });

  test('a device that is lost again and again: the CPU answers and says so, or there is an error where one is required', async () => {
    const told: string[] = [];
    const patient = await openGpu({ notice: (sentence) => told.push(sentence) });
    const demanding = await openGpu({ required: true });
    const expected = await onCpu();
    const out = new Uint8Array(COUNT);
    for (const one of [patient, demanding]) {
      // Every device is lost at once when it is used.
      vi.spyOn(one, 'uploaded').mockImplementation(async (device) => {
        device.device.destroy();
        await device.device.lost;
        return device.requireUsable() ?? null;
      });
    }
    told.length = 0;
    expect(await collideMany(TORUS, BOX, POSES, out, { gpu: patient })).toMatchObject({ onGpu: 0, onCpu: COUNT });
    expect([...out]).toEqual([...expected]);
    expect(told).toEqual([expect.stringMatching(/lost .* The CPU answers this query\.$/)]);
    expect(await codeOf(collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: demanding }))).toBe('gpu/lost');
    expect(out.every((value) => value === 9)).toBe(true);
    for (const one of [patient, demanding]) one.close();
  });

  test('an adapter that is software is told of', async () => {
    const told: string[] = [];
    const own = await openGpu({ notice: (sentence) => told.push(sentence) });
    const isSoftware = /swiftshader|llvmpipe/i.test(own.adapter);
    expect(told).toEqual(isSoftware ? [expect.stringContaining('The adapter is software')] : []);
    own.close();
  });

  test('a GPU that is closed refuses what is asked then, and what it has not answered', async () => {
    const own = await openGpu({ required: true });
    const out = new Uint8Array(COUNT);
    await collideMany(TORUS, BOX, POSES, out, { gpu: own });
    const opened = vi.spyOn(deviceOf(own).device, 'createCommandEncoder');
    const running = codeOf(collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own }));
    own.close();
    expect(await running).toBe('gpu/lost');
    expect(await codeOf(collideMany(TORUS, BOX, POSES, out, { gpu: own }))).toBe('gpu/lost');
    expect(out.every((value) => value === 9)).toBe(true);
    expect(opened.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('queries at the same time do not disturb each other, nor does one that is refused', async () => {
    const others = randomPoses(COUNT, 0.8, 6);
    const outs = [new Uint8Array(COUNT), new Uint8Array(COUNT)];
    const bounds = new Float64Array(2 * COUNT);
    await collideMany(TORUS, BOX, POSES, outs[0], { gpu });
    await Promise.all([
      collideMany(TORUS, BOX, POSES, outs[0].fill(9), { gpu }),
      collideMany(TORUS, BOX, others, outs[1], { gpu }),
      distanceMany(TORUS, BOX, POSES, bounds, { gpu }),
    ]);
    expect([...outs[0]]).toEqual([...(await onCpu())]);
    expect([...outs[1]]).toEqual([...(await onCpu(others))]);
    expect(Array.from({ length: COUNT }, (_, k) => Number(bounds[2 * k + 1] === 0))).toEqual([...outs[0]]);
    vi.spyOn(deviceOf(gpu).device, 'popErrorScope').mockImplementationOnce(noMemory);
    const refused = codeOf(collideMany(TORUS, BOX, POSES, outs[0].fill(9), { gpu }));
    const answered = collideMany(TORUS, BOX, others, outs[1].fill(9), { gpu });
    expect(await refused).toBe('gpu/out-of-memory');
    expect(outs[0].every((value) => value === 9)).toBe(true);
    await answered;
    expect([...outs[1]]).toEqual([...(await onCpu(others))]);
  });

  test('where a chunk has no memory a smaller one is taken, and where none has any, later calls are answered', async () => {
    const own = await openGpu({ required: true });
    const device = deviceOf(own);
    const expected = await onCpu();
    const out = new Uint8Array(COUNT);
    const { createBuffer } = device.device;
    const sizes: number[] = [];
    // Of poses, which are seven doubles each; other buffers have other sizes.
    let most = 56 * 150;
    // The models are there before memory is short.
    for (const model of [TORUS, BOX]) await own.uploaded(device, model);
    vi.spyOn(device, 'buffer').mockImplementation(async (size, usage) => {
      if (size % 56 === 0 && size > most) throw new NearmissError('gpu/out-of-memory', 'no memory');
      if (size % 56 === 0) sizes.push(size);
      return createBuffer.call(device.device, { size: Math.max(16, Math.ceil(size / 16) * 16), usage });
    });
    const report = await collideMany(TORUS, BOX, POSES, out, { gpu: own });
    expect([...out]).toEqual([...expected]);
    expect(report.onGpu).toBeGreaterThan(COUNT / 2);
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(most);

    most = 0;
    const many = randomPoses(2 * COUNT, 0.8, 8);
    device.setChunk('collide', 2 * COUNT);
    expect(await codeOf(collideMany(TORUS, BOX, many, new Uint8Array(2 * COUNT), { gpu: own }))).toBe(
      'gpu/out-of-memory',
    );
    vi.restoreAllMocks();
    expect((await collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own })).onGpu).toBeGreaterThan(COUNT / 2);
    expect([...out]).toEqual([...expected]);
    own.close();
  });

  test('poses are split by the limit of a buffer, and the answers are the same', async () => {
    const poses = randomPoses(4 * COUNT, 0.8, 7);
    const [out, expected] = [new Uint8Array(4 * COUNT), new Uint8Array(4 * COUNT)];
    await collideMany(TORUS, BOX, POSES, out, { gpu });
    await collideMany(TORUS, BOX, poses, expected);
    const device = deviceOf(gpu);
    const submitted = vi.spyOn(device.device.queue, 'submit');
    const { largestBuffer } = device;
    Object.defineProperty(device, 'largestBuffer', { value: COUNT * 7 * 8, configurable: true, writable: true });
    await collideMany(TORUS, BOX, poses, out, { gpu });
    Object.defineProperty(device, 'largestBuffer', { value: largestBuffer });
    expect([...out]).toEqual([...expected]);
    expect(submitted.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ['collideMany', collideMany, new Uint8Array(COUNT)],
    ['distanceMany', distanceMany, new Float64Array(2 * COUNT)],
  ] as const)('%s: what the kernel for containment has left is undecided', async (_name, ask, out) => {
    const own = await openGpu({ required: true });
    const device = deviceOf(own);
    const compile = device.pipeline.bind(device);
    const idle = (code: string) =>
      code.replace('query < bodies.count; query', 'query < bodies.count && query > 9999u; query');
    vi.spyOn(device, 'pipeline').mockImplementation((code, entry) => {
      if (entry === 'containMany') expect(idle(code)).not.toBe(code);
      return compile(entry === 'containMany' ? idle(code) : code, entry);
    });
    const run = ask as (...args: unknown[]) => Promise<{ onCpu: number }>;
    const expected = out.slice();
    await run(TORUS, BOX, POSES, expected);
    const { onCpu: left } = await run(TORUS, BOX, POSES, out, { gpu: own });
    // All that are apart; among them some that are inside.
    expect(left).toBeGreaterThan(COUNT / 4);
    if (out instanceof Uint8Array) expect([...out]).toEqual([...expected]);
    else
      for (let k = 0; k < COUNT; k++)
        expect(out[2 * k] <= expected[2 * k + 1] && out[2 * k + 1] >= expected[2 * k]).toBe(true);
    own.close();
  });

  test('medial axes of which the culling leaves more pairs than a buffer holds are tested without it', async () => {
    const model = Model.build(makeShape('torus'), { with: [medialStructure({ samples: 300, primitives: 20 })] });
    // Many intervals, near each other in all of them.
    const motionA = {
      from: { position: [0.75, 0.1, 0] },
      to: { position: [0.65, 0.1, 0], rotation: [0, Math.sin(1.4), 0, Math.cos(1.4)] },
    } as const;
    const pair = await gpu.medialPair(deviceOf(gpu), model, model);
    if (pair === null) throw new Error('The axes have too many primitives.');
    pair.mostSurvivors = 8;
    const run = vi.spyOn(pair, 'run');
    const [result] = await medialTimesOfContact([{ a: model, motionA, b: model, motionB: {} }], { gpu });
    expect(run).toHaveBeenCalledWith(expect.anything(), 'proven', false);
    const expected = timeOfContact(model, motionA, model, {}, { method: medial });
    expect(result.status).toBe(expected.status);
    expect(
      Math.abs((result.toc ?? Infinity) - (expected.toc ?? Infinity)) < expected.threshold ||
        result.toc === expected.toc,
    ).toBe(true);
  });

  test('a pair of medial axes without memory for its lists, or for more intervals, is answered again afterwards', async () => {
    const own = await openGpu({ required: true });
    const device = deviceOf(own);
    const model = Model.build(makeShape('torus'), { with: [medialStructure({ samples: 300, primitives: 20 })] });
    const straight = { from: { position: [2, 0, 0] }, to: { position: [0.5, 0, 0] } } as const;
    const turning = { ...straight, to: { ...straight.to, rotation: [0, Math.sin(1.4), 0, Math.cos(1.4)] } } as const;
    const ask = (motionA: typeof straight) =>
      medialTimesOfContact([{ a: model, motionA, b: model, motionB: {} }], { gpu: own });
    const [{ toc }] = await ask(straight);
    const none = vi.spyOn(device.device, 'popErrorScope').mockImplementation(noMemory);
    expect(await codeOf(ask(turning))).toBe('gpu/out-of-memory');
    none.mockRestore();
    expect((await ask(straight))[0].toc).toBe(toc);

    // A run that has found more than the lists hold: the stored count says so.
    const pair = await own.medialPair(device, model, model);
    const map = device.map.bind(device);
    const once = vi.spyOn(device, 'map').mockImplementationOnce(async (buffer, size) => {
      const words = new Uint32Array(await map(buffer, size));
      words[2] = 2 ** 20;
      return words.buffer;
    });
    vi.spyOn(device.device, 'popErrorScope').mockImplementation(noMemory);
    expect(await codeOf(ask(straight))).toBe('gpu/out-of-memory');
    expect(once).toHaveBeenCalled();
    vi.restoreAllMocks();
    expect((await ask(straight))[0].toc).toBe(toc);
    expect(await own.medialPair(device, model, model)).toBe(pair);
    own.close();
  });

  test('a device that refuses some work does so once, and one whose loss is told late is opened again', async () => {
    const own = await openGpu({ required: true });
    const expected = await onCpu();
    const out = new Uint8Array(COUNT);
    const before = deviceOf(own);
    await collideMany(TORUS, BOX, POSES, out, { gpu: own });
    const map = before.map.bind(before);
    vi.spyOn(before, 'map').mockImplementationOnce(async (buffer, size) => {
      // An error that no scope captures, and that is told while the results are waited for.
      before.device.createBuffer({ size: 16, usage: 0 });
      return map(buffer, size);
    });
    expect(await codeOf(collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own }))).toBe('gpu/failed');
    await collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own });
    expect([...out]).toEqual([...expected]);

    vi.spyOn(before.device, 'popErrorScope').mockImplementationOnce(async () => {
      before.device.destroy();
      throw new DOMException('The device is lost.', 'OperationError');
    });
    await collideMany(TORUS, BOX, POSES, out.fill(9), { gpu: own });
    expect([...out]).toEqual([...expected]);
    expect(deviceOf(own)).not.toBe(before);
    own.close();
  });

  test('a GPU that is closed while it opens another device closes that too', async () => {
    const own = await openGpu({ required: true });
    const { device } = deviceOf(own);
    device.destroy();
    await device.lost;
    const opened: GPUDevice[] = [];
    const open = Device.open.bind(Device);
    vi.spyOn(Device, 'open').mockImplementation(async (flags) => {
      const other = await open(flags);
      opened.push(other.device);
      own.close();
      return other;
    });
    expect(await codeOf(collideMany(TORUS, BOX, POSES, new Uint8Array(COUNT), { gpu: own }))).toBe('gpu/lost');
    expect(opened).toHaveLength(1);
    expect((await opened[0].lost).reason).toBe('destroyed');
  });

  test('medial axes whose motion no buffer holds, and lengths that floats do not, are the CPU’s', async () => {
    const model = Model.build(makeShape('torus'), { with: [medialStructure({ samples: 300, primitives: 20 })] });
    const device = deviceOf(gpu);
    const pair = await gpu.medialPair(device, model, model);
    const turning = {
      from: { position: [2, 0, 0] },
      to: { position: [0.5, 0, 0], rotation: [0, Math.sin(1.4), 0, Math.cos(1.4)] },
    } as const;
    const far = { from: { position: [1e30, 0, 0] }, to: { position: [1e30, 1, 0] } } as const;
    const near = { from: { position: [2, 0, 0] }, to: { position: [0.5, 0, 0] } } as const;
    const run = vi.spyOn(device.device.queue, 'submit');
    const { largestBuffer } = device;
    Object.defineProperty(device, 'largestBuffer', { value: 128 * 16 * 40, configurable: true, writable: true });
    expect([1, 64].map((intervals) => pair?.holds(intervals))).toEqual([true, false]);
    for (const [motionA, motionB] of [
      [turning, {}],
      [far, { position: [1e30, 0, 2] }],
    ] as const) {
      const [result] = await medialTimesOfContact([{ a: model, motionA, b: model, motionB }], { gpu });
      const expected = timeOfContact(model, motionA, model, motionB, { method: medial });
      expect([result.status, result.toc]).toEqual([expected.status, expected.toc]);
    }
    Object.defineProperty(device, 'largestBuffer', { value: largestBuffer });
    const before = run.mock.calls.length;
    await medialTimesOfContact([{ a: model, motionA: near, b: model, motionB: {} }], { gpu });
    expect(run.mock.calls.length).toBeGreaterThan(before);
  });

  test('tiny and huge bodies have the times of ordinary ones', async () => {
    const times = await Promise.all(
      [1, 2 ** -200, 2 ** 200].map(async (unit) => {
        const { positions, triangles } = makeShape('torus');
        const mesh = new Mesh(
          positions.map((x) => x * unit),
          triangles,
        );
        const model = Model.build(mesh, { with: [medialStructure({ samples: 300, primitives: 20 })] });
        const motionA = {
          from: { position: [2 * unit, 0, 0] },
          to: { position: [0.5 * unit, 0.1 * unit, 0] },
        } as const;
        const options = { gpu, threshold: 1e-4 * unit };
        return (await medialTimesOfContact([{ a: model, motionA, b: model, motionB: {} }], options))[0].toc;
      }),
    );
    expect(times[0]).toBeGreaterThan(0);
    expect(times).toEqual([times[0], times[0], times[0]]);
  });
});

describe('what WebGPU may say', () => {
  const withAdapter = (requestDevice: () => Promise<unknown>): void => {
    const adapter = { limits: {}, features: new Set(), info: {}, requestDevice };
    vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => adapter } });
  };

  test('an adapter that gives no device is none', async () => {
    withAdapter(async () => {
      throw new DOMException('The driver is gone.', 'OperationError');
    });
    let told = '';
    const none = await openGpu({
      notice: (sentence) => {
        told = sentence;
      },
    });
    expect(none.kind).toBe('cpu');
    expect(told).toMatch(/No GPU can be used: .*The driver is gone\..* Queries run on the CPU\./);
    expect(await codeOf(openGpu({ required: true }))).toBe('gpu/no-adapter');
  });

  test('a browser without WebGPU is told of in its own words', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('process', undefined);
    let told = '';
    const none = await openGpu({
      notice: (sentence) => {
        told = sentence;
      },
    });
    expect(none.kind).toBe('cpu');
    expect(told).toBe('No GPU can be used: this browser has no WebGPU. Queries run on the CPU.');
  });

  test('a system without an adapter', async () => {
    withoutAdapter();
    expect(await codeOf(openGpu({ required: true }))).toBe('gpu/no-adapter');
    expect(new Gpu(null, {}).kind).toBe('cpu');
  });
});
