// tolerance against exact distances.

import { bruteForceDistance, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { tolerance } from '../../../src/index.ts';
import { bracketHolds, distanceFromFace, gapBetween, PROMISED_WIDTH, sceneSize, worldSize } from '../judge.ts';
import { EVERY_SCENE_KIND, nameOf, oracle, randomScene } from '../scenes.ts';

test('agrees with the exact distance wherever that is not within rounding of it', () => {
  const random = seeded(61);
  const seen = { within: 0, beyond: 0 };
  for (let index = 0; index < 6 * EVERY_SCENE_KIND.length; index++) {
    const scene = randomScene(random, index, EVERY_SCENE_KIND);
    const { a, poseA, b, poseB } = scene;
    const name = nameOf(scene, index);
    const exact = bruteForceDistance(oracle(a, poseA), oracle(b, poseB));
    const size = sceneSize(a, poseA, b, poseB);
    const rounding = PROMISED_WIDTH * size;
    for (const wanted of [0, 0.5 * exact.distance, exact.distance * (1 - 1e-6), exact.distance * (1 + 1e-6), size]) {
      const result = tolerance(a.model, poseA, b.model, poseB, { tolerance: wanted, solid: false });
      expect(bracketHolds(result.lower, exact.squaredDistance, result.upper), name).toBe(true);
      if (exact.intersects || exact.distance < wanted - rounding) expect(result.status, name).toBe('within');
      else if (exact.distance > wanted + rounding) expect(result.status, name).toBe('beyond');
      expect(result.within, name).toBe(result.status === 'within');
      if (result.status === 'iteration-limit') throw new Error(name);
      seen[result.status]++;
      if (result.within !== true) {
        expect(result.lower, name).toBeGreaterThanOrEqual(wanted - rounding);
        expect([result.pointA, result.pointB, result.faceA, result.faceB], name).toEqual([null, null, null, null]);
        continue;
      }
      // Witnesses within the tolerance, on the faces named.
      const { pointA, pointB, faceA, faceB } = result;
      if (pointA === null || pointB === null || faceA === null || faceB === null) throw new Error(name);
      const errorBound = 16 * 2 ** -52 * (worldSize(a, poseA) + worldSize(b, poseB));
      expect(distanceFromFace(pointA, oracle(a, poseA), faceA), name).toBeLessThanOrEqual(errorBound);
      expect(distanceFromFace(pointB, oracle(b, poseB), faceB), name).toBeLessThanOrEqual(errorBound);
      expect(gapBetween(pointA, pointB), name).toBeLessThanOrEqual(wanted + rounding + 2 * errorBound);
    }
  }
  expect(seen.within).toBeGreaterThan(60);
  expect(seen.beyond).toBeGreaterThan(30);
});
