import { describe, expect, test } from 'vitest';
import { surfaceCovariance } from '../../src/bounds/surface-covariance.ts';
import { symmetricEigen } from '../../src/scalar/eigen.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { movedPoint, randomPose, SHAPES, shapeTriangles, spread } from './samples.ts';

type Matrix = readonly number[];

function covarianceOf(triangles: Float64Array, first = 0, count: number = triangles.length / 9): number[] {
  const out = new Float64Array(6).fill(Number.NaN);
  surfaceCovariance(triangles, first, count, out);
  return Array.from(out);
}

/** Covariance of weighted points: xx xy xz yy yz zz. */
function covarianceOfPoints(points: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const mean = [0, 1, 2].map((c) => points.reduce((sum, p, k) => sum + weights[k] * p[c], 0) / total);
  const entry = (i: number, j: number): number =>
    points.reduce((sum, p, k) => sum + weights[k] * (p[i] - mean[i]) * (p[j] - mean[j]), 0) / total;
  return [entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)];
}

const cornersOf = (triangles: Float64Array, t: number): number[][] =>
  [0, 3, 6].map((c) => Array.from(triangles.subarray(9 * t + c, 9 * t + c + 3)));

function areaOf([a, b, c]: readonly (readonly number[])[]): number {
  const u = [0, 1, 2].map((k) => b[k] - a[k]);
  const v = [0, 1, 2].map((k) => c[k] - a[k]);
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}

/** By quadrature: the midpoints of the sides, a third of the area each, integrate quadratics exactly. */
function covarianceByMidpoints(triangles: Float64Array): number[] {
  const points: number[][] = [];
  const weights: number[] = [];
  for (let t = 0; t < triangles.length / 9; t++) {
    const corners = cornersOf(triangles, t);
    const area = areaOf(corners);
    for (let side = 0; side < 3; side++) {
      points.push(corners[side].map((x, k) => (x + corners[(side + 1) % 3][k]) / 2));
      weights.push(area / 3);
    }
  }
  return covarianceOfPoints(points, weights);
}

/** By brute force: random points of the surface, as likely everywhere. */
function covarianceBySampling(random: Random, triangles: Float64Array, samples: number): number[] {
  const areas = Array.from({ length: triangles.length / 9 }, (_, t) => areaOf(cornersOf(triangles, t)));
  const total = areas.reduce((sum, area) => sum + area, 0);
  const points = Array.from({ length: samples }, () => {
    let [t, left] = [0, random() * total - areas[0]];
    while (left >= 0 && t + 1 < areas.length) left -= areas[++t];
    const [a, b, c] = cornersOf(triangles, t);
    let [s, r] = [random(), random()];
    if (s + r > 1) [s, r] = [1 - s, 1 - r];
    return a.map((x, k) => x + s * (b[k] - x) + r * (c[k] - x));
  });
  return covarianceOfPoints(
    points,
    Array.from({ length: samples }, () => 1),
  );
}

function expectNear(got: Matrix, expected: Matrix, relative: number): void {
  const size = Math.max(...expected.map(Math.abs));
  for (let k = 0; k < 6; k++) expect(Math.abs(got[k] - expected[k])).toBeLessThanOrEqual(relative * size);
}

function leastAxis(triangles: Float64Array): number[] {
  const axes = new Float64Array(9);
  symmetricEigen(Float64Array.from(covarianceOf(triangles)), axes, new Float64Array(3));
  return Array.from(axes.subarray(6, 9));
}

