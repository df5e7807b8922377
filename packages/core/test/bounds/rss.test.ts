import { describe, expect, test } from 'vitest';
import { lowerBoundRssRss, overlapRssRss, rssVolume } from '../../src/bounds/rss.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import {
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
} from './samples.ts';

/** Units of roundoff the lower bound may be too large by (GAP_ROUNDING, rss.ts). */
const BOUND_UNITS = 16 * 19 + 64;

type Point = readonly number[];

const minus = (p: Point, q: Point): number[] => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const row = (v: Float64Array, r: number): number[] => [v[3 + 3 * r], v[4 + 3 * r], v[5 + 3 * r]];
const clampTo = (x: number, limit: number): number => Math.max(-limit, Math.min(limit, x));

function at(v: Float64Array, s: number, t: number): number[] {
  return [0, 1, 2].map((k) => v[k] + s * v[3 + k] + t * v[6 + k]);
}

function nearestInRectangle(v: Float64Array, p: Point): [number, number] {
  const d = minus(p, [v[0], v[1], v[2]]);
  return [clampTo(dot(d, row(v, 0)), v[12]), clampTo(dot(d, row(v, 1)), v[13])];
}

/** Exactly: the point of the rectangle nearest to p, up to rounding of its coordinates, is within the radius. */
function encloses(v: Float64Array, p: Float64Array): boolean {
  const [s, t] = nearestInRectangle(v, Array.from(p)).map(toInteger);
  const w = Array.from(v, toInteger);
  let sq = 0n;
  for (let k = 0; k < 3; k++) sq += ((toInteger(p[k]) - w[k]) * ONE - s * w[3 + k] - t * w[6 + k]) ** 2n;
  return sq <= (w[14] * ONE) ** 2n;
}

/** Squared distance of two segments: Ericson, Real-Time Collision Detection, 5.1.9. */
function segmentsSq(p: Point, p1: Point, q: Point, q1: Point): number {
  const [u, v, r] = [minus(p1, p), minus(q1, q), minus(p, q)];
  const [a, e, f, c, b] = [dot(u, u), dot(v, v), dot(v, r), dot(u, r), dot(u, v)];
  if (a === 0 || e === 0) return Infinity; // ends are judged as corners
  const det = a * e - b * b;
  let s = det > 1e-14 * a * e ? Math.max(0, Math.min(1, (b * f - c * e) / det)) : 0;
  let t = (b * s + f) / e;
  if (t < 0 || t > 1) {
    t = Math.max(0, Math.min(1, t));
    s = Math.max(0, Math.min(1, (b * t - c) / a));
  }
  return distanceSq(
    [0, 1, 2].map((k) => p[k] + s * u[k]),
    [0, 1, 2].map((k) => q[k] + t * v[k]),
  );
}

const outline = (v: Float64Array): number[][] => [
  at(v, v[12], v[13]),
  at(v, -v[12], v[13]),
  at(v, -v[12], -v[13]),
  at(v, v[12], -v[13]),
];

/** True when a side of one rectangle runs through the other. */
function pierces(a: Float64Array, b: Float64Array): boolean {
  const corners = outline(a);
  const [centre, normal] = [[b[0], b[1], b[2]], row(b, 2)];
  return corners.some((p, k) => {
    const q = corners[(k + 1) % 4];
    const [hp, hq] = [dot(minus(p, centre), normal), dot(minus(q, centre), normal)];
    if (hp * hq > 0 || hp === hq) return false;
    const x = [0, 1, 2].map((c) => p[c] + (hp / (hp - hq)) * (q[c] - p[c]));
    const d = minus(x, centre);
    return Math.abs(dot(d, row(b, 0))) <= b[12] && Math.abs(dot(d, row(b, 1))) <= b[13];
  });
}

/** Distance of the rectangles by all pairs of sides and all corners: the long method, to judge the short one. */
function rectangleDistance(a: Float64Array, b: Float64Array): number {
  if (pierces(a, b) || pierces(b, a)) return 0;
  let best = Infinity;
  const [ca, cb] = [outline(a), outline(b)];
  for (let i = 0; i < 4; i++) {
    best = Math.min(best, distanceSq(ca[i], at(b, ...nearestInRectangle(b, ca[i]))));
    best = Math.min(best, distanceSq(cb[i], at(a, ...nearestInRectangle(a, cb[i]))));
    for (let j = 0; j < 4; j++) best = Math.min(best, segmentsSq(ca[i], ca[(i + 1) % 4], cb[j], cb[(j + 1) % 4]));
  }
  return Math.sqrt(best);
}

