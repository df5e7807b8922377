import {
  liftTriangle,
  liftVector,
  randomBetween,
  randomInteger,
  type SeededRandom,
  seeded,
  triangleBoxOverlapExactly,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { overlapTriangleBox } from '../../src/primitive/triangle-box.ts';
import { clipTriangleBox } from '../../src/primitive/triangle-box-clip.ts';

type Draw = (random: SeededRandom) => number;

const FAMILIES: Readonly<Record<string, Draw>> = {
  random: (random) => randomBetween(random, -1, 1),
  'whole numbers': (random) => randomInteger(random, -2, 2),
  'far away': (random) => 1e6 + randomBetween(random, -1, 1),
  tiny: (random) => randomBetween(random, -1, 1) * 2 ** -1060,
  huge: (random) => randomBetween(random, -1, 1) * 1e150,
};

function scene(random: SeededRandom, draw: Draw): readonly [Float64Array, Float64Array] {
  const triangle = Float64Array.from({ length: 9 }, () => draw(random));
  const ends = Array.from({ length: 3 }, () => [draw(random), draw(random)]);
  const box = Float64Array.of(...ends.map((e) => Math.min(...e)), ...ends.map((e) => Math.max(...e)));
  return [triangle, box];
}

test.each(Object.entries(FAMILIES))('%s: no contact is missed, and near misses are all that is added', (name, draw) => {
  const random = seeded(7);
  let met = 0;
  let missed = 0;
  let added = 0;
  for (let n = 0; n < 4000; n++) {
    const [triangle, box] = scene(random, draw);
    const intersects = overlapTriangleBox(triangle, 0, box, 0);
    const clipped = clipTriangleBox(triangle, 0, box, 0);
    if (intersects) met++;
    if (intersects && !clipped) missed++;
    if (clipped && !intersects) added++;
  }
  expect(missed).toBe(0);
  expect(met).toBeGreaterThan(400);
  expect(met).toBeLessThan(3900);
  // Coordinates of a few of the smallest doubles are all within rounding of each other.
  expect(added).toBeLessThanOrEqual(name === 'tiny' ? 400 : 0);
});

test('all is decided as by cutting in fractions', () => {
  const random = seeded(9);
  for (let n = 0; n < 400; n++) {
    const [triangle, box] = scene(random, FAMILIES.random);
    const expected = triangleBoxOverlapExactly(liftTriangle(triangle), liftVector(box), liftVector(box, 3));
    expect(clipTriangleBox(triangle, 0, box, 0)).toBe(expected);
  }
});

test('a triangle that passes a corner of the box is told from one that clips it', () => {
  const box = Float64Array.of(0, 0, 0, 1, 1, 1);
  const beyond = (sum: number): Float64Array => Float64Array.of(sum, 0, 0, 0, sum, 0, 0, 0, sum);
  expect(clipTriangleBox(beyond(3.01), 0, box, 0)).toBe(false);
  expect(clipTriangleBox(beyond(2.99), 0, box, 0)).toBe(true);
});
