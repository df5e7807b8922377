import * as convex from '../../../src/entries/convex.ts';

// Round shapes against everything, judged without the library: a distance is at least what the plane of its normal proves,
// by the shapes' own formulas, and at most what its points are apart; polytopes inside and around a shape judge the rest.

import { judgeConvex, randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { aabb, obb, rss, sphereVolume, tiles } from '../../../src/entries/lab.ts';
import { randomSolid, torusKnot } from '../../../src/entries/shapes.ts';
import {
  clearance,
  closestPoint,
  collide,
  contains,
  distance,
  Model,
  penetration,
  tolerance,
} from '../../../src/index.ts';
import type { Triple } from '../bodies.ts';
import {
  BOX_CORNERS,
  type ConvexShape,
  capsule,
  cone,
  cylinder,
  hull,
  reachInWorld,
  sphere,
} from '../convex-shapes.ts';
import { PROMISED_WIDTH } from '../judge.ts';
import type { PlainPose } from '../scenes.ts';

const SHAPES: readonly ConvexShape[] = [
  sphere(0.5),
  capsule(0.3, 0.8),
  capsule(1e-3, 1),
  cylinder(0.5, 0.7),
  cylinder(0.8, 0.01),
  cone(0.5, 0.9),
  cone(0.05, 1.2),
  hull(BOX_CORNERS, 'box'),
];

const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const isRound = (shape: ConvexShape): boolean => shape.model.round !== null;

/** Two shapes, at least one of them round, about half of the pairs apart. */
function drawPair(random: SeededRandom, index: number): [ConvexShape, PlainPose, ConvexShape, PlainPose] {
  const a = SHAPES[index % SHAPES.length];
  const b = randomChoice(random, isRound(a) ? SHAPES : SHAPES.filter(isRound));
  const far = randomChoice(random, [0, 0, 0, 1e6]);
  const pose = (spread: number): PlainPose => {
    const { position, rotation } = randomPose(random, spread);
    const isPlain = random() < 0.3;
    return { position: [position[0] + far, position[1], position[2]], rotation: isPlain ? [0, 0, 0, 1] : rotation };
  };
  return [a, pose(0.7), b, pose(0.7)];
}

/** S, the scale rounding is counted in, and what adding up positions in the world loses. */
function sizes(a: ConvexShape, poseA: PlainPose, b: ConvexShape, poseB: PlainPose): [scale: number, world: number] {
  const offset = Math.hypot(...minus(poseA.position, poseB.position));
  const world = 2 ** -50 * (Math.hypot(...poseA.position) + Math.hypot(...poseB.position) + 1);
  return [a.radius + b.radius + offset, world];
}

describe('pairs of shapes', () => {
  test('a distance is proven from below by its plane and from above by its points; the bracket is narrow', () => {
    const random = seeded(41);
    const met = { separated: 0, other: 0 };
    for (let index = 0; index < 3000; index++) {
      const [a, poseA, b, poseB] = drawPair(random, index);
      const name = `pair ${index}: ${a.name}, ${b.name}`;
      const result = distance(a.model, poseA, b.model, poseB);
      const [scale, world] = sizes(a, poseA, b, poseB);
      const { pointA, pointB, normal } = result;
      if (result.status !== 'separated') {
        met.other++;
        expect(result.status, name).not.toBe('beyond');
        expect(result.lower).toBe(0);
        expect(collide(a.model, poseA, b.model, poseB).status, name).toBe(result.status);
        continue;
      }
      met.separated++;
      if (pointA === null || pointB === null || normal === null) throw new Error(name);
      expect(result.upper - result.lower, name).toBeLessThan(2 * PROMISED_WIDTH * scale);
      const proven = -reachInWorld(b, poseB, [-normal[0], -normal[1], -normal[2]]) - reachInWorld(a, poseA, normal);
      expect(proven, name).toBeGreaterThan(result.lower - 1e-7 * result.upper - world);
      expect(Math.abs(Math.hypot(...minus(pointB, pointA)) - result.upper), name).toBeLessThan(1e-13 + 4 * world);
      const [onA, onB] = [closestPoint(a.model, poseA, pointA), closestPoint(b.model, poseB, pointB)];
      expect(Math.max(onA.distance, onB.distance), name).toBeLessThan(1e-13 + 4 * world);
      expect([result.faceA === 0 || !isRound(a), result.faceB === 0 || !isRound(b)], name).toEqual([true, true]);
    }
    expect(met.separated).toBeGreaterThan(600);
    expect(met.other).toBeGreaterThan(600);
  });

  test('distance and depth lie between those of polytopes around the shapes and inside them', () => {
    const random = seeded(42);
    const met = { separated: 0, overlapping: 0 };
    for (let index = 0; index < 64; index++) {
      const [a, poseA, b, poseB] = drawPair(random, index);
      const name = `pair ${index}: ${a.name}, ${b.name}`;
      const result = distance(a.model, poseA, b.model, poseB);
      const deep = penetration(a.model, poseA, b.model, poseB);
      const inner = judgeConvex({ positions: a.inner, pose: poseA }, { positions: b.inner, pose: poseB });
      const outer = judgeConvex({ positions: a.outer, pose: poseA }, { positions: b.outer, pose: poseB });
      expect(result.upper, name).toBeGreaterThanOrEqual(outer.distance[0]);
      expect(result.lower, name).toBeLessThanOrEqual(inner.distance[1]);
      expect(deep.upper, name).toBeGreaterThanOrEqual(inner.depth[0]);
      expect(deep.lower, name).toBeLessThanOrEqual(outer.depth[1]);
      if (deep.status === 'separated') met.separated++;
      else met.overlapping++;
      expect(deep.status === 'separated', name).toBe(result.status === 'separated');
    }
    expect(met.separated).toBeGreaterThan(16);
    expect(met.overlapping).toBeGreaterThan(16);
  });

  test('a depth is proven from above by its normal, its translation parts the bodies, and nearly as far does not', () => {
    const random = seeded(43);
    let deepest = 0;
    for (let index = 0; index < 1000; index++) {
      const [a, poseA, b, poseB] = drawPair(random, index);
      const name = `pair ${index}: ${a.name}, ${b.name}`;
      const result = penetration(a.model, poseA, b.model, poseB);
      if (result.status === 'separated' || result.status === 'touching') continue;
      const [, world] = sizes(a, poseA, b, poseB);
      const [displacement] = result.local;
      if (displacement === undefined) throw new Error(name);
      const [nx, ny, nz] = displacement.normal;
      const reach = reachInWorld(a, poseA, displacement.normal) + reachInWorld(b, poseB, [-nx, -ny, -nz]);
      expect(Math.abs(reach - result.upper), name).toBeLessThan(1e-13 + 8 * world);
      expect(result.lower, name).toBeGreaterThan(result.upper - 1e-6);
      expect(displacement.depth).toBe(result.depth);
      const apart = minus(displacement.pointA, displacement.pointB);
      // The points are those of one optimum; where bodies slide along each other they are right to the accuracy asked for.
      expect(Math.hypot(...apart), name).toBeGreaterThan(result.lower - 1e-6 - 8 * world);
      const movedBy = (part: number): PlainPose => {
        const [x, y, z] = result.translation.map((t, k) => poseA.position[k] + part * t);
        return { position: [x, y, z], rotation: poseA.rotation };
      };
      expect(['separated', 'touching'], name).toContain(collide(a.model, movedBy(1), b.model, poseB).status);
      if (result.lower > 1e-3 && world < 1e-12) {
        deepest++;
        expect(distance(a.model, movedBy(1), b.model, poseB).upper, name).toBeLessThan(1e-6);
        expect(collide(a.model, movedBy(0.999), b.model, poseB).status, name).toBe('intersecting');
      }
    }
    expect(deepest).toBeGreaterThan(200);
  });

  test('exchanged, the answers are the same to rounding', () => {
    const random = seeded(44);
    for (let index = 0; index < 600; index++) {
      const [a, poseA, b, poseB] = drawPair(random, index);
      const one = distance(a.model, poseA, b.model, poseB);
      const other = distance(b.model, poseB, a.model, poseA);
      const swapped = { 'a-inside-b': 'b-inside-a', 'b-inside-a': 'a-inside-b' } as Record<string, string>;
      expect(other.status).toBe(swapped[one.status] ?? one.status);
      expect(one.lower).toBeLessThanOrEqual(other.upper);
      expect(other.lower).toBeLessThanOrEqual(one.upper);
      const [deep, back] = [penetration(a.model, poseA, b.model, poseB), penetration(b.model, poseB, a.model, poseA)];
      expect(deep.lower).toBeLessThanOrEqual(back.upper);
      expect(back.lower).toBeLessThanOrEqual(deep.upper);
    }
  });

  test('tolerance and clearance agree with the distance', () => {
    const random = seeded(45);
    let within = 0;
    for (let index = 0; index < 400; index++) {
      const [a, poseA, b, poseB] = drawPair(random, index);
      const { lower, upper, status } = distance(a.model, poseA, b.model, poseB);
      const wanted = randomBetween(random, 0, 0.5);
      const near = tolerance(a.model, poseA, b.model, poseB, { tolerance: wanted });
      const pairs = clearance(a.model, poseA, b.model, poseB, { clearance: wanted }).pairs;
      if (upper <= wanted) {
        within++;
        expect(near.within).toBe(true);
        // A shape inside a mesh may be far from its faces.
        if (!status.includes('inside')) expect(pairs.length).toBeGreaterThan(0);
      }
      if (lower > wanted) expect([near.within, pairs.length]).toEqual([false, 0]);
      expect(near.lower).toBeLessThanOrEqual(upper);
      expect(near.upper).toBeGreaterThanOrEqual(lower);
    }
    expect(within).toBeGreaterThan(100);
  });
});

describe('a sphere against a mesh', () => {
  const knot = torusKnot({ triangles: 360 });
  const meshes = [Model.build(knot), Model.build(randomSolid({ seed: 5, triangles: 180 }))];

  test('is where the closest point of the surface, and the inside, say', () => {
    const random = seeded(46);
    const met: Record<string, number> = {};
    for (let index = 0; index < 800; index++) {
      const mesh = meshes[index % 2];
      const radius = 10 ** randomBetween(random, -3, -0.4);
      const poseA = randomPose(random, randomChoice(random, [0.2, 1]));
      const poseB = randomPose(random, 0.2);
      const ball = convex.sphere({ radius });
      const { distance: toSurface } = closestPoint(mesh, poseB, poseA.position);
      const inside = contains(mesh, poseB, poseA.position).contains;
      const result = distance(ball, poseA, mesh, poseB);
      met[result.status] = (met[result.status] ?? 0) + 1;
      const expected = toSurface > radius ? (inside ? 'a-inside-b' : 'separated') : 'intersecting';
      expect(result.status).toBe(expected);
      expect(collide(ball, poseA, mesh, poseB).status).toBe(expected);
      if (expected !== 'intersecting') expect(result.surfaceDistance).toBeCloseTo(toSurface - radius, 13);
      const { pairs } = collide(ball, poseA, mesh, poseB, { contacts: 'all' });
      const near = clearance(convex.sphere({ radius: 1e-9 }), poseA, mesh, poseB, { clearance: radius - 1e-9 }).pairs;
      expect(pairs.map(([, face]) => face).sort((p, q) => p - q)).toEqual(
        near.map(([, face]) => face).sort((p, q) => p - q),
      );
    }
    for (const status of ['separated', 'intersecting', 'a-inside-b']) expect(met[status]).toBeGreaterThan(40);
  });

  test('every kind of volume and tree gives the same bracket', () => {
    const random = seeded(47);
    for (const split of ['sah', tiles] as const) {
      const mesh = Model.build(knot, { split });
      for (let index = 0; index < 30; index++) {
        const pose = randomPose(random, 1);
        const [plain, ...others] = [undefined, aabb, obb, rss, sphereVolume].map((volume) =>
          distance(convex.cone({ radius: 0.1, height: 0.3 }), pose, mesh, {}, { volume }),
        );
        for (const other of others) {
          expect(other.status).toBe(plain.status);
          expect(other.lower <= plain.upper && plain.lower <= other.upper).toBe(true);
        }
      }
    }
  });
});
