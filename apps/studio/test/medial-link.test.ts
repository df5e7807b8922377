import { describe, expect, test } from 'vitest';
import { countAt, LAST_STEP, stepOf } from '../src/page/medial/count-scale.ts';
import { type MedialLink, readMedialLink, writeMedialLink } from '../src/page/medial/medial-link.ts';

const LINK: MedialLink = {
  word: 'file:a&b 1.stl',
  digest: '0123456789abcdef',
  primitives: 500,
  samples: 20_000,
  enclosure: 'enclosing',
  poses: {
    a: { position: [1e-300, -2 / 3, 1e21], rotation: [0, 0, 0, 1] },
    b: { position: [0.1, 0.2, 0.3], rotation: [0.5, -0.5, 0.5, 0.5] },
  },
  end: { position: [3, 4, 5], rotation: [0, 0.6, 0, 0.8] },
  time: 1 / 3,
};

test('what is written is read, to the last bit', () => {
  expect(readMedialLink(writeMedialLink(LINK))).toEqual(LINK);
  const following = { ...LINK, time: null, end: null };
  expect(readMedialLink(writeMedialLink(following))).toEqual(following);
});

test('what makes no sense is as on a first visit', () => {
  const first = readMedialLink('');
  expect(first).toMatchObject({ word: null, enclosure: 'inner', time: null });
  expect(readMedialLink('#primitives=-3&samples=7&enclosure=no&time=2&pose-a=1,2&end-b=x')).toEqual(first);
});

describe('the scale of counts', () => {
  test('goes from 5 to 5,000, upwards, through 50 and 500', () => {
    const counts = Array.from({ length: LAST_STEP + 1 }, (_, step) => countAt(step));
    expect([counts[0], counts.at(-1)]).toEqual([5, 5000]);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts).toEqual(expect.arrayContaining([50, 500]));
  });

  test('finds every count again, and the nearest for others', () => {
    for (let step = 0; step <= LAST_STEP; step++) expect(countAt(stepOf(countAt(step)))).toBe(countAt(step));
    expect([stepOf(1), stepOf(1e9)]).toEqual([0, LAST_STEP]);
  });
});
