import { describe, expect, test } from 'vitest';
import {
  ellipsoidVolume,
  lowerBoundEllipsoidEllipsoid,
  overlapEllipsoidEllipsoid,
} from '../../../src/lab/volumes/ellipsoid.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { ellipsoidEncloses } from '../../bounds/curved-judges.ts';
import {
  distanceSq,
  fitted,
  moved,
  movedPoint,
  randomPose,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  touchingSets,
} from '../../bounds/samples.ts';

/** Units of roundoff a gap may be too large by, times offset and half axes (GAP_ROUNDING, ellipsoid.ts). */
const GAP_UNITS = 12;

function holds(volume: Float64Array, triangles: Float64Array): boolean {
  for (let k = 0; k < triangles.length; k += 3) {
    if (!ellipsoidEncloses(volume, triangles.subarray(k, k + 3))) return false;
  }
  return true;
}

function ellipsoidOf(pose: Float64Array, halves: readonly number[]): Float64Array {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  return Float64Array.of(x, y, z, a, d, g, b, e, h, c, f, i, ...halves, 0);
}

function randomEllipsoid(random: Random, scale: number): Float64Array {
  const thin = random() < 0.3 ? 2 ** -20 : random();
  return ellipsoidOf(randomPose(random, scale), [scale * random(), scale * random(), scale * thin * random()]);
}

/** centre + Σ tᵢ·halfᵢ·axisᵢ, t in the unit ball. */
function at(v: Float64Array, t: readonly number[]): number[] {
  return [0, 1, 2].map((k) => v[k] + t.reduce((sum, s, row) => sum + s * v[12 + row] * v[3 + 3 * row + k], 0));
}

function surfacePoint(random: Random, v: Float64Array): number[] {
  const t = [spread(random), spread(random), spread(random)];
  const length = Math.hypot(...t) || 1;
  return at(
    v,
    t.map((x) => x / length),
  );
}

/** Nearest point of the ellipsoid, by bisection on the multiplier of its equation. */
function nearest(v: Float64Array, p: readonly number[]): number[] {
  const y = [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + v[3 + 3 * row + k] * (p[k] - v[k]), 0));
  const half = [v[12], v[13], v[14]];
  const inside = (m: number): boolean =>
    y.reduce((sum, x, k) => sum + ((half[k] * x) / (half[k] ** 2 + m)) ** 2, 0) <= 1;
  if (inside(0)) return [...p];
  let low = 0;
  let high = Math.hypot(...y) * Math.max(...half);
  for (let k = 0; k < 200; k++) {
    const middle = (low + high) / 2;
    if (inside(middle)) high = middle;
    else low = middle;
  }
  return at(
    v,
    y.map((x, k) => (half[k] * x) / (half[k] ** 2 + high)),
  );
}

/** From above, by nearest points in turn. */
function nearlyDistance(a: Float64Array, b: Float64Array): number {
  let q = [b[0], b[1], b[2]];
  let p = q;
  for (let k = 0; k < 100; k++) {
    p = nearest(a, q);
    q = nearest(b, p);
  }
  return Math.sqrt(distanceSq(p, q));
}

const sizeOf = (v: Float64Array): number[] => [v[0], v[1], v[2], v[12], v[13], v[14]];
const volumeOf = (v: Float64Array): number => v[12] * v[13] * v[14];

