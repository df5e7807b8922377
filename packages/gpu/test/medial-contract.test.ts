// Bodies that pass or rest at about the threshold: the hardest to agree about. Both answers have to keep their promise.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { distance, Model, timeOfContact } from 'nearmiss';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../src/gpu.ts';
import { type MotionPair, medialTimesOfContact } from '../src/medial-time-of-contact.ts';
import { medialFault } from './medial-contract.ts';
import { poseAt, randomPoses } from './random-poses.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu | null = await testGpu();
afterAll(() => gpu?.close());

const TORUS = Model.build(makeShape('torus'), { with: [medialStructure({ samples: 300, primitives: 16 })] });
const THRESHOLD = 1e-3;
const COUNT = 60;
const APPROACHES = 30;

/** Tori that pass each other slowly, nearest at up to twice the threshold or overlapping by less than thrice, or that start within it and part, approach or slide. */
function slowPasses(): MotionPair[] {
  const random = seeded(18);
  const poses = randomPoses(COUNT, 1, 5);
  return Array.from({ length: COUNT }, (_, k): MotionPair => {
    const { rotation } = poseAt(poses, k);
    const position = Float64Array.of(4, 0, 0);
    // Brought together along the line of the nearest points, by no more than the gap of the enclosures at a time.
    let normal: ArrayLike<number> = [1, 0, 0];
    for (let step = 0; step < APPROACHES; step++) {
      const found = distance(TORUS, { position, rotation }, TORUS, {}, { method: medial });
      normal = found.normal ?? normal;
      for (let c = 0; c < 3; c++) position[c] += normal[c] * (found.lower - THRESHOLD / 10);
    }
    // Some pass at a gap, some overlap a little meanwhile.
    const pushed = THRESHOLD * randomBetween(random, -2, 3);
    for (let c = 0; c < 3; c++) position[c] += normal[c] * pushed;
    const aside = [normal[1], -normal[0], 0].map((x) => 0.02 * x);
    const rest = k % 3 === 0;
    const from = { position: Array.from(position, (x, c) => (rest ? x : x - aside[c])), rotation };
    const drift = rest ? randomBetween(random, -2, 2) * THRESHOLD : 0;
    const to = { position: Array.from(position, (x, c) => x + aside[c] + normal[c] * drift), rotation };
    return { a: TORUS, motionA: { from, to }, b: TORUS, motionB: {} };
  });
}

describe.skipIf(gpu === null)('slow passes at the threshold', () => {
  test.each([true, false])('keep the promise of the CPU, culled: %s', async (cull) => {
    const pairs = slowPasses();
    const results = await medialTimesOfContact(pairs, { gpu: gpu ?? undefined, threshold: THRESHOLD, cull });
    const seen = new Map<string, number>();
    const faults = results.flatMap((result, k) => {
      const { a, motionA, b, motionB } = pairs[k];
      const onCpu = timeOfContact(a, motionA, b, motionB, { method: medial, threshold: THRESHOLD });
      seen.set(result.status, (seen.get(result.status) ?? 0) + 1);
      if (result.status !== onCpu.status || result.toc !== onCpu.toc)
        seen.set('differs', (seen.get('differs') ?? 0) + 1);
      return [result, onCpu].flatMap((each) => medialFault(pairs[k], each, THRESHOLD, [result.toc, onCpu.toc]) ?? []);
    });
    expect(faults).toEqual([]);
    expect(seen.get('free') ?? 0).toBeGreaterThan(10);
    expect(seen.get('near') ?? 0).toBeGreaterThan(10);
    // Otherwise a comparison would do.
    expect(seen.get('differs') ?? 0).toBeGreaterThan(5);
  });

  test('the judge finds a time that is too late, one that is too early, and a contact that is missed', () => {
    const from = { position: [4, 0, 0] };
    const pair: MotionPair = { a: TORUS, motionA: { from, to: { position: [0, 0, 0] } }, b: TORUS, motionB: {} };
    const right = timeOfContact(TORUS, pair.motionA, TORUS, {}, { method: medial, threshold: THRESHOLD });
    const toc = right.toc ?? 0;
    expect(medialFault(pair, right, THRESHOLD, [])).toBeNull();
    const moved = (time: number | null) => Object.assign(Object.create(right), { toc: time });
    expect(medialFault(pair, moved(toc - 0.01), THRESHOLD, [])).toMatch('where the gap is');
    expect(medialFault(pair, moved(toc + 0.2), THRESHOLD, [])).toMatch('but near');
    expect(medialFault(pair, moved(null), THRESHOLD, [])).toMatch('but near');
  });
});
