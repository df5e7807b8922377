import { bruteForceDistance, seeded, toNumber, windingNumberExactly } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../../src/entries/convex.ts';
import { voronoiMarching } from '../../../src/entries/lab.ts';
import { type DistanceStatus, distance } from '../../../src/index.ts';
import { type Body, cornerOf } from '../bodies.ts';
import { bracketHolds, distanceFromFace, gapBetween, PROMISED_WIDTH, sceneSize, worldSize } from '../judge.ts';
import { EVERY_SCENE_KIND, nameOf, oracle, type PlainPose, randomScene, type Scene, toWorld } from '../scenes.ts';

const CASES = 120;
const METHODS = ['volumes', hulls, voronoiMarching] as const;
/** Rounding of a reported point: a few operations on coordinates of the size of the world. */
const WITNESS_ROUNDING = 16 * 2 ** -52;

/** How much of a body is inside a solid that its surface does not meet, by exact winding numbers. */
function shareInside(inner: Body, innerPose: PlainPose, outer: Body, outerPose: PlainPose): 'none' | 'some' | 'all' {
  if (!outer.solid) return 'none';
  // A body in one patch is where any of its vertices is; of others, each face is tested.
  const faces = inner.solid ? 1 : inner.mesh.triangleCount;
  const reach = Math.max(...outer.mesh.positions.map(Math.abs));
  let inside = 0;
  for (let face = 0; face < faces; face++) {
    const vertex = toWorld(innerPose, cornerOf(inner.mesh, face, 0));
    const isFar = vertex.some((x, k) => Math.abs(x - outerPose.position[k]) > 2 * reach);
    if (!isFar && windingNumberExactly(oracle(outer, outerPose), vertex) !== 0) inside++;
  }
  return inside === 0 ? 'none' : inside === faces ? 'all' : 'some';
}

/** How bodies with surfaces clearly apart lie. */
function expectedStatus({ a, poseA, b, poseB }: Scene): DistanceStatus {
  const ofA = shareInside(a, poseA, b, poseB);
  const ofB = shareInside(b, poseB, a, poseA);
  if (ofA === 'none' && ofB === 'none') return 'separated';
  if (ofA === 'all' && ofB === 'none') return 'a-inside-b';
  return ofB === 'all' && ofA === 'none' ? 'b-inside-a' : 'intersecting';
}

function expectWitnesses(
  { a, poseA, b, poseB }: Pick<Scene, 'a' | 'b'> & { poseA: PlainPose; poseB: PlainPose },
  result: ReturnType<typeof distance>,
  name: string,
): void {
  const { pointA, pointB, faceA, faceB } = result;
  if (pointA === null || pointB === null || faceA === null || faceB === null) throw new Error(`${name}: no witnesses`);
  const rounding = WITNESS_ROUNDING * (worldSize(a, poseA) + worldSize(b, poseB));
  expect(distanceFromFace(pointA, oracle(a, poseA), faceA), name).toBeLessThanOrEqual(rounding);
  expect(distanceFromFace(pointB, oracle(b, poseB), faceB), name).toBeLessThanOrEqual(rounding);
  expect(Math.abs(gapBetween(pointA, pointB) - result.surfaceDistance), name).toBeLessThanOrEqual(2 * rounding);
}

