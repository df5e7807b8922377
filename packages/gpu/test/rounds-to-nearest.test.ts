import { afterEach, describe, expect, test, vi } from 'vitest';
import { Device } from '../src/device.ts';
import { openGpu } from '../src/gpu.ts';
import { areNearest, roundsToNearest } from '../src/rounds-to-nearest.ts';
import { testGpu } from './software-adapter.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const PAIRS = Float32Array.of(1, 1.5 * 2 ** -24, 3, 2 ** -23);
/** Halfway between two floats, the one with an even last digit is nearest: of 1 − 1.5 · 2⁻²⁴, 3 + 2⁻²³ and 3 − 2⁻²³. */
const RIGHT = Float32Array.of(1 + 2 ** -23, 1 - 2 ** -23, 1.5 * 2 ** -24, 1, 3, 3, 3 * 2 ** -23, 1);

test('results that are rounded to nearest, and ones that are not', () => {
  expect(areNearest(PAIRS, RIGHT)).toBe(true);
  for (const [k, wrong] of [
    [0, 1],
    [1, 1 - 2 ** -24],
    [2, 2 ** -23],
    [3, 0],
    [4, 3 + 2 ** -22],
    [5, 3 - 2 ** -22],
  ]) {
    expect(areNearest(PAIRS, RIGHT.with(k, wrong))).toBe(false);
  }
});

const gpu = await testGpu();

describe.skipIf(gpu === null)('on an adapter', () => {
  test('the device of the tests does', async () => {
    expect(gpu?.device && (await roundsToNearest(gpu.device))).toBe(true);
    gpu?.close();
  });

  test('one that rounds otherwise is not used', async () => {
    vi.spyOn(Device.prototype, 'map').mockImplementation(async (_buffer, size) => new ArrayBuffer(size));
    let told = '';
    const none = await openGpu({
      notice: (sentence) => {
        told = sentence;
      },
    });
    expect(none.kind).toBe('cpu');
    expect(told).toMatch(/No GPU can be used: .*nearest float.* Queries run on the CPU\./);
    await expect(openGpu({ required: true })).rejects.toMatchObject({ code: 'gpu/no-adapter' });
  });
});
