import { describe, expect, test } from 'vitest';
import { fitSphere, lowerBoundSphereSphere, overlapSphereSphere, sphereVolume } from '../../src/bounds/sphere.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import {
  fitted,
  moved,
  randomPose,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  toInteger,
  touchingSets,
} from './samples.ts';

/** Exactly: |p − c|² ≤ r². */
function encloses(sphere: Float64Array, p: Float64Array): boolean {
  const [cx, cy, cz, r] = Array.from(sphere, toInteger);
  const [x, y, z] = Array.from(p, toInteger);
  return (x - cx) ** 2n + (y - cy) ** 2n + (z - cz) ** 2n <= r * r;
}

describe('sphere', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 60; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
        const sphere = fitted(sphereVolume, triangles);
        for (let k = 0; k < triangles.length; k += 3) expect(encloses(sphere, triangles.subarray(k, k + 3))).toBe(true);
      }
    });
  }

  test('is the smallest one: cube, regular simplex, obtuse and acute triangle, two points', () => {
    const radiusOf = (points: number[]): number => fitted(sphereVolume, Float64Array.from(points))[3];
    const cube: number[] = [];
    for (let i = 0; i < 9; i++) cube.push(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    expect(radiusOf(cube)).toBeCloseTo(Math.sqrt(3), 14);
    const simplex = [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1, 0, 0, 0, 0.5, 0.1, 0];
    expect(radiusOf(simplex)).toBeCloseTo(Math.sqrt(3), 14);
    expect(radiusOf([-2, 0, 0, 2, 0, 0, 0.5, 1, 0])).toBeCloseTo(2, 14);
    expect(radiusOf([0, 0, 0, 1, 0, 0, 0.5, Math.sqrt(0.75), 0])).toBeCloseTo(1 / Math.sqrt(3), 14);
    expect(radiusOf([3, 1, 1, 5, 1, 1, 3, 1, 1])).toBeCloseTo(1, 14);
  });

  test('no other centre does better', () => {
    const random = seededRandom(4);
    for (let run = 0; run < 100; run++) {
      const triangles = shapeTriangles(random, 'scattered points', 12, 1, 1);
      const sphere = fitted(sphereVolume, triangles);
      for (let tries = 0; tries < 60; tries++) {
        const step = 10 ** (-5 * random());
        const centre = [0, 1, 2].map((k) => sphere[k] + step * spread(random));
        let farSq = 0;
        for (let k = 0; k < triangles.length; k += 3) {
          let sq = 0;
          for (let c = 0; c < 3; c++) sq += (triangles[k + c] - centre[c]) ** 2;
          farSq = Math.max(farSq, sq);
        }
        expect(Math.sqrt(farSq)).toBeGreaterThan(sphere[3] * (1 - 1e-11));
      }
    }
  });

  test('the lower bound is the distance, at every scale and under every motion', () => {
    const random = seededRandom(6);
    let apart = 0;
    for (let run = 0; run < 2000; run++) {
      const scale = SCALES[run % 3];
      const a = Float64Array.of(
        spread(random) * scale,
        spread(random) * scale,
        spread(random) * scale,
        random() * scale,
      );
      const b = Float64Array.of(spread(random) * scale, spread(random) * scale, scale, random() * scale);
      const exact = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) - a[3] - b[3];
      const bound = lowerBoundSphereSphere(a, 0, b, 0);
      expect(Math.abs(bound - exact)).toBeLessThanOrEqual(rounding(8, ...a, ...b));
      if (bound > rounding(32, ...a, ...b)) {
        apart++;
        expect(overlapSphereSphere(a, 0, b, 0)).toBe(false);
      }
      if (exact <= 0) expect(overlapSphereSphere(a, 0, b, 0)).toBe(true);
      const pose = randomPose(random, scale);
      const after = lowerBoundSphereSphere(moved(sphereVolume, a, pose), 0, moved(sphereVolume, b, pose), 0);
      expect(Math.abs(after - bound)).toBeLessThanOrEqual(rounding(64, ...a, ...b, pose[9], pose[10], pose[11]));
    }
    expect(apart).toBeGreaterThan(500);
    expect(apart).toBeLessThan(1900);
  });

  test('sets that touch overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 500; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [sa, sb] = [fitted(sphereVolume, a), fitted(sphereVolume, b)];
      expect(overlapSphereSphere(sa, 0, sb, 0)).toBe(true);
      expect(lowerBoundSphereSphere(sa, 0, sb, 0)).toBeLessThanOrEqual(rounding(8, ...sa, ...sb));
    }
  });

  test('touching spheres on an axis are at zero', () => {
    const a = Float64Array.of(0, 0, 0, 1);
    const b = Float64Array.of(3, 0, 0, 2);
    expect(lowerBoundSphereSphere(a, 0, b, 0)).toBe(0);
    expect(overlapSphereSphere(a, 0, b, 0)).toBe(true);
    b[0] = 3 + 1e-12;
    expect(overlapSphereSphere(a, 0, b, 0)).toBe(false);
  });

  test('lengths whose squares underflow are enclosed too', () => {
    const out = new Float64Array(4);
    const triangle = Float64Array.of(0, 0, 0, 1e-200, 0, 0, 0, 1e-200, 0);
    fitSphere(triangle, 0, 1, out, 0);
    for (let k = 0; k < 9; k += 3) expect(encloses(out, triangle.subarray(k, k + 3))).toBe(true);
  });
});
