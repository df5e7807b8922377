import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bracketedText } from '../src/terminal/number-text.ts';

test('a narrow bracket is told by its shortest decimal', () => {
  expect(bracketedText(0.4999999999999919, 0.5000000000000081)).toBe('0.5');
  expect(bracketedText(0.5, 0.5)).toBe('0.5');
  expect(bracketedText(0, 0)).toBe('0');
  expect(bracketedText(1 / 3, 1 / 3)).toBe('0.3333333333333333');
  expect(bracketedText(2e-300, 2.0000000000000004e-300)).toBe('2e-300');
});

test('a wide one by its upper end', () => {
  expect(bracketedText(0.1, 0.26)).toBe('0.26');
  expect(bracketedText(0, 0.26)).toBe('0.26');
  expect(bracketedText(0, Number.POSITIVE_INFINITY)).toBe('Infinity');
});

test('what is told lies in the bracket', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true }), fc.double({ min: 0, max: 2e-9, noNaN: true }), (lower, width) => {
      const upper = lower * (1 + width);
      const told = Number(bracketedText(lower, upper));
      return told >= lower && told <= upper;
    }),
  );
});
