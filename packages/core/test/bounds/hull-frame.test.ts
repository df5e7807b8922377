import { describe, expect, test } from 'vitest';
import { hullFrame } from '../../src/bounds/hull-frame.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { movedPoint, randomPose, rounding, SHAPES, shapeTriangles } from './samples.ts';

const axes = new Float64Array(9);
const dot = (r: number, v: readonly number[]): number =>
  axes[3 * r] * v[0] + axes[3 * r + 1] * v[1] + axes[3 * r + 2] * v[2];

function expectRightHanded(): void {
  const [a, b, c, d, e, f, g, h, i] = axes;
  expect(Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) - 1)).toBeLessThan(rounding(16, 1));
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s <= r; s++) {
      const product = dot(r, [axes[3 * s], axes[3 * s + 1], axes[3 * s + 2]]);
      // 7u of normalising (see eigen.ts), 3u of this dot product.
      expect(Math.abs(product - (r === s ? 1 : 0))).toBeLessThanOrEqual(rounding(10, 1));
    }
  }
}

describe('hullFrame', () => {
  test('orthonormal and right-handed for every shape, size and position', () => {
    const random = seededRandom(1);
    for (let run = 0; run < 100; run++) {
      for (const name of Object.keys(SHAPES)) {
        const scale = [1, 1e-9, 1e9, 1e-160, 1e100][run % 5];
        const triangles = shapeTriangles(random, name, 1 + (run % 14), scale, run % 3 === 0 ? 1e6 : 1);
        hullFrame(triangles, 0, triangles.length / 9, axes);
        expectRightHanded();
      }
    }
  });

  test('a triangle lies along its longest edge', () => {
    const random = seededRandom(2);
    for (let run = 0; run < 50; run++) {
      const pose = randomPose(random, 1);
      const corners = [
        [0, 0, 0],
        [5, 0, 0],
        [1, 2, 0],
      ];
      const turned = corners.map((_, k) => movedPoint(pose, corners[(k + run) % 3]));
      hullFrame(Float64Array.from(turned.flat()), 0, 1, axes);
      expect(Math.abs(dot(0, [pose[0], pose[3], pose[6]]))).toBeCloseTo(1, 13);
      expect(Math.abs(dot(2, [pose[2], pose[5], pose[8]]))).toBeCloseTo(1, 13);
    }
  });

  test('segments, and triangles that are segments, lie along themselves', () => {
    hullFrame(Float64Array.of(0, 0, 0, 1, 1, 0, 3, 3, 0), 0, 1, axes);
    expect(Math.abs(dot(0, [1, 1, 0]))).toBeCloseTo(Math.SQRT2, 15);
    hullFrame(Float64Array.of(0, 0, 0, 1, 1, 0, 3, 3, 0, 9, 9, 0, 0, 0, 0, 2, 2, 0), 0, 2, axes);
    expect(Math.abs(dot(0, [1, 1, 0]))).toBeCloseTo(Math.SQRT2, 15);
    hullFrame(Float64Array.of(7, 7, 7, 7, 7, 7, 7, 7, 7), 0, 1, axes);
    expect(Array.from(axes)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  test('only the named triangles count', () => {
    const random = seededRandom(3);
    const triangles = shapeTriangles(random, 'scattered points', 12, 1, 0);
    hullFrame(triangles, 4, 3, axes);
    const atOnce = axes.slice();
    hullFrame(triangles.slice(36, 63), 0, 3, axes);
    expect(axes).toEqual(atOnce);
  });

  test('how the surface is sampled does not count: a refined box has the frame of the box', () => {
    const random = seededRandom(4);
    const pose = randomPose(random, 1);
    const points: number[] = [];
    for (let i = 0; i < 999; i++) {
      const p = [0, 1, 2].map((k) => [3, 2, 1][k] * (2 * random() ** 4 - 1));
      const face = Math.floor(3 * random());
      p[face] = random() < 0.5 ? -[3, 2, 1][face] : [3, 2, 1][face];
      points.push(...movedPoint(pose, i < 8 ? [3, 2, 1].map((h, k) => (i & (1 << k) ? h : -h)) : p));
    }
    hullFrame(Float64Array.from(points), 0, 333, axes);
    for (let r = 0; r < 3; r++) expect(Math.abs(dot(r, [pose[r], pose[3 + r], pose[6 + r]]))).toBeCloseTo(1, 12);
  });
});
