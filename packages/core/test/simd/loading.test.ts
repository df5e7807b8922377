// How the kernels are compiled, and how their memory follows the models.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import type { TreeRule } from '../../src/bvh/rules.ts';
import { DeformingMesh, selfCollide } from '../../src/entries/deforming.ts';
import { box, icosphere, torusKnot } from '../../src/entries/shapes.ts';
import { distance, Mesh, Model, penetration, use } from '../../src/index.ts';
import { Simd } from '../../src/simd/simd.ts';

/** A wave through 20 radians, by its parabolas. */
const sinOf = (x: number): number => {
  const turn = (20 * x) % 2;
  return turn * (2 - turn);
};

/** Each node has one triangle and all that come after it. */
const COMB: TreeRule = {
  name: 'comb',
  build: (triangles) => {
    const count = triangles.length / 9;
    const links = new Int32Array(4 * (2 * count - 1));
    for (let k = 0; k < count - 1; k++) {
      links.set([2 * k + 1, k, count - k, 2 * k + 3], 8 * k);
      links.set([0, k, 1, 0], 8 * k + 4);
    }
    links.set([0, count - 1, 1, 0], 8 * (count - 1));
    const faces = Uint32Array.from({ length: count }, (_, k) => k);
    return { links, faces, triangles, depth: count - 1, branching: 2 };
  },
};

