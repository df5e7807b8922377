// tolerance and clearance against exact distances.

import { bruteForceDistance, seeded, sqrtToNumber, squaredDistanceExactly } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { clearance, tolerance } from '../../src/index.ts';
import { SOLIDS } from './bodies.ts';
import {
  bracketHolds,
  distanceFromFace,
  exactFace,
  gapBetween,
  PROMISED_WIDTH,
  sceneSize,
  worldSize,
} from './judge.ts';
import { EVERY_SCENE_KIND, nameOf, oracle, randomScene } from './scenes.ts';

describe('tolerance', () => {
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
        const slack = 16 * 2 ** -52 * (worldSize(a, poseA) + worldSize(b, poseB));
        expect(distanceFromFace(pointA, oracle(a, poseA), faceA), name).toBeLessThanOrEqual(slack);
        expect(distanceFromFace(pointB, oracle(b, poseB), faceB), name).toBeLessThanOrEqual(slack);
        expect(gapBetween(pointA, pointB), name).toBeLessThanOrEqual(wanted + rounding + 2 * slack);
      }
    }
    expect(seen.within).toBeGreaterThan(60);
    expect(seen.beyond).toBeGreaterThan(30);
  });
});

describe('clearance', () => {
  test('lists the pairs of faces nearer than the clearance, and no other', () => {
    const random = seeded(62);
    let [listed, left] = [0, 0];
    for (let index = 0; index < 2 * EVERY_SCENE_KIND.length; index++) {
      const scene = randomScene(random, index, EVERY_SCENE_KIND);
      const { a, poseA, b, poseB } = scene;
      const name = nameOf(scene, index);
      const [inA, inB] = [oracle(a, poseA), oracle(b, poseB)];
      const { distance } = bruteForceDistance(inA, inB);
      const size = sceneSize(a, poseA, b, poseB);
      const rounding = PROMISED_WIDTH * size;
      // A few of the faces nearest to each other: exact distances of all pairs would take minutes.
      const wanted = 1.01 * distance + 0.01 * Math.min(size, 4);
      const result = clearance(a.model, poseA, b.model, poseB, { clearance: wanted });
      expect(result.status, name).toBe('complete');
      const found = new Map(result.pairs.map(({ faceA, faceB, distance: d }) => [`${faceA} ${faceB}`, d]));
      expect(found.size, name).toBe(result.pairs.length);
      const facesA = Array.from(
        { length: Math.min(a.mesh.triangleCount, 20) },
        (_, k) => (7 * k) % a.mesh.triangleCount,
      );
      const facesB = Array.from(
        { length: Math.min(b.mesh.triangleCount, 10) },
        (_, k) => (5 * k) % b.mesh.triangleCount,
      );
      const sample = new Set(facesA.flatMap((p) => facesB.map((q) => `${p} ${q}`)));
      for (const key of [...found.keys()].slice(0, 30)) sample.add(key);
      const exactA = new Map<number, ReturnType<typeof exactFace>>();
      const exactB = new Map<number, ReturnType<typeof exactFace>>();
      for (const key of sample) {
        const [p, q] = key.split(' ').map(Number);
        const faceP = exactA.get(p) ?? exactFace(inA, p);
        const faceQ = exactB.get(q) ?? exactFace(inB, q);
        exactA.set(p, faceP);
        exactB.set(q, faceQ);
        const squared = squaredDistanceExactly(faceP, faceQ);
        const exact = sqrtToNumber(squared);
        const known = found.get(key);
        if (known === undefined) {
          left++;
          expect(exact, `${name}: ${key}`).toBeGreaterThan(wanted - rounding);
        } else {
          listed++;
          expect(exact, `${name}: ${key}`).toBeLessThan(wanted + rounding);
          expect(Math.abs(known - exact), `${name}: ${key}`).toBeLessThanOrEqual(rounding);
          expect(known === 0, `${name}: ${key}`).toBe(squared.num === 0n);
        }
      }
    }
    expect(listed).toBeGreaterThan(100);
    expect(left).toBeGreaterThan(100);
  });

  test('clearance 0 lists what collide lists; a limit stops it; a face exactly at the clearance counts', () => {
    const random = seeded(63);
    const scene = randomScene(random, 0);
    const { a, poseA, b, poseB } = { ...scene, poseA: scene.poseB };
    const all = clearance(a.model, poseA, b.model, poseB, { clearance: 0 });
    expect(all.pairs.length).toBeGreaterThan(3);
    expect(all.pairs.every(({ distance }) => distance === 0)).toBe(true);
    const some = clearance(a.model, poseA, b.model, poseB, { clearance: 0, limit: 3 });
    expect(some.status).toBe('limit');
    expect(some.pairs).toEqual(all.pairs.slice(0, 3));
    expect(clearance(a.model, poseA, b.model, poseB, { clearance: 1, limit: 0 })).toEqual({
      status: 'limit',
      pairs: [],
    });
    const lattice = SOLIDS[0].model; // a cube of side 1
    const at3 = { position: [4, 0, 0] } as const;
    const exactly = clearance(lattice, at3, lattice, {}, { clearance: 3 }).pairs;
    expect(exactly.length).toBeGreaterThan(3);
    expect(exactly.every(({ distance }) => distance === 3)).toBe(true);
    expect(clearance(lattice, at3, lattice, {}, { clearance: 2.999 }).pairs).toEqual([]);
  });
});
