import { expect, test } from 'vitest';
import { overlapRssRss } from '../../../src/bounds/rss.ts';
import { overlapLssLss } from '../../../src/lab/volumes/lss.ts';
import { sweptMeasure } from '../../../src/lab/volumes/swept-measure.ts';
import { overlapTssTss } from '../../../src/lab/volumes/tss.ts';
import { seededRandom } from '../../../src/scalar/random.ts';
import { movedPoint, randomPose } from '../../bounds/samples.ts';

test('balls meet while their centres are within two radii', () => {
  expect(2 * sweptMeasure(0, 0, 0.5)).toBeCloseTo((4 / 3) * Math.PI, 14);
});

const SAMPLES = 60_000;
/** Half the side of the cube that shifts are drawn from; no two of the bodies below reach so far. */
const SHIFT = 3;

/** The measure of the poses in which two copies overlap: the part of random ones, times the volume of their shifts. */
function timesMet(overlapAt: (pose: Float64Array) => boolean): number {
  const random = seededRandom(1);
  let met = 0;
  for (let run = 0; run < SAMPLES; run++) if (overlapAt(randomPose(random, SHIFT))) met++;
  return (met / SAMPLES) * (2 * SHIFT) ** 3;
}

const UNTURNED = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

test.each([
  [1, 0.25],
  [0.75, 0.5],
])('capsules of half length %d and radius %d meet as often as said', (half, radius) => {
  const at = ([a, , , d, , , g, , , x, y, z]: Float64Array): Float64Array =>
    Float64Array.of(x, y, z, a, d, g, half, radius);
  const met = timesMet((pose) => overlapLssLss(at(UNTURNED), 0, at(pose), 0));
  expect(met / (2 * sweptMeasure(0, 4 * half, radius))).toBeCloseTo(1, 1);
});

test('and flat rectangles, and thick triangles', () => {
  const plate = ([a, b, c, d, e, f, g, h, i, x, y, z]: Float64Array): Float64Array =>
    Float64Array.of(x, y, z, a, d, g, b, e, h, c, f, i, 1, 0.75, 0);
  const platesMet = timesMet((pose) => overlapRssRss(plate(UNTURNED), 0, plate(pose), 0));
  expect(platesMet / (2 * sweptMeasure(3, 7, 0))).toBeCloseTo(1, 1);

  const triangle = (pose: Float64Array): Float64Array =>
    Float64Array.from(
      [
        [0, 0, 0],
        [0, 0, 0],
        [1.5, 0, 0],
        [0, 1.5, 0],
      ]
        .flatMap((p) => movedPoint(pose, p))
        .concat(0.25),
    );
  const trianglesMet = timesMet((pose) => overlapTssTss(triangle(UNTURNED), 0, triangle(pose), 0));
  expect(trianglesMet / (2 * sweptMeasure(1.125, 3 + 1.5 * Math.SQRT2, 0.25))).toBeCloseTo(1, 1);
});
