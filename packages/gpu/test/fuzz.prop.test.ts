// Random rounds of every entry on the adapter of the tests; `npm run fuzz:gpu -- ROUNDS SEED` runs many more.

import { afterAll, expect, test } from 'vitest';
import type { Gpu } from '../src/gpu.ts';
import { fuzzRounds } from './fuzz-rounds.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const ROUNDS = Number(process.env.NEARMISS_GPU_ROUNDS ?? 15);
const FIRST = Number(process.env.NEARMISS_GPU_FIRST ?? 0);
const SEED = Number(process.env.NEARMISS_GPU_SEED ?? 1);

/** What every run must have drawn, and have had as an answer. */
const SEEN = `collide distance time-of-contact medial boxes colliding apart touching distant free contact culled
  tolerance closed open parts round`;

test.skipIf(gpu === null)('every entry has the answers of the CPU for random bodies, poses and options', async () => {
  if (gpu === null) return;
  const counts = await fuzzRounds(gpu, ROUNDS, SEED, FIRST);
  console.info([...counts].map(([name, count]) => `${name} ${count}`).join(', '));
  expect(counts.get('at the threshold') ?? 0).toBeLessThanOrEqual(Math.ceil(ROUNDS / 100));
  for (const name of SEEN.split(/\s+/)) expect(counts.get(name) ?? 0, name).toBeGreaterThan(0);
});
