import {
  type ContactKind,
  contactKindExactly,
  type ExactTriangle,
  liftTriangle,
  posePointExactly,
  randomPose,
  seeded,
  trianglesIntersectExactly,
  UGLY_KINDS,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { DoubleCorners, type ExactCorners, IntegerCorners } from '../../src/primitive/exact-corners.ts';
import { relateTriangles } from '../../src/primitive/triangle-triangle-exact.ts';
import { ExactRelativePose } from '../../src/scalar/exact-pose.ts';
import { CORNER_ORDERS, reordered, uglyPairs } from './hard-cases.ts';

const IDENTITY: Float64Array = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

function inDoubles(a: Float64Array, b: Float64Array): DoubleCorners {
  const corners = new DoubleCorners(6);
  corners.xyz.set(a);
  corners.xyz.set(b, 9);
  return corners;
}

function inIntegers(a: Float64Array, b: Float64Array, poseA = IDENTITY, poseB = IDENTITY): IntegerCorners {
  return new IntegerCorners(new ExactRelativePose(poseA, poseB).apply(a, b));
}

function posed(t: Float64Array, pose: Float64Array): ExactTriangle {
  const oracle = { position: pose.subarray(0, 3), rotation: pose.subarray(3, 7) };
  const corner = (k: number): ExactTriangle[number] => posePointExactly(oracle, t[k], t[k + 1], t[k + 2]);
  return [corner(0), corner(3), corner(6)];
}

describe('relateTriangles, against the exact oracle', () => {
  test('in doubles and in integers, in both orders, corners in any order', () => {
    const seen = new Map<ContactKind, number>();
    const kinds = new Set<string>();
    let inRange = 0;
    let pairs = 0;
    for (const { kind, a, b } of uglyPairs(101, 60)) {
      const expected = contactKindExactly(liftTriangle(a), liftTriangle(b));
      expect(expected !== 'disjoint').toBe(trianglesIntersectExactly(liftTriangle(a), liftTriangle(b)));
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
      kinds.add(kind);
      pairs++;
      const makers: ((p: Float64Array, q: Float64Array) => ExactCorners)[] = [inIntegers];
      if (inDoubles(a, b).isInRange()) {
        inRange++;
        makers.push(inDoubles);
      }
      for (const corners of makers) {
        for (const order of CORNER_ORDERS) {
          const p = reordered(a, order);
          const q = reordered(b, CORNER_ORDERS[pairs % CORNER_ORDERS.length]);
          const found = [relateTriangles(corners(p, q)), relateTriangles(corners(q, p))];
          if (found[0] !== expected || found[1] !== expected) {
            expect({ kind, order, a: [...a], b: [...b], found }).toEqual({ found: [expected, expected] });
          }
        }
      }
    }
    // The test itself: every kind, every answer, both arithmetics.
    expect(kinds.size).toBe(UGLY_KINDS.length);
    const met = pairs - (seen.get('disjoint') ?? 0);
    expect(met / pairs).toBeGreaterThan(0.3);
    expect(met / pairs).toBeLessThan(0.7);
    expect(seen.get('crossing')).toBeGreaterThan(100);
    expect(seen.get('touching')).toBeGreaterThan(100);
    expect(inRange).toBeGreaterThan(pairs / 2);
    expect(pairs - inRange).toBeGreaterThan(pairs / 20);
  });

  test('in integers, posed: the same pose for both keeps contact, two poses break it, none of it is rounded', () => {
    const random = seeded(102);
    const pose = (spread: number): Float64Array => {
      const { position, rotation } = randomPose(random, spread);
      return Float64Array.of(...position, ...rotation);
    };
    const seen = { disjoint: 0, touching: 0, crossing: 0 };
    let n = 0;
    for (const { kind, a, b } of uglyPairs(103, 18)) {
      const poseA = pose(1);
      // Of every four: one pose for both (twice), two poses, and two that differ in their last bits only.
      const poseB = n % 4 < 2 ? poseA : n % 4 === 2 ? pose(1) : poseA.map((x) => x * (1 + 2 ** -52));
      n++;
      const expected = contactKindExactly(posed(a, poseA), posed(b, poseB));
      seen[expected]++;
      const found = [relateTriangles(inIntegers(a, b, poseA, poseB)), relateTriangles(inIntegers(b, a, poseB, poseA))];
      if (found[0] !== expected || found[1] !== expected) {
        expect({ kind, a: [...a], b: [...b], poseA: [...poseA], poseB: [...poseB], found }).toEqual({ expected });
      }
    }
    expect((seen.touching + seen.crossing) / n).toBeGreaterThan(0.3);
    expect((seen.touching + seen.crossing) / n).toBeLessThan(0.7);
    expect(seen.touching).toBeGreaterThan(50);
    expect(seen.crossing).toBeGreaterThan(50);
  });
});
