import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../src/scalar/random.ts';

/** sfc32 on BigInts modulo 2³², written from its definition: the referee. */
function* referee(seed: number): Generator<number> {
  const word = (x: bigint): bigint => BigInt.asUintN(32, x);
  let [a, b, c, counter] = [0x9e3779b9n, 0x243f6a88n, word(BigInt(seed)), 1n];
  for (let round = 0; ; round++) {
    const output = word(a + b + counter);
    counter = word(counter + 1n);
    a = b ^ (b >> 9n);
    b = word(c + (c << 3n));
    c = word((word(c << 21n) | (c >> 11n)) + output);
    if (round >= 15) yield Number(output) / 2 ** 32;
  }
}

describe('seededRandom', () => {
  test('is sfc32 to the bit', () => {
    for (const seed of [0, 1, 2, 12345, -1, 2 ** 31 - 1, -(2 ** 31)]) {
      const random = seededRandom(seed);
      const expected = referee(seed);
      for (let k = 0; k < 2000; k++) expect(random()).toBe(expected.next().value);
    }
  });

  test('the same seed gives the same stream, and two streams do not disturb each other', () => {
    const [a, b] = [seededRandom(7), seededRandom(7)];
    const first = Array.from({ length: 50 }, a);
    expect(Array.from({ length: 50 }, b)).toEqual(first);
    const [c, d] = [seededRandom(7), seededRandom(8)];
    const woven = Array.from({ length: 50 }, () => [c(), d()][0]);
    expect(woven).toEqual(first);
  });

  test('numbers lie in [0, 1), evenly, also as pairs', () => {
    const random = seededRandom(3);
    const cells = new Int32Array(256);
    const draws = 256 * 400;
    let previous = random();
    for (let k = 0; k < draws; k++) {
      const x = random();
      expect(x >= 0 && x < 1).toBe(true);
      cells[16 * Math.floor(16 * previous) + Math.floor(16 * x)]++;
      previous = x;
    }
    // χ² of 255 degrees of freedom: mean 255, deviation 22.6; five deviations in either case.
    const chi = cells.reduce((sum, n) => sum + (n - 400) ** 2 / 400, 0);
    expect(chi).toBeGreaterThan(142);
    expect(chi).toBeLessThan(368);
  });

  test('neighbouring seeds give unrelated streams', () => {
    const length = 4000;
    const streams = Array.from({ length: 12 }, (_, seed) => Array.from({ length }, seededRandom(seed)));
    for (let i = 0; i < streams.length; i++) {
      for (let j = 0; j < i; j++) {
        // Correlation of independent uniform streams: mean 0, deviation 1/√length.
        const correlation = streams[i].reduce((sum, x, k) => sum + 12 * (x - 0.5) * (streams[j][k] - 0.5), 0) / length;
        expect(Math.abs(correlation)).toBeLessThan(5 / Math.sqrt(length));
        expect(streams[i][0]).not.toBe(streams[j][0]);
      }
    }
  });
});
