// Motions of medial axes: read at the call, and in every range of lengths that the CPU has.

import { Model } from 'nearmiss';
import { medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { afterAll, expect, test } from 'vitest';
import { Gpu } from '../src/gpu.ts';
import { medialTimeOfContact, medialTimesOfContact } from '../src/medial-time-of-contact.ts';
import { testGpu } from './software-adapter.ts';

const gpu: Gpu = (await testGpu()) ?? new Gpu(null, {});
afterAll(() => gpu.close());

const BOX = Model.build(makeShape('box'), { with: [medialStructure({ samples: 200, primitives: 20 })] });

test('a motion is that of the call, whatever is written to it then', async () => {
  const from = { position: [3, 0, 0] };
  const expected = await medialTimeOfContact(BOX, { from: { position: [3, 0, 0] }, to: {} }, BOX, {}, { gpu });
  const running = medialTimeOfContact(BOX, { from, to: {} }, BOX, {}, { gpu });
  from.position[0] = 300;
  expect((await running).toc).toBe(expected.toc);
  expect(expected.toc).toBeGreaterThan(0);
});

test('motions beyond floats are answered, and others beside them', async () => {
  const motions = [
    [3, 0, 0, 0, 0, 0],
    [1e18, 0, 0, 1e18, 1, 0],
    [-1e19, 0, 0, 1e19, 0, 0],
  ].map((x) => ({ from: { position: x.slice(0, 3) }, to: { position: x.slice(3) } }));
  const pairs = motions.map((motionA) => ({ a: BOX, motionA, b: BOX, motionB: {} }));
  const statuses = (await medialTimesOfContact(pairs, { gpu })).map(({ status }) => status);
  expect(statuses).toEqual((await medialTimesOfContact(pairs)).map(({ status }) => status));
  expect(statuses).toEqual(['near', 'free', 'near']);
});
