import { describe, expect, test } from 'vitest';
import { aabbVolume, lowerBoundAabbAabb, overlapAabbAabb } from '../../src/bounds/aabb.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import {
  absolute,
  distanceSq,
  fitted,
  moved,
  movedPoint,
  randomPose,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  toInteger,
  touchingSets,
} from './samples.ts';

const randomBox = (random: Random, scale: number): Float64Array =>
  Float64Array.from({ length: 6 }, (_, k) => scale * (k < 3 ? 1.2 * spread(random) : random()));

/** A point of the box; corners, edges and faces more often than the inside. */
function pointOf(random: Random, box: Float64Array): number[] {
  return [0, 1, 2].map((k) => box[k] + box[3 + k] * Math.max(-1, Math.min(1, 2 * spread(random))));
}

describe('aabb', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly and tightly: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 60; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
        const box = fitted(aabbVolume, triangles);
        for (let axis = 0; axis < 3; axis++) {
          let low = Infinity;
          let high = -Infinity;
          for (let k = axis; k < triangles.length; k += 3) {
            low = Math.min(low, triangles[k]);
            high = Math.max(high, triangles[k]);
            const away = absolute(toInteger(triangles[k]) - toInteger(box[axis]));
            expect(away <= toInteger(box[3 + axis])).toBe(true);
          }
          expect(2 * box[3 + axis] - (high - low)).toBeLessThanOrEqual(rounding(16, low, high));
        }
      }
    });
  }

  test('the lower bound is the distance: below all sampled pairs, met by the nearest points', () => {
    const random = seededRandom(2);
    let apart = 0;
    for (let run = 0; run < 1000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomBox(random, scale), randomBox(random, scale)];
      const bound = lowerBoundAabbAabb(a, 0, b, 0);
      for (let tries = 0; tries < 20; tries++) {
        const distance = Math.sqrt(distanceSq(pointOf(random, a), pointOf(random, b)));
        expect(bound).toBeLessThanOrEqual(distance + rounding(8, ...a, ...b));
      }
      const nearest = [0, 1, 2].map((k) => Math.max(a[k] - a[3 + k], Math.min(a[k] + a[3 + k], b[k])));
      const back = [0, 1, 2].map((k) => Math.max(b[k] - b[3 + k], Math.min(b[k] + b[3 + k], nearest[k])));
      const again = [0, 1, 2].map((k) => Math.max(a[k] - a[3 + k], Math.min(a[k] + a[3 + k], back[k])));
      const truth = Math.sqrt(distanceSq(back, again));
      expect(Math.abs(Math.max(0, bound) - truth)).toBeLessThanOrEqual(rounding(32, ...a, ...b));
      expect(overlapAabbAabb(a, 0, b, 0)).toBe(bound <= 0);
      expect(lowerBoundAabbAabb(b, 0, a, 0)).toBe(bound);
      if (bound > 0) apart++;
    }
    expect(apart).toBeGreaterThan(300);
    expect(apart).toBeLessThan(900);
  });

  test('a face gap and a corner gap are exact', () => {
    const a = Float64Array.of(0, 0, 0, 1, 1, 1);
    expect(lowerBoundAabbAabb(a, 0, Float64Array.of(5, 0.5, 0, 2, 1, 1), 0)).toBe(2);
    expect(lowerBoundAabbAabb(a, 0, Float64Array.of(5, 6, 0, 1, 1, 1), 0)).toBe(5);
    expect(lowerBoundAabbAabb(a, 0, Float64Array.of(1, 0, 0, 1, 1, 1), 0)).toBe(-1);
    expect(overlapAabbAabb(a, 0, Float64Array.of(2, 2, 2, 1, 1, 1), 0)).toBe(true);
    expect(overlapAabbAabb(a, 0, Float64Array.of(2 + 1e-14, 0, 0, 1, 1, 1), 0)).toBe(false);
  });

  test('boxes that touch in exact arithmetic overlap, however their sums round', () => {
    const random = seededRandom(9);
    let touching = 0;
    for (let run = 0; run < 2000; run++) {
      const a = Float64Array.of(spread(random) / 3, 0, 0, random() / 7, 1, 1);
      const b = Float64Array.of(0, 0, 0, random() / 64 / 5, 1, 1);
      b[0] = a[0] + a[3] + b[3];
      const away = toInteger(b[0]) - toInteger(a[0]);
      if (absolute(away) > toInteger(a[3]) + toInteger(b[3])) continue;
      expect(overlapAabbAabb(a, 0, b, 0)).toBe(true);
      touching++;
    }
    expect(touching).toBeGreaterThan(500);
    expect(touching).toBeLessThan(1900);
  });

  test('a moved box encloses the moved points, so its bound never grows', () => {
    const random = seededRandom(3);
    for (let run = 0; run < 500; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomBox(random, scale), randomBox(random, scale)];
      const pose = randomPose(random, scale);
      const [ma, mb] = [moved(aabbVolume, a, pose), moved(aabbVolume, b, pose)];
      const errorBound = rounding(64, ...a, ...b, pose[9], pose[10], pose[11]);
      for (let tries = 0; tries < 10; tries++) {
        const p = movedPoint(pose, pointOf(random, a));
        for (let k = 0; k < 3; k++) expect(Math.abs(p[k] - ma[k])).toBeLessThanOrEqual(ma[3 + k] + errorBound);
      }
      const bound = lowerBoundAabbAabb(ma, 0, mb, 0);
      expect(bound).toBeLessThanOrEqual(Math.max(0, lowerBoundAabbAabb(a, 0, b, 0)) + errorBound);
    }
  });

  test('sets that touch overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 500; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [boxA, boxB] = [fitted(aabbVolume, a), fitted(aabbVolume, b)];
      expect(overlapAabbAabb(boxA, 0, boxB, 0)).toBe(true);
      expect(lowerBoundAabbAabb(boxA, 0, boxB, 0)).toBeLessThanOrEqual(rounding(8, ...boxA, ...boxB));
    }
  });
});
