import { expect, test } from 'vitest';
import { roundedAt } from '../src/page/rounded-at.ts';

test('a number is rounded to a power of ten', () => {
  expect(roundedAt(-55.52551433996207, -3)).toBe(-55.526);
  expect(roundedAt(-1.0072943314675377e-14, -4)).toBe(0);
  expect(roundedAt(12_345.6, 2)).toBe(12_300);
  expect(roundedAt(1.26e-30, -31)).toBe(1.3e-30);
});

test('what is too small to be rounded stays as it is', () => {
  expect(roundedAt(1.25e-130, -131)).toBe(1.25e-130);
  expect(roundedAt(0.1, Number.NEGATIVE_INFINITY)).toBe(0.1);
  expect(roundedAt(0.1, Number.NaN)).toBe(0.1);
});
