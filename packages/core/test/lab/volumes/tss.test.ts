import { liftTriangle, sqrtToNumber, squaredDistanceExactly } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { sphereVolume } from '../../../src/bounds/sphere.ts';
import { lowerBoundTssTss, overlapTssTss, tssVolume } from '../../../src/lab/volumes/tss.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { testEnclosure } from '../../bounds/enclosure.ts';
import {
  distanceSq,
  fitted,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  touchingSets,
} from '../../bounds/samples.ts';
import { enclosesTss } from '../../bounds/swept-judges.ts';

/** Units of roundoff the lower bound may be too large by. */
const BOUND_UNITS = 44;

const randomPoint = (random: Random, scale: number): number[] => [0, 1, 2].map(() => scale * spread(random));

/** The volume of a triangle and a radius. */
function tssOf(corners: readonly (readonly number[])[], radius: number): Float64Array {
  const centroid = [0, 1, 2].map((k) => (corners[0][k] + corners[1][k] + corners[2][k]) / 3);
  return Float64Array.of(...centroid, ...corners.flat(), radius);
}

/** Triangles, and now and then segments and points, with some radius. */
function randomTss(random: Random, scale: number): Float64Array {
  const [p, q, r] = [randomPoint(random, scale), randomPoint(random, scale), randomPoint(random, scale)];
  const kind = random();
  const corners = kind < 0.1 ? [p, p, p] : kind < 0.25 ? [p, q, q] : [p, q, r];
  return tssOf(corners, random() < 0.2 ? 0 : 0.3 * random() * scale);
}

function pointOf(random: Random, v: Float64Array): number[] {
  const s = Math.sqrt(random());
  const t = random();
  const d = randomPoint(random, 1);
  const length = Math.max(1e-3, Math.hypot(...d));
  return [0, 1, 2].map((k) => (1 - s) * v[3 + k] + s * (1 - t) * v[6 + k] + s * t * v[9 + k] + (v[12] * d[k]) / length);
}

