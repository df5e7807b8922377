import { expect, test } from 'vitest';
import { ByteCache } from '../../src/batch/byte-cache.ts';

test('what was used longest ago goes first', () => {
  const cache = new ByteCache<number>(100, 10);
  cache.set('a', 1, 40);
  cache.set('b', 2, 40);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3, 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('entries are bounded in number as well, and one that is too large is not kept', () => {
  const cache = new ByteCache<number>(100, 2);
  for (const key of ['a', 'b', 'c']) cache.set(key, 1, 1);
  expect(cache.size).toBe(2);
  cache.set('d', 1, 101);
  expect(cache.size).toBe(0);
  cache.set('e', 1, 60);
  cache.set('e', 2, 60);
  expect(cache.get('e')).toBe(2);
});
