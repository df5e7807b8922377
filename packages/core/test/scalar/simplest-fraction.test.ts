import { expect, test } from 'vitest';
import { type Fraction, simplestFraction } from '../../src/scalar/simplest-fraction.ts';

const fraction = (numerator: bigint, denominator: bigint): Fraction => ({ numerator, denominator });

test('the simplest fraction of an interval', () => {
  expect(simplestFraction(fraction(0n, 1n), fraction(1n, 9n))).toEqual(fraction(0n, 1n));
  expect(simplestFraction(fraction(333n, 1000n), fraction(334n, 1000n))).toEqual(fraction(1n, 3n));
  expect(simplestFraction(fraction(7n, 8n), fraction(5n, 4n))).toEqual(fraction(1n, 1n));
  expect(simplestFraction(fraction(3n, 7n), fraction(3n, 7n))).toEqual(fraction(3n, 7n));
});

test('no fraction with a smaller denominator is in the interval', () => {
  for (let n = 1n; n < 40n; n++) {
    for (let d = n + 1n; d < 40n; d++) {
      const [low, high] = [fraction(40n * n, 40n * d), fraction(40n * n + 1n, 40n * d)];
      const { numerator, denominator } = simplestFraction(low, high);
      const isWithin = (p: bigint, q: bigint): boolean =>
        p * low.denominator >= low.numerator * q && p * high.denominator <= high.numerator * q;
      expect(isWithin(numerator, denominator)).toBe(true);
      for (let q = 1n; q < denominator; q++) {
        for (let p = 0n; p <= q; p++) if (isWithin(p, q)) expect.fail(`${p}/${q} is simpler`);
      }
    }
  }
});
