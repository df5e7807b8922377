import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCompensated, compensatedSum } from '../../src/mesh/compensated-sum.ts';
import { lowestBit, ratioToDouble, toInteger } from '../../src/scalar/exact-integers.ts';
import { exponentAbove, powerOfTwo, scaleByPowerOfTwo } from '../../src/scalar/power-of-two.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const tame = fc.double({ min: -1e150, max: 1e150, noNaN: true });

test('powers of two are right from the lowest to the highest', () => {
  let power = 1;
  for (let k = 0; k <= 1023; k++, power *= 2) expect(powerOfTwo(k)).toBe(power);
  power = 1;
  for (let k = 0; k >= -1074; k--, power /= 2) expect(powerOfTwo(k)).toBe(power);
});

test('the exponent above a number is the lowest that is', () => {
  expect([0, 5e-324, 0.5, 1, -1, 1.5, 2, 1e150].map(exponentAbove)).toEqual([-1022, -1022, 0, 1, 1, 1, 2, 499]);
  fc.assert(
    fc.property(tame, (x) => {
      const k = exponentAbove(x);
      expect(Math.abs(x)).toBeLessThan(powerOfTwo(k));
      if (k > -1022) expect(Math.abs(x)).toBeGreaterThanOrEqual(powerOfTwo(k - 1));
    }),
    { seed: 31 },
  );
});

test('scaling goes beyond the range of one power', () => {
  expect(scaleByPowerOfTwo(5e-324, 2097)).toBe(powerOfTwo(1023));
  expect(scaleByPowerOfTwo(powerOfTwo(1023), -2097)).toBe(5e-324);
  expect(scaleByPowerOfTwo(-3, 5000)).toBe(-Infinity);
  expect(scaleByPowerOfTwo(3, -5000)).toBe(0);
  expect(scaleByPowerOfTwo(0, 5000)).toBe(0);
});

test('a double is an odd number times a power of two, and comes back', () => {
  expect(lowestBit(0)).toBe(Infinity);
  expect(lowestBit(-12)).toBe(2);
  expect(lowestBit(1.5)).toBe(-1);
  expect(lowestBit(5e-324)).toBe(-1074);
  fc.assert(
    fc.property(finite, fc.nat(70), (x, lower) => {
      if (x === 0) return;
      const unit = lowestBit(x);
      const odd = toInteger(x, unit);
      expect(odd & 1n).toBe(1n);
      expect(scaleByPowerOfTwo(Number(odd), unit)).toBe(x);
      expect(toInteger(x, unit - lower)).toBe(odd << BigInt(lower));
    }),
    { seed: 32, numRuns: 1000 },
  );
});

test('ratios of whole numbers of any length', () => {
  expect(ratioToDouble(1n, 6n, 0)).toBe(1 / 6);
  expect(ratioToDouble(-1n, 3n, 4)).toBe(-16 / 3);
  expect(ratioToDouble(7n << 5000n, -(2n << 5000n), 0)).toBe(-3.5);
  expect(ratioToDouble(3n, 1n << 5000n, 5001)).toBe(6);
  expect(ratioToDouble(0n, 5n, 9)).toBe(0);
  expect(ratioToDouble(1n, 1n, 5000)).toBe(Infinity);
});

test('a compensated sum keeps what a plain sum drops', () => {
  const sums = new Float64Array(2);
  addCompensated(sums, 0, 1);
  for (let i = 0; i < 1000; i++) addCompensated(sums, 0, 1e-17);
  expect(compensatedSum(sums, 0)).toBe(1 + 1e-14);
  addCompensated(sums, 0, -1);
  expect(compensatedSum(sums, 0)).toBeCloseTo(1e-14, 25);

  const large = new Float64Array(2);
  for (const x of [1e20, 1, -1e20]) addCompensated(large, 0, x);
  expect(compensatedSum(large, 0)).toBe(1);
});
