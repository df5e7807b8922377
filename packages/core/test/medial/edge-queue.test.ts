import { randomInteger, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { EdgeQueue } from '../../src/medial/edge-queue.ts';

test('hands out all that was put in, the cheapest first, whatever space it was made with', () => {
  const random = seeded(5);
  let beyond = 0;
  for (let run = 0; run < 50; run++) {
    const clearance = randomInteger(random, 0, 40);
    const most = randomInteger(random, 1, 200);
    const queue = new EdgeQueue(clearance);
    const costs = new Map<number, number>();
    for (let step = 0; step < 300; step++) {
      if (randomInteger(random, 0, 2) > 0) {
        const edge = randomInteger(random, 0, most - 1);
        const cost = randomInteger(random, 0, 20);
        if (edge >= clearance) beyond++;
        queue.put(edge, cost);
        costs.set(edge, cost);
        continue;
      }
      const cheapest = [...costs].sort(([e, x], [f, y]) => x - y || e - f)[0]?.[0] ?? -1;
      expect(queue.take(), `run ${run}`).toBe(cheapest);
      costs.delete(cheapest);
    }
    for (let left = costs.size; left > 0; left--) expect(costs.delete(queue.take()), `run ${run}`).toBe(true);
    expect(queue.take()).toBe(-1);
  }
  expect(beyond).toBeGreaterThan(3000);
});
