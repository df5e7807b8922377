import { fixed, fixedArcTangent, fixedSinCos, fixedToNumber, moveByUlps, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { ARC_TANGENT_ERROR, arcTangent } from '../../src/scalar/arc-tangent.ts';
import { LARGEST_ANGLE, SIN_COS_ERROR, sinCos } from '../../src/scalar/sin-cos.ts';

const out = new Float64Array(2);

/** Errors of sine and cosine of x + low in parts of what is promised. */
function errors(x: number, low = 0): [sine: number, cosine: number] {
  sinCos(x, out, low);
  const [sine, cosine] = fixedSinCos(fixed(x) + fixed(low));
  return [
    Math.abs(fixedToNumber(fixed(out[0]) - sine)) / SIN_COS_ERROR,
    Math.abs(fixedToNumber(fixed(out[1]) - cosine)) / SIN_COS_ERROR,
  ];
}

function worstOf(arguments_: Iterable<readonly [x: number, low: number]>): number {
  let worst = 0;
  for (const [x, low] of arguments_) worst = Math.max(worst, ...errors(x, low));
  return worst;
}

describe('sinCos', () => {
  test('is as near as promised: 80,000 arguments up to the largest', () => {
    const random = seeded(11);
    const worst = worstOf(
      Array.from({ length: 80_000 }, (_, run): [number, number] => {
        const largest = run % 2 === 0 ? 4 : LARGEST_ANGLE;
        const x = (2 * random() - 1) * largest;
        return [x, run % 3 === 0 ? (random() - 0.5) * Math.abs(moveByUlps(x, 1) - x) : 0];
      }),
    );
    expect(worst).toBeLessThan(0.6);
    expect(worst).toBeGreaterThan(0.3); // or the errors were never there
  });

  test('next to the multiples of π/4, where quarters change and results vanish', () => {
    const random = seeded(12);
    const worst = worstOf(
      Array.from({ length: 20_000 }, (_, run): [number, number] => {
        const k = run < 4000 ? run - 2000 : Math.floor((2 * random() - 1) * 1.3e6);
        return [moveByUlps((k * Math.PI) / 4, Math.floor(9 * random()) - 4), 0];
      }),
    );
    expect(worst).toBeLessThan(0.6);
  });

  test('small arguments keep their digits', () => {
    const random = seeded(13);
    for (let run = 0; run < 4000; run++) {
      const x = (random() - 0.5) * 2 ** (-50 * random());
      const [error] = errors(x);
      expect(error).toBeLessThanOrEqual(0.6 * Math.abs(x));
      sinCos(x * 1e-20, out);
      expect(out[0]).toBe(x * 1e-20);
      expect(out[1]).toBe(1);
    }
    sinCos(0, out);
    expect([...out]).toEqual([0, 1]);
  });

  test('is odd and even to the bit', () => {
    const random = seeded(14);
    for (let run = 0; run < 1000; run++) {
      const x = random() * 1000;
      sinCos(x, out);
      const [sine, cosine] = out;
      sinCos(-x, out);
      expect([...out]).toEqual([-sine, cosine]);
    }
  });
});

describe('arcTangent', () => {
  test('is as near as promised in both quarters, for vectors of any length', () => {
    const random = seeded(15);
    let worst = 0;
    for (let run = 0; run < 10_000; run++) {
      const size = 10 ** (10 * random() - 5);
      const x = (2 * random() - 1) * size;
      // Now and then on the borders between the steps, where y/x is an odd multiple of 1/8.
      const y =
        run % 4 === 0
          ? moveByUlps(Math.abs(x) * ((2 * Math.floor(4 * random()) + 1) / 8), Math.floor(5 * random()) - 2)
          : size * random() * 10 ** (run % 3 === 0 ? -30 * random() : 0);
      const exact = fixedArcTangent(fixed(y), fixed(x));
      const error = Math.abs(fixedToNumber(fixed(arcTangent(y, x)) - exact));
      worst = Math.max(worst, error / (ARC_TANGENT_ERROR * fixedToNumber(exact)));
    }
    expect(worst).toBeLessThan(0.8);
    expect(worst).toBeGreaterThan(0.2);
  });

  test('the axes', () => {
    expect(arcTangent(0, 2)).toBe(0);
    expect(arcTangent(3, 0)).toBe(Math.PI / 2);
    expect(arcTangent(0, -1)).toBe(Math.PI);
    expect(arcTangent(5, 5)).toBe(Math.PI / 4);
  });
});