describe('tss', () => {
  testEnclosure(tssVolume, enclosesTss);

  test('a triangle is its own core, a split one nearly so', () => {
    const corners = [
      [0.5, 0, 1],
      [3, 0.25, 2],
      [1, 2, -1],
    ];
    const one = fitted(tssVolume, Float64Array.from(corners.flat()));
    expect(Array.from(one.slice(3, 12))).toEqual(corners.flat());
    expect(one[12]).toBeLessThan(1e-13);
    const middle = [0, 1, 2].map((k) => (corners[1][k] + corners[2][k]) / 2);
    const split = fitted(
      tssVolume,
      Float64Array.from([corners[0], corners[1], middle, corners[0], middle, corners[2]].flat()),
    );
    expect(split[12]).toBeLessThan(1e-13);
  });

  test('a square gets a triangle of little more than twice its area, and no thickness', () => {
    const square = fitted(tssVolume, Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0));
    const [, , , ax, ay, az, bx, by, bz, cx, cy, cz] = square;
    const area = Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
    expect(area).toBeLessThan(2.02);
    expect(Math.max(Math.abs(az), Math.abs(bz), Math.abs(cz), square[12])).toBeLessThan(1e-13);
  });

  test('falls back to a segment and a point, and a thick core is drawn together', () => {
    const random = seededRandom(1);
    const rod: number[] = [];
    const ball: number[] = [];
    for (let i = 0; i < 3000; i++) {
      const d = randomPoint(random, 1);
      const unit = d.map((x) => x / Math.hypot(...d));
      ball.push(...unit);
      rod.push(unit[0] + 5 * Math.sign(unit[0]), unit[1], unit[2]);
    }
    const round = fitted(tssVolume, Float64Array.from(ball));
    expect(round[12]).toBeLessThan(1.02);
    const long = fitted(tssVolume, Float64Array.from(rod));
    expect(long[12]).toBeLessThan(1.05);

    // A triangular prism with round edges is the volume itself.
    const core = [
      [0, 0, 0],
      [8, 0, 0],
      [0, 8, 0],
    ];
    const swollen: number[] = [];
    for (let i = 0; i < 6000; i++) {
      const d = randomPoint(random, 1);
      const length = Math.hypot(...d);
      swollen.push(...core[i % 3].map((x, k) => x + d[k] / length));
    }
    const volume = fitted(tssVolume, Float64Array.from(swollen));
    const side = Math.sqrt(distanceSq(Array.from(volume.slice(3, 6)), Array.from(volume.slice(6, 9))));
    expect(volume[12]).toBeLessThan(1.001);
    expect(side).toBeLessThan(13);

    const needle = shapeTriangles(random, 'a needle', 20, 1, 1);
    expect(fitted(tssVolume, needle)[12]).toBeLessThan(1e-8 * fitted(sphereVolume, needle)[3]);
  });

  test('cores stay within three times the reach of what they hold, as the stated rounding assumes', () => {
    const random = seededRandom(3);
    const names = Object.keys(SHAPES);
    for (let run = 0; run < 400; run++) {
      const triangles = shapeTriangles(random, names[run % names.length], 2 + (run % 12), 1, 0);
      let reach = 0;
      for (let k = 0; k < triangles.length; k += 3) reach = Math.max(reach, Math.hypot(...triangles.slice(k, k + 3)));
      const core = fitted(tssVolume, triangles);
      for (let k = 3; k < 12; k += 3) expect(Math.hypot(...core.slice(k, k + 3))).toBeLessThan(3 * reach);
    }
  });

  test('the lower bound is below every sampled pair, whatever is enough, and a bound only stops early where it is', () => {
    const random = seededRandom(4);
    let apart = 0;
    for (let run = 0; run < 3000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomTss(random, scale), randomTss(random, scale)];
      const shift = randomPoint(random, 2 * scale);
      for (let k = 0; k < 12; k++) b[k] += shift[k % 3];
      const bound = lowerBoundTssTss(a, 0, b, 0, Infinity);
      const enough = random() * scale;
      const early = lowerBoundTssTss(a, 0, b, 0, enough);
      const errorBound = rounding(BOUND_UNITS, ...a, ...b);
      if (early < enough) expect(Math.abs(early - bound)).toBeLessThanOrEqual(errorBound);
      expect(early).toBeLessThanOrEqual(bound + errorBound);
      if (bound > errorBound) {
        apart++;
        expect(overlapTssTss(a, 0, b, 0)).toBe(false);
      }
      for (let tries = 0; tries < 10; tries++) {
        const distance = Math.sqrt(distanceSq(pointOf(random, a), pointOf(random, b)));
        expect(Math.max(early, bound)).toBeLessThanOrEqual(distance + errorBound);
      }
      expect(Math.abs(lowerBoundTssTss(b, 0, a, 0, Infinity) - bound)).toBeLessThan(1e-10 * scale);
    }
    expect(apart).toBeGreaterThan(800);
    expect(apart).toBeLessThan(2900);
  });

  test('the lower bound is the distance of the triangles less the radii', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 1000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomTss(random, scale), randomTss(random, scale)];
      const truth = sqrtToNumber(squaredDistanceExactly(liftTriangle(a, 3), liftTriangle(b, 3))) - a[12] - b[12];
      const bound = lowerBoundTssTss(a, 0, b, 0, Infinity);
      expect(bound).toBeLessThanOrEqual(Math.max(0, truth) + rounding(BOUND_UNITS, ...a, ...b));
      if (truth > 0) expect(bound).toBeGreaterThan(truth - 1e-12 * scale);
      else expect(overlapTssTss(a, 0, b, 0)).toBe(true);
    }
  });

  test('sets that touch, and volumes that share a point, overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 600; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [va, vb] = [fitted(tssVolume, a), fitted(tssVolume, b)];
      expect(overlapTssTss(va, 0, vb, 0)).toBe(true);
      expect(lowerBoundTssTss(va, 0, vb, 0, Infinity)).toBeLessThanOrEqual(rounding(BOUND_UNITS, ...va, ...vb));
      const [c, d] = [randomTss(random, 1), randomTss(random, 1)];
      const [p, q] = [pointOf(random, c), pointOf(random, d)];
      for (let k = 0; k < 12; k++) d[k] += p[k % 3] - q[k % 3];
      expect(overlapTssTss(c, 0, d, 0)).toBe(true);
    }
  });

  test('points, segments, and triangles above and beside each other', () => {
    const flat = (x: number, y: number, z: number, radius: number): Float64Array =>
      tssOf(
        [
          [x, y, z],
          [x + 2, y, z],
          [x, y + 2, z],
        ],
        radius,
      );
    const point = (x: number, y: number, z: number, radius: number): Float64Array =>
      tssOf(
        [0, 1, 2].map(() => [x, y, z]),
        radius,
      );
    expect(lowerBoundTssTss(point(0, 0, 0, 1), 0, point(0, 3, 4, 2), 0, Infinity)).toBe(2);
    expect(lowerBoundTssTss(flat(0, 0, 0, 0.5), 0, flat(0.25, 0.25, 3, 0.5), 0, Infinity)).toBe(2);
    expect(lowerBoundTssTss(flat(0, 0, 0, 0.5), 0, flat(4, 0, 0, 0), 0, Infinity)).toBe(1.5);
    expect(lowerBoundTssTss(flat(0, 0, 0, 0), 0, point(0.5, 0.5, 1, 0.25), 0, Infinity)).toBe(0.75);
    expect(overlapTssTss(flat(0, 0, 0, 0), 0, flat(2, 0, 0, 0), 0)).toBe(true);
    expect(overlapTssTss(flat(0, 0, 0, 0), 0, flat(0, 0, 0, 0), 0)).toBe(true);
  });
});