describe('ellipsoid', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly, with orthonormal axes: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 60; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
        const volume = fitted(ellipsoidVolume, triangles);
        expect(volume.every(Number.isFinite)).toBe(true);
        expect(holds(volume, triangles)).toBe(true);
        for (let k = 12; k < 16; k++) volume[k] *= 1 - 1e-6;
        if (name !== 'one point') expect(holds(volume, triangles)).toBe(false);
        for (let r = 0; r < 3; r++) {
          for (let s = 0; s < 3; s++) {
            const dot = [0, 1, 2].reduce((sum, k) => sum + volume[3 + 3 * r + k] * volume[3 + 3 * s + k], 0);
            expect(Math.abs(dot - (r === s ? 1 : 0))).toBeLessThanOrEqual(rounding(10, 1));
          }
        }
      }
    });
  }

  test('is nearly the smallest: cube, simplex, and a needle of them, in any position', () => {
    const random = seededRandom(31);
    const cube = [0, 1, 2, 3, 4, 5, 6, 7, 0].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
    const simplex = [0, 3, 5, 6, 6, 6].map((i) => cube[i]);
    for (let run = 0; run < 40; run++) {
      const pose = randomPose(random, 3);
      const stretch = run % 2 ? [1, 1, 1] : [1000, 1, 0.01];
      for (const points of [cube, simplex]) {
        const soup = points.flatMap((p) =>
          movedPoint(
            pose,
            p.map((x, k) => x * stretch[k]),
          ),
        );
        // Both smallest ones have half axes √3 before the stretch.
        const smallest = Math.sqrt(27) * stretch[0] * stretch[1] * stretch[2];
        const volume = volumeOf(fitted(ellipsoidVolume, Float64Array.from(soup)));
        expect(volume / smallest).toBeGreaterThan(1 - 1e-6);
        expect(volume / smallest).toBeLessThan(1.05);
      }
    }
  });

  test('holds points of an ellipsoid with little more than it', () => {
    const random = seededRandom(32);
    for (let run = 0; run < 30; run++) {
      const source = ellipsoidOf(randomPose(random, 2), [1 + random(), random() + 0.1, 10 ** (-4 * random())]);
      const soup = Array.from({ length: 900 }, () => surfacePoint(random, source)).flat();
      const volume = fitted(ellipsoidVolume, Float64Array.from(soup));
      expect(volumeOf(volume) / volumeOf(source)).toBeLessThan(1.05);
      expect(volumeOf(volume) / volumeOf(source)).toBeGreaterThan(0.8);
    }
  });

  test('the lower bound is below every sampled pair and near the distance; overlap follows it', () => {
    const random = seededRandom(2);
    let apart = 0;
    let sum = 0;
    for (let run = 0; run < 1500; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomEllipsoid(random, scale), randomEllipsoid(random, scale)];
      const bound = lowerBoundEllipsoidEllipsoid(a, 0, b, 0);
      const errorBound = rounding(2 * GAP_UNITS, ...sizeOf(a), ...sizeOf(b));
      for (let tries = 0; tries < 10; tries++) {
        const distance = Math.sqrt(distanceSq(surfacePoint(random, a), surfacePoint(random, b)));
        expect(bound).toBeLessThanOrEqual(distance + errorBound);
      }
      const upper = nearlyDistance(a, b);
      expect(bound).toBeLessThanOrEqual(upper + errorBound);
      expect(lowerBoundEllipsoidEllipsoid(b, 0, a, 0)).toBeLessThanOrEqual(upper + errorBound);
      if (upper > 1e-2 * scale) {
        apart++;
        sum += bound / upper;
        if (upper > 0.05 * scale) expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(false);
      }
      if (upper === 0) expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(true);
    }
    expect(apart).toBeGreaterThan(400);
    expect(apart).toBeLessThan(1400);
    expect(sum / apart).toBeGreaterThan(0.85);
  });

  test('between balls the bound is the distance, and a touch is an overlap', () => {
    const random = seededRandom(33);
    for (let run = 0; run < 200; run++) {
      const [r, s] = [random(), random()];
      const a = ellipsoidOf(randomPose(random, 1), [r, r, r]);
      const b = ellipsoidOf(randomPose(random, 1), [s, s, s]);
      const exact = Math.sqrt(distanceSq([...a.subarray(0, 3)], [...b.subarray(0, 3)])) - r - s;
      if (exact < 0) continue;
      expect(Math.abs(lowerBoundEllipsoidEllipsoid(a, 0, b, 0) - exact)).toBeLessThanOrEqual(1e-15 * 8);
      expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(exact <= 1e-14);
    }
    const a = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 1, 1, 0);
    const b = Float64Array.of(5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 1, 1, 0);
    expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(true);
    b[0] = 5 + 1e-12;
    expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(false);
    // Margins are part of the volume.
    b[0] = 6;
    expect(lowerBoundEllipsoidEllipsoid(a, 0, b, 0)).toBe(1);
    a[15] = 0.25;
    b[15] = 0.5;
    expect(lowerBoundEllipsoidEllipsoid(a, 0, b, 0)).toBe(0.25);
    expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(false);
    b[15] = 0.75;
    expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(true);
  });

  test('ellipsoids that share a point overlap, needles and plates included', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 5000; run++) {
      const halves = (): number[] => [0, 1, 2].map(() => 2 ** (-22 * random() * (run % 2)));
      const a = ellipsoidOf(randomPose(random, 1), halves());
      const b = ellipsoidOf(randomPose(random, 1), halves());
      const [p, q] = [surfacePoint(random, a), surfacePoint(random, b)];
      for (let k = 0; k < 3; k++) b[k] += p[k] - q[k];
      // The margin of a fit stands for the rounding of the points.
      a[15] = rounding(40, 1);
      b[15] = rounding(40, 1);
      expect(overlapEllipsoidEllipsoid(a, 0, b, 0)).toBe(true);
      expect(lowerBoundEllipsoidEllipsoid(a, 0, b, 0)).toBeLessThanOrEqual(
        rounding(GAP_UNITS, ...sizeOf(a), ...sizeOf(b)),
      );
    }
  });

  test('sets that touch overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 1000; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [va, vb] = [fitted(ellipsoidVolume, a), fitted(ellipsoidVolume, b)];
      expect(overlapEllipsoidEllipsoid(va, 0, vb, 0)).toBe(true);
      const errorBound = rounding(GAP_UNITS, ...sizeOf(va), ...sizeOf(vb));
      expect(lowerBoundEllipsoidEllipsoid(va, 0, vb, 0)).toBeLessThanOrEqual(errorBound);
    }
  });

  test('a moved one holds the moved points; moving both changes no answer', () => {
    const random = seededRandom(8);
    for (let run = 0; run < 300; run++) {
      const scale = SCALES[run % 3];
      const pose = randomPose(random, scale);
      pose[13] = rounding(8, 3 * scale);
      const triangles = shapeTriangles(random, 'a curved patch', 4, scale, 1);
      const other = shapeTriangles(random, 'a needle', 4, scale * 1e-6, 1);
      const [a, b] = [fitted(ellipsoidVolume, triangles), fitted(ellipsoidVolume, other)];
      const [ma, mb] = [moved(ellipsoidVolume, a, pose), moved(ellipsoidVolume, b, pose)];
      for (let k = 0; k < triangles.length; k += 3) {
        const p = Float64Array.from(movedPoint(pose, [...triangles.subarray(k, k + 3)]));
        expect(ellipsoidEncloses(ma, p)).toBe(true);
      }
      const errorBound = rounding(256, ...sizeOf(a), ...sizeOf(b), pose[9], pose[10], pose[11]);
      const change = lowerBoundEllipsoidEllipsoid(ma, 0, mb, 0) - lowerBoundEllipsoidEllipsoid(a, 0, b, 0);
      // Near contact the second direction may follow from a rounded gap; it stays as good.
      expect(Math.abs(change)).toBeLessThanOrEqual(errorBound);
    }
  });

  test('one centre, points and lengths whose squares underflow', () => {
    const a = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 2, 1, 0);
    expect(overlapEllipsoidEllipsoid(a, 0, a, 0)).toBe(true);
    expect(lowerBoundEllipsoidEllipsoid(a, 0, a, 0)).toBe(-2);
    const [p, q] = [1, 2].map((x) => fitted(ellipsoidVolume, new Float64Array(9).fill(x)));
    expect(lowerBoundEllipsoidEllipsoid(p, 0, q, 0)).toBeCloseTo(Math.sqrt(3), 14);
    expect(overlapEllipsoidEllipsoid(p, 0, q, 0)).toBe(false);
    expect(overlapEllipsoidEllipsoid(p, 0, p, 0)).toBe(true);
    for (const tiny of [1e-140, 1e-160, 1e-200, 1e-300]) {
      const triangle = Float64Array.of(0, 0, 0, tiny, 0, 0, 0, tiny, 0);
      expect(holds(fitted(ellipsoidVolume, triangle), triangle)).toBe(true);
    }
  });
});
