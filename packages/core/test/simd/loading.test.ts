// How the kernels are compiled, and how their memory follows the models.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { box, icosphere } from '../../src/entries/shapes.ts';
import { distance, Model, use } from '../../src/index.ts';
import { Simd } from '../../src/simd/simd.ts';

afterEach(() => {
  use(null);
  vi.unstubAllGlobals();
});

/** An engine that compiles nothing at once, as pages do on their main thread. */
function stubEngine(compile: (bytes: Uint8Array<ArrayBuffer>) => Promise<object>, error: Error): void {
  class Module {
    constructor() {
      throw error;
    }
  }
  vi.stubGlobal('WebAssembly', { Module, Instance: WebAssembly.Instance, compile });
}

function gapOf(): number {
  const ball = Model.build(icosphere({ subdivisions: 2 }));
  return distance(ball, { position: [3, 0, 0] }, ball, {}, { method: 'volumes' }).distance;
}

test('kernels that cannot be compiled at once are compiled in the background', async () => {
  stubEngine(WebAssembly.compile, new RangeError('too large for the main thread'));
  const simd = new Simd();
  expect(simd.unavailable).toBe('The kernels are being compiled.');
  use(simd);
  const plain = gapOf();
  expect(simd.memorySize).toBe(0);
  await vi.waitFor(() => expect(simd.unavailable).toBeNull());
  expect(gapOf()).toBe(plain);
  expect(simd.memorySize).toBeGreaterThan(0);
});

test('an engine that refuses them says why, at once or later', async () => {
  const forbidden = new TypeError('violates the policy');
  stubEngine(() => Promise.reject(forbidden), forbidden);
  expect(new Simd().unavailable).toBe('The kernels cannot be compiled here: violates the policy');
  stubEngine(() => Promise.reject(forbidden), new RangeError('too large'));
  const simd = new Simd();
  expect(simd.unavailable).toBe('The kernels are being compiled.');
  await vi.waitFor(() => expect(simd.unavailable).toContain('violates the policy'));
  use(simd);
  expect(gapOf()).toBeGreaterThan(0.9);
});

test('ten thousand models that are dropped leave no growth', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const simd = new Simd();
  use(simd);
  const mesh = box();
  const sizes: number[] = [];
  for (let k = 0; k < 10_000; k++) {
    const model = Model.build(mesh);
    distance(model, { position: [3, 0, 0] }, model, {}, { method: 'volumes' });
    if (k % 500 !== 499) continue;
    collect();
    // Finalizers run between tasks.
    await new Promise((resolve) => setTimeout(resolve, 0));
    sizes.push(simd.memorySize);
  }
  expect(sizes[0]).toBeGreaterThan(0);
  expect(sizes.at(-1)).toBe(sizes[2]);
});
