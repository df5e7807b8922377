import { describe, expect, test } from 'vitest';
import { lowerBoundRssRss, overlapRssRss, rssVolume } from '../../../src/bounds/rss.ts';
import { lowerBoundSphereSphere, overlapSphereSphere, sphereVolume } from '../../../src/bounds/sphere.ts';
import type { VolumeKind } from '../../../src/bounds/volume.ts';
import { makeShape } from '../../../src/entries/shapes.ts';
import { distance, Model } from '../../../src/index.ts';
import { cascadeVolume, lowerBoundCascade, overlapCascade } from '../../../src/lab/volumes/cascade.ts';
import { lowerBoundLssLss, lssVolume, overlapLssLss } from '../../../src/lab/volumes/lss.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { fitted, moved, randomPose, SHAPES, shapeTriangles, touchingSets } from '../../bounds/samples.ts';

const NAMES = Object.keys(SHAPES);

function pairOf(random: Random, run: number): readonly [Float64Array, Float64Array] {
  const one = shapeTriangles(random, NAMES[run % 3], 1 + (run % 9), 1, 1);
  return [one, shapeTriangles(random, NAMES[Math.floor(run / 3) % 3], 1 + (run % 7), 1, 3)];
}

describe('cascade', () => {
  test('holds the three volumes as they fit and move alone', () => {
    const random = seededRandom(1);
    for (const name of NAMES) {
      const triangles = shapeTriangles(random, name, 5, 1, 10);
      const pose = randomPose(random, 1);
      pose[13] = 0.25;
      const parts = [sphereVolume, lssVolume, rssVolume].map((kind) => fitted(kind, triangles));
      const whole = fitted(cascadeVolume, triangles);
      expect(Array.from(whole)).toEqual(parts.flatMap((part) => Array.from(part)));
      const [sphere, lss, rss] = parts;
      const after = [moved(sphereVolume, sphere, pose), moved(lssVolume, lss, pose), moved(rssVolume, rss, pose)];
      expect(Array.from(moved(cascadeVolume, whole, pose))).toEqual(after.flatMap((part) => Array.from(part)));
    }
  });

  test('the bound is that of the first volume for which it is enough, or the best of all', () => {
    const random = seededRandom(2);
    const ends = [0, 0, 0, 0];
    for (let run = 0; run < 3000; run++) {
      const [ta, tb] = pairOf(random, run);
      const [a, b] = [fitted(cascadeVolume, ta), fitted(cascadeVolume, tb)];
      const bounds = [
        lowerBoundSphereSphere(fitted(sphereVolume, ta), 0, fitted(sphereVolume, tb), 0),
        lowerBoundLssLss(fitted(lssVolume, ta), 0, fitted(lssVolume, tb), 0),
        lowerBoundRssRss(fitted(rssVolume, ta), 0, fitted(rssVolume, tb), 0),
      ];
      const enough = 3 * random();
      const slot = bounds.findIndex((bound) => bound >= enough);
      ends[slot + 1]++;
      const expected = slot >= 0 && slot < 2 ? bounds[slot] : Math.max(...bounds);
      expect(lowerBoundCascade(a, 0, b, 0, enough)).toBe(expected);
      expect(lowerBoundCascade(a, 0, b, 0, Infinity)).toBe(Math.max(...bounds));
    }
    for (const count of ends) expect(count).toBeGreaterThan(50);
  });

  test('overlaps where all three do', () => {
    const random = seededRandom(3);
    let apart = 0;
    for (let run = 0; run < 1500; run++) {
      const [ta, tb] = pairOf(random, run);
      const all =
        overlapSphereSphere(fitted(sphereVolume, ta), 0, fitted(sphereVolume, tb), 0) &&
        overlapLssLss(fitted(lssVolume, ta), 0, fitted(lssVolume, tb), 0) &&
        overlapRssRss(fitted(rssVolume, ta), 0, fitted(rssVolume, tb), 0);
      expect(overlapCascade(fitted(cascadeVolume, ta), 0, fitted(cascadeVolume, tb), 0)).toBe(all);
      if (!all) apart++;
      const [a, b] = touchingSets(random, 1, run % 2 ? 10 : 0);
      expect(overlapCascade(fitted(cascadeVolume, a), 0, fitted(cascadeVolume, b), 0)).toBe(true);
    }
    expect(apart).toBeGreaterThan(200);
    expect(apart).toBeLessThan(1400);
  });

  test('a distance search needs no more tests than with rectangles alone', () => {
    const knot = Model.build(makeShape('torus-knot'));
    const pose = { position: [1.7, 0.3, 0.2], rotation: [0, 0.6, 0, 0.8] } as const;
    const tests = (volume: VolumeKind): number =>
      distance(knot, pose, knot, {}, { volume, stats: true }).stats?.volumeTests ?? Number.NaN;
    expect(tests(cascadeVolume)).toBeLessThanOrEqual(tests(rssVolume));
  });
});