function rssOf(pose: Float64Array, half0: number, half1: number, radius: number): Float64Array {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  return Float64Array.of(x, y, z, a, d, g, b, e, h, c, f, i, half0, half1, radius);
}

/** Rectangles of all proportions, points and segments included; some parallel to a coordinate plane. */
function randomRss(random: Random, scale: number, shift: number, radius: number): Float64Array {
  const pose = randomPose(random, shift * scale);
  if (random() < 0.3) pose.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const length = (): number => (random() < 0.15 ? 0 : random() * scale);
  return rssOf(pose, length(), length(), radius * random() * scale);
}

function pointOf(random: Random, v: Float64Array): number[] {
  const p = at(v, v[12] * clampTo(2 * spread(random), 1), v[13] * clampTo(2 * spread(random), 1));
  const d = [spread(random), spread(random), spread(random)];
  const length = Math.max(1e-3, Math.sqrt(dot(d, d)));
  return p.map((x, k) => x + (v[14] * d[k]) / length);
}

const sizeOf = (v: Float64Array): number[] => [v[0], v[1], v[2], v[12], v[13], v[14]];

describe('rss', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 60; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
        const volume = fitted(rssVolume, triangles);
        for (let k = 0; k < triangles.length; k += 3) expect(encloses(volume, triangles.subarray(k, k + 3))).toBe(true);
        expect(volume[12]).toBeGreaterThanOrEqual(0);
        expect(volume[13]).toBeGreaterThanOrEqual(0);
      }
    });
  }

  test('is tight: flat sets get no thickness, boxes get half their own, a ball gets its own', () => {
    const flat = fitted(rssVolume, Float64Array.of(0, 0, 0, 4, 0, 0, 4, 2, 0, 0, 0, 0, 4, 2, 0, 0, 2, 0));
    expect(flat[14]).toBeLessThan(1e-13);
    expect(flat[12]).toBeCloseTo(2, 12);
    expect(flat[13]).toBeCloseTo(1, 12);

    // The sphere swept over the rectangle must reach the corners of the box, so the sides stay within it.
    const corners = [0, 1, 3, 2, 6, 7, 5, 4, 0].flatMap((i) => [i & 1 ? 4 : -4, i & 2 ? 2 : -2, i & 4 ? 1 : -1]);
    const box = fitted(rssVolume, Float64Array.from(corners));
    expect(box[14]).toBeCloseTo(1, 12);
    expect(box[12]).toBeCloseTo(4, 12);
    expect(box[13]).toBeCloseTo(2, 12);

    const random = seededRandom(1);
    const ball: number[] = [];
    for (let i = 0; i < 3000; i++) {
      const d = [spread(random), spread(random), spread(random)];
      const length = Math.sqrt(dot(d, d));
      ball.push(...d.map((x) => x / length));
    }
    const round = fitted(rssVolume, Float64Array.from(ball));
    expect(round[14]).toBeLessThan(1.1);
    expect(round[12]).toBeLessThan(0.1);
  });

  test('the lower bound is the distance of the rectangles less the radii', () => {
    const random = seededRandom(2);
    let apart = 0;
    for (let run = 0; run < 20000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomRss(random, scale, 1.2, 0.2), randomRss(random, scale, 1.2, 0.2)];
      const truth = rectangleDistance(a, b) - a[14] - b[14];
      const bound = lowerBoundRssRss(a, 0, b, 0);
      expect(bound).toBeLessThanOrEqual(Math.max(0, truth) + rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b)));
      if (truth > 1e-6 * scale) {
        apart++;
        expect(Math.abs(bound - truth)).toBeLessThan(1e-9 * scale);
        expect(overlapRssRss(a, 0, b, 0)).toBe(false);
      }
      if (truth <= 0) {
        expect(bound).toBeLessThanOrEqual(rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b)));
        expect(overlapRssRss(a, 0, b, 0)).toBe(true);
      }
    }
    expect(apart).toBeGreaterThan(6000);
    expect(apart).toBeLessThan(18000);
  });

  test('the lower bound is below every sampled pair', () => {
    const random = seededRandom(3);
    for (let run = 0; run < 2000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomRss(random, scale, 1.2, 0.5), randomRss(random, scale, 1.2, 0.5)];
      const bound = lowerBoundRssRss(a, 0, b, 0);
      const errorBound = rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b));
      for (let tries = 0; tries < 10; tries++) {
        const distance = Math.sqrt(distanceSq(pointOf(random, a), pointOf(random, b)));
        expect(bound).toBeLessThanOrEqual(distance + errorBound);
      }
    }
  });

  test('near contact the bound stays sharp where a side faces the other, and safe everywhere', () => {
    const random = seededRandom(4);
    let sharp = 0;
    for (let run = 0; run < 3000; run++) {
      const gap = 10 ** (-4 - 9 * random());
      const a = rssOf(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 1, 1, 0);
      const b = randomRss(random, 1, 0, 0);
      // Lowest corner of B at height `gap` above a point of A.
      const low = outline(b).reduce((p, q) => (q[2] < p[2] ? q : p));
      b[0] += 0.9 * spread(random) - low[0];
      b[1] += 0.9 * spread(random) - low[1];
      b[2] += gap - low[2];
      const bound = lowerBoundRssRss(a, 0, b, 0);
      expect(bound).toBeLessThanOrEqual(gap + rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b)));
      if (bound > gap - 1e-14) sharp++;
    }
    expect(sharp).toBe(3000);
  });

  test('nearly parallel crossing sides, where nearest points are ill defined, give no false gap', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 5000; run++) {
      const tilt = 10 ** (-16 * random());
      const [c, s] = [Math.sqrt(1 - tilt * tilt), tilt];
      // Two segments that cross within rounding at an angle of `tilt`, in a plane that is then turned.
      const pose = randomPose(random, 0);
      const turned = (x: number, y: number): number[] => movedPoint(pose, [x, y, 0]);
      const a = rssOf(pose, 1, 0, 0);
      const n = movedPoint(pose, [0, 0, 1]);
      const b = Float64Array.of(0, 0, 0, ...turned(c, s), ...turned(-s, c), ...n, 1, 0, 0);
      const shift = at(a, spread(random), 0);
      const other = at(b, spread(random), 0);
      for (let k = 0; k < 3; k++) b[k] += shift[k] - other[k];
      expect(lowerBoundRssRss(a, 0, b, 0)).toBeLessThanOrEqual(rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b)));
      expect(overlapRssRss(a, 0, b, 0)).toBe(true);
    }
  });

  test('sets that touch, and volumes that share a point, overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 1000; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [va, vb] = [fitted(rssVolume, a), fitted(rssVolume, b)];
      expect(overlapRssRss(va, 0, vb, 0)).toBe(true);
      expect(lowerBoundRssRss(va, 0, vb, 0)).toBeLessThanOrEqual(rounding(BOUND_UNITS, ...sizeOf(va), ...sizeOf(vb)));
      const [c, d] = [randomRss(random, 1, 1, 0.3), randomRss(random, 1, 1, 0.3)];
      const [p, q] = [pointOf(random, c), pointOf(random, d)];
      for (let k = 0; k < 3; k++) d[k] += p[k] - q[k];
      expect(overlapRssRss(c, 0, d, 0)).toBe(true);
    }
  });

  test('swapping or moving both changes no answer', () => {
    const random = seededRandom(8);
    let apart = 0;
    for (let run = 0; run < 2000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomRss(random, scale, 1.2, 0.1), randomRss(random, scale, 1.2, 0.1)];
      const bound = lowerBoundRssRss(a, 0, b, 0);
      if (bound <= 1e-3 * scale) continue;
      apart++;
      const pose = randomPose(random, scale);
      const [ma, mb] = [moved(rssVolume, a, pose), moved(rssVolume, b, pose)];
      expect(Math.abs(lowerBoundRssRss(ma, 0, mb, 0) - bound)).toBeLessThan(1e-10 * scale);
      expect(Math.abs(lowerBoundRssRss(b, 0, a, 0) - bound)).toBeLessThan(1e-10 * scale);
    }
    expect(apart).toBeGreaterThan(500);
  });

  test('points, parallel plates and plates in one plane', () => {
    const slot = (x: number, y: number, z: number, half0: number, half1: number, radius: number): Float64Array =>
      rssOf(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z), half0, half1, radius);
    const plate = slot(0, 0, 0, 1, 1, 0);
    expect(lowerBoundRssRss(slot(0, 0, 0, 0, 0, 1), 0, slot(0, 3, 4, 0, 0, 2), 0)).toBe(2);
    expect(lowerBoundRssRss(plate, 0, slot(0.5, 0.5, 3, 1, 1, 0.5), 0)).toBe(2.5);
    expect(lowerBoundRssRss(plate, 0, slot(4, 0.5, 0, 1, 1, 0), 0)).toBe(2);
    expect(lowerBoundRssRss(plate, 0, slot(5, 6, 0, 1, 1, 0), 0)).toBeCloseTo(5, 14);
    expect(lowerBoundRssRss(plate, 0, slot(1, 1, 0, 1, 1, 0), 0)).toBe(0);
    expect(overlapRssRss(plate, 0, slot(2, 0, 0, 1, 1, 0), 0)).toBe(true);
    expect(overlapRssRss(plate, 0, plate, 0)).toBe(true);
  });
});
