// Bodies of one triangle each, of the kinds that break triangle code; and bodies at the ends of what doubles can hold.

import {
  bruteForceDistance,
  bruteForcePairs,
  randomChoice,
  randomPose,
  seeded,
  UGLY_KINDS,
  uglyTrianglePairs,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { collide, distance, Mesh } from '../../src/index.ts';
import { anyBody, bodyOf, cornerOf, scaled } from './bodies.ts';
import { bracketHolds, PROMISED_WIDTH, sceneSize, sortedPairs } from './judge.ts';
import { IDENTITY, oracle, type PlainPose, toWorld } from './scenes.ts';

test('pairs of ugly triangles, unturned and turned', () => {
  const poses: readonly PlainPose[] = [
    IDENTITY,
    randomPose(seeded(8), 1),
    { position: [0, 0, 0], rotation: [0.6, 0, 0, 0.8] },
  ];
  let [index, hits] = [0, 0];
  const count = 20 * UGLY_KINDS.length;
  for (const { kind, a, b } of uglyTrianglePairs(99, count)) {
    const pose = poses[index % poses.length];
    const name = `${index++} ${kind}`;
    const [bodyA, bodyB] = [bodyOf('a', new Mesh(a, [0, 1, 2])), bodyOf('b', new Mesh(b, [0, 1, 2]))];
    const exact = bruteForceDistance(oracle(bodyA, pose), oracle(bodyB, pose));
    if (exact.intersects) hits++;
    expect(collide(bodyA.model, pose, bodyB.model, pose).colliding, name).toBe(exact.intersects);
    const apart = distance(bodyA.model, pose, bodyB.model, pose);
    expect(bracketHolds(apart.lower, exact.squaredDistance, apart.upper), name).toBe(true);
    expect(apart.upper - apart.lower, name).toBeLessThanOrEqual(PROMISED_WIDTH * sceneSize(bodyA, pose, bodyB, pose));
    expect(apart.status !== 'separated', name).toBe(exact.intersects);
    // With a limit just beyond, the same is found.
    const maxDistance = 2 * apart.upper;
    expect(distance(bodyA.model, pose, bodyB.model, pose, { maxDistance }).status, name).toBe(apart.status);
  }
  expect(hits / count).toBeGreaterThan(0.3);
  expect(hits / count).toBeLessThan(0.8);
});

test('sizes from 1e-140 to 1e140, and such against each other', () => {
  const random = seeded(5);
  const sizes = [1e-140, 1e-100, 1e-30, 1e30, 1e100, 1e140];
  for (let index = 0; index < 36; index++) {
    const sizeA = sizes[index % 6];
    const sizeB = index % 3 === 0 ? randomChoice(random, sizes) : sizeA;
    const a = bodyOf('a', scaled(anyBody(random).mesh, sizeA));
    const b = bodyOf('b', scaled(anyBody(random).mesh, sizeB));
    const poseB: PlainPose = { position: [0, 0, 0], rotation: randomPose(random, 1).rotation };
    const corner = toWorld(poseB, cornerOf(b.mesh, 0, 0));
    const position = corner.map((x) => x + sizeA * (2 * random() - 1)) as [number, number, number];
    const poseA: PlainPose = { position, rotation: randomPose(random, 1).rotation };
    const name = `${index}: ${sizeA} against ${sizeB}`;
    const exact = bruteForceDistance(oracle(a, poseA), oracle(b, poseB));
    const apart = distance(a.model, poseA, b.model, poseB, { solid: false });
    expect(bracketHolds(apart.lower, exact.squaredDistance, apart.upper), name).toBe(true);
    expect(apart.upper - apart.lower, name).toBeLessThanOrEqual(PROMISED_WIDTH * sceneSize(a, poseA, b, poseB));
    const met = collide(a.model, poseA, b.model, poseB, { contacts: 'all', solid: false });
    expect(sortedPairs(met.pairs), name).toEqual(bruteForcePairs(oracle(a, poseA), oracle(b, poseB)));
  }
});
