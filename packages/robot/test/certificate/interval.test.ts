import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { divide, type Interval, multiply, sineAndCosine, subtract } from '../../src/certificate/interval.ts';

const contains = ([low, high]: Interval, value: number): boolean => low <= value && value <= high;

test('sines, products and quotients of intervals contain those of their numbers', () => {
  const random = seeded(6);
  const draw = (from: number, to: number): Interval => {
    const [a, b] = [randomBetween(random, from, to), randomBetween(random, from, to)];
    return [Math.min(a, b), Math.max(a, b)];
  };
  for (let k = 0; k < 400; k++) {
    const [a, b, c] = [draw(-4, 4), draw(-4, 4), draw(0.1, 4)];
    const [sine, cosine] = sineAndCosine(a);
    for (let n = 0; n <= 8; n++) {
      const at = ([low, high]: Interval): number => low + ((high - low) * n) / 8;
      const [x, y, z] = [at(a), at([b[1], b[0]]), at(c)];
      expect([contains(sine, Math.sin(x)), contains(cosine, Math.cos(x))]).toEqual([true, true]);
      expect(contains(multiply(a, b), x * y)).toBe(true);
      expect(contains(subtract(a, b), x - y)).toBe(true);
      expect(contains(divide(a, c), x / z)).toBe(true);
    }
  }
  // Where they change fastest, sine and cosine reach as far as the interval does, and not twice as far.
  const [[low, high]] = sineAndCosine([-0.1, 0.1]);
  expect([low, high]).toEqual([expect.closeTo(-0.1, 12), expect.closeTo(0.1, 12)]);
});