describe('surfaceCovariance', () => {
  // The area of a needle, length 1e9 of its width, is right to 1e9 u only, here as there; the weights with it.
  const accuracy = { 'scattered points': 1e-12, 'a curved patch': 1e-12, 'an exact plane': 1e-12, 'a needle': 1e-6 };
  for (const [name, relative] of Object.entries(accuracy)) {
    test(`is the integral over the surface: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 100; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 30), [1, 1e-9, 1e9][run % 3], 1);
        expectNear(covarianceOf(triangles), covarianceByMidpoints(triangles), relative);
      }
    });
  }

  test('agrees with points strewn over the surface', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 4; run++) {
      const triangles = shapeTriangles(random, 'scattered points', 6, 1, 1);
      // 20,000 samples: one part in 140 of the spread is one deviation.
      expectNear(covarianceOf(triangles), covarianceBySampling(random, triangles, 20000), 0.04);
    }
  });

  test('one triangle, by hand: the second moment of a right triangle about its centroid', () => {
    // ∫x² over x, y ≥ 0, x + y ≤ 1 is 1/12 on an area of 1/2, the centroid (1/3, 1/3): 1/6 − 1/9 and 1/12 − 1/9.
    const expected = [1 / 18, -1 / 36, 0, 1 / 18, 0, 0];
    expectNear(covarianceOf(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)), expected, 1e-15);
    expectNear(covarianceOf(Float64Array.of(7, 7, 7, 8, 7, 7, 7, 8, 7)), expected, 1e-15);
  });

  test('reads its run and nothing else', () => {
    const triangles = shapeTriangles(seededRandom(6), 'scattered points', 10, 1, 1);
    expect(covarianceOf(triangles, 4, 3)).toEqual(covarianceOf(triangles.slice(36, 63)));
  });

  test('a small run far from the origin keeps its digits', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 50; run++) {
      const near = shapeTriangles(random, 'a curved patch', 8, 1, 0).map((x) => Math.round(x * 2 ** 20) / 2 ** 20);
      const far = near.map((x, k) => x + [1e6, -3e6, 7e6][k % 3]); // exact: 20 bits below the point, 23 above
      expect(covarianceOf(far)).toEqual(covarianceOf(near));
    }
  });

  test('cutting a triangle up, turning it round or listing it elsewhere changes nothing', () => {
    const random = seededRandom(8);
    for (let run = 0; run < 50; run++) {
      const triangles = shapeTriangles(random, 'scattered points', 5, 1, 1);
      const expected = covarianceOf(triangles);
      const patches: number[] = [];
      for (let t = 4; t >= 0; t--) {
        const [a, b, c] = cornersOf(triangles, t);
        const weights = [random(), random(), random()];
        const sum = weights[0] + weights[1] + weights[2];
        const inner = a.map((x, k) => (weights[0] * x + weights[1] * b[k] + weights[2] * c[k]) / sum);
        patches.push(...b, ...inner, ...a, ...b, ...c, ...inner, ...inner, ...c, ...a);
      }
      expectNear(covarianceOf(Float64Array.from(patches)), expected, 1e-13);
    }
  });

  test('clusters of small triangles do not turn it, as they turn the covariance of the corners', () => {
    const random = seededRandom(9);
    let turned = 0;
    for (let run = 0; run < 20; run++) {
      const pose = randomPose(random, 1);
      const plate = [-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, -2, 0, 2, 2, 0, -2, 2, 0];
      const cluster: number[] = [];
      for (let k = 0; k < 3000; k++) {
        // Crumbs of 1e-4 stacked in a pillar on one corner of the plate.
        if (k % 3 === 0) cluster.push(2, 2, 3 * random());
        else cluster.push(...cluster.slice(-3).map((x) => x + 1e-4 * spread(random)));
      }
      const soup = (numbers: readonly number[]): Float64Array => {
        const out: number[] = [];
        for (let k = 0; k < numbers.length; k += 3) out.push(...movedPoint(pose, numbers.slice(k, k + 3)));
        return Float64Array.from(out);
      };
      const normal = movedPoint(pose, [0, 0, 1]).map((x, k) => x - pose[9 + k]);
      const cosine = (axis: readonly number[]): number => Math.abs(axis.reduce((sum, x, k) => sum + x * normal[k], 0));
      const crowded = soup([...plate, ...cluster]);
      expect(cosine(leastAxis(soup(plate)))).toBeCloseTo(1, 12);
      expect(cosine(leastAxis(crowded))).toBeGreaterThan(1 - 1e-6);

      const corners = Array.from({ length: crowded.length / 3 }, (_, k) =>
        Array.from(crowded.subarray(3 * k, 3 * k + 3)),
      );
      const axes = new Float64Array(9);
      const byCorners = covarianceOfPoints(
        corners,
        corners.map(() => 1),
      );
      symmetricEigen(Float64Array.from(byCorners), axes, new Float64Array(3));
      if (cosine(Array.from(axes.subarray(6, 9))) < 0.9) turned++;
    }
    expect(turned).toBe(20);
  });

  test('a run without area falls back to its corners, each triangle as heavy as the next', () => {
    const random = seededRandom(10);
    for (const name of ['an exact segment', 'one point']) {
      const points = SHAPES[name](random, 12);
      const triangles = Float64Array.from(points.flat());
      const middles: number[][] = [];
      for (let k = 0; k < 12; k++) {
        const next = k % 3 === 2 ? k - 2 : k + 1;
        middles.push(points[k].map((x, c) => (x + points[next][c]) / 2));
      }
      const expected = covarianceOfPoints(
        middles,
        middles.map(() => 1),
      );
      const size = Math.max(...expected.map(Math.abs));
      for (const [k, x] of covarianceOf(triangles).entries())
        expect(Math.abs(x - expected[k])).toBeLessThanOrEqual(1e-13 * size);
    }
  });

  test('areas that underflow give numbers, not NaN', () => {
    for (const size of [1e-60, 1e-81, 1e-90, 1e-150, 1e-170, 1e-310]) {
      const triangles = Float64Array.of(0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, 0, size, size, 0, 0, size, size);
      for (const x of covarianceOf(triangles)) expect(Number.isFinite(x)).toBe(true);
    }
  });
});
