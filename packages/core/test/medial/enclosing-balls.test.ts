import { randomBetween, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { encloseInBalls, MOST_ENCLOSING } from '../../src/medial/enclosing-balls.ts';
import { randomVector } from '../motion/seeded-motions.ts';

const DIRECTIONS = 300;

/** How far the hull of some balls reaches along a direction: one hull holds another where it reaches as far along every one. */
function reachAlong(balls: Float64Array, direction: readonly number[]): number {
  const [x, y, z] = direction;
  const length = Math.hypot(x, y, z);
  let reach = -Infinity;
  for (let k = 0; k < balls.length; k += 4) {
    reach = Math.max(reach, (balls[k] * x + balls[k + 1] * y + balls[k + 2] * z) / length + balls[k + 3]);
  }
  return reach;
}

function randomBalls(random: SeededRandom, count: number, radius: number): Float64Array {
  return Float64Array.from({ length: 4 * count }, (_, k) =>
    k % 4 === 3 ? radius * random() : randomBetween(random, -1, 1),
  );
}

/** The least and the most by which the enclosure of `balls` reaches farther than they do, over many directions. */
function margins(random: SeededRandom, balls: Float64Array): { readonly least: number; readonly most: number } {
  const out = new Float64Array(4 * (MOST_ENCLOSING + 1));
  const count = encloseInBalls(balls, 0, balls.length / 4, out, 1);
  expect(count).toBeLessThanOrEqual(MOST_ENCLOSING);
  const hull = out.subarray(4, 4 * (count + 1));
  let least = Infinity;
  let most = -Infinity;
  for (let k = 0; k < DIRECTIONS; k++) {
    const direction = randomVector(random, 1);
    const margin = reachAlong(hull, direction) - reachAlong(balls, direction);
    least = Math.min(least, margin);
    most = Math.max(most, margin);
  }
  return { least, most };
}

describe('balls that hold balls', () => {
  test('2000 sets are held, those of few balls tightly', () => {
    const random = seeded(61);
    for (let k = 0; k < 2000; k++) {
      const count = randomInteger(random, 1, 24);
      // Now and then a ball that holds the others.
      const { least, most } = margins(random, randomBalls(random, count, random() < 0.2 ? 2 : 0.3));
      expect(least, `set ${k}`).toBeGreaterThanOrEqual(-1e-15);
      // Of more balls than there may be, anywhere in a box: a quarter of its diagonal.
      expect(most, `set ${k}`).toBeLessThan(count <= MOST_ENCLOSING ? 0.01 : Math.sqrt(3) / 2);
    }
  });

  test('many balls along a bent sheet: within a tenth of its size', () => {
    const random = seeded(62);
    const sheet = Float64Array.from({ length: 4 * 200 });
    for (let k = 0; k < sheet.length; k += 4) {
      const [u, v] = [randomBetween(random, -1, 1), randomBetween(random, -1, 1)];
      sheet.set([u, v, 0.3 * u * u, 0.05 * (1 + v)], k);
    }
    const { least, most } = margins(random, sheet);
    expect(least).toBeGreaterThanOrEqual(-1e-15);
    expect(most).toBeLessThan(0.2);
  });

  test('balls that are all alike, or inside one of them, need one', () => {
    const out = new Float64Array(4 * MOST_ENCLOSING);
    expect(encloseInBalls(Float64Array.of(1, 2, 3, 0.5, 1, 2, 3, 0.5), 0, 2, out, 0)).toBe(1);
    expect(encloseInBalls(Float64Array.of(0.1, 0, 0, 0.2, 0, 0, 0, 2, -0.3, 0.2, 0, 1), 0, 3, out, 0)).toBe(1);
    expect(out[3]).toBeCloseTo(2, 12);
  });
});
