// Code of the caller that releases the bodies of the query it is called by, with kernels: their copies are freed, and other bodies take the memory.
// So what is freed is written over here with a block of another body.

import { randomInteger, seeded } from '@nearmiss/fixtures';
import { type Model, use } from 'nearmiss';
import { type Simd, simd } from 'nearmiss/simd';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BODY_KINDS, EVERY_QUERY, makeScene, type QueryKind } from './every-query.ts';
import { bitsOf, CHANNELS, PLAIN, UserCode } from './user-code.ts';

const engine = WebAssembly;

interface KernelMemory {
  readonly memory: { readonly buffer: ArrayBuffer };
  allocate(size: number): number;
  release(at: number): void;
}

/** Sizes of the blocks in use, by their address. */
const sizes = new Map<number, number>();
/** A block of another body for each size. */
const others = new Map<number, Uint8Array>();
let overwritten = 0;
/** Blocks that were freed during a query: as if another body had taken them, they are not given to the next one. */
const taken: number[] = [];
let freeTaken = (): void => {};
let bytesAt = (_at: number): Uint8Array => new Uint8Array(0);

class WatchedInstance {
  readonly exports: unknown;

  constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
    const exports = new engine.Instance(module, imports).exports as unknown as KernelMemory;
    bytesAt = (at) => new Uint8Array(exports.memory.buffer, at, sizes.get(at));
    const allocate = (size: number): number => {
      const at = exports.allocate(size);
      sizes.set(at, size);
      return at;
    };
    const release = (at: number): void => {
      const other = others.get(sizes.get(at) ?? 0);
      if (other === undefined) bytesAt(at).fill(0xff);
      else {
        bytesAt(at).set(other);
        overwritten++;
      }
      taken.push(at);
    };
    freeTaken = () => {
      for (const at of taken.splice(0)) exports.release(at);
    };
    this.exports = { ...exports, allocate, release };
  }
}

// An instance of its own: other tests may have loaded the kernels of the program.
const kernels: Simd = new (simd.constructor as new () => Simd)();
const scene = makeScene(1);
const bodies: readonly Model[] = BODY_KINDS.flatMap((kind) => scene[kind]);
// (Held, so that its blocks stay what they are.)
const otherScene = makeScene(2);

beforeAll(() => {
  vi.stubGlobal('WebAssembly', { Module: engine.Module, Instance: WatchedInstance });
  expect(kernels.unavailable).toBeNull();
  vi.unstubAllGlobals();
  use(kernels);
  for (const kind of EVERY_QUERY) kind.ask(otherScene, PLAIN);
  for (const [at, size] of sizes) others.set(size, bytesAt(at).slice());
});
afterAll(() => use(null));

/** The answer, or what it threw. */
function answerOf(kind: QueryKind, user: UserCode): string {
  try {
    return bitsOf(kind.ask(scene, user));
  } catch (error) {
    return String(error);
  } finally {
    freeTaken();
  }
}

test.each(CHANNELS)('by %s changes no answer', (channel) => {
  const random = seeded(4);
  const changed: string[] = [];
  const before = overwritten;
  for (const kind of EVERY_QUERY) {
    if (!kind.channels.includes(channel)) continue;
    let calls = 0;
    const answer = bitsOf(kind.ask(scene, new UserCode(channel, () => void calls++)));
    for (const slot of new Set([0, randomInteger(random, 0, calls - 1), calls - 1])) {
      let call = 0;
      const user = new UserCode(channel, () => {
        if (call++ === slot) for (const body of bodies) kernels.release(body);
      });
      if (answerOf(kind, user) !== answer) changed.push(`${kind.name}, call ${slot} of ${calls}`);
    }
  }
  expect(changed).toEqual([]);
  expect(overwritten).toBeGreaterThan(before + 15);
});
