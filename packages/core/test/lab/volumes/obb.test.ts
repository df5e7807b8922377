import { describe, expect, test } from 'vitest';
import { lowerBoundObbObb, obbVolume, overlapObbObb } from '../../../src/lab/volumes/obb.ts';
import { symmetricEigen } from '../../../src/scalar/eigen.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import {
  absolute,
  distanceSq,
  fitted,
  moved,
  movedPoint,
  ONE,
  randomPose,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  toInteger,
  touchingSets,
} from '../../bounds/samples.ts';

/** Units of roundoff the lower bound may be too large by (16·SEPARATION_ROUNDING, obb.ts). */
const BOUND_UNITS = 16 * (18 + 12 + 64);

function determinant(m: readonly bigint[]): bigint {
  const [a, b, c, d, e, f, g, h, i] = m;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/**
 * Exactly: p = centre + Σ tᵢ·axisᵢ with |tᵢ| ≤ halfᵢ, by Cramer's rule in whole numbers; and |axisᵢ·(p − c)| ≤ halfᵢ.
 */
function encloses(box: Float64Array, p: Float64Array): boolean {
  const v = Array.from(box, toInteger);
  const d = [0, 1, 2].map((k) => toInteger(p[k]) - v[k]);
  const axes = v.slice(3, 12);
  const det = absolute(determinant(axes));
  for (let i = 0; i < 3; i++) {
    const replaced = axes.slice();
    for (let k = 0; k < 3; k++) replaced[3 * i + k] = d[k];
    if (absolute(determinant(replaced)) * ONE > v[12 + i] * det) return false;
    const dot = axes[3 * i] * d[0] + axes[3 * i + 1] * d[1] + axes[3 * i + 2] * d[2];
    if (absolute(dot) > v[12 + i] * ONE) return false;
  }
  return true;
}

function boxOf(pose: Float64Array, halves: readonly number[]): Float64Array {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  // Axes are the columns of the rotation: the images of the coordinate axes.
  return Float64Array.of(x, y, z, a, d, g, b, e, h, c, f, i, ...halves);
}

function randomBox(random: Random, scale: number, shift: number): Float64Array {
  const thin = random() < 0.3 ? 0 : 1;
  return boxOf(randomPose(random, shift * scale), [random() * scale, random() * scale, thin * random() * scale]);
}

function at(box: Float64Array, t: readonly number[]): number[] {
  return [0, 1, 2].map((k) => box[k] + t[0] * box[3 + k] + t[1] * box[6 + k] + t[2] * box[9 + k]);
}

/** A point of the box; corners, edges and faces more often than the inside. */
function pointOf(random: Random, box: Float64Array): number[] {
  return at(
    box,
    [12, 13, 14].map((k) => box[k] * Math.max(-1, Math.min(1, 2 * spread(random)))),
  );
}

function nearest(box: Float64Array, p: readonly number[]): number[] {
  const t = [0, 1, 2].map((r) => {
    const row = 3 + 3 * r;
    const s = [0, 1, 2].reduce((sum, k) => sum + box[row + k] * (p[k] - box[k]), 0);
    return Math.max(-box[12 + r], Math.min(box[12 + r], s));
  });
  return at(box, t);
}

/** Distance by nearest points in turn, from above: an upper bound that converges to the truth. */
function nearlyDistance(a: Float64Array, b: Float64Array): number {
  let q = [b[0], b[1], b[2]];
  let p = q;
  for (let k = 0; k < 400; k++) {
    p = nearest(a, q);
    q = nearest(b, p);
  }
  return Math.sqrt(distanceSq(p, q));
}

const sizeOf = (box: Float64Array): number[] => [box[0], box[1], box[2], box[12], box[13], box[14]];
const volumeOf = (box: Float64Array): number => 8 * box[12] * box[13] * box[14];

describe('obb', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly, with orthonormal axes, widest first: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 60; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
        const box = fitted(obbVolume, triangles);
        for (let k = 0; k < triangles.length; k += 3) expect(encloses(box, triangles.subarray(k, k + 3))).toBe(true);
        for (let r = 0; r < 3; r++) {
          for (let s = 0; s < 3; s++) {
            const dot = [0, 1, 2].reduce((sum, k) => sum + box[3 + 3 * r + k] * box[3 + 3 * s + k], 0);
            expect(Math.abs(dot - (r === s ? 1 : 0))).toBeLessThanOrEqual(rounding(10, 1));
          }
        }
        expect(box[12]).toBeGreaterThanOrEqual(box[13] * (1 - 1e-12));
      }
    });
  }

  test('the good box stays good: clustered and inner points do not turn it, as they turn a vertex covariance', () => {
    const random = seededRandom(21);
    for (let run = 0; run < 10; run++) {
      const pose = randomPose(random, 1);
      const half = [4, 2, 1];
      const corners = Array.from({ length: 8 }, (_, i) => half.map((h, k) => (i & (1 << k) ? h : -h)));
      // Each side twice covered by triangles of corners; then thousands of small triangles in one corner and inside.
      const clean = [0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6].map((i) => corners[i]);
      const crowd = Array.from({ length: 6000 }, (_, i) =>
        i % 3 === 0
          ? half.map((h) => 0.5 * h * spread(random))
          : [4 - 0.8 * random() ** 2, 2 - 1.5 * random() ** 2, 1 - 0.4 * random()],
      );
      const soup = (points: number[][]): Float64Array => Float64Array.from(points.flatMap((p) => movedPoint(pose, p)));
      const good = volumeOf(fitted(obbVolume, soup(clean)));
      const crowded = volumeOf(fitted(obbVolume, soup([...clean, ...crowd])));
      expect(good).toBeCloseTo(64, 9);
      expect(Math.abs(crowded / good - 1)).toBeLessThan(0.05);
      expect(vertexCovarianceVolume(soup([...clean, ...crowd]))).toBeGreaterThan(1.3 * good);
    }
  });

  test('equal spreads do not leave the box turned: cube, square plate, square prism', () => {
    const random = seededRandom(22);
    for (let run = 0; run < 30; run++) {
      for (const half of [
        [1, 1, 1],
        [3, 1, 1],
        [2, 2, 0.5],
      ]) {
        const pose = randomPose(random, 1);
        const points = [0, 1, 2, 3, 4, 5, 6, 7, 0].map((i) =>
          movedPoint(
            pose,
            half.map((h, k) => (i & (1 << k) ? h : -h)),
          ),
        );
        const box = fitted(obbVolume, Float64Array.from(points.flat()));
        expect(volumeOf(box)).toBeCloseTo(8 * half[0] * half[1] * half[2], 9);
      }
      const pose = randomPose(random, 1);
      const square = [0, 1, 3, 0, 3, 2].map((i) => movedPoint(pose, [i & 1, i & 2 ? 1 : 0, 0]));
      const plate = fitted(obbVolume, Float64Array.from(square.flat()));
      expect(plate[12] * plate[13]).toBeCloseTo(0.25, 12);
    }
  });

  test('the lower bound is below every sampled pair and near the distance', () => {
    const random = seededRandom(2);
    let apart = 0;
    let worst = 1;
    for (let run = 0; run < 1500; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomBox(random, scale, 1.2), randomBox(random, scale, 1.2)];
      const bound = lowerBoundObbObb(a, 0, b, 0);
      const errorBound = rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b));
      for (let tries = 0; tries < 10; tries++) {
        const distance = Math.sqrt(distanceSq(pointOf(random, a), pointOf(random, b)));
        expect(bound).toBeLessThanOrEqual(distance + errorBound);
      }
      const upper = nearlyDistance(a, b);
      expect(bound).toBeLessThanOrEqual(upper + errorBound);
      if (bound > 1e-3 * scale) {
        apart++;
        worst = Math.min(worst, bound / upper);
      }
      expect(lowerBoundObbObb(b, 0, a, 0)).toBeLessThanOrEqual(upper + errorBound);
      if (bound > 1e-6 * scale) expect(overlapObbObb(a, 0, b, 0)).toBe(false);
      if (!overlapObbObb(a, 0, b, 0)) expect(bound).toBeGreaterThan(0);
    }
    expect(apart).toBeGreaterThan(400);
    expect(apart).toBeLessThan(1400);
    expect(worst).toBeGreaterThan(0.7);
  });

  test('along a face the bound is the distance, exactly; across corners and parallel edges nearly', () => {
    const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    const posed = (x: number, y: number, z: number): Float64Array => {
      const pose = identity.slice();
      pose.set([x, y, z], 9);
      return boxOf(pose, [1, 1, 1]);
    };
    const a = posed(0, 0, 0);
    expect(lowerBoundObbObb(a, 0, posed(5, 0.5, -0.5), 0)).toBe(3);
    expect(lowerBoundObbObb(a, 0, posed(5, 6, 0), 0)).toBeCloseTo(5, 14);
    expect(lowerBoundObbObb(a, 0, posed(4, 4, 3), 0)).toBeCloseTo(3, 14);
    expect(overlapObbObb(a, 0, posed(2, 2, 2), 0)).toBe(true);
    expect(overlapObbObb(a, 0, posed(2 + 1e-12, 0, 0), 0)).toBe(false);
  });

  test('volumes that share a point overlap, parallel edges and long thin boxes included', () => {
    const random = seededRandom(5);
    let moves = 0;
    for (let run = 0; run < 20000; run++) {
      // Thin boxes whose axes differ by next to nothing: where a cross product of edges is mostly rounding.
      const pose = randomPose(random, 0);
      const halves = (): number[] => [1, 2, 3].map(() => 10 ** (-14 * random() * (run % 2)));
      const a = boxOf(pose, halves());
      const b = boxOf(pose, halves());
      if (run % 4 < 2) {
        const tilt = 10 ** (-17 * random());
        const other = Math.sqrt(1 - tilt * tilt);
        for (let k = 3; k < 6; k++) {
          const [x, y] = [b[k], b[k + 3]];
          b[k] = other * x + tilt * y;
          b[k + 3] = other * y - tilt * x;
        }
      }
      const [p, q] = [pointOf(random, a), pointOf(random, b)];
      for (let k = 0; k < 3; k++) b[k] += p[k] - q[k];
      expect(overlapObbObb(a, 0, b, 0)).toBe(true);
      expect(overlapObbObb(b, 0, a, 0)).toBe(true);
      if (q.some((x, k) => x !== p[k])) moves++;
    }
    expect(moves).toBeGreaterThan(15000);
  });

  test('sets that touch overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 1000; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [boxA, boxB] = [fitted(obbVolume, a), fitted(obbVolume, b)];
      expect(overlapObbObb(boxA, 0, boxB, 0)).toBe(true);
      const errorBound = rounding(BOUND_UNITS, ...sizeOf(boxA), ...sizeOf(boxB));
      expect(lowerBoundObbObb(boxA, 0, boxB, 0)).toBeLessThanOrEqual(errorBound);
    }
  });

  test('moving both changes no answer', () => {
    const random = seededRandom(8);
    for (let run = 0; run < 500; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomBox(random, scale, 1.2), randomBox(random, scale, 1.2)];
      const pose = randomPose(random, scale);
      const [ma, mb] = [moved(obbVolume, a, pose), moved(obbVolume, b, pose)];
      const errorBound = 2 * rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b), pose[9], pose[10], pose[11]);
      const bound = lowerBoundObbObb(a, 0, b, 0);
      // Beyond rounding the bound may use, or not use, an edge–edge axis at the limit of CROSS_AXIS_SQ.
      expect(Math.abs(lowerBoundObbObb(ma, 0, mb, 0) - bound)).toBeLessThanOrEqual(errorBound);
      const p = pointOf(random, a);
      expect(Math.sqrt(distanceSq(nearest(ma, movedPoint(pose, p)), movedPoint(pose, p)))).toBeLessThanOrEqual(
        errorBound,
      );
    }
  });
});

/**
 * Volume of the box whose axes are the eigenvectors of the covariance of the vertices: what the hull frame replaces.
 */
function vertexCovarianceVolume(points: Float64Array): number {
  const n = points.length / 3;
  const mean = [0, 0, 0];
  for (let k = 0; k < points.length; k++) mean[k % 3] += points[k] / n;
  const m = new Float64Array(6);
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = [0, 1, 2].map((c) => points[k + c] - mean[c]);
    [x * x, x * y, x * z, y * y, y * z, z * z].forEach((value, i) => {
      m[i] += value;
    });
  }
  const axes = new Float64Array(9);
  symmetricEigen(m, axes, new Float64Array(3));
  let volume = 1;
  for (let r = 0; r < 9; r += 3) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < points.length; k += 3) {
      const s = axes[r] * points[k] + axes[r + 1] * points[k + 1] + axes[r + 2] * points[k + 2];
      low = Math.min(low, s);
      high = Math.max(high, s);
    }
    volume *= high - low;
  }
  return volume;
}