describe('distance against brute force in exact arithmetic', () => {
  const seen = new Map<DistanceStatus, number>();

  test(`${CASES} scenes: the bracket holds the exact distance and is as narrow as promised`, () => {
    const random = seeded(4714);
    for (let index = 0; index < CASES; index++) {
      const scene = randomScene(random, index, EVERY_SCENE_KIND);
      const { a, poseA, b, poseB } = scene;
      const exact = bruteForceDistance(oracle(a, poseA), oracle(b, poseB));
      const width = PROMISED_WIDTH * sceneSize(a, poseA, b, poseB);

      for (const method of METHODS) {
        const name = `${nameOf(scene, index)}, ${method}`;
        const surfaces = distance(a.model, poseA, b.model, poseB, { method, solid: false });
        expect(bracketHolds(surfaces.lower, exact.squaredDistance, surfaces.upper), name).toBe(true);
        expect(surfaces.upper - surfaces.lower, name).toBeLessThanOrEqual(width);
        expect(surfaces.distance, name).toBe(surfaces.upper);
        expect(surfaces.surfaceDistance, name).toBe(surfaces.upper);
        expect([surfaces.interpretationA, surfaces.interpretationB], name).toEqual(['surface', 'surface']);
        expectWitnesses(scene, surfaces, name);

        const bodies = distance(a.model, poseA, b.model, poseB, { method });
        seen.set(bodies.status, (seen.get(bodies.status) ?? 0) + 1);
        expect(bodies.surfaceDistance, name).toBe(surfaces.surfaceDistance);
        if (exact.intersects) {
          expect(['touching', 'intersecting'], name).toContain(bodies.status);
          expect(bodies.upper, name).toBe(0);
          expect(bodies.normal, name).toBeNull();
        } else {
          expect(surfaces.status, name).toBe('separated');
          expect(bodies.status, name).toBe(expectedStatus(scene));
          const apart = bodies.status === 'separated';
          expect([bodies.lower, bodies.upper], name).toEqual(apart ? [surfaces.lower, surfaces.upper] : [0, 0]);
          expect(Math.hypot(...(bodies.normal ?? [])), name).toBeCloseTo(1, 12);
        }
      }
    }
  });

  test('the scenes were apart, in contact and one inside the other', () => {
    expect(seen.get('separated')).toBeGreaterThan(0.25 * CASES * METHODS.length);
    expect(seen.get('intersecting')).toBeGreaterThan(0.25 * CASES * METHODS.length);
    expect((seen.get('a-inside-b') ?? 0) + (seen.get('b-inside-a') ?? 0)).toBeGreaterThan(0);
  });

  test('with a tolerance the bracket is at most that much wider', () => {
    const random = seeded(99);
    let saved = 0;
    for (let index = 0; index < 30; index++) {
      const scene = randomScene(random, index, EVERY_SCENE_KIND);
      const { a, poseA, b, poseB } = scene;
      const name = nameOf(scene, index);
      const exact = bruteForceDistance(oracle(a, poseA), oracle(b, poseB));
      const size = sceneSize(a, poseA, b, poseB);
      const known = toNumber(exact.squaredDistance);
      for (const tolerance of [1e-9 * size, 0.01 * Math.sqrt(known), 0.3 * Math.sqrt(known), 10 * size]) {
        const options = { solid: false, tolerance, stats: true } as const;
        const result = distance(a.model, poseA, b.model, poseB, options);
        for (const { lower, upper } of [
          result,
          distance(a.model, poseA, b.model, poseB, { ...options, method: hulls }),
        ]) {
          expect(bracketHolds(lower, exact.squaredDistance, upper), name).toBe(true);
          expect(upper - lower, name).toBeLessThanOrEqual(tolerance + PROMISED_WIDTH * size);
        }
        const full = distance(a.model, poseA, b.model, poseB, { solid: false, stats: true });
        if ((result.stats?.triangleTests ?? 0) < (full.stats?.triangleTests ?? 0)) saved++;
      }
    }
    expect(saved).toBeGreaterThan(5);
  });

  test('with maxDistance: found below, beyond above, the bracket right in both', () => {
    const random = seeded(7);
    const seenHere = new Set<DistanceStatus>();
    for (let index = 0; index < 3 * EVERY_SCENE_KIND.length; index++) {
      const scene = randomScene(random, index, EVERY_SCENE_KIND);
      const { a, poseA, b, poseB } = scene;
      const name = nameOf(scene, index);
      const exact = bruteForceDistance(oracle(a, poseA), oracle(b, poseB));
      const size = sceneSize(a, poseA, b, poseB);
      const asked = [0, 0.5, 0.999, 1.001, 2].flatMap((factor) => METHODS.map((method) => [factor, method] as const));
      for (const [factor, method] of asked) {
        const maxDistance = factor * exact.distance;
        const result = distance(a.model, poseA, b.model, poseB, { solid: false, maxDistance, method });
        seenHere.add(result.status);
        expect(bracketHolds(result.lower, exact.squaredDistance, result.upper), name).toBe(true);
        const isClear = Math.abs(exact.distance - maxDistance) > PROMISED_WIDTH * size;
        if (isClear && exact.distance > maxDistance) {
          expect(result.status, name).toBe('beyond');
          expect(result.distance, name).toBe(Number.POSITIVE_INFINITY);
          expect([result.pointA, result.pointB, result.faceA, result.faceB, result.normal], name).toEqual(
            Array(5).fill(null),
          );
          expect(result.lower, name).toBeGreaterThanOrEqual(maxDistance - PROMISED_WIDTH * size);
        } else if (isClear) expect(result.status, name).toBe('separated');
      }
    }
    expect([...seenHere].sort()).toEqual(expect.arrayContaining(['beyond', 'intersecting', 'separated']));
  });
});
