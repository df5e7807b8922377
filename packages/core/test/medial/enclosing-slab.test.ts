import { randomBetween, randomInteger, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { distancePointSlab } from '../../src/medial/ball-distance.ts';
import { encloseInSlab } from '../../src/medial/enclosing-slab.ts';

test('2000 sets of balls are held, a few as tightly as can be', () => {
  const random = seeded(61);
  const slab = new Float64Array(12);
  let tight = 0;
  for (let k = 0; k < 2000; k++) {
    const count = randomInteger(random, 1, 12);
    // Now and then a ball that holds the others.
    const large = random() < 0.2 ? 2 : 0.3;
    const balls = Float64Array.from({ length: 4 * count }, (_, c) =>
      c % 4 === 3 ? large * random() : randomBetween(random, -1, 1),
    );
    encloseInSlab(balls, 0, count, slab, 0);
    let outside = -Infinity;
    for (let b = 0; b < balls.length; b += 4) {
      outside = Math.max(outside, distancePointSlab(balls, b, slab, 0, 1, 2) + balls[b + 3]);
    }
    expect(outside, `set ${k}`).toBeLessThanOrEqual(0);
    if (outside > -1e-12) tight++;
  }
  expect(tight).toBe(2000);
});
