import { randomInteger, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { MinHeap } from '../../src/scalar/min-heap.ts';

test('hands out the least key with what it belongs to, through pushes and pops in any order', () => {
  const random = seeded(5);
  const heap = new MinHeap(1); // grows meanwhile
  const waiting = new Map<number, number>();
  const key = new Float64Array(3);
  let next = 0;
  let popped = 0;
  for (let step = 0; step < 5000; step++) {
    if (waiting.size === 0 || randomInteger(random, 0, 9) < (step < 3000 ? 6 : 3)) {
      key[2] = randomInteger(random, 0, 50); // few values: many are equal
      heap.push(key, 2, next, -next);
      waiting.set(next++, key[2]);
    } else {
      const item = heap.items[0];
      expect(heap.keys[0]).toBe(Math.min(...waiting.values()));
      expect(waiting.get(item)).toBe(heap.keys[0]);
      expect(heap.items[1]).toBe(-item || 0);
      heap.pop();
      waiting.delete(item);
      popped++;
    }
    expect(heap.count).toBe(waiting.size);
  }
  expect(popped).toBeGreaterThan(1000);
});
