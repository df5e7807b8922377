import { expect, test } from 'vitest';
import { Crowd } from '../src/page/many/worker/crowd.ts';
import { type FunnelCounts, funnelPart, funnelStages } from '../src/page/trace/funnel.ts';

test('every stage of the funnel is a part of the one before, in every step of a crowd', () => {
  const bodies = 60;
  const crowd = new Crowd({ bodies, seed: 3, broadPhase: 'sweep-and-prune' });
  let touched = 0;
  for (let step = 1; step <= 40; step++) {
    crowd.advance(() => {});
    const { touching = 0, measured = 0, asleep: sleeping = 0, 'box pairs': boxPairs = 0 } = crowd.counts();
    const counts: FunnelCounts = { step, bodies, boxPairs, measured, sleeping, touching };
    const stages = funnelStages(counts).map(({ count }) => count);
    expect(stages[0]).toBe((60 * 59) / 2);
    expect(stages).toEqual([...stages].sort((p, q) => q - p));
    expect(sleeping).toBeLessThanOrEqual(boxPairs);
    touched += touching;
  }
  expect(touched).toBeGreaterThan(0);
});

test('bars are as long as the logarithm: none for none, whole for all', () => {
  expect(funnelPart(0, 100)).toBe(0);
  expect(funnelPart(100, 100)).toBe(1);
  expect(funnelPart(1, 1000)).toBeGreaterThan(0.05);
  expect(funnelPart(0, 0)).toBe(0);
});
