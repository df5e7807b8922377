import { liftVector, segmentSegmentSquaredDistanceExactly, sqrtToNumber } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { sphereVolume } from '../../../src/bounds/sphere.ts';
import { lowerBoundLssLss, lssVolume, overlapLssLss } from '../../../src/lab/volumes/lss.ts';
import { SEGMENT_BOUND_ROUNDING } from '../../../src/lab/volumes/segment-bound.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../../src/scalar/tolerances.ts';
import { testEnclosure } from '../../bounds/enclosure.ts';
import {
  distanceSq,
  fitted,
  movedPoint,
  randomPose,
  rounding,
  SCALES,
  shapeTriangles,
  spread,
  touchingSets,
} from '../../bounds/samples.ts';
import { enclosesLss } from '../../bounds/swept-judges.ts';

/** Units of roundoff the lower bound may be too large by. */
const BOUND_UNITS = SEGMENT_BOUND_ROUNDING / UNIT_ROUNDOFF;

const sizeOf = (v: Float64Array): number[] => [v[0], v[1], v[2], v[6], v[7]];
const ends = (v: Float64Array): number[][] =>
  [-1, 1].map((sign) => [0, 1, 2].map((k) => v[k] + sign * v[6] * v[3 + k]));

/** The capsule from p to q. */
function capsule(p: readonly number[], q: readonly number[], radius: number): Float64Array {
  const half = Math.sqrt(distanceSq(p, q)) / 2;
  const centre = p.map((x, k) => (x + q[k]) / 2);
  const axis = half > 0 ? p.map((x, k) => (q[k] - x) / (2 * half)) : [1, 0, 0];
  return Float64Array.of(...centre, ...axis, half, radius);
}

function randomPoint(random: Random, scale: number): number[] {
  return [0, 1, 2].map(() => scale * spread(random));
}

/** Capsules of all proportions, balls and bare segments included; some along a coordinate axis. */
function randomLss(random: Random, scale: number): Float64Array {
  const p = randomPoint(random, scale);
  const q = random() < 0.15 ? p : randomPoint(random, scale);
  if (random() < 0.2) q.splice(1, 2, p[1], p[2]);
  return capsule(p, q, random() < 0.2 ? 0 : 0.2 * random() * scale);
}

/** Between the cores as stored, up to the rounding of their ends. */
function coreDistance(a: Float64Array, b: Float64Array): number {
  const [p, q, r, s] = [...ends(a), ...ends(b)].map((end) => liftVector(end));
  return sqrtToNumber(segmentSegmentSquaredDistanceExactly(p, q, r, s));
}