afterEach(() => {
  use(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const engine = WebAssembly;
type Instantiate = (bytes: BufferSource, imports: WebAssembly.Imports) => Promise<object>;
const later: Instantiate = (bytes, imports) => engine.instantiate(bytes, imports);

/** An engine that refuses to compile at once, or to make an instance, as pages do on their main thread. */
function stubEngine(refused: 'Module' | 'Instance', instantiate: Instantiate, error: Error): void {
  class Refused {
    constructor() {
      throw error;
    }
  }
  const { Module, Instance } = engine;
  vi.stubGlobal('WebAssembly', { Module, Instance, instantiate, [refused]: Refused });
}

interface KernelMemory {
  allocate(size: number): number;
  release(at: number): void;
}

/** The engine as it is, and the memory of the instance that it makes next. */
function watchMemory(): () => KernelMemory {
  let memory: KernelMemory | null = null;
  class Instance {
    readonly exports: unknown;
    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      this.exports = new engine.Instance(module, imports).exports;
      memory = this.exports as KernelMemory;
    }
  }
  vi.stubGlobal('WebAssembly', { Module: engine.Module, Instance, instantiate: later });
  return () => {
    if (memory === null) throw new Error('No instance was made.');
    return memory;
  };
}

function gapOf(): number {
  const ball = Model.build(icosphere({ subdivisions: 2 }));
  return distance(ball, { position: [3, 0, 0] }, ball, {}, { method: 'volumes' }).distance;
}

test('kernels that cannot be compiled at once are compiled in the background', async () => {
  stubEngine('Module', later, new RangeError('too large for the main thread'));
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
  watchConsole();
  const forbidden = new TypeError('violates the policy');
  stubEngine('Module', () => Promise.reject(forbidden), forbidden);
  expect(new Simd().unavailable).toBe(
    "The kernels cannot be compiled here, a policy needs 'wasm-unsafe-eval': TypeError: violates the policy",
  );
  stubEngine('Module', () => Promise.reject(forbidden), new RangeError('too large'));
  const simd = new Simd();
  expect(simd.unavailable).toBe('The kernels are being compiled.');
  await vi.waitFor(() => expect(simd.unavailable).toContain('violates the policy'));
  use(simd);
  expect(gapOf()).toBeGreaterThan(0.9);
});

test('an instance that cannot be made at once is made in the background, or the reason is told', async () => {
  const refused = new RangeError('disallowed on the main thread');
  stubEngine('Instance', later, refused);
  const simd = new Simd();
  expect(simd.unavailable).toBe('The kernels are being compiled.');
  await vi.waitFor(() => expect(simd.unavailable).toBeNull());
  // As where no memory can be reserved.
  stubEngine('Instance', () => Promise.reject(new RangeError('out of memory')), refused);
  const other = new Simd();
  expect(other.unavailable).toBe('The kernels are being compiled.');
  await vi.waitFor(() => expect(other.unavailable).toContain('out of memory'));
});

/** The sentences on the console from now on. */
function watchConsole(): string[] {
  const sentences: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation((sentence: string) => void sentences.push(sentence));
  return sentences;
}

test('the first query that finds them refused says so on the console, and no later one', async () => {
  const told = watchConsole();
  const forbidden = new TypeError('violates the policy');
  const sentence =
    "nearmiss: queries run without the kernels of nearmiss/simd, and take longer. The kernels cannot be compiled here, a policy needs 'wasm-unsafe-eval': TypeError: violates the policy";
  stubEngine('Module', () => Promise.reject(forbidden), forbidden);
  const simd = new Simd();
  // Whoever asks knows.
  expect(simd.unavailable).not.toBeNull();
  use(simd);
  expect(told).toEqual([]);
  for (let k = 0; k < 3; k++) gapOf();
  expect(told).toEqual([sentence]);

  stubEngine('Module', () => Promise.reject(forbidden), new RangeError('too large'));
  const inBackground = new Simd();
  use(inBackground);
  gapOf();
  expect(told).toEqual([sentence]);
  await vi.waitFor(() => expect(inBackground.unavailable).toContain('violates the policy'));
  for (let k = 0; k < 3; k++) gapOf();
  expect(told).toEqual([sentence, sentence]);
});

test('nothing is on the console where they run, nor while they are compiled', async () => {
  const told = watchConsole();
  stubEngine('Module', later, new RangeError('too large for the main thread'));
  const simd = new Simd();
  use(simd);
  gapOf();
  await vi.waitFor(() => expect(simd.unavailable).toBeNull());
  gapOf();
  expect(told).toEqual([]);
});

/** Takes all memory that there is, in blocks of at most 2²⁹ bytes; their addresses. */
function fillMemory({ allocate }: KernelMemory): number[] {
  const taken: number[] = [];
  for (let size = 2 ** 29; size >= 2 ** 10; size /= 2) {
    try {
      for (;;) taken.push(allocate(size));
    } catch {
      // There is no block of this size any more.
    }
  }
  return taken;
}

test('where the memory is full, queries run without kernels until some is freed', () => {
  const told = watchConsole();
  const memoryOf = watchMemory();
  const plain = gapOf();
  const simd = new Simd();
  use(simd);
  const [kept, freed] = [Model.build(icosphere({ subdivisions: 2 })), Model.build(icosphere({ subdivisions: 3 }))];
  const ask = (model: Model): number =>
    distance(model, { position: [3, 0, 0] }, model, {}, { method: 'volumes' }).distance;
  expect(ask(kept)).toBe(plain);
  const finer = ask(freed);
  const memory = memoryOf();
  const taken = fillMemory(memory);
  const total = simd.memorySize;
  expect(total).toBeGreaterThan(2 ** 30);
  // No address has the sign of an int.
  expect(total).toBeLessThan(2 ** 31);
  expect(Math.min(...taken)).toBeGreaterThan(0);
  // New models have no copies, old ones have theirs.
  const model = Model.build(icosphere({ subdivisions: 2 }));
  expect(ask(model)).toBe(plain);
  expect(ask(kept)).toBe(plain);
  expect(selfCollide(new DeformingMesh(icosphere({ subdivisions: 3 })))).toEqual([]);
  expect(simd.memorySize).toBe(total);
  simd.release(freed);
  expect(ask(model)).toBe(plain);
  for (const at of taken) memory.release(at);
  expect(ask(freed)).toBe(finer);
  expect(told).toEqual([]);
});

test('a tree deeper than the stacks of the kernels is left to the plain library', () => {
  const count = 3000;
  const positions: number[] = [];
  for (let k = 0; k < count; k++) {
    const [x, y, z] = [k / count, 0.3 * sinOf(k / count), 0.2];
    positions.push(x, y, z, x + 2 / count, y, z, x, y + 2 / count, z);
  }
  const chain = new Mesh(
    positions,
    Array.from({ length: 3 * count }, (_, k) => k),
  );
  const comb = Model.build(chain, { split: COMB });
  expect(comb.tree.depth).toBeGreaterThan(171);
  const ball = Model.build(icosphere({ subdivisions: 3 }));
  const ask = (): number[] =>
    [2.5, 3, -3, 2.2].map((x) => distance(comb, { position: [x, 0.4, 0.1] }, ball, {}, { method: 'volumes' }).distance);
  use(null);
  const plain = ask();
  use(new Simd());
  expect(ask()).toEqual(plain);
});

test('installed again and again, they hold as much memory as before', () => {
  const simd = new Simd();
  const a = Model.build(torusKnot({ triangles: 2880 }));
  const b = Model.build(icosphere({ subdivisions: 3 }));
  const sizes: number[] = [];
  for (let k = 0; k < 40; k++) {
    use(simd);
    penetration(a, { position: [0.3, 0.1, 0.2] }, b, {});
    sizes.push(simd.memorySize);
    use(null);
    penetration(a, { position: [0.3, 0.1, 0.2] }, b, {});
  }
  expect(sizes[39]).toBe(sizes[1]);
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
