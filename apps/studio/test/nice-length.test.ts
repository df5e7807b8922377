import { expect, test } from 'vitest';
import { niceLength } from '../src/page/view/nice-length.ts';

test.each([
  [1, 1],
  [1.9, 1],
  [2, 2],
  [4.99, 2],
  [5, 5],
  [99, 50],
  [1000, 1000],
  [0.003, 0.002],
  [3e-12, 2e-12],
  [7e20, 5e20],
])('at most %s is %s', (most, nice) => {
  expect(niceLength(most)).toBe(nice);
});

test('it is never above, and never below two fifths', () => {
  for (let k = 0; k < 2000; k++) {
    const most = 10 ** (k / 100 - 10);
    const nice = niceLength(most);
    expect(nice).toBeLessThanOrEqual(most * (1 + 1e-12));
    expect(nice).toBeGreaterThan(0.399 * most);
  }
});
