import { bruteForcePairs, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { collide } from '../../../src/index.ts';
import { exactFace, passesThrough, sortedPairs } from '../judge.ts';
import { EVERY_SCENE_KIND, nameOf, oracle, randomScene, type SceneKind } from '../scenes.ts';

const CASES = 150;

describe('collide against brute force in exact arithmetic', () => {
  const hits = new Map<SceneKind, number>(EVERY_SCENE_KIND.map((kind) => [kind, 0]));

  test(`${CASES} scenes: every pair of faces that meets, and no other`, () => {
    const random = seeded(20261);
    for (let index = 0; index < CASES; index++) {
      const scene = randomScene(random, index, EVERY_SCENE_KIND);
      const { a, poseA, b, poseB } = scene;
      const name = nameOf(scene, index);
      const expected = bruteForcePairs(oracle(a, poseA), oracle(b, poseB));
      const all = collide(a.model, poseA, b.model, poseB, { contacts: 'all' });
      expect(sortedPairs(all.pairs), name).toEqual(expected);
      expect(all.pairCount, name).toBe(expected.length);

      const first = collide(a.model, poseA, b.model, poseB);
      expect(first.pairs, name).toEqual([]);
      expect(first.status, name).toBe(all.status);
      expect(first.colliding, name).toBe(all.colliding);
      const asSurfaces = collide(a.model, poseA, b.model, poseB, { solid: false });
      expect(asSurfaces.colliding, name).toBe(expected.length > 0);

      if (expected.length === 0) continue;
      hits.set(scene.kind, (hits.get(scene.kind) ?? 0) + 1);
      const [inA, inB] = [oracle(a, poseA), oracle(b, poseB)];
      const crosses = expected.some(([faceA, faceB]) => passesThrough(exactFace(inA, faceA), exactFace(inB, faceB)));
      expect(asSurfaces.status, name).toBe(crosses ? 'intersecting' : 'touching');
      if (crosses) expect(all.status, name).toBe('intersecting');
      else expect(['touching', 'intersecting'], name).toContain(all.status);
      expect(expected, name).toContainEqual([first.faceA, first.faceB]);
      expect(expected, name).toContainEqual([all.faceA, all.faceB]);
    }
  });

  test('between 30 % and 70 % of the scenes met, and some of every kind', () => {
    const total = [...hits.values()].reduce((sum, n) => sum + n, 0);
    expect(total / CASES).toBeGreaterThan(0.3);
    expect(total / CASES).toBeLessThan(0.7);
    for (const [kind, count] of hits) {
      expect(count, kind).toBeGreaterThan(0);
      expect(count, kind).toBeLessThan(CASES / EVERY_SCENE_KIND.length);
    }
  });
});
