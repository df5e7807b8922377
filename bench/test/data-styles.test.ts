import { describe, expect, test } from 'vitest';
import { dataStyles, randomSegments } from '../src/data-styles.ts';

/** Squared distances of known pairs, four points each. */
const KNOWN: readonly (readonly [readonly number[], number])[] = [
  [[0, 0, 0, 1, 0, 0, 0.5, -1, 2, 0.5, 1, 2], 4], // crossing lines, one above the other
  [[0, 0, 0, 1, 0, 0, 3, 0, 0, 4, 0, 0], 4], // end to end on one line
  [[0, 0, 0, 1, 0, 0, 0, 3, 0, 1, 3, 0], 9], // parallel
  [[0, 0, 0, 2, 0, 0, 1, 1, 0, 1, 3, 0], 1], // an end against an inside
];

describe('the four data styles', () => {
  test('agree to the last bit', () => {
    const sums = dataStyles(randomSegments(500, 4)).map(({ run }) => run());
    expect(new Set(sums).size).toBe(1);
    expect(sums[0]).toBeGreaterThan(0);
  });

  test.each(KNOWN)('find the distance of %j', (points, squared) => {
    for (const { run, style } of dataStyles(Float64Array.from(points))) expect(run(), style).toBeCloseTo(squared, 12);
  });

  test('the segments are seeded', () => {
    expect(randomSegments(10, 4)).toEqual(randomSegments(10, 4));
    expect(randomSegments(10, 4)).not.toEqual(randomSegments(10, 5));
  });
});
