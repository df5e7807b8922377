import { expect, test } from 'vitest';
import { axisSentence } from '../src/page/medial/axis-sentence.ts';

const FACTS = {
  spheres: 52,
  cones: 12,
  slabs: 38,
  innerBalls: 52,
  uncovered: 0.0993,
  overhang: 0.0425,
  dilation: 0.1001,
};

test('the larger error and the proven dilation, in parts of the longest side', () => {
  expect(axisSentence({ ...FACTS, longestSide: 2, milliseconds: 1 })).toBe(
    '50 cones and slabs follow the body to within 5 % of its longest side; enlarged by 5 % they enclose it, proven.',
  );
});

test('an axis of spheres alone', () => {
  expect(axisSentence({ ...FACTS, cones: 0, slabs: 0, longestSide: 1, milliseconds: 1 })).toContain(
    '52 spheres follow',
  );
});
