// Sweep and prune pays for bodies and swaps, and for nothing else.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { BOX, BoxSet } from '../../src/space/box-set.ts';
import { SweepAndPrune } from '../../src/space/sweep-and-prune.ts';

const COUNT = 40;

/** The ends of all boxes along each axis. */
function endsOf({ bounds }: BoxSet): number[][] {
  return [0, 1, 2].map((axis) =>
    Array.from({ length: COUNT }, (_, id) => [bounds[BOX * id + axis], bounds[BOX * id + 3 + axis]]).flat(),
  );
}

/** Pairs of ends, over all axes, that stand in another order than before. */
function changesOfPlaces(before: number[][], after: number[][]): number {
  let changes = 0;
  before.forEach((was, axis) => {
    const is = after[axis];
    for (let i = 0; i < was.length; i++) {
      for (let j = 0; j < i; j++) if (was[i] < was[j] !== is[i] < is[j]) changes++;
    }
  });
  return changes;
}

test('every swap is made once, and none beside', () => {
  const random = seeded(21);
  const boxes = new BoxSet();
  const phase = new SweepAndPrune(boxes);
  for (let id = 0; id < COUNT; id++) {
    boxes.add(id, false);
    for (let axis = 0; axis < 3; axis++) {
      boxes.bounds[BOX * id + axis] = randomBetween(random, 0, 4);
      boxes.bounds[BOX * id + 3 + axis] = boxes.bounds[BOX * id + axis] + randomBetween(random, 0.2, 1);
    }
    phase.add(id);
  }
  phase.update();
  let total = 0;
  for (let step = 0; step < 100; step++) {
    const before = endsOf(boxes);
    for (let id = 0; id < COUNT; id += 1 + (step % 3)) {
      for (let axis = 0; axis < 3; axis++) {
        const shift = randomBetween(random, -0.02, 0.02);
        boxes.bounds[BOX * id + axis] += shift;
        boxes.bounds[BOX * id + 3 + axis] += shift;
      }
      phase.move(id);
    }
    phase.update();
    expect(phase.swaps).toBe(changesOfPlaces(before, endsOf(boxes)));
    total += phase.swaps;
  }
  expect(total).toBeGreaterThan(1000);
  phase.update();
  expect(phase.swaps).toBe(0);
});
