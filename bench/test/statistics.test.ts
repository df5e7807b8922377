import { describe, expect, test } from 'vitest';
import { mean, median, summarise } from '../src/statistics.ts';

describe('statistics', () => {
  test('the median of an odd list is its middle, of an even one the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('numbers are sorted as numbers, not as text', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  test('a summary of 1 to 200: the 99th percentile is the smallest value that 99 % do not exceed', () => {
    const values = Float64Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(summarise(values)).toEqual({ median: 100.5, mean: 100.5, p99: 198 });
    expect(values[0]).toBe(200); // the caller's order is kept
  });

  test('with few values the 99th percentile is the largest', () => {
    expect(summarise([3, 8, 5]).p99).toBe(8);
  });

  test('nothing has no statistic', () => {
    expect(() => mean([])).toThrow();
    expect(() => median([])).toThrow();
    expect(() => summarise([])).toThrow();
  });
});