describe('lss', () => {
  testEnclosure(lssVolume, enclosesLss);

  test('is tight: a capsule gets itself, a segment no radius, a ball no length, a needle far less than a ball', () => {
    const random = seededRandom(1);
    const points: number[] = [];
    for (let i = 0; i < 3000; i++) {
      const d = randomPoint(random, 1);
      const length = Math.hypot(...d);
      const shift = 5 * Math.sign(d[0]);
      points.push(d[0] / length + shift, d[1] / length, d[2] / length);
    }
    const rod = fitted(lssVolume, Float64Array.from(points));
    expect(rod[6]).toBeGreaterThan(4.9);
    expect(rod[6]).toBeLessThan(5.1);
    expect(rod[7]).toBeLessThan(1.02);

    const ball = fitted(
      lssVolume,
      Float64Array.from(points, (x, k) => (k % 3 === 0 ? x - 5 * Math.sign(x) : x)),
    );
    expect(ball[7]).toBeLessThan(1.02);
    expect(ball[6]).toBeLessThan(0.1);

    const segment = fitted(lssVolume, Float64Array.of(1, 2, 3, 3, 4, 4, 2, 3, 3.5));
    expect(segment[6]).toBeCloseTo(1.5, 14);
    expect(segment[7]).toBeLessThan(1e-14);

    const needle = shapeTriangles(random, 'a needle', 20, 1, 1);
    expect(fitted(lssVolume, needle)[7]).toBeLessThan(1e-8 * fitted(sphereVolume, needle)[3]);
  });

  test('the diagonal of a thin triangle beats the principal axis where that is off', () => {
    // Many small faces at one end drag no covariance (it is weighted by area), but a long spike has no area.
    const spike = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1e-6, 0, 0, 0, 0, 40);
    const volume = fitted(lssVolume, spike);
    expect(Math.abs(volume[5])).toBeGreaterThan(0.999);
    expect(volume[7]).toBeLessThan(1);
  });

  test('the lower bound is the distance of the segments less the radii', () => {
    const random = seededRandom(2);
    let apart = 0;
    for (let run = 0; run < 4000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomLss(random, scale), randomLss(random, scale)];
      const truth = coreDistance(a, b) - a[7] - b[7];
      // 4u more: the ends of the cores are rounded here.
      const errorBound = rounding(BOUND_UNITS + 4, ...sizeOf(a), ...sizeOf(b));
      const bound = lowerBoundLssLss(a, 0, b, 0);
      expect(bound).toBeLessThanOrEqual(Math.max(0, truth) + errorBound);
      expect(Math.abs(lowerBoundLssLss(b, 0, a, 0) - bound)).toBeLessThan(1e-10 * scale);
      if (truth > 1e-6 * scale) {
        apart++;
        expect(Math.abs(bound - truth)).toBeLessThan(1e-9 * scale);
        expect(overlapLssLss(a, 0, b, 0)).toBe(false);
      }
      if (truth <= 0) expect(overlapLssLss(a, 0, b, 0)).toBe(true);
    }
    expect(apart).toBeGreaterThan(1000);
    expect(apart).toBeLessThan(3800);
  });

  test('nearly parallel segments, crossing or beside each other, give no false gap and lose little of a true one', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 4000; run++) {
      const tilt = 10 ** (-17 * random());
      const pose = randomPose(random, 0);
      const turned = (x: number, y: number, z: number): number[] => movedPoint(pose, [x, y, z]);
      const gap = run % 2 ? 0 : 10 ** (-16 * random());
      const along = 0.9 * spread(random);
      const a = capsule(turned(-1, 0, 0), turned(1, 0, 0), 0);
      const b = capsule(turned(along - 1, -tilt, gap), turned(along + 1, tilt, gap), 0);
      const bound = lowerBoundLssLss(a, 0, b, 0);
      expect(bound).toBeLessThanOrEqual(gap + rounding(BOUND_UNITS + 4, ...sizeOf(a), ...sizeOf(b)));
      if (gap === 0) expect(overlapLssLss(a, 0, b, 0)).toBe(true);
      else if (gap > 1e-6) expect(bound).toBeGreaterThan(0.99 * gap);
    }
  });

  test('near contact the common normal keeps the bound sharp', () => {
    const random = seededRandom(6);
    for (let run = 0; run < 1000; run++) {
      const gap = 10 ** (-4 - 9 * random());
      const pose = randomPose(random, 0);
      const turned = (x: number, y: number, z: number): number[] => movedPoint(pose, [x, y, z]);
      const a = capsule(turned(-1, 0, 0), turned(1, 0, 0), 0);
      const b = capsule(turned(-0.3, -1, gap), turned(0.4, 1, gap), 0);
      const bound = lowerBoundLssLss(a, 0, b, 0);
      expect(Math.abs(bound - gap)).toBeLessThan(rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b)));
    }
  });

  test('sets that touch overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 1000; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [va, vb] = [fitted(lssVolume, a), fitted(lssVolume, b)];
      expect(overlapLssLss(va, 0, vb, 0)).toBe(true);
      expect(lowerBoundLssLss(va, 0, vb, 0)).toBeLessThanOrEqual(rounding(BOUND_UNITS, ...sizeOf(va), ...sizeOf(vb)));
    }
  });

  test('balls, parallel and collinear segments', () => {
    const unit = capsule([-1, 0, 0], [1, 0, 0], 0.5);
    const ball = (x: number, y: number, z: number, radius: number): Float64Array =>
      capsule([x, y, z], [x, y, z], radius);
    expect(lowerBoundLssLss(ball(0, 0, 0, 1), 0, ball(0, 3, 4, 2), 0)).toBe(2);
    expect(lowerBoundLssLss(unit, 0, ball(0.25, 3, 4, 2), 0)).toBe(2.5);
    expect(lowerBoundLssLss(unit, 0, capsule([-0.5, 3, 0], [7, 3, 0], 0.5), 0)).toBe(2);
    expect(lowerBoundLssLss(unit, 0, capsule([3, 0, 0], [7, 0, 0], 0.5), 0)).toBe(1);
    expect(lowerBoundLssLss(unit, 0, capsule([4, 4, 0], [7, 9, 0], 0), 0)).toBeCloseTo(4.5, 14);
    expect(overlapLssLss(unit, 0, capsule([2, 0, 0], [3, 0, 0], 0.5), 0)).toBe(true);
    expect(overlapLssLss(unit, 0, unit, 0)).toBe(true);
    expect(lowerBoundLssLss(ball(0, 0, 0, 0), 0, ball(1e-250, 0, 0, 0), 0)).toBe(0);
  });
});
