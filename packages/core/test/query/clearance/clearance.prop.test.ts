// clearance against exact distances.

import { bruteForceDistance, randomChoice, seeded, sqrtToNumber, squaredDistanceExactly } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { clearance, collide } from '../../../src/index.ts';
import { type Body, SOLIDS, type Triple } from '../bodies.ts';
import { exactFace, PROMISED_WIDTH, sceneSize } from '../judge.ts';
import { EVERY_SCENE_KIND, IDENTITY, nameOf, oracle, type PlainPose, randomScene, toWorld } from '../scenes.ts';

/** The lowest corner of a posed body along y, or with `side` −1 the highest. */
function lowest(body: Body, pose: PlainPose, side: number): Triple {
  let found: Triple = [0, side * Infinity, 0];
  for (const v of body.mesh.triangles) {
    const at = 3 * v;
    const { positions } = body.mesh;
    const corner = toWorld(pose, [positions[at], positions[at + 1], positions[at + 2]]);
    if (side * corner[1] < side * found[1]) found = corner;
  }
  return found;
}

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
    const found = new Map(result.pairs.map(([faceA, faceB], k) => [`${faceA} ${faceB}`, result.distances[k]]));
    expect(found.size, name).toBe(result.pairs.length);
    const facesA = Array.from({ length: Math.min(a.mesh.triangleCount, 20) }, (_, k) => (7 * k) % a.mesh.triangleCount);
    const facesB = Array.from({ length: Math.min(b.mesh.triangleCount, 10) }, (_, k) => (5 * k) % b.mesh.triangleCount);
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
  expect(all.distances.every((distance) => distance === 0)).toBe(true);
  const some = clearance(a.model, poseA, b.model, poseB, { clearance: 0, limit: 3 });
  expect(some.status).toBe('limit');
  expect(some.pairs).toEqual(all.pairs.slice(0, 3));
  expect(clearance(a.model, poseA, b.model, poseB, { clearance: 1, limit: 0 })).toEqual({
    status: 'limit',
    pairs: [],
    distances: [],
    witnesses: [],
    kinds: [],
  });
  const lattice = SOLIDS[0].model; // a cube of side 1
  const at3 = { position: [4, 0, 0] } as const;
  const exactly = clearance(lattice, at3, lattice, {}, { clearance: 3 }).distances;
  expect(exactly.length).toBeGreaterThan(3);
  expect(exactly.every((distance) => distance === 3)).toBe(true);
  expect(clearance(lattice, at3, lattice, {}, { clearance: 2.999 }).pairs).toEqual([]);
});

test('distance 0 is said of the faces that collide lists, and of no other, where gaps are of the size of rounding', () => {
  const random = seeded(64);
  let [contactStatus, apart] = [0, 0];
  for (let index = 0; index < 300; index++) {
    const scene = randomScene(random, index, ['plain', 'unturned', 'tiny', 'any scale', 'shifted by 1e6']);
    const { a, b } = scene;
    // A's lowest corner onto B's highest, give or take a rounding.
    const turned = scene.kind === 'unturned' ? IDENTITY : { ...scene.poseA, position: IDENTITY.position };
    const [low, high] = [lowest(a, turned, 1), lowest(b, scene.poseB, -1)];
    const nudge = 1 + randomChoice(random, [0, 0, 1, -1, 2]) * 2 ** -53;
    const position: Triple = [high[0] - low[0], (high[1] - low[1]) * nudge, high[2] - low[2]];
    const poseA = { position, rotation: turned.rotation };
    const name = nameOf(scene, index);
    const exact = collide(a.model, poseA, b.model, scene.poseB, { contacts: 'all' }).pairs;
    const met = new Set(exact.map(([p, q]) => `${p} ${q}`));
    const listed = clearance(a.model, poseA, b.model, scene.poseB, {
      clearance: 1e-6 * sceneSize(a, poseA, b, scene.poseB),
    });
    for (const [k, [faceA, faceB]] of listed.pairs.entries()) {
      const distance = listed.distances[k];
      expect(distance === 0, `${name}: ${faceA} ${faceB}`).toBe(met.has(`${faceA} ${faceB}`));
      expect(distance, name).toBeGreaterThanOrEqual(0);
      if (distance === 0) contactStatus++;
      else apart++;
    }
    expect(listed.distances.filter((distance) => distance === 0).length, name).toBe(met.size);
  }
  expect(contactStatus).toBeGreaterThan(300);
  expect(apart).toBeGreaterThan(300);
});
